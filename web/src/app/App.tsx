import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '../platform/query/query-client.ts'
import { usePortalTheme } from '../platform/theme/portal-theme.ts'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { RootBoundary } from './RootBoundary.tsx'
import { router } from './router.tsx'

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
