import { lazyPage } from './lazy-page.tsx'
import { withChanges } from './with-changes.tsx'

// Pages at several addresses.
export const AdminArea = lazyPage(async () => (await import('../features/portal/admin/AdminArea.tsx')).AdminArea)
export const PatrolViewer = lazyPage(async () => (await import('../features/patrols/viewer/PatrolViewerPage.tsx')).PatrolViewerPage)
export const PatrolReview = lazyPage(async () => (await import('../features/patrols/review/ReviewPage.tsx')).ReviewPage)
export const LeaveRequests = lazyPage(async () =>
  withChanges((await import('../features/people/leaves/LeaveRequestsPage.tsx')).LeaveRequestsPage),
)
export const Replay = lazyPage(async () => (await import('../features/game/replay/ReplayPage.tsx')).ReplayPage)
export const Warrants = lazyPage(async () => (await import('../features/legal/warrants/lists/WarrantsPage.tsx')).WarrantsPage)
export const LegalDraft = lazyPage(async () => (await import('../features/legal/warrants/own/WarrantDraftPage.tsx')).LegalDraftPage)
