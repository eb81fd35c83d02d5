import { MantineProvider } from '@mantine/core'
import { createContext, use, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { cssVariablesResolver, theme } from './theme.ts'

export type ThemeClass = 'cad-dark-theme' | 'cad-light-theme'

type PageTheme = { readonly shown: ThemeClass; readonly setPageTheme: (themeClass: ThemeClass | null) => void }
const colourScheme = (themeClass: ThemeClass) => (themeClass === 'cad-dark-theme' ? 'dark' : 'light')

const ThemeContext = createContext<PageTheme | null>(null)

/**
 * Applies the portal's theme, or that of a page that has its own, to the document: menus, dialogs and toasts are rendered outside the page
 * that opens them.
 */
export function ThemeProvider({ portalTheme, children }: { portalTheme: ThemeClass; children: ReactNode }) {
  const [pageTheme, setPageTheme] = useState<ThemeClass | null>(null)
  const shown = pageTheme ?? portalTheme
  useLayoutEffect(() => {
    const { classList, dataset } = document.documentElement
    classList.add(shown)
    // Mantine sets it too, but only after the pages have read their colours.
    dataset['mantineColorScheme'] = colourScheme(shown)
    document
      .querySelector('meta[name=theme-color]')
      ?.setAttribute('content', getComputedStyle(document.documentElement).getPropertyValue('--ground'))
    return () => classList.remove(shown)
  }, [shown])
  const value = useMemo(() => ({ shown, setPageTheme }), [shown])
  return (
    <ThemeContext value={value}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={colourScheme(shown)}>
        {children}
      </MantineProvider>
    </ThemeContext>
  )
}

/** The document's current theme. Effects that depend on it see its colours already applied. */
export function useShownTheme(): ThemeClass {
  return use(ThemeContext)?.shown ?? 'cad-light-theme'
}

/** Applies this theme to the document while the calling page is mounted; null leaves the portal's. */
export function useThemeClass(themeClass: ThemeClass | null): void {
  const value = use(ThemeContext)
  if (!value) throw new Error('useThemeClass needs a ThemeProvider above it')
  const { setPageTheme } = value
  useLayoutEffect(() => {
    if (themeClass === null) return
    setPageTheme(themeClass)
    return () => setPageTheme(null)
  }, [themeClass, setPageTheme])
}
