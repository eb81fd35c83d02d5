import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '../platform/query/query-client.ts'
import { usePortalTheme } from '../platform/theme/theme.ts'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { router } from './router.tsx'
import type { ReactNode } from 'react'
import { log } from '../platform/log/log.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import classes from './App.module.css'

export function App() {
  return (
    <RootBoundary>
      <ThemeProvider portalTheme={usePortalTheme()}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    </RootBoundary>
  )
}

/** The last resort. Plain elements only, because the component library may be what failed. */
export function RootBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      onError={(error) => log.error('The whole page failed', error)}
      renderError={(retry) => (
        <main className={classes.page}>
          <h1>Something went wrong</h1>
          <p>The portal could not show this page. The details are in the log.</p>
          <p className={classes.actions}>
            <button type="button" onClick={retry}>
              Try again
            </button>
            <button type="button" onClick={() => window.location.reload()}>
              Reload
            </button>
            <a href="/user/home">Dashboard</a>
          </p>
        </main>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
