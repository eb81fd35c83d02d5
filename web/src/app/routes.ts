import { admin, cadDepartment, capability, civilian, IdParam, LongIdParam, ServerId, UserId } from '@tenfour/contract'
import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { AuditSearch } from '../features/people/audit/audit-search.ts'
import { ApiLogsSearch } from '../features/game/api-logs/api-logs-filter.ts'
import { MapLink } from '../features/game/livemap/map-link.ts'
import { userListSearch } from '../features/people/users/user-list.ts'
import { userPageSearch } from '../features/people/users/user-tabs.ts'
import { FieldSearch } from '../features/records/fields/field-search.ts'
import { ImportSearch } from '../features/records/imports/import-search.ts'
import { LookupLogSearch } from '../features/records/lookups/log/lookup-log-search.ts'
import { ReportsSearch } from '../features/records/reports/pages/reports-search.ts'
import { guard } from './guards.ts'
import { lazyPage } from './lazy-page.tsx'
import { leadTo, outerRoutes } from './outer-routes.ts'
import { discordRoutes, ownGrantRoutes, ownTicketRoutes } from './routes.community.ts'
import { ownWarrantRoutes, signerRoutes, warrantDocuments, warrantsRoutes } from './routes.legal.ts'
import { replayRoute, staffRoutes, supervisorRoutes } from './routes.staff.ts'
import { rootRoute, shellRoute, userArea } from './shell-routes.ts'
import { withChanges } from './with-changes.tsx'

/** The full route tree. Fetched when the first page behind the sign-in is requested. */
const otherRoute = createRoute({ getParentRoute: () => rootRoute, path: '$', beforeLoad: leadTo('/404') })

const userIndex = createRoute({ getParentRoute: () => userArea, path: '/', beforeLoad: leadTo('/user/home') })
const userHome = createRoute({
  getParentRoute: () => userArea,
  path: '/home',
  component: lazyPage(async () => (await import('../features/portal/home/HomePage.tsx')).HomePage),
  staticData: { title: 'Dashboard' },
})
const userPatrol = createRoute({
  getParentRoute: () => userArea,
  path: '/patrol',
  component: lazyPage(async () => (await import('./pages/PatrolsPage.tsx')).PatrolsPage),
  staticData: { title: 'Patrol' },
})
const userPatrolOne = createRoute({
  getParentRoute: () => userArea,
  path: '/patrol/$patrolId',
  beforeLoad: ({ params: { patrolId } }) => void (LongIdParam.safeParse(patrolId).success || leadTo('/404')()),
  component: lazyPage(async () => (await import('../features/patrols/patrols/own/OwnPatrolPage.tsx')).OwnPatrolPage),
  staticData: { title: 'Patrol' },
})
const userReplay = createRoute({
  getParentRoute: () => userArea,
  path: '/patrol/replay',
  component: lazyPage(async () => (await import('../features/game/replay/ReplayPage.tsx')).OwnReplayPage),
  staticData: { title: 'Replay' },
})
const userSettings = createRoute({
  getParentRoute: () => userArea,
  path: '/settings',
  component: lazyPage(async () => (await import('./pages/AccountSettingsPage.tsx')).AccountSettingsPage),
  staticData: { title: 'Account Settings' },
})
const userNotices = createRoute({
  getParentRoute: () => userArea,
  path: '/notices',
  component: lazyPage(async () => (await import('../features/people/notices/NoticesPage.tsx')).NoticesPage),
  staticData: { title: 'Notices' },
})
const charactersGuard = guard({ access: civilian })
const userCharacters = createRoute({
  getParentRoute: () => userArea,
  path: '/characters',
  beforeLoad: charactersGuard,
  component: lazyPage(async () => (await import('../features/records/characters/CharactersPage.tsx')).CharactersPage),
  staticData: { title: 'Characters' },
})
const userCharacter = createRoute({
  getParentRoute: () => userArea,
  path: '/characters/$characterId',
  beforeLoad: async (visit) => {
    await charactersGuard(visit)
    if (!IdParam.safeParse(visit.params.characterId).success) leadTo('/404')()
  },
  component: lazyPage(async () => (await import('../features/records/characters/CharacterPage.tsx')).CharacterPage),
  staticData: { title: 'Character' },
})
const userApprovals = createRoute({
  getParentRoute: () => userArea,
  path: '/approvals',
  beforeLoad: guard({ access: capability('actOnLicences') }),
  component: lazyPage(async () => (await import('../features/records/approvals/ApprovalsPage.tsx')).ApprovalsPage),
  staticData: { title: 'Approvals' },
})
const userLookups = createRoute({
  getParentRoute: () => userArea,
  path: '/lookups',
  beforeLoad: guard({ access: capability('seeLookups') }),
  // In addition to the table's own parameters, which the table reads itself.
  validateSearch: LookupLogSearch,
  component: lazyPage(async () => (await import('../features/records/lookups/log/LookupLogPage.tsx')).LookupLogPage),
  staticData: { title: 'Lookup log' },
})
const reportsGuard = guard({ access: cadDepartment })
const userReports = createRoute({
  getParentRoute: () => userArea,
  path: '/reports',
  beforeLoad: reportsGuard,
  // In addition to the table's own parameters, which the table reads itself.
  validateSearch: ReportsSearch,
  component: lazyPage(async () => (await import('../features/records/reports/pages/ReportsPage.tsx')).ReportsPage),
  staticData: { title: 'Reports' },
})
const userReport = createRoute({
  getParentRoute: () => userArea,
  path: '/reports/$reportId',
  beforeLoad: async (visit) => {
    await reportsGuard(visit)
    if (!IdParam.safeParse(visit.params.reportId).success) leadTo('/404')()
  },
  component: lazyPage(async () => (await import('../features/records/reports/pages/ReportPage.tsx')).ReportPage),
  staticData: { title: 'Report' },
})
const userReportDraft = createRoute({
  getParentRoute: () => userArea,
  path: '/reports/drafts/$draftId',
  beforeLoad: async (visit) => {
    await reportsGuard(visit)
    if (!IdParam.safeParse(visit.params.draftId).success) leadTo('/404')()
  },
  component: lazyPage(async () => (await import('../features/records/reports/pages/DraftPage.tsx')).DraftPage),
  staticData: { title: 'Draft' },
})
const userRoutes = userArea.addChildren([
  userIndex,
  userHome,
  userPatrol,
  userPatrolOne,
  userReplay,
  userSettings,
  userNotices,
  userCharacters,
  userCharacter,
  userApprovals,
  userLookups,
  userReports,
  userReport,
  userReportDraft,
  ...ownWarrantRoutes,
  signerRoutes,
  ...supervisorRoutes,
  ...ownTicketRoutes,
  ...ownGrantRoutes,
])

/** Documents as they are printed, without the shell. */
const reportDocument = createRoute({
  getParentRoute: () => rootRoute,
  path: '/user/reports/$reportId/print',
  beforeLoad: async (visit) => {
    await reportsGuard(visit)
    if (!IdParam.safeParse(visit.params.reportId).success) leadTo('/404')()
  },
  component: lazyPage(async () => (await import('../features/records/reports/documents/ReportDocumentPage.tsx')).ReportDocumentPage),
  staticData: { title: 'Report' },
})
const draftDocument = createRoute({
  getParentRoute: () => rootRoute,
  path: '/user/reports/drafts/$draftId/print',
  beforeLoad: async (visit) => {
    await reportsGuard(visit)
    if (!IdParam.safeParse(visit.params.draftId).success) leadTo('/404')()
  },
  component: lazyPage(async () => (await import('../features/records/reports/documents/DraftDocumentPage.tsx')).DraftDocumentPage),
  staticData: { title: 'Draft' },
})
const reportCopy = createRoute({
  getParentRoute: () => rootRoute,
  path: '/user/characters/$characterId/reports/$reportId',
  beforeLoad: async (visit) => {
    await charactersGuard(visit)
    const { characterId, reportId } = visit.params
    if (![characterId, reportId].every((id) => IdParam.safeParse(id).success)) leadTo('/404')()
  },
  component: lazyPage(async () => (await import('../features/records/reports/documents/ReportCopyPage.tsx')).ReportCopyPage),
  staticData: { title: 'Report' },
})

/** An invalid server id counts as none. */
const ServerSearch = z.object({ serverId: z.coerce.number().pipe(ServerId).optional().catch(undefined) })

const cadGuard = guard({ access: cadDepartment })
const cadArea = createRoute({ getParentRoute: () => shellRoute, path: '/cad', beforeLoad: cadGuard })
const cadIndex = createRoute({
  getParentRoute: () => cadArea,
  path: '/',
  component: lazyPage(async () => (await import('../features/portal/cad/CadPage.tsx')).CadPage),
  staticData: { title: 'CAD' },
})
const cadDesktop = createRoute({
  getParentRoute: () => cadArea,
  path: '/desktop',
  // The server that off-duty staff look at.
  validateSearch: ServerSearch,
  component: lazyPage(async () => (await import('./pages/DesktopPage.tsx')).DesktopPage),
  staticData: { title: 'CAD desktop' },
})
const cadRoutes = cadArea.addChildren([cadIndex, cadDesktop])
const livemapRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/livemap',
  beforeLoad: cadGuard,
  validateSearch: ServerSearch.extend(MapLink.shape),
  component: lazyPage(async () => (await import('../features/game/livemap/LivemapPage.tsx')).LivemapPage),
  staticData: { title: 'Livemap' },
})

const AdminArea = lazyPage(async () => (await import('../features/portal/admin/AdminArea.tsx')).AdminArea)
const adminArea = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  beforeLoad: guard({ access: admin }),
  component: AdminArea,
})
const adminIndex = createRoute({
  getParentRoute: () => adminArea,
  path: '/',
  component: lazyPage(async () => (await import('../features/portal/admin/AdminPage.tsx')).AdminPage),
  staticData: { title: 'Administration' },
})
const adminAddUser = createRoute({
  getParentRoute: () => adminArea,
  path: '/add-user',
  component: lazyPage(async () => withChanges((await import('../features/people/users/AddUserPage.tsx')).AddUserPage)),
  staticData: { title: 'Add User' },
})
const adminUsers = createRoute({
  getParentRoute: () => adminArea,
  path: '/users',
  validateSearch: userListSearch,
  component: lazyPage(async () => (await import('./pages/ManageUsersPage.tsx')).ManageUsersPage),
  staticData: { title: 'Manage Users' },
})
const adminUser = createRoute({
  getParentRoute: () => adminArea,
  path: '/users/$userId',
  params: { parse: ({ userId }) => ({ userId: Number(userId) }), stringify: ({ userId }) => ({ userId: String(userId) }) },
  beforeLoad: ({ params: { userId } }) => void (UserId.safeParse(userId).success || leadTo('/404')()),
  validateSearch: userPageSearch,
  component: lazyPage(async () => withChanges((await import('../features/people/users/UserPage.tsx')).UserPage)),
  staticData: { title: 'User' },
})
const adminDepartments = createRoute({
  getParentRoute: () => adminArea,
  path: '/departments',
  component: lazyPage(async () => (await import('../features/people/departments/DepartmentsPage.tsx')).DepartmentsPage),
  staticData: { title: 'Departments and ranks' },
})
const adminRoles = createRoute({
  getParentRoute: () => adminArea,
  path: '/roles',
  component: lazyPage(async () => (await import('../features/people/roles/RolesPage.tsx')).RolesPage),
  staticData: { title: 'Roles' },
})
const adminSettings = createRoute({
  getParentRoute: () => adminArea,
  path: '/settings',
  validateSearch: z.object({ q: z.string().max(200).optional().catch(undefined) }),
  component: lazyPage(async () => (await import('../features/portal/settings/PortalSettingsPage.tsx')).PortalSettingsPage),
  staticData: { title: 'Settings' },
})
const adminOffences = createRoute({
  getParentRoute: () => adminArea,
  path: '/offences',
  component: lazyPage(async () => (await import('../features/records/offences/OffencesPage.tsx')).OffencesPage),
  staticData: { title: 'Penal code' },
})
const adminFields = createRoute({
  getParentRoute: () => adminArea,
  path: '/fields',
  validateSearch: FieldSearch,
  component: lazyPage(async () => (await import('../features/records/fields/FieldsPage.tsx')).FieldsPage),
  staticData: { title: 'Fields' },
})
const adminRecords = createRoute({
  getParentRoute: () => adminArea,
  path: '/records',
  component: lazyPage(async () => (await import('../features/records/repairs/RepairsPage.tsx')).RepairsPage),
  staticData: { title: 'Records' },
})
const adminWarrants = createRoute({
  getParentRoute: () => adminArea,
  path: '/warrants',
  component: lazyPage(async () => (await import('../features/legal/warrants/history/WarrantHistoryPage.tsx')).WarrantHistoryPage),
  staticData: { title: 'Warrant history' },
})
const adminPatrols = createRoute({
  getParentRoute: () => adminArea,
  path: '/patrols',
  component: lazyPage(async () => (await import('../features/patrols/quotas/QuotasPage.tsx')).QuotasPage),
  staticData: { title: 'Patrols' },
})
const adminImports = createRoute({
  getParentRoute: () => adminArea,
  path: '/imports',
  validateSearch: ImportSearch,
  component: lazyPage(async () => (await import('../features/records/imports/ImportsPage.tsx')).ImportsPage),
  staticData: { title: 'Import' },
})
const adminAudit = createRoute({
  getParentRoute: () => adminArea,
  path: '/audit',
  validateSearch: AuditSearch,
  component: lazyPage(async () => (await import('./pages/AuditLogPage.tsx')).AuditLogPage),
  staticData: { title: 'Audit log' },
})
const adminRoutes = adminArea.addChildren([
  adminIndex,
  adminAddUser,
  adminUsers,
  adminUser,
  adminDepartments,
  adminRoles,
  adminOffences,
  adminFields,
  adminRecords,
  adminWarrants,
  adminPatrols,
  adminImports,
  adminSettings,
  adminAudit,
])

const serversArea = createRoute({
  getParentRoute: () => shellRoute,
  path: '/servers',
  beforeLoad: guard({ access: admin }),
  component: AdminArea,
})
const serversIndex = createRoute({ getParentRoute: () => serversArea, path: '/', beforeLoad: leadTo('/servers/list') })
const serversList = createRoute({
  getParentRoute: () => serversArea,
  path: '/list',
  // The open server, in addition to the table's own parameters.
  validateSearch: z.looseObject({ server: z.coerce.number().pipe(z.int().positive()).optional().catch(undefined) }),
  component: lazyPage(async () => (await import('../features/game/servers/ServersPage.tsx')).ServersPage),
  staticData: { title: 'Manage Servers' },
})
const serversApiLogs = createRoute({
  getParentRoute: () => serversArea,
  path: '/events',
  validateSearch: ApiLogsSearch,
  component: lazyPage(async () => (await import('../features/game/api-logs/ApiLogsPage.tsx')).ApiLogsPage),
  staticData: { title: 'API Logs' },
})
const serversRoutes = serversArea.addChildren([serversIndex, serversList, serversApiLogs])

const shellRoutes = shellRoute.addChildren([
  userRoutes,
  cadRoutes,
  livemapRoute,
  adminRoutes,
  staffRoutes,
  replayRoute,
  discordRoutes,
  serversRoutes,
  warrantsRoutes,
])

export const routeTree = rootRoute.addChildren([
  ...outerRoutes(rootRoute),
  shellRoutes,
  reportDocument,
  draftDocument,
  reportCopy,
  ...warrantDocuments,
  otherRoute,
])
