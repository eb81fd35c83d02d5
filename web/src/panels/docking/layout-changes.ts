import type { PanelId } from '../panel.ts'
import { isSplit, type Area, type Layout, type Split, type Tabs } from './layout.ts'

export type Side = 'left' | 'right' | 'top' | 'bottom'
/** Where a panel goes: into another panel's tab group, to one side of that group, or to an edge of the desktop. */
export type Destination = { readonly beside: PanelId; readonly at: Side | 'tabs' } | { readonly edge: Side }

const axisOf = (side: Side): Layout['direction'] => (side === 'left' || side === 'right' ? 'row' : 'column')
const isBefore = (side: Side): boolean => side === 'left' || side === 'top'
const other = (direction: Layout['direction']): Layout['direction'] => (direction === 'row' ? 'column' : 'row')

/** The tab group of a panel; undefined if it is closed. */
export function tabsOf({ root }: Layout, panelId: PanelId): Tabs | undefined {
  const find = (area: Area): Tabs | undefined => {
    if (!isSplit(area)) return area.tabs.includes(panelId) ? area : undefined
    for (const part of area.split) {
      const found = find(part)
      if (found) return found
    }
    return undefined
  }
  return find(root)
}

/** Makes a panel the active tab. */
export const activate = (layout: Layout, panelId: PanelId): Layout => changeTabs(layout, panelId, (tabs) => ({ ...tabs, active: panelId }))

/** Removes a panel, and the splits that become unnecessary. */
export function close(layout: Layout, panelId: PanelId): Layout {
  const tabs = tabsOf(layout, panelId)
  if (!tabs) return layout
  const left = tabs.tabs.filter((id) => id !== panelId)
  const neighbour = left[Math.max(0, tabs.tabs.indexOf(panelId) - 1)]
  const without: Tabs | null =
    neighbour === undefined ? null : { ...tabs, tabs: left, active: tabs.active === panelId ? neighbour : tabs.active }
  return tidy({ ...layout, root: replaceIn(layout.root, tabs, without) })
}

/** Opens a panel as a tab next to the first open one of `beside`, or at the right edge. */
export function open(layout: Layout, panelId: PanelId, beside: readonly PanelId[]): Layout {
  if (tabsOf(layout, panelId)) return activate(layout, panelId)
  const neighbour = beside.find((id) => tabsOf(layout, id))
  return place(layout, panelId, neighbour === undefined ? { edge: 'right' } : { beside: neighbour, at: 'tabs' })
}

/** The panels someone had in view when the layout changed. */
export type InView = { readonly shown: readonly PanelId[]; readonly focused: PanelId | null }

/** Keeps in view what this layout would hide: panels it does not have, and the one that is being worked in. */
export function keepInView(layout: Layout, { shown, focused }: InView, besideOf: (panelId: PanelId) => readonly PanelId[]): Layout {
  const missing = shown.filter((id) => !tabsOf(layout, id))
  const opened = missing.reduce((next, id) => open(next, id, besideOf(id)), layout)
  return focused !== null && shown.includes(focused) ? activate(opened, focused) : opened
}

/** Moves an open panel. No change if it is already there. */
export function move(layout: Layout, panelId: PanelId, to: Destination): Layout {
  const from = tabsOf(layout, panelId)
  if (!from) return layout
  if ('beside' in to && from.tabs.includes(to.beside)) {
    if (to.at === 'tabs') return activate(layout, panelId)
    const stays = from.tabs.find((id) => id !== panelId)
    if (stays === undefined) return layout
    return place(close(layout, panelId), panelId, { beside: stays, at: to.at })
  }
  return place(close(layout, panelId), panelId, to)
}

/** Changes how two neighbours share their space. `path` leads to the split they are in. */
export function resize(layout: Layout, path: readonly number[], index: number, fraction: number): Layout {
  const change = (split: Split, [next, ...rest]: readonly number[]): Split => {
    const [first, second] = [split.split[index], split.split[index + 1]]
    if (next === undefined) {
      if (!first || !second) return split
      const together = first.share + second.share
      const shares = new Map([
        [index, together * fraction],
        [index + 1, together * (1 - fraction)],
      ])
      return { ...split, split: split.split.map((area, at) => ({ ...area, share: shares.get(at) ?? area.share })) }
    }
    return { ...split, split: split.split.map((area, at) => (at === next && isSplit(area) ? change(area, rest) : area)) }
  }
  return { ...layout, root: change(layout.root, path) }
}

function place(layout: Layout, panelId: PanelId, to: Destination): Layout {
  const fresh: Tabs = { tabs: [panelId], active: panelId, share: 1 }
  if ('edge' in to) return placeAtEdge(layout, fresh, to.edge)
  const target = tabsOf(layout, to.beside)
  if (!target) return placeAtEdge(layout, fresh, 'right')
  const { at } = to
  if (at === 'tabs') return changeTabs(layout, to.beside, (tabs) => ({ ...tabs, tabs: [...tabs.tabs, panelId], active: panelId }))
  const ordered = (first: Area, second: Area) => (isBefore(at) ? [second, first] : [first, second])
  const insert = (split: Split, direction: Layout['direction']): Split => ({
    ...split,
    split: split.split.flatMap((area): Area[] => {
      if (isSplit(area)) return [insert(area, other(direction))]
      if (area !== target) return [area]
      if (direction === axisOf(at)) {
        const half = { share: area.share / 2 }
        return ordered({ ...area, ...half }, { ...fresh, ...half })
      }
      return [{ split: ordered({ ...area, share: 1 }, fresh), share: area.share }]
    }),
  })
  return tidy({ ...layout, root: insert(layout.root, layout.direction) })
}

function placeAtEdge(layout: Layout, fresh: Tabs, side: Side): Layout {
  const { direction, root } = layout
  const ordered = (rest: readonly Area[], added: Area) => (isBefore(side) ? [added, ...rest] : [...rest, added])
  if (root.split.length === 0 || direction === axisOf(side)) {
    const share = root.split.length === 0 ? 1 : sum(root) / root.split.length
    return { direction, root: { ...root, split: ordered(root.split, { ...fresh, share }) } }
  }
  return tidy({ direction: axisOf(side), root: { share: 1, split: ordered([{ ...root, share: 2 }], fresh) } })
}

const changeTabs = (layout: Layout, panelId: PanelId, change: (tabs: Tabs) => Tabs): Layout => {
  const tabs = tabsOf(layout, panelId)
  return tabs ? { ...layout, root: replaceIn(layout.root, tabs, change(tabs)) } : layout
}

const replaceIn = (split: Split, wanted: Tabs, by: Tabs | null): Split => ({
  ...split,
  split: split.split.flatMap((area): Area[] => {
    if (isSplit(area)) return [replaceIn(area, wanted, by)]
    return area === wanted ? (by ? [by] : []) : [area]
  }),
})

const sum = ({ split }: Split): number => split.reduce((total, { share }) => total + share, 0)

/** Removes empty splits, unwraps splits of one, and merges nested splits of the same direction. */
function tidy({ direction, root }: Layout): Layout {
  const tidied = tidySplit(root)
  const [only] = tidied.split
  return tidied.split.length === 1 && only && isSplit(only)
    ? tidy({ direction: other(direction), root: { ...only, share: 1 } })
    : { direction, root: tidied }
}

const tidySplit = (split: Split): Split => ({
  ...split,
  split: split.split.flatMap((area): Area[] => {
    if (!isSplit(area)) return [area]
    const inner = tidySplit(area)
    const [only] = inner.split
    if (only === undefined) return []
    if (inner.split.length > 1) return [inner]
    if (!isSplit(only)) return [{ ...only, share: area.share }]
    const total = sum(only)
    return only.split.map((part) => ({ ...part, share: (area.share * part.share) / total }))
  }),
})
