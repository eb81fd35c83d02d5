import { Menu } from '@mantine/core'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { createPortal } from 'react-dom'
import type { MenuPoint } from './menu-point.ts'
import { overlayRoot } from './overlay-root.ts'
import classes from './PointMenu.module.css'

type PointMenuProps = {
  at: MenuPoint
  title: string
  onClose: () => void
  /** A digit selects the item in that place. */
  hasDigits?: boolean
  children: ReactNode
}

/** A context menu, at the pointer or below its row. Takes focus on opening. */
export const PointMenu = ({ at: { x, y }, title, onClose, hasDigits = false, children }: PointMenuProps) =>
  createPortal(
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      width={250}
      trapFocus
      returnFocus={false}
      withinPortal={false}
      // It would be a focusable child of the menu that is no item.
      withInitialFocusPlaceholder={false}
      // No key events: the key press that opened it is still being handled.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <Anchor x={x} y={y} />
      </Menu.Target>
      <Menu.Dropdown ref={focusFirst} className={classes.menu} aria-label={title} onKeyDown={hasDigits ? selectByDigit : undefined}>
        <Menu.Label className={classes.title}>{title}</Menu.Label>
        {children}
      </Menu.Dropdown>
    </Menu>,
    overlayRoot(),
  )

/** At once: the library does so a moment later, and a key pressed before that would act on the row behind the menu. */
function focusFirst(menu: HTMLElement | null): void {
  menu?.querySelector<HTMLElement>('[data-menu-item]:not(:disabled)')?.focus({ preventScroll: true })
}

/** Only a place on the screen: without the ARIA attributes that the library gives to a menu's button. */
const Anchor = ({ x, y, ref }: MenuPoint & { ref?: Ref<HTMLSpanElement> }) => (
  <span ref={ref} className={classes.anchor} style={{ left: x, top: y }} />
)

function selectByDigit({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (/^[1-9]$/u.test(key)) currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')[Number(key) - 1]?.click()
}
