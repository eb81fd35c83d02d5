import { grantsLeave, IdParam, patrolViewer, staff } from '@tenfour/contract'
import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { guard } from './guards.ts'
import { lazyPage } from './lazy-page.tsx'
import { leadTo } from './outer-routes.ts'
import { shellRoute } from './shell-routes.ts'
import { withChanges } from './with-changes.tsx'

/** Staff, and those whose rank sees patrols or grants leave: each page says whom it is for. */
const staffArea = createRoute({
  getParentRoute: () => shellRoute,
  path: '/staff',
  component: lazyPage(async () => (await import('../features/portal/staff/StaffArea.tsx')).StaffArea),
})
const staffGuard = guard({ access: staff })
const viewerGuard = guard({ access: patrolViewer })
const staffIndex = createRoute({ getParentRoute: () => staffArea, path: '/', beforeLoad: leadTo('/staff/members') })
const staffMembers = createRoute({
  getParentRoute: () => staffArea,
  path: '/members',
  beforeLoad: staffGuard,
  component: lazyPage(async () => withChanges((await import('../features/people/members/MembersPage.tsx')).MembersPage)),
  staticData: { title: 'Manage Members' },
})
const staffMember = createRoute({
  getParentRoute: () => staffArea,
  path: '/members/$userId',
  beforeLoad: async (visit) => {
    await staffGuard(visit)
    if (!IdParam.safeParse(visit.params.userId).success) leadTo('/404')()
  },
  component: lazyPage(async () => withChanges((await import('./pages/StaffMemberPage.tsx')).StaffMemberPage)),
  staticData: { title: 'Member' },
})
const staffAnnouncements = createRoute({
  getParentRoute: () => staffArea,
  path: '/announcements',
  beforeLoad: staffGuard,
  // In addition to the table's own parameters, which the table reads itself.
  validateSearch: z.looseObject({ write: z.literal('new').optional().catch(undefined) }),
  component: lazyPage(async () => (await import('../features/people/announcements/AnnouncementsPage.tsx')).AnnouncementsPage),
  staticData: { title: 'Announcements' },
})
const staffPatrolViewer = createRoute({
  getParentRoute: () => staffArea,
  path: '/patrol-viewer',
  beforeLoad: viewerGuard,
  component: lazyPage(async () => (await import('../features/patrols/viewer/PatrolViewerPage.tsx')).PatrolViewerPage),
  staticData: { title: 'Patrol Viewer' },
})
const staffPatrolReview = createRoute({
  getParentRoute: () => staffArea,
  path: '/patrol-viewer/review',
  beforeLoad: viewerGuard,
  component: lazyPage(async () => (await import('../features/patrols/review/ReviewPage.tsx')).ReviewPage),
  staticData: { title: 'Needs review' },
})
const staffLeaveRequests = createRoute({
  getParentRoute: () => staffArea,
  path: '/leave-requests',
  beforeLoad: guard({ access: grantsLeave }),
  component: lazyPage(async () => withChanges((await import('../features/people/leaves/LeaveRequestsPage.tsx')).LeaveRequestsPage)),
  staticData: { title: 'Leave requests' },
})
export const staffRoutes = staffArea.addChildren([
  staffIndex,
  staffMembers,
  staffMember,
  staffAnnouncements,
  staffPatrolViewer,
  staffPatrolReview,
  staffLeaveRequests,
])
/** Outside the staff area, because supervisors replay the patrols of their department. */
export const replayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/staff/patrol-viewer/replay',
  beforeLoad: guard({ access: patrolViewer }),
  component: lazyPage(async () => (await import('../features/game/replay/ReplayPage.tsx')).ReplayPage),
  staticData: { title: 'Replay' },
})
