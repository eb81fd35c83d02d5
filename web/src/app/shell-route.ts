import { signedIn } from '@tenfour/contract'
import { viewOf } from '../platform/view/view.ts'
import { lazyPage } from './lazy-page.tsx'
import { LazyNavBar } from './LazyNavBar.tsx'
import { createPortalRoot, frame } from './page.ts'

/** The root of the routes behind the sign-in. */
export const rootRoute = createPortalRoot()

/** Loads the bar in parallel, which would otherwise be requested only once the shell is here; the desktop does without it. */
const ShellPage = lazyPage(async () => {
  const { isCad, isDesktop } = viewOf(window.location.pathname)
  const [{ Shell }] = await Promise.all([import('./Shell.tsx'), isCad && isDesktop ? undefined : LazyNavBar.preload()])
  return Shell
})
/** Everything behind the sign-in, under the navigation bar. */
export const shell = frame(rootRoute, 'shell', { access: signedIn, component: ShellPage })
