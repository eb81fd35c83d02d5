import {
  admin,
  cadDepartment,
  discordAdmin,
  leaveSwitch,
  legal,
  replaySwitch,
  seesAllLookups,
  ServerId,
  Snowflake,
  staff,
  ticketsSwitch,
  UserId,
  votesSwitch,
  warrantsSwitch,
} from '@tenfour/contract'
import { z } from 'zod'
import { TicketsSearch } from '../features/community/support/support-search.ts'
import { ApiLogsSearch } from '../features/game/api-logs/api-logs-search.ts'
import { MapLink } from '../features/game/livemap/map-link.ts'
import { WarrantsSearch } from '../features/legal/warrants/lists/warrants-search.ts'
import { AuditSearch } from '../features/people/audit/audit-search.ts'
import { userListSearch } from '../features/people/users/user-list.ts'
import { userPageSearch } from '../features/people/users/user-tabs.ts'
import { CadValueSearch } from '../features/dispatch/cad-values/cad-value-search.ts'
import { FieldSearch } from '../features/records/fields/field-search.ts'
import { ImportSearch } from '../features/records/imports/import-search.ts'
import { lazyPage } from './lazy-page.tsx'
import { LookupLogSearch } from '../features/records/lookups/log/lookup-log-search.ts'
import { outerRoutes } from './outer-routes.ts'
import { frame, page } from './page.ts'
import { withChanges } from './with-changes.tsx'
import {
  AdminArea,
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
import { documents, userRoutes } from './routes.user.ts'

/** An invalid server id counts as none. */
const ServerSearch = z.object({ serverId: z.coerce.number().pipe(ServerId).optional().catch(undefined) })
/** Which Discord server, where there are several. */
const GuildSearch = z.object({ guild: Snowflake.optional().catch(undefined) })

/*
 * The table of routes behind the sign-in: each page is one row, in the order of the tabs. It is fetched when the first of these pages is requested.
 * The pages of a member are in routes.user.ts, those without a sign-in in outer-routes.ts.
 */

const cad = page(shell, '/cad', { access: cadDepartment })
const cadRoutes = cad.addChildren([
  page(cad, '/', {
    title: 'CAD',
    home: { rank: 10, label: 'CAD' },
    component: lazyPage(async () => (await import('../features/portal/cad/CadPage.tsx')).CadPage),
  }),
  // The server that off-duty staff look at is in its address.
  page(cad, '/desktop', {
    title: 'CAD desktop',
    validateSearch: ServerSearch,
    firstCalls: ['listServers'],
    component: lazyPage(async () => (await import('./pages/DesktopPage.tsx')).DesktopPage),
  }),
])
const livemap = page(shell, '/livemap', {
  title: 'Livemap',
  access: cadDepartment,
  validateSearch: ServerSearch.extend(MapLink.shape),
  firstCalls: ['listServers'],
  home: { rank: 20, label: 'Live map' },
  component: lazyPage(async () => (await import('../features/game/livemap/LivemapPage.tsx')).LivemapPage),
})

const adminPages = page(shell, '/admin', { access: admin, component: AdminArea })
const adminRoutes = adminPages.addChildren([
  page(adminPages, '/', {
    title: 'Administration',
    tab: { of: 'admin', label: 'Overview', isExact: true },
    home: { rank: 170, label: 'Administration' },
    component: lazyPage(async () => (await import('../features/portal/admin/AdminPage.tsx')).AdminPage),
  }),
  page(adminPages, '/health', {
    title: 'Health',
    tab: { of: 'admin', label: 'Health' },
    component: lazyPage(async () => (await import('../features/portal/health/HealthPage.tsx')).HealthPage),
  }),
  page(adminPages, '/users', {
    title: 'Manage Users',
    validateSearch: userListSearch,
    firstCalls: ['listServers'],
    tab: { of: 'admin', label: 'Users', group: 'People' },
    home: { rank: 180, label: 'Users' },
    component: lazyPage(async () => (await import('./pages/ManageUsersPage.tsx')).ManageUsersPage),
  }),
  page(adminPages, '/users/$userId', {
    title: 'User',
    ids: UserId,
    params: { parse: ({ userId }) => ({ userId: Number(userId) }), stringify: ({ userId }) => ({ userId: String(userId) }) },
    validateSearch: userPageSearch,
    component: lazyPage(async () => withChanges((await import('../features/people/users/UserPage.tsx')).UserPage)),
  }),
  page(adminPages, '/add-user', {
    title: 'Add User',
    tab: { of: 'admin', label: 'Add User', group: 'People' },
    component: lazyPage(async () => withChanges((await import('../features/people/users/AddUserPage.tsx')).AddUserPage)),
  }),
  page(adminPages, '/invitations', {
    title: 'Invitations',
    tab: { of: 'admin', label: 'Invitations', group: 'People' },
    component: lazyPage(async () => (await import('./pages/InvitationsPage.tsx')).InvitationsPage),
  }),
  page(adminPages, '/registrations', {
    title: 'Applications',
    tab: { of: 'admin', label: 'Applications', group: 'People' },
    component: lazyPage(async () => (await import('../features/community/registrations/RegistrationsPage.tsx')).RegistrationsPage),
  }),
  page(adminPages, '/add-users', {
    title: 'Add people from a file',
    tab: { of: 'admin', label: 'Add from a file', group: 'People' },
    component: lazyPage(async () => (await import('../features/people/user-files/UserFilePage.tsx')).UserFilePage),
  }),
  page(adminPages, '/steam', {
    title: 'Disputed identifiers',
    tab: { of: 'admin', label: 'Identifier disputes', group: 'People' },
    component: lazyPage(async () => (await import('../features/people/steam-claims/SteamDisputesPage.tsx')).SteamDisputesPage),
  }),
  page(adminPages, '/departments', {
    title: 'Departments and ranks',
    tab: { of: 'admin', label: 'Departments', group: 'People' },
    component: lazyPage(async () => (await import('../features/people/departments/DepartmentsPage.tsx')).DepartmentsPage),
  }),
  page(adminPages, '/roles', {
    title: 'Roles',
    tab: { of: 'admin', label: 'Roles', group: 'People' },
    component: lazyPage(async () => (await import('../features/people/roles/RolesPage.tsx')).RolesPage),
  }),
  page(adminPages, '/cad-values', {
    title: 'CAD values',
    validateSearch: CadValueSearch,
    tab: { of: 'admin', label: 'CAD values', group: 'CAD' },
    component: lazyPage(async () => (await import('../features/dispatch/cad-values/CadValuesPage.tsx')).CadValuesPage),
  }),
  page(adminPages, '/offences', {
    title: 'Penal code',
    tab: { of: 'admin', label: 'Penal code', group: 'CAD' },
    component: lazyPage(async () => (await import('../features/records/offences/OffencesPage.tsx')).OffencesPage),
  }),
  page(adminPages, '/fields', {
    title: 'Fields',
    validateSearch: FieldSearch,
    tab: { of: 'admin', label: 'Fields', group: 'CAD' },
    component: lazyPage(async () => (await import('../features/records/fields/FieldsPage.tsx')).FieldsPage),
  }),
  page(adminPages, '/records', {
    title: 'Records',
    tab: { of: 'admin', label: 'Records', group: 'CAD' },
    component: lazyPage(async () => (await import('../features/records/repairs/RepairsPage.tsx')).RepairsPage),
  }),
  page(adminPages, '/warrants', {
    title: 'Warrant history',
    tab: { of: 'admin', label: 'Warrants', group: 'CAD' },
    component: lazyPage(async () => (await import('../features/legal/warrants/history/WarrantHistoryPage.tsx')).WarrantHistoryPage),
  }),
  page(adminPages, '/patrols', {
    title: 'Patrols',
    tab: { of: 'admin', label: 'Patrols', group: 'Community' },
    component: lazyPage(async () => (await import('../features/patrols/quotas/QuotasPage.tsx')).QuotasPage),
  }),
  page(adminPages, '/mail', {
    title: 'Mail',
    tab: { of: 'admin', label: 'Mail', group: 'System' },
    component: lazyPage(async () => (await import('../features/people/mails/MailsPage.tsx')).MailsPage),
  }),
  page(adminPages, '/imports', {
    title: 'Import',
    validateSearch: ImportSearch,
    tab: { of: 'admin', label: 'Import', group: 'System' },
    component: lazyPage(async () => (await import('../features/records/imports/ImportsPage.tsx')).ImportsPage),
  }),
  page(adminPages, '/look', {
    title: 'Look',
    tab: { of: 'admin', label: 'Look', group: 'Community' },
    component: lazyPage(async () => (await import('../features/portal/settings/LookPage.tsx')).LookPage),
  }),
  page(adminPages, '/sounds', {
    title: 'Sounds',
    tab: { of: 'admin', label: 'Sounds', group: 'Community' },
    component: lazyPage(async () => (await import('../features/portal/settings/SoundsPage.tsx')).SoundsPage),
  }),
  page(adminPages, '/settings', {
    title: 'Settings',
    validateSearch: z.object({ q: z.string().max(200).optional().catch(undefined) }),
    tab: { of: 'admin', label: 'Settings', group: 'Community' },
    component: lazyPage(async () => (await import('../features/portal/settings/PortalSettingsPage.tsx')).PortalSettingsPage),
  }),
  page(adminPages, '/audit', {
    title: 'Audit log',
    validateSearch: AuditSearch,
    tab: { of: 'admin', label: 'Audit log', group: 'System' },
    component: lazyPage(async () => (await import('./pages/AuditLogPage.tsx')).AuditLogPage),
  }),
])

const servers = page(shell, '/servers', { access: admin, component: AdminArea })
const serversRoutes = servers.addChildren([
  page(servers, '/', { leadsTo: '/servers/list' }),
  // The open server, in addition to the parameters of the table.
  page(servers, '/list', {
    title: 'Manage Servers',
    validateSearch: z.looseObject({ server: z.coerce.number().pipe(z.int().positive()).optional().catch(undefined) }),
    tab: { of: 'admin', label: 'Servers', group: 'Game' },
    home: { rank: 190, label: 'Servers' },
    component: lazyPage(async () => (await import('../features/game/servers/ServersPage.tsx')).ServersPage),
  }),
  page(servers, '/events', {
    title: 'API Logs',
    validateSearch: ApiLogsSearch,
    tab: { of: 'admin', label: 'API Logs', group: 'Game' },
    component: lazyPage(async () => (await import('../features/game/api-logs/ApiLogsPage.tsx')).ApiLogsPage),
  }),
])

const staffPages = page(shell, '/staff', {
  access: staff,
  component: lazyPage(async () => (await import('../features/portal/staff/StaffArea.tsx')).StaffArea),
})
const staffRoutes = staffPages.addChildren([
  page(staffPages, '/', { leadsTo: '/staff/members' }),
  page(staffPages, '/members', {
    title: 'Manage Members',
    tab: { of: 'staff', label: 'Members' },
    home: { rank: 100, label: 'Members' },
    component: lazyPage(async () => withChanges((await import('../features/people/members/MembersPage.tsx')).MembersPage)),
  }),
  page(staffPages, '/members/$userId', {
    title: 'Member',
    component: lazyPage(async () => withChanges((await import('./pages/StaffMemberPage.tsx')).StaffMemberPage)),
  }),
  page(staffPages, '/announcements', {
    title: 'Announcements',
    validateSearch: z.looseObject({ write: z.literal('new').optional().catch(undefined) }),
    tab: { of: 'staff', label: 'Announcements' },
    home: { rank: 110, label: 'Announcements' },
    component: lazyPage(async () => (await import('../features/people/announcements/AnnouncementsPage.tsx')).AnnouncementsPage),
  }),
  page(staffPages, '/patrol-viewer', {
    title: 'Patrol Viewer',
    tab: { of: 'staff', label: 'Patrol Viewer' },
    home: { rank: 120, label: 'Patrol Viewer' },
    component: PatrolViewer,
  }),
  page(staffPages, '/patrol-viewer/review', { title: 'Needs review', component: PatrolReview }),
  page(staffPages, '/lookups', {
    title: 'Lookup log',
    access: seesAllLookups,
    validateSearch: LookupLogSearch,
    tab: { of: 'staff', label: 'Lookup log' },
    component: lazyPage(async () => (await import('../features/records/lookups/log/LookupLogPage.tsx')).AllLookupsPage),
  }),
  page(staffPages, '/call-signs', {
    title: 'Call signs',
    tab: { of: 'staff', label: 'Call signs' },
    component: CallSigns,
  }),
  page(staffPages, '/former-members', {
    title: 'Former members',
    tab: { of: 'staff', label: 'Former members' },
    component: FormerMembers,
  }),
  page(staffPages, '/leave-requests', {
    title: 'Leave requests',
    featureSwitch: leaveSwitch,
    tab: { of: 'staff', label: 'Leave requests' },
    home: { rank: 140, label: 'Leave requests' },
    component: LeaveRequests,
  }),
])
/** Outside the staff area, because the player takes the whole page. */
const staffReplay = page(shell, '/staff/patrol-viewer/replay', {
  title: 'Replay',
  access: staff,
  featureSwitch: replaySwitch,
  component: Replay,
})

const discord = page(shell, '/discord', {
  access: staff,
  component: lazyPage(async () => (await import('../features/community/discord/DiscordArea.tsx')).DiscordArea),
})
/** The list stays while one ticket after the other is opened beside it. */
const tickets = page(discord, '/tickets', {
  title: 'Tickets',
  featureSwitch: ticketsSwitch,
  validateSearch: TicketsSearch,
  component: lazyPage(async () => (await import('../features/community/support/TicketsPage.tsx')).TicketsPage),
})
const discordRoutes = discord.addChildren([
  page(discord, '/', { leadsTo: '/discord/list' }),
  page(discord, '/list', {
    title: 'Manage Discord',
    validateSearch: GuildSearch,
    tab: { of: 'discord', label: 'Roles and channels', group: 'Discord server', isOfGuild: true },
    home: { rank: 160, label: 'Discord' },
    component: lazyPage(async () => (await import('./pages/ManageDiscordPage.tsx')).ManageDiscordPage),
  }),
  page(discord, '/entitlements', {
    title: 'Entitlements',
    tab: { of: 'discord', label: 'Entitlements', group: 'Discord server' },
    component: lazyPage(async () => (await import('../features/community/entitlements/EntitlementsPage.tsx')).EntitlementsPage),
  }),
  page(discord, '/mappings', {
    title: 'Who leads',
    tab: { of: 'discord', label: 'Who leads', group: 'Discord server' },
    component: lazyPage(async () => (await import('../features/community/mappings/MappingsPage.tsx')).MappingsPage),
  }),
  page(discord, '/sync', {
    title: 'Drift',
    validateSearch: GuildSearch,
    tab: { of: 'discord', label: 'Drift', group: 'Discord server', isOfGuild: true },
    component: lazyPage(async () => (await import('../features/community/sync/SyncPage.tsx')).SyncPage),
  }),
  tickets.addChildren([
    page(tickets, '/', { title: 'Tickets', tab: { of: 'discord', label: 'Tickets', group: 'Members' } }),
    page(tickets, '/$ticketId', { title: 'Ticket' }),
  ]),
  page(discord, '/votes', {
    title: 'Votes',
    featureSwitch: votesSwitch,
    tab: { of: 'discord', label: 'Votes', group: 'Members' },
    component: lazyPage(async () => (await import('../features/community/votes/VotesPage.tsx')).VotesPage),
  }),
  page(discord, '/grants', {
    title: 'Ride-alongs and passes',
    tab: { of: 'discord', label: 'Ride-alongs and passes', group: 'Members' },
    component: lazyPage(async () => (await import('../features/community/grants/GrantsPage.tsx')).GrantsPage),
  }),
  page(discord, '/conduct', {
    title: 'Code of conduct',
    tab: { of: 'discord', label: 'Code of conduct', group: 'Members' },
    component: lazyPage(async () => (await import('../features/community/conduct/ConductPage.tsx')).ConductPage),
  }),
  page(discord, '/joining', {
    title: 'Joining with Discord',
    access: discordAdmin,
    tab: { of: 'discord', label: 'Joining', group: 'Members' },
    component: lazyPage(async () => (await import('../features/community/links/JoiningPage.tsx')).JoiningPage),
  }),
  page(discord, '/posts', {
    title: 'Messages',
    tab: { of: 'discord', label: 'Messages', group: 'Bot' },
    component: lazyPage(async () => (await import('../features/community/posts/PostsPage.tsx')).PostsPage),
  }),
  page(discord, '/logs', {
    title: 'Discord jobs',
    tab: { of: 'discord', label: 'Jobs', group: 'Bot' },
    component: lazyPage(async () => (await import('../features/community/discord/ErrandsPage.tsx')).ErrandsPage),
  }),
  page(discord, '/connection', {
    title: 'Discord connection',
    access: discordAdmin,
    tab: { of: 'discord', label: 'Connection', group: 'Bot' },
    component: lazyPage(async () => (await import('../features/community/discord/connection/ConnectionPage.tsx')).ConnectionPage),
  }),
])

const warrants = page(shell, '/warrants', { access: legal, featureSwitch: warrantsSwitch })
/** The list stays while one warrant after the other is opened beside it. */
const warrantLists = frame(warrants, 'lists', { title: 'Manage Warrants', validateSearch: WarrantsSearch, component: Warrants })
const warrantsRoutes = warrants.addChildren([
  warrantLists.addChildren([
    page(warrantLists, '/', { title: 'Manage Warrants', home: { rank: 80, label: 'Warrants' } }),
    page(warrantLists, '/$warrantId', { title: 'Manage Warrants' }),
  ]),
  page(warrants, '/drafts/$draftId', { title: 'Draft', component: LegalDraft }),
])

export const routeTree = rootRoute.addChildren([
  shell.addChildren([userRoutes, cadRoutes, livemap, adminRoutes, serversRoutes, staffRoutes, staffReplay, discordRoutes, warrantsRoutes]),
  ...documents,
  ...outerRoutes(rootRoute),
  page(rootRoute, '$', { leadsTo: '/404' }),
])
