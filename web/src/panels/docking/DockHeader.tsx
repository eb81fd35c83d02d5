import { memo, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { PANEL_PART_ATTRIBUTE } from '../desktop.ts'
import { HeaderSlot } from '../PanelHost.tsx'
import type { HeaderSlots } from '../PanelHeader.tsx'
import type { PanelId } from '../panel.ts'
import classes from './DockDesktop.module.css'
import type { DockStore } from './dock-store.ts'
import { rectStyle, type PlacedTabs } from './geometry.ts'
import { PanelMenu } from './PanelMenu.tsx'

export const PANEL_TYPE = 'application/x-tenfour-panel'

type DockHeaderProps = {
  group: PlacedTabs
  others: readonly PlacedTabs[]
  titleOf: (panelId: PanelId) => string
  slots: HeaderSlots
  store: DockStore
  onDrag: (panelId: PanelId | null) => void
}

/** The frame around a tab group, with its titles and the controls of the active panel. */
export const DockHeader = memo(function DockHeader({ group, others, titleOf, slots, store, onDrag }: DockHeaderProps) {
  const { tabs, active, rect } = group
  const strip = useActiveInSight(active)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.indexOf(active)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (event.key === 'Delete') store.close(active)
    else if (next === undefined) return
    else {
      const wanted = tabs[(next + tabs.length) % tabs.length]
      if (wanted === undefined) return
      store.activate(wanted)
      document.getElementById(`tab-${wanted}`)?.focus()
    }
    event.preventDefault()
  }
  return (
    <div className={classes.frame} style={rectStyle(rect)} data-single={tabs.length === 1 || undefined}>
      <div className={classes.header} {...{ [PANEL_PART_ATTRIBUTE]: active }}>
        <div ref={strip} className={classes.tabs} role="tablist" aria-label="Panels here">
          {tabs.map((id) => (
            <div
              key={id}
              id={`tab-${id}`}
              role="tab"
              aria-selected={id === active}
              aria-controls={`panel-${id}`}
              tabIndex={id === active ? 0 : -1}
              className={classes.tab}
              draggable
              onClick={() => store.activate(id)}
              onKeyDown={onKeyDown}
              onAuxClick={({ button }) => button === 1 && store.close(id)}
              onDragStart={({ dataTransfer }) => {
                dataTransfer.setData(PANEL_TYPE, id)
                dataTransfer.effectAllowed = 'move'
                // After the browser has captured the drag image: a DOM change before that ends the drag.
                setTimeout(() => onDrag(id))
              }}
              onDragEnd={() => onDrag(null)}
            >
              <span className={classes.name}>{titleOf(id)}</span>
              <HeaderSlot slots={slots} panelId={id} place="title" className={classes.said} />
            </div>
          ))}
        </div>
        <PanelMenu panelId={active} tabs={tabs} others={others} titleOf={titleOf} store={store} />
        <HeaderSlot key={active} slots={slots} panelId={active} place="controls" className={classes.controls} />
      </div>
    </div>
  )
})

/** Where the titles need more room than there is, the active one is in sight; the others are in the menu beside them too. */
function useActiveInSight(active: PanelId) {
  const strip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = strip.current
    const tab = document.getElementById(`tab-${active}`)
    if (!element || !tab) return undefined
    const show = () => {
      // Widths are fractions of pixels, and none of a tab may be cut.
      const [room, { left, right }] = [element.getBoundingClientRect(), tab.getBoundingClientRect()]
      if (left < room.left) element.scrollLeft -= Math.ceil(room.left - left)
      else if (right > room.right) element.scrollLeft += Math.ceil(right - room.right)
      element.toggleAttribute('data-more-before', element.scrollLeft > 0)
      element.toggleAttribute('data-more-after', element.scrollLeft + element.clientWidth < element.scrollWidth - 1)
    }
    show()
    const observer = new ResizeObserver(show)
    observer.observe(element)
    for (const each of element.children) observer.observe(each)
    return () => observer.disconnect()
  }, [active])
  return strip
}
