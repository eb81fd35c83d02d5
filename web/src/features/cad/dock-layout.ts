import type { Orientation, SerializedDockview } from 'dockview-react'
import { isSplit, parseLayout, type Area, type Layout } from './layout.ts'
import type { PanelId } from './panel-ids.ts'

type GridObject = SerializedDockview['grid']['root']
type Size = { readonly width: number; readonly height: number }

// The library's own enumeration would bring the library into every module that only reckons with layouts.
const HORIZONTAL = 'HORIZONTAL' as Orientation
const VERTICAL = 'VERTICAL' as Orientation

/** Our layout in the words of the library that draws it, at this size. */
export function toDock({ direction, root }: Layout, { width, height }: Size, titleOf: (panelId: PanelId) => string): SerializedDockview {
  const panels: SerializedDockview['panels'] = {}
  let groups = 0
  const place = (area: Area, length: number, across: number): GridObject => {
    if (isSplit(area)) {
      const whole = area.split.reduce((sum, { share }) => sum + share, 0)
      return { type: 'branch', size: length, data: area.split.map((part) => place(part, (across * part.share) / whole, length)) }
    }
    for (const id of area.tabs) panels[id] = { id, contentComponent: 'panel', title: titleOf(id) }
    return { type: 'leaf', size: length, data: { id: String((groups += 1)), views: [...area.tabs], activeView: area.active } }
  }
  const isRow = direction === 'row'
  const grid = place(root, isRow ? height : width, isRow ? width : height)
  return { grid: { root: grid, width, height, orientation: isRow ? HORIZONTAL : VERTICAL }, panels, activeGroup: '1' }
}

/** What the library shows, in our words. */
export function fromDock({ grid }: SerializedDockview, has: (panelId: PanelId) => boolean): Layout | undefined {
  const read = ({ data, size = 1 }: GridObject): unknown =>
    Array.isArray(data) ? { split: data.map(read), share: size } : { tabs: data.views, active: data.activeView ?? '', share: size }
  return parseLayout({ direction: grid.orientation === VERTICAL ? 'column' : 'row', root: read(grid.root) }, has)
}
