import { discordAdmin, IdParam, Snowflake, staff } from '@tenfour/contract'
import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { TicketsSearch } from '../features/community/support/support-search.ts'
import { guard } from './guards.ts'
import { lazyPage } from './lazy-page.tsx'
import { leadTo } from './outer-routes.ts'
import { shellRoute, userArea } from './shell-routes.ts'

const discordArea = createRoute({ getParentRoute: () => shellRoute, path: '/discord', beforeLoad: guard({ access: staff }) })
const discordIndex = createRoute({ getParentRoute: () => discordArea, path: '/', beforeLoad: leadTo('/discord/list') })
const discordList = createRoute({
  getParentRoute: () => discordArea,
  path: '/list',
  // Which Discord server, where there are several.
  validateSearch: z.object({ guild: Snowflake.optional().catch(undefined) }),
  component: lazyPage(async () => (await import('./pages/ManageDiscordPage.tsx')).ManageDiscordPage),
  staticData: { title: 'Manage Discord' },
})
const discordSync = createRoute({
  getParentRoute: () => discordArea,
  path: '/sync',
  validateSearch: z.object({ guild: Snowflake.optional().catch(undefined) }),
  component: lazyPage(async () => (await import('../features/community/sync/SyncPage.tsx')).SyncPage),
  staticData: { title: 'Drift' },
})
const discordLogs = createRoute({
  getParentRoute: () => discordArea,
  path: '/logs',
  component: lazyPage(async () => (await import('../features/community/discord/ErrandsPage.tsx')).ErrandsPage),
  staticData: { title: 'Discord jobs' },
})
const discordConnection = createRoute({
  getParentRoute: () => discordArea,
  path: '/connection',
  beforeLoad: guard({ access: discordAdmin }),
  component: lazyPage(async () => (await import('../features/community/discord/connection/ConnectionPage.tsx')).ConnectionPage),
  staticData: { title: 'Discord connection' },
})
/** For whoever manages Discord without being an admin; admins have it among their pages too. */
const discordEntitlements = createRoute({
  getParentRoute: () => discordArea,
  path: '/entitlements',
  component: lazyPage(async () => (await import('../features/community/entitlements/EntitlementsPage.tsx')).EntitlementsPage),
  staticData: { title: 'Entitlements' },
})
/** The list stays while one ticket after the other is opened beside it. */
const discordTickets = createRoute({
  getParentRoute: () => discordArea,
  path: '/tickets',
  // In addition to the list's own parameters, which the list reads itself.
  validateSearch: TicketsSearch,
  component: lazyPage(async () => (await import('../features/community/support/TicketsPage.tsx')).TicketsPage),
  staticData: { title: 'Tickets' },
})
const discordTicketsIndex = createRoute({ getParentRoute: () => discordTickets, path: '/', staticData: { title: 'Tickets' } })
const discordTicket = createRoute({
  getParentRoute: () => discordTickets,
  path: '/$ticketId',
  beforeLoad: ({ params: { ticketId } }) => void (IdParam.safeParse(ticketId).success || leadTo('/404')()),
  staticData: { title: 'Ticket' },
})
const discordVotes = createRoute({
  getParentRoute: () => discordArea,
  path: '/votes',
  component: lazyPage(async () => (await import('../features/community/votes/VotesPage.tsx')).VotesPage),
  staticData: { title: 'Votes' },
})
const discordGrants = createRoute({
  getParentRoute: () => discordArea,
  path: '/grants',
  component: lazyPage(async () => (await import('../features/community/grants/GrantsPage.tsx')).GrantsPage),
  staticData: { title: 'Ride-alongs and passes' },
})
const discordConduct = createRoute({
  getParentRoute: () => discordArea,
  path: '/conduct',
  component: lazyPage(async () => (await import('../features/community/conduct/ConductPage.tsx')).ConductPage),
  staticData: { title: 'Code of conduct' },
})
const discordPosts = createRoute({
  getParentRoute: () => discordArea,
  path: '/posts',
  component: lazyPage(async () => (await import('../features/community/posts/PostsPage.tsx')).PostsPage),
  staticData: { title: 'Messages' },
})
export const discordRoutes = discordArea.addChildren([
  discordIndex,
  discordList,
  discordSync,
  discordLogs,
  discordConnection,
  discordEntitlements,
  discordTickets.addChildren([discordTicketsIndex, discordTicket]),
  discordVotes,
  discordGrants,
  discordConduct,
  discordPosts,
])

/** What a member opened in Discord. */
const ownTickets = createRoute({
  getParentRoute: () => userArea,
  path: '/tickets',
  component: lazyPage(async () => (await import('../features/community/support/OwnTicketsPage.tsx')).OwnTicketsPage),
  staticData: { title: 'Your tickets' },
})
const ownTicket = createRoute({
  getParentRoute: () => userArea,
  path: '/tickets/$ticketId',
  beforeLoad: ({ params: { ticketId } }) => void (IdParam.safeParse(ticketId).success || leadTo('/404')()),
  component: lazyPage(async () => (await import('../features/community/support/OwnTicketPage.tsx')).OwnTicketPage),
  staticData: { title: 'Ticket' },
})
export const ownTicketRoutes = [ownTickets, ownTicket] as const

/** What a member has for a limited time, and what everyone is asked to accept. */
const ownGrants = createRoute({
  getParentRoute: () => userArea,
  path: '/grants',
  component: lazyPage(async () => (await import('../features/community/grants/OwnGrantsPage.tsx')).OwnGrantsPage),
  staticData: { title: 'Ride-alongs and passes' },
})
const ownConduct = createRoute({
  getParentRoute: () => userArea,
  path: '/conduct',
  component: lazyPage(async () => (await import('../features/community/conduct/OwnConductPage.tsx')).OwnConductPage),
  staticData: { title: 'Code of conduct' },
})
export const ownGrantRoutes = [ownGrants, ownConduct] as const
