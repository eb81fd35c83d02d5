import { PANEL_ATTRIBUTE } from './desktop.ts'
import type { InView } from './docking/layout-changes.ts'
import { panelIdFrom, type PanelId } from './panel.ts'

export type InViewStore = ReturnType<typeof createInViewStore>

/** The panels the user has in view, for the layout that comes next: a window resized past a layout's width must not hide them. */
export function createInViewStore() {
  let inView: InView = { shown: [], focused: null }
  return {
    get: (): InView => inView,
    show: (shown: readonly PanelId[]) => {
      inView = { ...inView, shown }
    },
    focus: (focused: PanelId) => {
      inView = { ...inView, focused }
    },
    /** The focus has moved to this element, in a panel or elsewhere. */
    focusIn: (element: EventTarget) => {
      const name = element instanceof Element && element.closest(`[${PANEL_ATTRIBUTE}]`)?.getAttribute(PANEL_ATTRIBUTE)
      inView = { ...inView, focused: panelIdFrom(name || null) ?? inView.focused }
    },
  }
}
