import { useEffect, useEffectEvent } from 'react'

const FIELD = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]'

/** The slash finds, wherever on the page the focus is, except in a field, a menu or a dialog. */
export function useFindKey(onFind: () => void): void {
  const find = useEffectEvent(onFind)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(FIELD)) return
      if (document.querySelector('dialog[open], [aria-modal="true"]')) return
      event.preventDefault()
      find()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
