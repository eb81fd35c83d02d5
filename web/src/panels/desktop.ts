import { panelIdFrom, type PanelId } from './panel.ts'
import type { Layout, SizedLayouts } from './docking/layout.ts'
import type { InView } from './docking/layout-changes.ts'

/** The desktop's panels, however they are laid out: docked, or one at a time on a tablet. */
export type Desktop = {
  readonly openPanels: () => readonly PanelId[]
  readonly subscribe: (listener: () => void) => () => void
  /** Brings a panel to the front, opening it where it is closed. */
  readonly open: (panelId: PanelId) => void
  readonly close: (panelId: PanelId) => void
  /** Restores the default layout of the department or class. */
  readonly reset: () => void
  /** The arrangement of panels side by side. */
  readonly arrangement?: Arrangement
}

export type Arrangement = {
  readonly layout: () => Layout
  /** Arranges the panels as a stored layout says, without those that are not on this desktop; false if none of its panels is. */
  readonly apply: (stored: unknown) => boolean
  /** Arranges the panels as the portal came with them. */
  readonly ship: () => void
  /** Keeps the department's layouts, and shows the one for this window unless the user has arranged the desktop. */
  readonly keepDepartment: (layouts: SizedLayouts) => void
}

export const PANEL_ATTRIBUTE = 'data-panel'
/** The attribute of elements that belong to a panel but are rendered elsewhere, such as its header. */
export const PANEL_PART_ATTRIBUTE = 'data-panel-part'

const elementOf = (panelId: PanelId) => document.querySelector<HTMLElement>(`[${PANEL_ATTRIBUTE}="${panelId}"]`)

const TABBABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"], [contenteditable="true"]'

/** Moves focus into a panel: to the element the panel names, else the first focusable one, else the panel itself. */
export function focusWithin(panel: HTMLElement): void {
  const named = panel.querySelector<HTMLElement>('[data-panel-focus]')
  const target = named ?? [...panel.querySelectorAll<HTMLElement>(TABBABLE)].find((each) => each.checkVisibility()) ?? panel
  focusField(target)
}

/** Focuses an element; the text of a field is selected, as by Tab, so that what is typed next replaces it. */
export function focusField(element: HTMLElement | null): void {
  element?.focus()
  if (element instanceof HTMLInputElement) element.select()
}

/** Focuses a panel in sight at once, so that the next key belongs to it. A panel just opened is in the document a moment later. */
export function focusPanelNow(panelId: PanelId): void {
  const shown = elementOf(panelId)
  if (shown?.checkVisibility()) focusWithin(shown)
  requestAnimationFrame(() => {
    const panel = elementOf(panelId)
    if (panel && !panel.contains(document.activeElement)) focusWithin(panel)
  })
}

/** The panel an element belongs to, if any. */
export function panelIdOf(element: Element): PanelId | null {
  const part = element.closest<HTMLElement>(`[${PANEL_ATTRIBUTE}], [${PANEL_PART_ATTRIBUTE}]`)
  return panelIdFrom(part?.getAttribute(PANEL_ATTRIBUTE) ?? part?.getAttribute(PANEL_PART_ATTRIBUTE))
}

/** The panel if it is in sight, else the first one that is. */
export function shownPanel(panelId: PanelId | null): HTMLElement | undefined {
  const wanted = panelId === null ? null : elementOf(panelId)
  if (wanted?.checkVisibility()) return wanted
  return [...document.querySelectorAll<HTMLElement>(`[${PANEL_ATTRIBUTE}]`)].find((each) => each.checkVisibility())
}

/** Focuses a panel where its keys work and nothing is typed by accident. */
export function focusAtRest(panel: HTMLElement): void {
  const target = panel.querySelector<HTMLElement>('[data-panel-rest]') ?? panel.querySelector<HTMLElement>('[role="grid"]') ?? panel
  target.focus({ preventScroll: true })
}

/** Focuses the first of these panels that is in sight, at rest. At once, so that the next key belongs to it. */
export function focusShownPanel(panelIds: readonly PanelId[]): void {
  const focus = () => {
    const panel = panelIds.map(elementOf).find((each) => each?.checkVisibility()) ?? shownPanel(null)
    if (panel) focusAtRest(panel)
    return document.activeElement
  }
  const first = focus()
  // Focuses again once the change is rendered, unless the user has moved on.
  requestAnimationFrame(() => {
    if (document.activeElement === first || document.activeElement === document.body) focus()
  })
}

/** Focuses the visible panel after (or before) the focused one, wrapping around. */
export function focusNextPanel(step: 1 | -1): void {
  const panels = [...document.querySelectorAll<HTMLElement>(`[${PANEL_ATTRIBUTE}]`)].filter((each) => each.checkVisibility())
  const at = panels.findIndex((each) => each.contains(document.activeElement))
  const next = at === -1 ? (step === 1 ? 0 : panels.length - 1) : (at + step + panels.length) % panels.length
  const panel = panels[next]
  if (panel) focusWithin(panel)
}

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
