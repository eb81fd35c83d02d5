import {
  cadDepartment,
  capability,
  civilian,
  grantsLeave,
  headsDepartment,
  leaveSwitch,
  legal,
  legalStaff,
  LongIdParam,
  managesDepartures,
  patrolViewer,
  replaySwitch,
  ticketsSwitch,
  warrantsSwitch,
  warrantWriters,
  type CurrentUser,
} from '@tenfour/contract'
import { WarrantsSearch } from '../features/legal/warrants/lists/warrants-search.ts'
import { CharacterSearch } from '../features/records/characters/character-search.ts'
import { LookupLogSearch } from '../features/records/lookups/log/lookup-log-search.ts'
import { ReportsSearch } from '../features/records/reports/pages/reports-search.ts'
import { portalConfig } from '../platform/config/config.ts'
import { hasLegalArea, hasStaffArea, servesEmergencies, writesWarrants } from '../platform/session/areas.ts'
import { lazyPage } from './lazy-page.tsx'
import { frame, page } from './page.ts'
import { withChanges } from './with-changes.tsx'
import {
  CallSigns,
  FormerMembers,
  LeaveRequests,
  LegalDraft,
  PatrolReview,
  PatrolViewer,
  Replay,
  Warrants,
  rootRoute,
  shell,
} from './shared-routes.ts'

const isNotStaff = (user: CurrentUser) => !hasStaffArea(user)
const isNotLegal = (user: CurrentUser) => !hasLegalArea(user)

// The table of routes, continued: the pages of a member.
const user = page(shell, '/user')
/** The same as under /warrants, for who signs warrants by a role that is not of legal services. */
const signers = page(user, '/legal', { access: legalStaff, featureSwitch: warrantsSwitch })
const signerLists = frame(signers, 'lists', { title: 'Manage Warrants', validateSearch: WarrantsSearch, component: Warrants })
export const userRoutes = user.addChildren([
  page(user, '/', { leadsTo: '/user/home' }),
  page(user, '/home', {
    title: 'Dashboard',
    firstCalls: ['listServers', 'listServerStatuses', 'listAnnouncements', 'listTopPatrols?period=week&by=hours', 'getPatrolSummary'],
    component: lazyPage(async () => (await import('../features/portal/home/HomePage.tsx')).HomePage),
  }),
  page(user, '/patrol', {
    title: 'Patrol',
    home: { rank: 30, label: 'Patrol' },
    component: lazyPage(async () => (await import('./pages/PatrolsPage.tsx')).PatrolsPage),
  }),
  page(user, '/patrol/$patrolId', {
    title: 'Patrol',
    ids: LongIdParam,
    component: lazyPage(async () => (await import('../features/patrols/patrols/own/OwnPatrolPage.tsx')).OwnPatrolPage),
  }),
  page(user, '/patrol/replay', {
    title: 'Replay',
    featureSwitch: replaySwitch,
    component: lazyPage(async () => (await import('../features/game/replay/ReplayPage.tsx')).OwnReplayPage),
  }),
  page(user, '/settings', {
    title: 'Account Settings',
    home: { rank: 250, label: 'Your account' },
    component: lazyPage(async () => (await import('./pages/AccountSettingsPage.tsx')).AccountSettingsPage),
  }),
  page(user, '/notices', {
    title: 'Notices',
    home: { rank: 240, label: 'Notices' },
    component: lazyPage(async () => (await import('../features/people/notices/NoticesPage.tsx')).NoticesPage),
  }),
  page(user, '/characters', {
    title: 'Characters',
    access: civilian,
    home: { rank: 60, label: 'Characters' },
    component: lazyPage(async () => (await import('../features/records/characters/CharactersPage.tsx')).CharactersPage),
  }),
  page(user, '/characters/$characterId', {
    title: 'Character',
    access: civilian,
    validateSearch: CharacterSearch,
    component: lazyPage(async () => (await import('../features/records/characters/CharacterPage.tsx')).CharacterPage),
  }),
  page(user, '/approvals', {
    title: 'Approvals',
    access: capability('actOnLicences'),
    home: { rank: 70, label: 'Approvals' },
    component: lazyPage(async () => (await import('../features/records/approvals/ApprovalsPage.tsx')).ApprovalsPage),
  }),
  page(user, '/lookups', {
    title: 'Lookup log',
    access: capability('seeLookups'),
    validateSearch: LookupLogSearch,
    home: { rank: 200, label: 'Lookup log' },
    component: lazyPage(async () => (await import('../features/records/lookups/log/LookupLogPage.tsx')).LookupLogPage),
  }),
  page(user, '/reports', {
    title: 'Reports',
    access: cadDepartment,
    validateSearch: ReportsSearch,
    home: { rank: 40, label: 'Reports', isFor: servesEmergencies },
    component: lazyPage(async () => (await import('../features/records/reports/pages/ReportsPage.tsx')).ReportsPage),
  }),
  page(user, '/reports/$reportId', {
    title: 'Report',
    access: cadDepartment,
    component: lazyPage(async () => (await import('../features/records/reports/pages/ReportPage.tsx')).ReportPage),
  }),
  page(user, '/reports/drafts/$draftId', {
    title: 'Draft',
    access: cadDepartment,
    component: lazyPage(async () => (await import('../features/records/reports/pages/DraftPage.tsx')).DraftPage),
  }),
  page(user, '/warrants', {
    title: 'Your warrants',
    featureSwitch: warrantsSwitch,
    access: warrantWriters,
    home: { rank: 50, label: 'Your warrants', isFor: writesWarrants },
    component: lazyPage(async () => (await import('../features/legal/warrants/own/OwnWarrantsPage.tsx')).OwnWarrantsPage),
  }),
  page(user, '/warrants/$warrantId', {
    title: 'Warrant',
    featureSwitch: warrantsSwitch,
    access: warrantWriters,
    component: lazyPage(async () => (await import('../features/legal/warrants/own/OwnWarrantPage.tsx')).OwnWarrantPage),
  }),
  page(user, '/warrants/drafts/$draftId', {
    title: 'Draft',
    featureSwitch: warrantsSwitch,
    access: warrantWriters,
    component: lazyPage(async () => (await import('../features/legal/warrants/own/WarrantDraftPage.tsx')).OwnDraftPage),
  }),
  signers.addChildren([
    signerLists.addChildren([
      page(signerLists, '/', { title: 'Manage Warrants', home: { rank: 90, label: 'Warrants', isFor: isNotLegal } }),
      page(signerLists, '/$warrantId', { title: 'Manage Warrants' }),
    ]),
    page(signers, '/drafts/$draftId', { title: 'Draft', component: LegalDraft }),
  ]),
  // The same pages as under /staff, for those whose rank sees patrols or grants leave, and who manage members without being staff.
  page(user, '/patrols', {
    title: 'Patrol Viewer',
    access: patrolViewer,
    home: { rank: 130, label: 'Patrol Viewer', isFor: isNotStaff },
    component: PatrolViewer,
  }),
  page(user, '/patrols/review', { title: 'Needs review', access: patrolViewer, component: PatrolReview }),
  page(user, '/patrols/replay', { title: 'Replay', access: patrolViewer, featureSwitch: replaySwitch, component: Replay }),
  page(user, '/leave-requests', {
    title: 'Leave requests',
    featureSwitch: leaveSwitch,
    access: grantsLeave,
    home: { rank: 150, label: 'Leave requests', isFor: isNotStaff },
    component: LeaveRequests,
  }),
  page(user, '/former-members', {
    title: 'Former members',
    access: managesDepartures,
    home: { rank: 155, label: 'Former members', isFor: isNotStaff },
    component: FormerMembers,
  }),
  page(user, '/department', {
    title: 'Department members',
    access: capability('headDepartment'),
    home: { rank: 160, label: 'Department' },
    component: lazyPage(async () =>
      withChanges((await import('../features/people/members/DepartmentPeoplePage.tsx')).DepartmentPeoplePage),
    ),
  }),
  page(user, '/call-signs', {
    title: 'Call signs',
    access: headsDepartment,
    home: { rank: 165, label: 'Call signs', isFor: isNotStaff },
    component: CallSigns,
  }),
  page(user, '/tickets', {
    title: 'Your tickets',
    featureSwitch: ticketsSwitch,
    home: { rank: 230, label: 'Your tickets', isFor: () => Boolean(portalConfig().hasBot) },
    component: lazyPage(async () => (await import('../features/community/support/OwnTicketsPage.tsx')).OwnTicketsPage),
  }),
  page(user, '/tickets/$ticketId', {
    title: 'Ticket',
    featureSwitch: ticketsSwitch,
    component: lazyPage(async () => (await import('../features/community/support/OwnTicketPage.tsx')).OwnTicketPage),
  }),
  page(user, '/grants', {
    title: 'Ride-alongs and passes',
    home: { rank: 210, label: 'Ride-alongs' },
    component: lazyPage(async () => (await import('../features/community/grants/OwnGrantsPage.tsx')).OwnGrantsPage),
  }),
  page(user, '/conduct', {
    title: 'Code of conduct',
    home: { rank: 220, label: 'Code of conduct' },
    component: lazyPage(async () => (await import('../features/community/conduct/OwnConductPage.tsx')).OwnConductPage),
  }),
])

const WarrantDocument = lazyPage(
  async () => (await import('../features/legal/warrants/document/WarrantDocumentPage.tsx')).WarrantDocumentPage,
)
/** Documents as they are printed, without the shell. */
export const documents = [
  page(rootRoute, '/user/reports/$reportId/print', {
    title: 'Report',
    access: cadDepartment,
    component: lazyPage(async () => (await import('../features/records/reports/documents/ReportDocumentPage.tsx')).ReportDocumentPage),
  }),
  page(rootRoute, '/user/reports/drafts/$draftId/print', {
    title: 'Draft',
    access: cadDepartment,
    component: lazyPage(async () => (await import('../features/records/reports/documents/DraftDocumentPage.tsx')).DraftDocumentPage),
  }),
  page(rootRoute, '/user/characters/$characterId/reports/$reportId', {
    title: 'Report',
    access: civilian,
    component: lazyPage(async () => (await import('../features/records/reports/documents/ReportCopyPage.tsx')).ReportCopyPage),
  }),
  page(rootRoute, '/warrants/$warrantId/print', {
    title: 'Warrant',
    access: legal,
    featureSwitch: warrantsSwitch,
    component: WarrantDocument,
  }),
  page(rootRoute, '/user/legal/$warrantId/print', {
    title: 'Warrant',
    access: legalStaff,
    featureSwitch: warrantsSwitch,
    component: WarrantDocument,
  }),
  page(rootRoute, '/user/warrants/$warrantId/print', {
    title: 'Warrant',
    access: warrantWriters,
    featureSwitch: warrantsSwitch,
    component: WarrantDocument,
  }),
] as const
