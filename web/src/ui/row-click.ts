import type { MouseEvent } from 'react'

/** Whether a click is meant for the row itself: not for a control within it, and not the end of selecting text. */
export function isRowClick({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean {
  const control = target instanceof Element ? target.closest('a, button, input, select, textarea, label') : null
  return !(control !== null && currentTarget.contains(control)) && window.getSelection()?.isCollapsed !== false
}
