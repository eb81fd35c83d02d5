/**
 * For a row that is about to go: what is called afterwards moves the focus to the row after it, or the one before, or else to `fallback`.
 * Only if it was in the row: the user may have moved on.
 */
export function besideRow(row: HTMLElement | null, fallback?: HTMLElement | null): () => void {
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling]
  const target = neighbours.map((each) => each?.querySelector<HTMLElement>('button, a[href]')).find(Boolean)
  return () => {
    const focused = document.activeElement
    if (focused !== null && focused !== document.body && !row?.contains(focused)) return
    ;((target?.isConnected && target) || (fallback?.isConnected && fallback) || document.getElementById('main'))?.focus()
  }
}
