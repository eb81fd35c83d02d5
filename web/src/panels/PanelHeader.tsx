import { use, useSyncExternalStore, type ReactNode, createContext } from 'react'
import { createPortal } from 'react-dom'
import { HeaderActions, type HeaderActionsProps } from './HeaderActions.tsx'
import classes from './Panel.module.css'

type Place = 'title' | 'controls'

/** The header elements that panels render into. A header and its panel are rendered separately. */
export function createHeaderSlots() {
  const elements = new Map<string, HTMLElement>()
  const listeners = new Set<() => void>()
  const keyOf = (panelId: string, place: Place) => `${panelId}:${place}`
  return {
    get: (panelId: string, place: Place): HTMLElement | null => elements.get(keyOf(panelId, place)) ?? null,
    /** Offers the element to the panel until the returned function is called. */
    offer: (panelId: string, place: Place, element: HTMLElement): (() => void) => {
      elements.set(keyOf(panelId, place), element)
      for (const listener of listeners) listener()
      return () => {
        if (elements.get(keyOf(panelId, place)) !== element) return
        elements.delete(keyOf(panelId, place))
        for (const listener of listeners) listener()
      }
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type HeaderSlots = ReturnType<typeof createHeaderSlots>

/** The surrounding panel; null outside the desktop. */
export const PanelFrame = createContext<{ readonly panelId: string; readonly slots: HeaderSlots } | null>(null)

type PanelHeaderProps = HeaderActionsProps & {
  /** Replaces the panel's own title. */
  title?: ReactNode
  /** Shown small after the title: a row count or a duration. */
  count?: ReactNode
}

const NO_SLOTS = createHeaderSlots()

/** A panel's header content. Rendered anywhere inside the panel; outside the desktop it becomes a header itself. */
export function PanelHeader({ title, count, ...controls }: PanelHeaderProps) {
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
        <span className={classes.controls}>
          <HeaderActions {...controls} />
        </span>
      </div>
    )
  }
  return (
    <>
      {titleSlot && createPortal(heading, titleSlot)}
      {controlSlot && createPortal(<HeaderActions {...controls} />, controlSlot)}
    </>
  )
}
