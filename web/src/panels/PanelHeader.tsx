import { use, useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createHeaderSlots, PanelFrame } from './panel-frame.ts'
import classes from './Panel.module.css'

type PanelHeaderProps = {
  /** Replaces the panel's own title. */
  title?: ReactNode
  /** Shown small after the title: a row count or a duration. */
  count?: ReactNode
  /** The controls on the right. */
  children?: ReactNode
}

const NO_SLOTS = createHeaderSlots()

/** A panel's header content. Rendered anywhere inside the panel; outside the desktop it becomes a header itself. */
export function PanelHeader({ title, count, children }: PanelHeaderProps) {
  const frame = use(PanelFrame)
  const { get, subscribe } = frame?.slots ?? NO_SLOTS
  const titleSlot = useSyncExternalStore(subscribe, () => frame && get(frame.panelId, 'title'))
  const controlSlot = useSyncExternalStore(subscribe, () => frame && get(frame.panelId, 'controls'))
  const heading = (
    <>
      {title !== undefined && (
        <span className={classes.title} data-panel-title>
          {title}
        </span>
      )}
      {count !== undefined && <span className={classes.count}>{count}</span>}
    </>
  )
  if (!frame) {
    return (
      <div className={classes.alone}>
        {heading}
        <span className={classes.controls}>{children}</span>
      </div>
    )
  }
  return (
    <>
      {titleSlot && createPortal(heading, titleSlot)}
      {controlSlot && createPortal(children, controlSlot)}
    </>
  )
}
