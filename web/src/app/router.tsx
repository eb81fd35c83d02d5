import { createRouter } from '@tanstack/react-router'
import { lazyModule } from '../platform/load/lazy-module.ts'
import { Frame } from './Frame.tsx'
import { outerRouteTree } from './outer-routes.ts'
import { RouteError } from './RouteError.tsx'
import { RoutePending } from './RoutePending.tsx'
import type { routeTree as AllRoutes } from './routes.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

const allRoutes = lazyModule(() => import('./routes.ts'))

async function loadAllRoutes(): Promise<void> {
  const { routeTree } = await allRoutes.load()
  router.update({ routeTree, context: router.options.context })
}

export const router = createRouter({
  // Typed as the full tree: a link to a page that is not loaded yet goes through the route that fetches it.
  routeTree: outerRouteTree as unknown as typeof AllRoutes,
  context: { loadAllRoutes },
  parseSearch,
  stringifySearch,
  InnerWrap: Frame,
  defaultErrorComponent: RouteError,
  defaultPendingComponent: RoutePending,
  defaultPendingMs: 600,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
