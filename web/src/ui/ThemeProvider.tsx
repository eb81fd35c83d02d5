import { MantineProvider } from '@mantine/core'
import { createContext, use, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { cssVariablesResolver, theme } from './theme.ts'

export type ThemeClass = 'cad-dark-theme' | 'cad-light-theme'
export const PORTAL_THEME: ThemeClass = 'cad-light-theme'

type ThemeChoice = { readonly themeClass: ThemeClass; readonly setThemeClass: (themeClass: ThemeClass) => void }
const colourScheme = (themeClass: ThemeClass) => (themeClass === 'cad-dark-theme' ? 'dark' : 'light')

const ThemeContext = createContext<ThemeChoice | null>(null)

/** The class is set on the document, because menus, dialogs and toasts are rendered outside the page that opens them. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [themeClass, setThemeClass] = useState<ThemeClass>(PORTAL_THEME)
  useLayoutEffect(() => {
    const { classList, dataset } = document.documentElement
    classList.add(themeClass)
    // Mantine sets it too, but only after the pages have read their colours.
    dataset['mantineColorScheme'] = colourScheme(themeClass)
    return () => classList.remove(themeClass)
  }, [themeClass])
  const choice = useMemo(() => ({ themeClass, setThemeClass }), [themeClass])
  return (
    <ThemeContext value={choice}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={colourScheme(themeClass)}>
        {children}
      </MantineProvider>
    </ThemeContext>
  )
}

/** The document's current theme. Effects that depend on it see its colours already applied. */
export function useShownTheme(): ThemeClass {
  return use(ThemeContext)?.themeClass ?? PORTAL_THEME
}

/** Applies this theme to the document while the calling page is mounted, and restores the portal's own afterwards. */
export function useThemeClass(themeClass: ThemeClass): void {
  const choice = use(ThemeContext)
  if (!choice) throw new Error('useThemeClass needs a ThemeProvider above it')
  const { setThemeClass } = choice
  useLayoutEffect(() => {
    setThemeClass(themeClass)
    return () => setThemeClass(PORTAL_THEME)
  }, [themeClass, setThemeClass])
}
