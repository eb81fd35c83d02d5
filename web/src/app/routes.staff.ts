import { grantsLeave, IdParam, patrolViewer, staff } from '@tenfour/contract'
import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { guard } from './guards.ts'
import { lazyPage } from './lazy-page.tsx'
import { leadTo } from './outer-routes.ts'
import { shellRoute, userArea } from './shell-routes.ts'
import { withChanges } from './with-changes.tsx'

const PatrolViewer = lazyPage(async () => (await import('../features/patrols/viewer/PatrolViewerPage.tsx')).PatrolViewerPage)
const PatrolReview = lazyPage(async () => (await import('../features/patrols/review/ReviewPage.tsx')).ReviewPage)
const LeaveRequests = lazyPage(async () => withChanges((await import('../features/people/leaves/LeaveRequestsPage.tsx')).LeaveRequestsPage))
const Replay = lazyPage(async () => (await import('../features/game/replay/ReplayPage.tsx')).ReplayPage)

const staffArea = createRoute({
  getParentRoute: () => shellRoute,
  path: '/staff',
  beforeLoad: guard({ access: staff }),
  component: lazyPage(async () => (await import('../features/portal/staff/StaffArea.tsx')).StaffArea),
})
const staffIndex = createRoute({ getParentRoute: () => staffArea, path: '/', beforeLoad: leadTo('/staff/members') })
const staffMembers = createRoute({
  getParentRoute: () => staffArea,
  path: '/members',
  component: lazyPage(async () => withChanges((await import('../features/people/members/MembersPage.tsx')).MembersPage)),
  staticData: { title: 'Manage Members' },
})
const staffMember = createRoute({
  getParentRoute: () => staffArea,
  path: '/members/$userId',
  beforeLoad: ({ params: { userId } }) => void (IdParam.safeParse(userId).success || leadTo('/404')()),
  component: lazyPage(async () => withChanges((await import('./pages/StaffMemberPage.tsx')).StaffMemberPage)),
  staticData: { title: 'Member' },
})
const staffAnnouncements = createRoute({
  getParentRoute: () => staffArea,
  path: '/announcements',
  // In addition to the table's own parameters, which the table reads itself.
  validateSearch: z.looseObject({ write: z.literal('new').optional().catch(undefined) }),
  component: lazyPage(async () => (await import('../features/people/announcements/AnnouncementsPage.tsx')).AnnouncementsPage),
  staticData: { title: 'Announcements' },
})
const staffPatrolViewer = createRoute({
  getParentRoute: () => staffArea,
  path: '/patrol-viewer',
  component: PatrolViewer,
  staticData: { title: 'Patrol Viewer' },
})
const staffPatrolReview = createRoute({
  getParentRoute: () => staffArea,
  path: '/patrol-viewer/review',
  component: PatrolReview,
  staticData: { title: 'Needs review' },
})
const staffLeaveRequests = createRoute({
  getParentRoute: () => staffArea,
  path: '/leave-requests',
  component: LeaveRequests,
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
/** Outside the staff area, because the player takes the whole page. */
export const replayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/staff/patrol-viewer/replay',
  beforeLoad: guard({ access: staff }),
  component: Replay,
  staticData: { title: 'Replay' },
})

/** The same pages for those whose rank sees patrols or grants leave, and who manage members without being staff. */
const viewerGuard = guard({ access: patrolViewer })
const ownViewer = createRoute({
  getParentRoute: () => userArea,
  path: '/patrols',
  beforeLoad: viewerGuard,
  component: PatrolViewer,
  staticData: { title: 'Patrol Viewer' },
})
const ownReview = createRoute({
  getParentRoute: () => userArea,
  path: '/patrols/review',
  beforeLoad: viewerGuard,
  component: PatrolReview,
  staticData: { title: 'Needs review' },
})
const ownReplay = createRoute({
  getParentRoute: () => userArea,
  path: '/patrols/replay',
  beforeLoad: viewerGuard,
  component: Replay,
  staticData: { title: 'Replay' },
})
const ownLeaveRequests = createRoute({
  getParentRoute: () => userArea,
  path: '/leave-requests',
  beforeLoad: guard({ access: grantsLeave }),
  component: LeaveRequests,
  staticData: { title: 'Leave requests' },
})
export const supervisorRoutes = [ownViewer, ownReview, ownReplay, ownLeaveRequests] as const
