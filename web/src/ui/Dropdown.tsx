import { useEffect, useId, useLayoutEffect, useRef, useState, type ComponentPropsWithRef, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import classes from './Dropdown.module.css'
import { overlayRoot } from './overlay-root.ts'

/** The props for the trigger button; everything but its look. */
export type DropdownButton = Required<
  Pick<ComponentPropsWithRef<'button'>, 'onClick' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls'>
>

type DropdownProps = {
  renderButton: (button: DropdownButton) => ReactNode
  /** A menu of actions, or a small form. */
  kind: 'menu' | 'dialog'
  label: string
  /** Which edge of the button it aligns with. */
  align?: 'start' | 'end'
  width?: number
  renderContent: (close: () => void) => ReactNode
}

const MARGIN_PX = 8
const OFFSET_PX = 6
const FOCUSABLE = '[role^="menuitem"]:not([aria-disabled="true"]), input:not([type="hidden"]), select, textarea, button, a[href]'

/** A button with a popup below it: a menu with arrow key navigation, or a small form. Escape or a click outside closes it. */
export function Dropdown({ renderButton, kind, label, align = 'start', width = 230, renderContent }: DropdownProps) {
  // The trigger button, while open.
  const [button, setButton] = useState<HTMLElement | null>(null)
  const id = useId()
  const leave = () => setButton(null)
  const close = () => {
    leave()
    button?.focus()
  }
  return (
    <>
      {renderButton({
        onClick: ({ currentTarget }) => setButton((before) => (before ? null : currentTarget)),
        'aria-haspopup': kind,
        'aria-expanded': button !== null,
        'aria-controls': id,
      })}
      {button &&
        createPortal(
          <Content id={id} kind={kind} label={label} align={align} width={width} button={button} onClose={close} onLeave={leave}>
            {renderContent(close)}
          </Content>,
          overlayRoot(),
        )}
    </>
  )
}

type ContentProps = Required<Pick<DropdownProps, 'kind' | 'label' | 'align' | 'width'>> & {
  id: string
  button: HTMLElement
  onClose: () => void
  /** Closed because focus moved elsewhere, so it must not be restored. */
  onLeave: () => void
  children: ReactNode
}

function Content({ id, kind, label, align, width, button, onClose, onLeave, children }: ContentProps) {
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [element, anchor] = [content.current, button.getBoundingClientRect()]
    if (!element) return
    const wanted = align === 'start' ? anchor.left : anchor.right - width
    element.style.left = `${Math.max(MARGIN_PX, Math.min(wanted, window.innerWidth - width - MARGIN_PX))}px`
    element.style.top = `${anchor.bottom + OFFSET_PX}px`
    element.style.maxHeight = `${window.innerHeight - anchor.bottom - OFFSET_PX - MARGIN_PX}px`
    // The content may still be on its way.
    ;(element.querySelector<HTMLElement>(FOCUSABLE) ?? element).focus()
  }, [align, button, width])

  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !content.current?.contains(target) && !button.contains(target)) onLeave()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    window.addEventListener('resize', onLeave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      window.removeEventListener('resize', onLeave)
    }
  }, [button, onLeave])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') onClose()
    else if (kind === 'menu' && event.key === 'Tab') onClose()
    else if (kind !== 'menu' || !moveFocus(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the role is set by kind, and the keys belong to its content
    <div
      ref={content}
      id={id}
      role={kind}
      aria-label={label}
      className={classes.content}
      data-kind={kind}
      style={{ width }}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}

function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const items = [...currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const at = items.findIndex((item) => item === document.activeElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[key]
  if (next === undefined) return false
  items[(next + items.length) % items.length]?.focus()
  return true
}

type MenuItemProps = {
  children: ReactNode
  icon?: ReactNode
  /** At the end: a key or a word. */
  aside?: ReactNode
  /** For items that can be toggled. */
  isOn?: boolean | undefined
  disabled?: boolean | undefined
  onClick: () => void
}

export function MenuItem({ children, icon, aside, isOn, disabled, onClick }: MenuItemProps) {
  return (
    <button
      type="button"
      role={isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={isOn}
      aria-disabled={disabled}
      tabIndex={-1}
      className={classes.item}
      onClick={disabled ? undefined : onClick}
    >
      <MenuItemContent icon={icon} aside={aside}>
        {children}
      </MenuItemContent>
    </button>
  )
}

/** For an item that is a link: `<Link role="menuitem" tabIndex={-1} className={menuItemClass}>`. */
export const menuItemClass = classes.item

export function MenuItemContent({ children, icon, aside }: Pick<MenuItemProps, 'children' | 'icon' | 'aside'>) {
  return (
    <>
      <span className={classes.icon}>{icon}</span>
      <span className={classes.words}>{children}</span>
      {aside}
    </>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className={classes.label}>{children}</div>
}

export function MenuLine() {
  return <hr className={classes.line} />
}
