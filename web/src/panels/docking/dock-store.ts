import type { UnitClass } from '@tenfour/contract'
import { createObservable } from '../../platform/store/observable.ts'
import type { Desktop } from '../desktop.ts'
import type { Panel, PanelId } from '../panel.ts'
import { panelsOf, parseLayout, type Layout } from './layout.ts'
import { activate, close, keepInView, move, open, resize, tabsOf, type Destination, type InView } from './layout-changes.ts'
import type { StoredLayouts } from './stored-layouts.ts'
import type { Room } from './use-room.ts'

type Options = {
  readonly place: { readonly userId: number; readonly unitClass: UnitClass; readonly room: Room }
  readonly panels: readonly Panel[]
  readonly layouts: StoredLayouts
  /** From the layout before this one, if any. */
  readonly inView?: InView
}
export type DockStore = ReturnType<typeof createDockStore>

/** The current layout. Every change is saved. */
export function createDockStore({ place, panels, layouts, inView }: Options) {
  const has = (panelId: PanelId) => panels.some(({ id }) => id === panelId)
  const shown = (layout: Layout) => ({ layout, openPanels: panelsOf(layout) })
  const besideOf = (panelId: PanelId) => panels.find(({ id }) => id === panelId)?.beside ?? []
  const stored = layouts.load(place, has)
  // A panel that was switched off meanwhile is not kept.
  const kept = inView && {
    shown: inView.shown.filter(has),
    focused: inView.focused !== null && has(inView.focused) ? inView.focused : null,
  }
  const state = createObservable(shown(kept ? keepInView(stored, kept, besideOf) : stored))
  const current = () => state.get().layout
  const change = (next: Layout) => {
    if (next === current()) return
    state.set(shown(next))
    layouts.save(place, next)
  }
  const desktop: Desktop = {
    openPanels: () => state.get().openPanels,
    subscribe: state.subscribe,
    open: (panelId) => {
      const panel = panels.find(({ id }) => id === panelId)
      if (panel && tabsOf(current(), panelId)?.active !== panelId) change(open(current(), panelId, panel.beside))
    },
    close: (panelId) => change(close(current(), panelId)),
    reset: () => state.set(shown(layouts.reset(place, has))),
    arrangement: {
      layout: current,
      apply: (stored) => {
        const next = parseLayout(stored, has)
        if (next) change(next)
        return next !== undefined
      },
      ship: () => change(layouts.shipped(place, has)),
      keepDepartment: (sized) => {
        if (layouts.keepDepartment(place, sized) && !layouts.isOwn(place)) state.set(shown(layouts.load(place, has)))
      },
    },
  }
  return {
    ...desktop,
    layout: current,
    activate: (panelId: PanelId) => change(activate(current(), panelId)),
    move: (panelId: PanelId, to: Destination) => change(move(current(), panelId, to)),
    resize: (path: readonly number[], index: number, fraction: number) => change(resize(current(), path, index, fraction)),
  }
}
