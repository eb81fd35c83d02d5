import { ActionIcon } from '@mantine/core'
import { IconCheck, IconHome, IconLayoutColumns, IconLogout, IconRestore, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { logOut } from '../../../platform/leave/log-out.ts'
import { isTablet } from '../../../platform/tablet/tablet.ts'
import { Dropdown, MenuItem, menuItemClass, MenuItemContent, MenuLabel, MenuLine } from '../../../ui/Dropdown.tsx'
import type { Desktop } from '../../../panels/desktop.ts'
import type { PanelId } from '../../../panels/panel-ids.ts'
import { titleFor, type Panel } from '../../../panels/panel.ts'
import { focusPanel } from '../../../panels/selection.ts'
import classes from './DesktopBar.module.css'
import type { DesktopPlace } from './desktop-place.ts'

const NONE: readonly PanelId[] = []
const nothing = () => () => undefined
const ICON = { size: 15, stroke: 1.8, 'aria-hidden': true } as const
const LABEL = 'Panels and more'

type PanelsMenuProps = { place: DesktopPlace; panels: readonly Panel[]; desktop: Desktop | null }

/** Opens and closes panels, and links to the rest of the portal. */
export function PanelsMenu({ place, panels, desktop }: PanelsMenuProps) {
  return (
    <Dropdown
      kind="menu"
      label={LABEL}
      align="end"
      renderButton={(button) => (
        <ActionIcon {...button} variant="subtle" color="gray" size={32} className={classes.icon} aria-label={LABEL} title={LABEL}>
          <IconLayoutColumns size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      renderContent={(close) => (
        <>
          {!isTablet() && panels.length > 1 && <Panels place={place} panels={panels} desktop={desktop} onDone={close} />}
          <Link to="/user/home" role="menuitem" tabIndex={-1} className={menuItemClass}>
            <MenuItemContent icon={<IconHome {...ICON} />}>Dashboard</MenuItemContent>
          </Link>
          <Link to="/user/settings" role="menuitem" tabIndex={-1} className={menuItemClass}>
            <MenuItemContent icon={<IconSettings {...ICON} />}>Account Settings</MenuItemContent>
          </Link>
          <MenuItem icon={<IconLogout {...ICON} />} onClick={() => void logOut()}>
            Logout
          </MenuItem>
        </>
      )}
    />
  )
}

function Panels({ place, panels, desktop, onDone }: PanelsMenuProps & { onDone: () => void }) {
  const open = useSyncExternalStore(desktop?.subscribe ?? nothing, desktop?.openPanels ?? (() => NONE))
  const toggle = (id: PanelId) => {
    onDone()
    if (open.includes(id)) desktop?.close(id)
    else focusPanel(id)
  }
  return (
    <>
      <MenuLabel>Panels</MenuLabel>
      {panels.map((panel, index) => {
        const isOpen = open.includes(panel.id)
        return (
          <MenuItem
            key={panel.id}
            isOn={isOpen}
            icon={isOpen && <IconCheck size={15} stroke={2.2} aria-hidden />}
            aside={index < 9 && <kbd className={classes.key}>Alt {index + 1}</kbd>}
            onClick={() => toggle(panel.id)}
          >
            {titleFor(panel, place.unitClass)}
          </MenuItem>
        )
      })}
      <MenuItem
        icon={<IconRestore {...ICON} />}
        onClick={() => {
          onDone()
          desktop?.reset()
        }}
      >
        Reset layout
      </MenuItem>
      <MenuLine />
    </>
  )
}
