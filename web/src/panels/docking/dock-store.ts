import type { UnitClass } from '@tenfour/contract'
import type { Desktop } from '../desktop.ts'
import { panelsOf, type Layout } from './layout.ts'
import { activate, close, move, open, resize, tabsOf, type Destination } from './layout-changes.ts'
import type { PanelId } from '../panel-ids.ts'
import type { Panel } from '../panel.ts'
import type { StoredLayouts } from './stored-layouts.ts'
import type { Room } from './use-room.ts'

type Options = {
  readonly place: { readonly userId: number; readonly unitClass: UnitClass; readonly room: Room }
  readonly panels: readonly Panel[]
  readonly layouts: StoredLayouts
}
export type DockStore = ReturnType<typeof createDockStore>

/** How the panels lie now. Every change is kept for the next time. */
export function createDockStore({ place, panels, layouts }: Options) {
  const listeners = new Set<() => void>()
  const has = (panelId: PanelId) => panels.some(({ id }) => id === panelId)
  let layout = layouts.load(place, has)
  let openPanels: readonly PanelId[] = panelsOf(layout)

  const show = (next: Layout) => {
    layout = next
    openPanels = panelsOf(next)
    for (const listener of listeners) listener()
  }
  const change = (next: Layout) => {
    if (next === layout) return
    show(next)
    layouts.save(place, next)
  }
  const desktop: Desktop = {
    openPanels: () => openPanels,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open: (panelId) => {
      const panel = panels.find(({ id }) => id === panelId)
      if (panel && tabsOf(layout, panelId)?.active !== panelId) change(open(layout, panelId, panel.beside))
    },
    close: (panelId) => change(close(layout, panelId)),
    reset: () => show(layouts.reset(place, has)),
  }
  return {
    ...desktop,
    layout: () => layout,
    activate: (panelId: PanelId) => change(activate(layout, panelId)),
    move: (panelId: PanelId, to: Destination) => change(move(layout, panelId, to)),
    resize: (path: readonly number[], index: number, fraction: number) => change(resize(layout, path, index, fraction)),
  }
}
