import { useSyncExternalStore } from 'react'
import type { ThemeClass } from '../../ui/ThemeProvider.tsx'

const DEFAULT_CAD_THEME: ThemeClass = 'cad-dark-theme'

/** The CAD's theme. Kept for as long as the page is open, and no longer. */
export function createCadTheme() {
  const listeners = new Set<() => void>()
  let theme: ThemeClass = DEFAULT_CAD_THEME
  return {
    get: () => theme,
    toggle: () => {
      theme = theme === 'cad-dark-theme' ? 'cad-light-theme' : 'cad-dark-theme'
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const cadTheme = createCadTheme()
export const toggleCadTheme = cadTheme.toggle
export const useCadTheme = (): ThemeClass => useSyncExternalStore(cadTheme.subscribe, cadTheme.get)
