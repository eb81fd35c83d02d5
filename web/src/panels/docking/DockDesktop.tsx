import type { UnitClass } from '@tenfour/contract'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import type { Desktop, InViewStore } from '../desktop.ts'
import { createHeaderSlots } from '../PanelHeader.tsx'
import { PanelHost } from '../PanelHost.tsx'
import { titleFor, type Panel, type PanelId } from '../panel.ts'
import { createDockStore } from './dock-store.ts'
import classes from './DockDesktop.module.css'
import { DockGap } from './DockGap.tsx'
import { DropLayer } from './DropLayer.tsx'
import { DockHeader } from './DockHeader.tsx'
import { arrange, belowHeader, rectStyle } from './geometry.ts'
import type { StoredLayouts } from './stored-layouts.ts'
import { useRoom } from './use-room.ts'
import { whenIdle } from '../../platform/load/ahead.ts'
import { settle } from '../../platform/load/settled.ts'

type DockDesktopProps = {
  userId: number
  unitClass: UnitClass
  panels: readonly Panel[]
  layouts: StoredLayouts
  inView: InViewStore
  /** Whether the panels have something to show. */
  hasData: boolean
  onDesktop: (desktop: Desktop | null) => void
}

/**
 * The panels of a class, side by side and as tabs, as the user left them. All are rendered as siblings and positioned by style alone, so
 * that moving a panel keeps its state.
 */
export function DockDesktop({ userId, unitClass, panels, layouts, inView, hasData, onDesktop }: DockDesktopProps) {
  const room = useRoom()
  const [slots] = useState(createHeaderSlots)
  const store = useMemo(
    () => createDockStore({ place: { userId, unitClass, room }, panels, layouts, inView: inView.get() }),
    [userId, unitClass, room, panels, layouts, inView],
  )
  const layout = useSyncExternalStore(store.subscribe, store.layout)
  const { tabs, gaps } = useMemo(() => arrange(layout), [layout])
  const [dragged, setDragged] = useState<PanelId | null>(null)
  const shown = useMemo(() => tabs.map(({ active }) => active), [tabs])
  const visited = useVisited(shown)
  const known = useMemo(() => new Map(panels.map((panel) => [panel.id, panel])), [panels])
  const titleOf = (id: PanelId) => {
    const panel = known.get(id)
    return panel ? titleFor(panel, unitClass) : id
  }

  const isDrawn = useDrawn(
    hasData,
    shown.flatMap((id) => known.get(id) ?? []),
  )
  const dock = useRef<HTMLDivElement>(null)
  useKeptScroll(dock, layout)

  useEffect(() => inView.show(shown), [inView, shown])
  useEffect(() => {
    onDesktop(store)
    return () => onDesktop(null)
  }, [store, onDesktop])

  return (
    <div ref={dock} className={classes.dock}>
      {tabs.length === 0 && (
        <p className={classes.none}>Every panel is closed. Open one from the Panels menu, or reset the layout there.</p>
      )}
      {tabs.flatMap((group) => [
        <DockHeader
          key={`header:${group.tabs[0]}`}
          group={group}
          others={tabs.filter((each) => each !== group)}
          titleOf={titleOf}
          slots={slots}
          store={store}
          onDrag={setDragged}
        />,
        ...group.tabs.map((id) => {
          const panel = known.get(id)
          return (
            panel && (
              <div
                key={id}
                id={`panel-${id}`}
                role="tabpanel"
                aria-labelledby={`tab-${id}`}
                className={classes.body}
                style={rectStyle(belowHeader(group.rect))}
                hidden={id !== group.active}
              >
                {visited.has(id) && <PanelHost panel={panel} slots={slots} isWaiting={panel.isLate && !isDrawn} />}
              </div>
            )
          )
        }),
      ])}
      {gaps.map((gap) => (
        <DockGap key={`${gap.path.join('.')}:${gap.index}`} gap={gap} titleOf={titleOf} onResize={store.resize} />
      ))}
      {dragged && <DropLayer dragged={dragged} tabs={tabs} onDrop={store.move} onEnd={() => setDragged(null)} />}
    </div>
  )
}

/** A panel behind another is fetched when first shown, and stays mounted from then on. */
function useVisited(shown: readonly PanelId[]): ReadonlySet<PanelId> {
  const [visited, setVisited] = useState<ReadonlySet<PanelId>>(() => new Set(shown))
  if (shown.every((id) => visited.has(id))) return visited
  const more = new Set([...visited, ...shown])
  setVisited(more)
  return more
}

/** A performance mark: from here on the desktop can be worked with. */
const DESKTOP_DRAWN = 'desktop-drawn'
/** A page that is never idle gets the rest anyway. */
const BUSY_MS = 2000

/** Whether the panels in sight have been drawn with their data, so that large ones may be fetched. */
function useDrawn(hasData: boolean, shown: readonly Panel[]): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  const loading = useEffectEvent(() => shown.filter(({ isLate }) => !isLate).map(({ load }) => load()))
  useEffect(() => {
    if (!hasData) return
    let isLeft = false
    const wait = async () => {
      await Promise.allSettled(loading())
      await whenIdle(BUSY_MS)
      if (isLeft) return
      performance.mark(DESKTOP_DRAWN)
      setIsDrawn(true)
      settle()
    }
    void wait()
    return () => {
      isLeft = true
    }
  }, [hasData])
  return isDrawn
}

/**
 * Keeps lists where they were scrolled to when the layout changes: an element that is moved in the document, or hidden and shown again,
 * starts at its top.
 */
function useKeptScroll(within: RefObject<HTMLElement | null>, layout: unknown): void {
  const tops = useRef(new Map<Element, number>())
  useEffect(() => {
    const element = within.current
    const remember = ({ target }: Event) => target instanceof Element && tops.current.set(target, target.scrollTop)
    element?.addEventListener('scroll', remember, { capture: true, passive: true })
    return () => element?.removeEventListener('scroll', remember, { capture: true })
  }, [within])
  useLayoutEffect(() => {
    for (const [element, top] of tops.current) {
      if (!element.isConnected) tops.current.delete(element)
      else if (element.scrollTop !== top) element.scrollTo(element.scrollLeft, top)
    }
  }, [layout])
}
