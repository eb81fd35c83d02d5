import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconDots } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Dropdown, MenuItem, MenuItemContent, menuItemClass, MenuLabel, MenuLine } from '../ui/Dropdown.tsx'
import { ChipLink, FilterChip } from '../ui/FilterChip.tsx'
import { FilterChips, FilterSelect, type Filter } from '../ui/FilterChips.tsx'
import { Key } from '../ui/Key.tsx'
import { foldFor, type Fold } from './fold.ts'
import classes from './HeaderActions.module.css'

/** Something that can be done from a panel's header, and from its menu where there is no room. */
export type HeaderAction = {
  readonly label: string
  /** Identifies an action whose label changes. */
  readonly id?: string
  readonly icon?: ReactNode
  /** Only the icon is shown in the header; the label in the menu. */
  readonly isIcon?: boolean
  /** For actions that can be toggled. */
  readonly isOn?: boolean
  readonly disabled?: boolean
  /** The key that does the same. */
  readonly shortcut?: string
  readonly title?: string
} & (
  | { readonly onClick: () => void; readonly href?: never }
  /** Opened beside the desktop. */
  | { readonly href: string; readonly onClick?: never }
)

/** The main action: filled where it is what the panel is for. */
export type MainAction = HeaderAction & { readonly isFilled?: boolean; readonly isLoading?: boolean }

export type HeaderActionsProps = {
  filters?: readonly Filter[] | undefined
  /** Most important first: the last is folded first. */
  actions?: readonly (HeaderAction | false | undefined)[]
  /** Always in sight, at the end. */
  main?: MainAction | false | undefined
  /** Always in sight, before the main action. */
  children?: ReactNode
}

/** The controls of a panel's header. Controls that do not fit beside the main action are in a menu. */
export function HeaderActions({ filters, actions: offered = [], main, children }: HeaderActionsProps) {
  const actions = offered.filter((action): action is HeaderAction => Boolean(action))
  const box = useRef<HTMLDivElement>(null)
  const { fold, least, most } = useFold(box, [...(filters ? [''] : []), ...actions.map(({ label }) => label)].join('\n'))
  const folded = actions.slice(fold.actions)
  const hasMenu = folded.length > 0 || (filters !== undefined && fold.filters === 'menu')
  return (
    <>
      <div ref={box} className={classes.box} style={{ width: `max(${least}px, min(${most}px, 24cqi))` }}>
        {filters && (
          <>
            <span className={classes.item} data-part="chips" data-folded={fold.filters !== 'chips' || undefined}>
              <FilterChips filters={filters} />
            </span>
            <span className={classes.item} data-part="field" data-folded={fold.filters !== 'field' || undefined}>
              <FilterSelect label="Show" filters={filters} />
            </span>
          </>
        )}
        {actions.map((action, index) => (
          <span
            key={action.id ?? action.label}
            className={classes.item}
            data-part="action"
            data-folded={index >= fold.actions || undefined}
          >
            <Chip action={action} />
          </span>
        ))}
        {(filters || actions.length > 0) && (
          <span className={classes.item} data-part="menu" data-folded={!hasMenu || undefined}>
            <FoldedMenu filters={fold.filters === 'menu' ? filters : undefined} actions={folded} />
          </span>
        )}
      </div>
      {children}
      {main && <Main action={main} />}
    </>
  )
}

const Label = ({ action: { label, icon, isIcon } }: { action: HeaderAction }) => (
  <>
    {icon}
    {isIcon ? <span className="visually-hidden">{label}</span> : label}
  </>
)

const titleOf = ({ title, isIcon, label, shortcut }: HeaderAction) => title ?? (isIcon ? label : shortcut)

function Chip({ action }: { action: HeaderAction }) {
  const { href, onClick, isOn, disabled } = action
  if (href !== undefined)
    return (
      <ChipLink href={href} title={titleOf(action)}>
        <Label action={action} />
      </ChipLink>
    )
  return (
    <FilterChip isOn={isOn} disabled={disabled} title={titleOf(action)} onClick={onClick}>
      <Label action={action} />
    </FilterChip>
  )
}

function Main({ action }: { action: MainAction }) {
  const { isFilled, isLoading, shortcut, title, disabled, onClick } = action
  if (!isFilled || !onClick)
    return (
      <span className={classes.main}>
        <Chip action={action} />
      </span>
    )
  return (
    <Button
      size="compact-sm"
      className={classes.filled}
      title={title}
      loading={isLoading}
      disabled={disabled}
      rightSection={shortcut && <Key>{shortcut}</Key>}
      onClick={onClick}
    >
      <Label action={action} />
    </Button>
  )
}

const TICK = <IconCheck size={15} stroke={2.2} aria-hidden />

/** The menu of folded controls. Focus goes back to its button, unless the action leads elsewhere. */
function FoldedMenu({ filters, actions }: { filters: readonly Filter[] | undefined; actions: readonly HeaderAction[] }) {
  return (
    <Dropdown
      kind="menu"
      label="More actions"
      align="end"
      width={210}
      renderButton={(button) => (
        <ActionIcon {...button} variant="subtle" color="gray" className={classes.more} aria-label="More actions" title="More actions">
          <IconDots size={16} stroke={2} aria-hidden />
        </ActionIcon>
      )}
      renderContent={(close) => (
        <>
          {filters && <MenuLabel>Show</MenuLabel>}
          {filters?.map(({ value, words, isOn, choose }) => (
            <MenuItem
              key={value}
              isOn={isOn}
              icon={isOn && TICK}
              onClick={() => {
                close()
                choose()
              }}
            >
              {words}
            </MenuItem>
          ))}
          {filters && actions.length > 0 && <MenuLine />}
          {actions.map((action) => (
            <FoldedItem key={action.id ?? action.label} action={action} close={close} />
          ))}
        </>
      )}
    />
  )
}

function FoldedItem({ action, close }: { action: HeaderAction; close: () => void }) {
  const { label, icon, isOn, disabled, shortcut, href, onClick } = action
  const aside = shortcut && <Key>{shortcut}</Key>
  if (href !== undefined)
    return (
      <a role="menuitem" tabIndex={-1} className={menuItemClass} href={href} target="_blank" rel="noreferrer" onClick={close}>
        <MenuItemContent icon={icon} aside={aside}>
          {label}
        </MenuItemContent>
      </a>
    )
  return (
    <MenuItem
      icon={isOn ? TICK : icon}
      aside={aside}
      isOn={isOn}
      disabled={disabled}
      onClick={() => {
        close()
        onClick()
      }}
    >
      {label}
    </MenuItem>
  )
}

type Widths = { readonly fold: Fold; readonly least: number; readonly most: number }
const ALL: Fold = { filters: 'chips', actions: Infinity }

/** Measures the controls in the box, folded or not, whenever their widths or the box's change. `content` says which controls there are. */
function useFold(box: RefObject<HTMLDivElement | null>, content: string) {
  const [state, setState] = useState<Widths>({ fold: ALL, least: 0, most: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const widthsOf = (part: string) =>
      [...element.querySelectorAll(`:scope > [data-part="${part}"]`)].map((each) => each.getBoundingClientRect().width)
    const measure = () => {
      const room = element.getBoundingClientRect().width
      // Not drawn: in a panel that is hidden.
      if (room === 0 && element.getBoundingClientRect().height === 0) return
      const [chips = 0] = widthsOf('chips')
      const [field = 0] = widthsOf('field')
      const [menu = 0] = widthsOf('menu')
      const actions = widthsOf('action')
      const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0
      // Rounding must not fold what fits.
      const fold = foldFor(room + 0.5, { chips, field, actions, menu, gap })
      const most = Math.ceil([chips, ...actions].reduce((sum, width) => sum + (width > 0 ? width + gap : 0), 0))
      // The title gives way to this, and tabs to a quarter of the header where there is more to show.
      const least = Math.ceil(field + (field > 0 && actions.length > 0 ? gap : 0) + (actions.length > 0 ? menu : 0))
      setState((before) =>
        before.least === least && before.most === most && before.fold.filters === fold.filters && before.fold.actions === fold.actions
          ? before
          : { fold, least, most },
      )
    }
    measure()
    // Before the frame is painted.
    const observer = new ResizeObserver(() => flushSync(measure))
    observer.observe(element)
    for (const each of element.children) observer.observe(each)
    return () => observer.disconnect()
  }, [box, content])
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (focused?.closest('[data-folded]')?.parentElement !== box.current) return
    box.current?.querySelector<HTMLElement>('[data-part="menu"]:not([data-folded]) button')?.focus()
  }, [box, state])
  return state
}
