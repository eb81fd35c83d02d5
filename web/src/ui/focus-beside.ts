/**
 * Moves the focus from a row that is about to go to the one after it, or the one before, or else to `fallback`. Only if it is in the row,
 * or nowhere: the user may have moved on.
 */
export function focusBeside(row: HTMLElement | null, fallback?: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused !== null && focused !== document.body && !row?.contains(focused)) return
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling]
  const target = neighbours.map((each) => each?.querySelector<HTMLElement>('button, a[href]')).find(Boolean)
  ;(target ?? fallback ?? document.getElementById('main'))?.focus()
}
