import { ActionIcon, Burger, Menu, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { warrantsSwitch, type CurrentUser } from '@tenfour/contract'
import { IconChevronDown, IconFileText, IconId, IconLogout, IconMap2, IconRadio, IconSettings, type Icon } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useState, type ComponentPropsWithRef } from 'react'
import { useServers } from '../platform/servers/servers.ts'
import { useCommunityName } from '../platform/config/config.ts'
import { useIsOn } from '../platform/features/features.ts'
import { logOut } from '../platform/leave/leave-questions.ts'
import { Bell } from '../features/portal/waiting/Bell.port.tsx'
import { useWaiting } from '../features/portal/waiting/use-waiting.port.ts'
import { lazyComponent } from '../platform/load/lazy-component.tsx'
import { INLINE } from '../platform/load/shapes.tsx'
import { isTablet } from '../platform/tablet/tablet.ts'
import { ThemeToggle } from '../platform/theme/ThemeToggle.tsx'
import { LiveIndicator } from '../platform/realtime/LiveIndicator.tsx'
import { useSignedInUser } from '../platform/session/useSignedInUser.ts'
import { Mark } from '../platform/config/Mark.tsx'
import { cadLinks, navEntries, navFlags, ownLinks, type NavEntry, type NavLink, type NavMenu, type SideLink } from './nav.ts'
import classes from './NavBar.module.css'

const AlertHistory = lazyComponent(async () => (await import('../features/dispatch/desk/AlertHistory.port.tsx')).AlertHistory, {
  what: 'Earlier alerts',
  shape: INLINE,
})
const NARROW = '(max-width: 61.99em)'

export type NavBarProps = { user: CurrentUser; hasCadTheme: boolean }

export function NavBar({ user, hasCadTheme }: NavBarProps) {
  const [flags] = useState(() => navFlags(user))
  const servers = useServers({ enabled: flags.isAdmin && !isTablet() })
  const hasWarrants = useIsOn(warrantsSwitch)
  const communityName = useCommunityName()
  const entries = navEntries({ ...flags, isLegal: flags.isLegal && hasWarrants }, { isTablet: isTablet(), servers: servers.data ?? [] })
  const own = ownLinks(flags)
  const cad = cadLinks(flags, { isTablet: isTablet(), isOnDuty: Boolean(user.duty) })
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  return (
    <header className={classes.header} data-crowded={own.length + cad.length > 2 || undefined}>
      <nav className={classes.bar} aria-label="Main">
        <Link to="/user/home" className={classes.brand}>
          <Mark />
          <Text span inherit truncate>
            {communityName}
          </Text>
        </Link>
        {isNarrow ? (
          <NarrowEntries entries={entries} hasCadTheme={hasCadTheme} />
        ) : (
          <WideEntries entries={entries} hasCadTheme={hasCadTheme} />
        )}
      </nav>
      <SideNav label="Your pages" links={own} />
      <SideNav label="CAD and live map" links={cad} />
      <div className={classes.bell}>
        <Bell size={36} className={classes.icon}>
          {user.duty && <AlertHistory />}
        </Bell>
      </div>
    </header>
  )
}

const ICONS: Readonly<Record<SideLink['to'], Icon>> = {
  '/user/characters': IconId,
  '/user/reports': IconFileText,
  '/cad': IconRadio,
  '/cad/desktop': IconRadio,
  '/livemap': IconMap2,
}

function SideNav({ label: name, links }: { label: string; links: readonly SideLink[] }) {
  if (links.length === 0) return null
  return (
    <nav className={classes.cad} aria-label={name}>
      {links.map(({ label, to }) => {
        const LinkIcon = ICONS[to]
        return (
          <Link key={label} to={to} className={classes.cadLink} title={label} activeOptions={{ includeSearch: false }}>
            <LinkIcon size={18} stroke={1.7} aria-hidden />
            <span className={classes.cadLabel}>{label}</span>
          </Link>
        )
      })}
    </nav>
  )
}

type EntriesProps = { readonly entries: readonly NavEntry[]; readonly hasCadTheme: boolean }

function WideEntries({ entries, hasCadTheme }: EntriesProps) {
  return (
    <>
      {entries.map((entry) =>
        'links' in entry ? (
          <NavDropdown key={entry.label} menu={entry} />
        ) : (
          <NavAnchor key={entry.label} link={entry} className={classes.entry} />
        ),
      )}
      <span className={classes.gap} />
      <LiveIndicator onlyTrouble />
      {hasCadTheme && <ThemeToggle className={classes.icon} />}
      <Tooltip label="Account Settings" withinPortal={false}>
        <ActionIcon
          renderRoot={(props) => <Link to="/user/settings" {...props} />}
          variant="subtle"
          color="gray"
          size={36}
          className={classes.icon}
          aria-label="Account Settings"
        >
          <IconSettings size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <UnstyledButton className={classes.entry} onClick={() => void logOut()}>
        <IconLogout size={18} stroke={1.7} aria-hidden /> Logout
      </UnstyledButton>
    </>
  )
}

function NavDropdown({ menu }: { menu: NavMenu }) {
  const isActive = useIsWithin(menu.links)
  return (
    // Inside the bar, so that it belongs to the navigation; focus goes to the first entry, not to an empty element before it.
    <Menu position="bottom-start" offset={6} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes.entry} data-within={isActive || undefined}>
          {menu.label} <IconChevronDown size={15} stroke={2} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {menu.links.length === 0 && <Menu.Item disabled>No servers yet</Menu.Item>}
        {menu.links.map((link) => (
          <Menu.Item key={linkKey(link)} className={classes.item} renderRoot={(props) => <NavAnchor link={link} {...props} />}>
            {link.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** On a phone the whole bar unfolds below its title with every menu already open. */
function NarrowEntries({ entries, hasCadTheme }: EntriesProps) {
  const href = useRouterState({ select: (state) => state.location.href })
  // Remembers the page it was opened on, so that navigating closes it.
  const [openOn, setOpenOn] = useState<string | null>(null)
  const isOpen = openOn === href
  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpenOn(null)
    window.addEventListener('keydown', closeOnEscape)
    return () => window.removeEventListener('keydown', closeOnEscape)
  }, [isOpen])
  return (
    <>
      <Burger
        opened={isOpen}
        onClick={() => setOpenOn(isOpen ? null : href)}
        size="sm"
        className={classes.burger}
        aria-expanded={isOpen}
        aria-controls="main-menu"
        aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
      />
      <span className={classes.gap} />
      <LiveIndicator onlyTrouble />
      {hasCadTheme && <ThemeToggle className={classes.icon} />}
      <div id="main-menu" className={classes.panel} hidden={!isOpen}>
        {entries.map((entry) =>
          'links' in entry ? (
            <section key={entry.label} className={classes.section} aria-label={entry.label}>
              <p className={classes.heading}>{entry.label}</p>
              {entry.links.length === 0 && <p className={classes.none}>No servers yet</p>}
              {entry.links.map((link) => (
                <NavAnchor key={linkKey(link)} link={link} className={classes.entry} />
              ))}
            </section>
          ) : (
            <NavAnchor key={entry.label} link={entry} className={classes.entry} />
          ),
        )}
        <section className={classes.section} aria-label="Account">
          <Link to="/user/settings" className={classes.entry}>
            <IconSettings size={18} stroke={1.7} aria-hidden /> Account Settings
          </Link>
          <UnstyledButton className={classes.entry} onClick={() => void logOut()}>
            <IconLogout size={18} stroke={1.7} aria-hidden /> Logout
          </UnstyledButton>
        </section>
      </div>
    </>
  )
}

type NavAnchorProps = { readonly link: NavLink } & Pick<ComponentPropsWithRef<'a'>, 'ref' | 'className' | 'children'>

function NavAnchor({ link, children = link.label, ...rest }: NavAnchorProps) {
  return 'serverId' in link ? (
    <Link to={link.to} search={{ serverId: link.serverId }} {...rest}>
      {children}
    </Link>
  ) : (
    <Link to={link.to} {...rest}>
      {children}
      {link.to === '/warrants' && <WarrantBadge />}
    </Link>
  )
}

/** How many warrants wait for the user; nothing while none does. No part of the name of the link it is in. */
function WarrantBadge() {
  const count = useWaiting(useSignedInUser().userId)?.find(({ id }) => id === 'warrants-to-decide')?.count ?? 0
  if (count === 0) return null
  return (
    <span className={classes.badge} aria-hidden>
      {count > 999 ? '999+' : count}
    </span>
  )
}

const linkKey = (link: NavLink): string | number => ('serverId' in link ? link.serverId : link.to)

/** Active for its links and their siblings: /admin/audit belongs to the menu that has /admin/users. */
const useIsWithin = (links: readonly NavLink[]): boolean =>
  useRouterState({ select: ({ location }) => links.some(({ to }) => areaOf(to) === areaOf(location.pathname)) })

const areaOf = (path: string): string | undefined => path.split('/')[1]
