import type { ThemeClass } from '../../ui/ThemeProvider.tsx'
import { createObservable, useObservable } from '../store/observable.ts'

const DEFAULT_CAD_THEME: ThemeClass = 'cad-dark-theme'

/** The CAD's theme. Not persisted: kept only while the page is open. */
export function createCadTheme() {
  const theme = createObservable<ThemeClass>(DEFAULT_CAD_THEME)
  return { ...theme, toggle: () => theme.set(theme.get() === 'cad-dark-theme' ? 'cad-light-theme' : 'cad-dark-theme') }
}

const cadTheme = createCadTheme()
export const toggleCadTheme = cadTheme.toggle
export const useCadTheme = (): ThemeClass => useObservable(cadTheme)
