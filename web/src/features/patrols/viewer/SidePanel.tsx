import { CloseButton } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { classNames, Row, Stack } from '../../../ui/layout.tsx'
import classes from './Viewer.module.css'

type SidePanelProps = {
  title: ReactNode
  /** The panel takes the focus when this changes. */
  focusKey: string
  /** False where a list beside it is worked through and keeps the focus. */
  takesFocus?: boolean | undefined
  /** Beside the title. */
  actions?: ReactNode
  onClose?: (() => void) | undefined
  children: ReactNode
}

/** Kept from one panel to the next: a patrol that was opened from a member's list is closed to the member. */
let opener: Element | null = null

function giveBack(options?: FocusOptions): void {
  const target = opener instanceof HTMLElement && opener.isConnected ? opener : document.getElementById('main')
  target?.focus(options)
}

/** A patrol or a list of patrols beside the lists, or above them in a narrow window. Closing gives the focus back to what opened it. */
export function SidePanel({ title, focusKey, takesFocus = true, actions, onClose, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    const panel = heading.current?.closest('section')
    const focused = document.activeElement
    // A button of the panel shown before is gone, and the focus with it.
    if (focused !== document.body && !panel?.contains(focused)) opener = focused
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [focusKey, takesFocus])
  useEffect(() => {
    if (!takesFocus) return
    return () => {
      // Closed by the browser's Back: the panel is gone, and the focus with it.
      if (document.activeElement === document.body) giveBack({ preventScroll: true })
    }
  }, [takesFocus])
  const close = () => {
    onClose?.()
    giveBack()
  }
  return (
    <Stack as="section" gap={12} className={classes.side} aria-labelledby="side-title">
      <Row as="header" align="start" nowrap>
        <h2 id="side-title" ref={heading} tabIndex={-1} className={classNames('grow', classes.sideTitle)}>
          {title}
        </h2>
        {actions}
        {onClose && <CloseButton size="sm" aria-label="Close" onClick={close} />}
      </Row>
      {children}
    </Stack>
  )
}
