import { createRouter } from '@tanstack/react-router'
import { lazyModule } from '../platform/load/lazy-module.ts'
import { Frame } from './Frame.tsx'
import { outerRouteTree } from './outer-routes.ts'
import { RouteError } from './RouteError.tsx'
import { RoutePending } from './lazy-page.tsx'
import type { routeTree as AllRoutes } from './routes.ts'

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

type Search = Record<string, unknown>

/** Query parameters as plain text, and a list where a name is repeated. No JSON, so that links can be typed by hand. */
export function parseSearch(text: string): Search {
  const search: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = Object.hasOwn(search, name) ? search[name] : undefined
    Object.defineProperty(search, name, {
      value: before === undefined ? value : [before, value].flat(),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return search
}

export function stringifySearch(search: Search): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean') parameters.append(name, String(each))
    }
  }
  const text = parameters.toString()
  return text && `?${text}`
}
