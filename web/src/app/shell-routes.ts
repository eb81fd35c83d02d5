import { signedIn } from '@tenfour/contract'
import { createRoute } from '@tanstack/react-router'
import { viewOf } from '../platform/view/view.ts'
import { guard } from './guards.ts'
import { lazyPage } from './lazy-page.tsx'
import { LazyNavBar } from './LazyNavBar.tsx'
import { createPortalRoot } from './outer-routes.ts'

/** What the routes behind the sign-in hang from. */
export const rootRoute = createPortalRoot()

/** Loads the bar in parallel, which would otherwise be requested only once the shell is here; the desktop does without it. */
const ShellPage = lazyPage(async () => {
  const { isCad, isDesktop } = viewOf(window.location.pathname)
  const [{ Shell }] = await Promise.all([import('./Shell.tsx'), isCad && isDesktop ? undefined : LazyNavBar.preload()])
  return Shell
})

/** Everything behind the sign-in, under the navigation bar. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: guard({ access: signedIn }),
  component: ShellPage,
})

export const userArea = createRoute({ getParentRoute: () => shellRoute, path: '/user' })
