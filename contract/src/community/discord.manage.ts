import { z } from 'zod'
import { staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { Instant, LongIdParam, trimmed, Version } from '../values.ts'
import {
  discordAdmin,
  DiscordBot,
  DiscordChannel,
  DiscordChannelType,
  DiscordGuild,
  DiscordJobs,
  DiscordRole,
  DiscordRoleType,
  manageDiscord,
  Snowflake,
} from './discord.ts'

/** A text that can be sent in a header. */
const NO_SPACES = /^[\x21-\x7e]*$/
const Source = z.enum(['environment', 'portal', 'none'])

/** How the portal is connected to Discord. The secrets themselves are never sent. */
export const DiscordConnection = z.object({
  /** Where the bot's token comes from. */
  token: Source,
  clientId: z.string().nullable(),
  clientIdFrom: Source,
  clientSecret: Source,
  /** Whether a stored value can't be opened, because the key in the data folder is another one. */
  isUnreadable: z.boolean(),
  /** The address to enter as a redirect in the developer portal. */
  redirectUrl: z.string(),
  /** The address that invites the bot with the permissions it needs; null while the client id is unknown. */
  inviteUrl: z.string().nullable(),
  /** False where this node does not run the bot (PORTAL_BOT=off). */
  runsBot: z.boolean(),
  changedAt: Instant.nullable(),
  changedBy: z.object({ userId: z.int(), name: z.string() }).nullable(),
  version: z.int(),
})
export type DiscordConnection = z.infer<typeof DiscordConnection>

export const getDiscordConnection = defineEndpoint({
  method: 'GET',
  path: '/api/discord/connection',
  summary: 'How the portal is connected to Discord, without any secret',
  access: discordAdmin,
  response: DiscordConnection,
})

export const saveDiscordConnection = defineEndpoint({
  method: 'PUT',
  path: '/api/discord/connection',
  summary: 'Set the bot token, client id or client secret. Fields that are left out stay; null removes a field',
  access: discordAdmin,
  body: z.object({
    token: trimmed(200, 'A bot token has at most 200 characters')
      .min(50, 'A bot token has at least 50 characters')
      .regex(NO_SPACES, 'A bot token has no spaces')
      .nullish(),
    clientId: Snowflake.nullish(),
    clientSecret: trimmed(100, 'A client secret has at most 100 characters')
      .min(16, 'A client secret has at least 16 characters')
      .regex(NO_SPACES, 'A client secret has no spaces')
      .nullish(),
    version: Version,
  }),
  response: DiscordConnection,
})

/** A part of the set-up, whether it is right, and how to fix it. */
export const DiscordCheck = z.object({
  key: z.string(),
  title: z.string(),
  /** `warning`: it works now, and may stop working. */
  state: z.enum(['ok', 'missing', 'warning', 'unknown']),
  /** How to fix it; empty if there is nothing to do. */
  fix: z.string(),
})
export type DiscordCheck = z.infer<typeof DiscordCheck>

export const checkDiscord = defineEndpoint({
  method: 'POST',
  path: '/api/discord/connection/check',
  summary: 'Ask Discord what is missing: token, intents, OAuth client, permissions and the order of roles',
  access: discordAdmin,
  body: z.object({}),
  response: z.array(DiscordCheck),
})

const byGuild = z.object({ guildId: Snowflake })

export const getDiscord = defineEndpoint({
  method: 'GET',
  path: '/api/discord',
  summary: 'The bot, the Discord servers it is in, and what waits to be done',
  access: staff,
  response: z.object({
    /** Whether there is a token, so that the page can say how to start. */
    isSetUp: z.boolean(),
    bot: DiscordBot,
    guilds: z.array(DiscordGuild),
    jobs: DiscordJobs,
    /** How many tickets and votes are open, and how many ride-alongs wait for an answer. */
    open: z.object({ tickets: z.int(), votes: z.int(), grants: z.int() }),
  }),
})

export const getDiscordGuild = defineEndpoint({
  method: 'GET',
  path: '/api/discord/guilds/:guildId',
  summary: 'A Discord server with its channels and roles',
  access: staff,
  params: byGuild,
  response: z.object({ guild: DiscordGuild, channels: z.array(DiscordChannel), roles: z.array(DiscordRole) }),
})

export const removeDiscordGuild = defineEndpoint({
  method: 'DELETE',
  path: '/api/discord/guilds/:guildId',
  summary: 'Take the bot out of a Discord server; roles given there stay as they are',
  access: discordAdmin,
  params: byGuild,
  response: z.object({}),
})

export const forgetDiscordGuild = defineEndpoint({
  method: 'POST',
  path: '/api/discord/guilds/:guildId/forget',
  summary: 'Take a Discord server that the bot has left out of the lists, and delete who was in it',
  access: discordAdmin,
  params: byGuild,
  body: z.object({}),
  response: z.object({}),
})

export const setDiscordChannelType = defineEndpoint({
  method: 'PUT',
  path: '/api/discord/channels/:channelId/type',
  summary: 'Choose what a channel is used for; null for nothing',
  access: manageDiscord,
  params: z.object({ channelId: Snowflake }),
  body: z.object({ type: DiscordChannelType.nullable(), version: Version }),
  response: DiscordChannel,
})

export const setDiscordRoleType = defineEndpoint({
  method: 'PUT',
  path: '/api/discord/roles/:roleId/type',
  summary: 'Choose what a role stands for; a powerful one needs an admin',
  access: manageDiscord,
  params: z.object({ roleId: Snowflake }),
  body: z.object({ type: DiscordRoleType, version: Version }),
  response: DiscordRole,
})

/** No errand is `held` now: removals that wait for a confirmation get their errands after it. */
export const ErrandState = z.enum(['waiting', 'held', 'done', 'failed', 'dropped'])
export const DiscordErrand = z.object({
  errandId: z.int(),
  /** The errand in words: 'Give LSPD Sergeant to R. Delgado'. */
  title: z.string(),
  state: ErrandState,
  attempts: z.int(),
  problem: z.string(),
  createdAt: Instant,
  /** When the errand is tried next; null once it has ended. */
  runAt: Instant.nullable(),
  endedAt: Instant.nullable(),
})
export type DiscordErrand = z.infer<typeof DiscordErrand>

export const listDiscordErrands = defineEndpoint({
  method: 'GET',
  path: '/api/discord/errands',
  summary: 'Errands of the portal in Discord, newest first',
  access: staff,
  query: PageQuery.extend({ state: ErrandState.optional() }),
  response: pageOf(DiscordErrand),
})

const byErrand = z.object({ errandId: LongIdParam })

export const retryDiscordErrand = defineEndpoint({
  method: 'POST',
  path: '/api/discord/errands/:errandId/retry',
  summary: 'Try again now what failed or waits',
  access: manageDiscord,
  params: byErrand,
  body: z.object({}),
  response: DiscordErrand,
})

export const dropDiscordErrand = defineEndpoint({
  method: 'POST',
  path: '/api/discord/errands/:errandId/drop',
  summary: 'Give up what failed or waits',
  access: manageDiscord,
  params: byErrand,
  body: z.object({}),
  response: DiscordErrand,
})

export const dropFailedErrands = defineEndpoint({
  method: 'POST',
  path: '/api/discord/errands/drop-failed',
  summary: 'Give up all that failed',
  access: manageDiscord,
  body: z.object({}),
  /** `kept`: failed errands that someone else has to decide about. */
  response: z.object({ dropped: z.int(), kept: z.int() }),
})
