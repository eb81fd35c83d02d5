import { useState, type DragEvent } from 'react'
import type { PanelId } from '../panel.ts'
import classes from './DockDesktop.module.css'
import { dropAt, HEADER_PX, inPixels, type PlacedTabs } from './geometry.ts'
import type { Destination, Side } from './layout-changes.ts'

type Box = { left: number; top: number; width: number; height: number }
type Drop = { readonly beside: PanelId; readonly at: Side | 'tabs'; readonly box: Box }

type DropLayerProps = {
  dragged: PanelId
  tabs: readonly PlacedTabs[]
  onDrop: (panelId: PanelId, to: Destination) => void
  onEnd: () => void
}

/** Covers the desktop while a panel is dragged, and shows where it would go. */
export function DropLayer({ dragged, tabs, onDrop, onEnd }: DropLayerProps) {
  const [drop, setDrop] = useState<Drop | null>(null)
  const aim = (event: DragEvent<HTMLElement>) => {
    event.preventDefault()
    const bounds = event.currentTarget.getBoundingClientRect()
    const point = { x: event.clientX - bounds.left, y: event.clientY - bounds.top }
    const next = dropUnder(tabs, bounds, point)
    if (next?.beside !== drop?.beside || next?.at !== drop?.at) setDrop(next)
  }
  const end = (event: DragEvent<HTMLElement>) => {
    event.preventDefault()
    if (drop) onDrop(dragged, drop)
    onEnd()
  }
  return (
    <div className={classes.drops} onDragOver={aim} onDragLeave={() => setDrop(null)} onDrop={end}>
      {drop && <div className={classes.drop} style={preview(drop)} />}
    </div>
  )
}

function dropUnder(tabs: readonly PlacedTabs[], bounds: DOMRect, point: { x: number; y: number }): Drop | null {
  for (const { rect, active } of tabs) {
    const box = {
      left: inPixels(rect.left, bounds.width),
      top: inPixels(rect.top, bounds.height),
      width: inPixels(rect.width, bounds.width),
      height: inPixels(rect.height, bounds.height),
    }
    const isWithin = point.x >= box.left && point.x < box.left + box.width && point.y >= box.top && point.y < box.top + box.height
    if (isWithin) return { beside: active, at: dropAt(box, point), box }
  }
  return null
}

function preview({ at, box: { left, top, width, height } }: Drop): Box {
  switch (at) {
    case 'tabs':
      return { left, top: top + HEADER_PX, width, height: height - HEADER_PX }
    case 'left':
      return { left, top, width: width / 2, height }
    case 'right':
      return { left: left + width / 2, top, width: width / 2, height }
    case 'top':
      return { left, top, width, height: height / 2 }
    case 'bottom':
      return { left, top: top + height / 2, width, height: height / 2 }
  }
}
