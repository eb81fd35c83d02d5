import type { PanelId } from './panel-ids.ts'

/** The desktop's panels, however they are laid out: docked, or one at a time on a tablet. */
export type Desktop = {
  readonly openPanels: () => readonly PanelId[]
  readonly subscribe: (listener: () => void) => () => void
  /** Brings a panel to the front, opening it where it is closed. */
  readonly open: (panelId: PanelId) => void
  readonly close: (panelId: PanelId) => void
  /** Restores the default layout of the class. */
  readonly reset: () => void
}

export const PANEL_ATTRIBUTE = 'data-panel'

const elementOf = (panelId: PanelId) => document.querySelector<HTMLElement>(`[${PANEL_ATTRIBUTE}="${panelId}"]`)

const TABBABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"], [contenteditable="true"]'

/** Moves focus into a panel: to the element the panel names, else the first focusable one, else the panel itself. */
export function focusWithin(panel: HTMLElement): void {
  const named = panel.querySelector<HTMLElement>('[data-panel-focus]')
  const target = named ?? [...panel.querySelectorAll<HTMLElement>(TABBABLE)].find((each) => each.checkVisibility()) ?? panel
  target.focus()
}

/** Waits for rendering: a panel that has just been opened is in the document a moment later. */
export function focusPanelNow(panelId: PanelId): void {
  requestAnimationFrame(() => {
    const panel = elementOf(panelId)
    if (panel) focusWithin(panel)
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
