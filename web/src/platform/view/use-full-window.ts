import { useLayoutEffect } from 'react'

/** Gives the whole window to the calling page while it is shown: it has a bar of its own instead of the portal's. */
export function useFullWindow(): void {
  useLayoutEffect(() => {
    document.documentElement.setAttribute('data-full-window', '')
    return () => document.documentElement.removeAttribute('data-full-window')
  }, [])
}
