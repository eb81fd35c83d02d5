import { MantineProvider } from '@mantine/core'
import { createContext, use, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { cssVariablesResolver, theme } from './theme.ts'

export type ThemeClass = 'cad-dark-theme' | 'cad-light-theme'
export const PORTAL_THEME: ThemeClass = 'cad-light-theme'

type ThemeChoice = { readonly themeClass: ThemeClass; readonly setThemeClass: (themeClass: ThemeClass) => void }
const colourScheme = (themeClass: ThemeClass) => (themeClass === 'cad-dark-theme' ? 'dark' : 'light')

const ThemeContext = createContext<ThemeChoice | null>(null)

/** The class goes on the document, because menus, dialogs and toasts are drawn outside the page that opens them. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [themeClass, setThemeClass] = useState<ThemeClass>(PORTAL_THEME)
  useLayoutEffect(() => {
    const { classList, dataset } = document.documentElement
    classList.add(themeClass)
    // Mantine says so too, but only after the pages have read their colours.
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

/** The theme the document is drawn in now. Effects that follow it find its colours in place. */
export function useShownTheme(): ThemeClass {
  return use(ThemeContext)?.themeClass ?? PORTAL_THEME
}

/** Draws the whole document in this theme while the calling page is shown, and in the portal's own again after. */
export function useThemeClass(themeClass: ThemeClass): void {
  const choice = use(ThemeContext)
  if (!choice) throw new Error('useThemeClass needs a ThemeProvider above it')
  const { setThemeClass } = choice
  useLayoutEffect(() => {
    setThemeClass(themeClass)
    return () => setThemeClass(PORTAL_THEME)
  }, [themeClass, setThemeClass])
}
