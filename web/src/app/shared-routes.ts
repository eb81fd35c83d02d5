import { lazyPage } from './lazy-page.tsx'
import { withChanges } from './with-changes.tsx'
import { signedIn } from '@tenfour/contract'
import { viewOf } from '../platform/view/view.ts'
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

// Pages at several addresses, of staff or legal services and of members whose rank or role does the same.
export const AdminArea = lazyPage(async () => (await import('../features/portal/admin/AdminArea.tsx')).AdminArea)
export const PatrolViewer = lazyPage(async () => (await import('../features/patrols/viewer/PatrolViewerPage.tsx')).PatrolViewerPage)
export const PatrolReview = lazyPage(async () => (await import('../features/patrols/review/ReviewPage.tsx')).ReviewPage)
export const LeaveRequests = lazyPage(async () =>
  withChanges((await import('../features/people/leaves/LeaveRequestsPage.tsx')).LeaveRequestsPage),
)
export const CallSigns = lazyPage(async () => (await import('../features/people/call-signs/CallSignsPage.tsx')).CallSignsPage)
export const FormerMembers = lazyPage(async () =>
  withChanges((await import('../features/people/departures/FormerMembersPage.tsx')).FormerMembersPage),
)
export const Replay = lazyPage(async () => (await import('../features/game/replay/ReplayPage.tsx')).ReplayPage)
export const Warrants = lazyPage(async () => (await import('../features/legal/warrants/lists/WarrantsPage.tsx')).WarrantsPage)
export const LegalDraft = lazyPage(async () => (await import('../features/legal/warrants/own/WarrantDraftPage.tsx')).LegalDraftPage)
