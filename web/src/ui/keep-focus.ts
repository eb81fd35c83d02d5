/** The pressed control may be gone once the page is drawn again: then the focus goes to `fallback`, or to the page, rather than nowhere. */
export function keepFocus(fallback?: HTMLElement | null): void {
  setTimeout(() =>
    requestAnimationFrame(() => {
      if (document.activeElement !== null && document.activeElement !== document.body) return
      ;((fallback?.isConnected && fallback) || document.getElementById('main'))?.focus()
    }),
  )
}
