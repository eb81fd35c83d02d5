import { useEffect } from 'react'
import { focusAtRest, panelIdOf, shownPanel } from './desktop.ts'
import type { PanelId } from './panel.ts'

/** Attributes that take focus away from an element. */
const HIDING = ['disabled', 'hidden', 'inert']

const MODAL = 'dialog[open], [aria-modal="true"]'

/**
 * Keyboard focus stays on the desktop: if the focused element goes away (its row, button or dialog is gone), the panel it was in last
 * takes over. Otherwise focus would fall back to the document, where the panels' keys do nothing.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    let last: Element | null = null
    let panelId: PanelId | null = null
    let frame = 0
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      last = target
      panelId = panelIdOf(target) ?? panelId
    }
    const check = () => {
      frame = 0
      if (document.activeElement !== document.body || !last || canHoldFocus(last)) return
      const modal = document.querySelector<HTMLElement>(MODAL)
      const panel = shownPanel(panelId)
      if (modal) modal.focus()
      else if (panel) focusAtRest(panel)
    }
    // The browser moves focus away from an element it has hidden or disabled only after the frame.
    const observer = new MutationObserver(() => {
      frame ||= requestAnimationFrame(() => setTimeout(check))
    })
    document.addEventListener('focusin', onFocusIn)
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: HIDING })
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
}

/** Still there, so it was left on purpose, for example by a click beside it. */
const canHoldFocus = (element: Element): boolean => element.isConnected && element.checkVisibility() && !element.matches(':disabled')
