import { z } from 'zod'
import { admin, allOf, anyOf, permissions, staff } from '../access.ts'
import { Instant } from '../values.ts'

/** Sets types, mappings, tickets, votes and grants. */
export const manageDiscord = anyOf(admin, allOf(staff, permissions('MANAGE_DISCORD')))
/** The connection, 'fix all' and removing a Discord server. */
export const discordAdmin = anyOf(admin, allOf(staff, permissions('DISCORD_ADMIN')))

/** What a channel is used for. */
export const DiscordChannelType = z.enum([
  'Text',
  'MemberLogs',
  'GeneralLogs',
  'CommunityAnnouncements',
  'TicketsCategory',
  'Link',
  'Voting',
  'Ridealong',
  'TempPass',
  'CoCBotInfo',
])
export type DiscordChannelType = z.infer<typeof DiscordChannelType>

export const DiscordRoleType = z.enum([
  'OTHER',
  'GUEST',
  'RESERVE',
  'PATROL_NOTIFY',
  'RECRUIT',
  'MEMBER',
  'SIT',
  'STAFF',
  'SENIOR_STAFF',
  'ADMIN',
  'POLICE',
  'SHERIFF',
  'HIGHWAY',
  'COMMS',
  'CIV',
  'MEDIA',
  'FTO',
  'DEV',
])
export type DiscordRoleType = z.infer<typeof DiscordRoleType>

const NO_SNOWFLAKE = 'An id of Discord is a number of up to 20 digits'
/** An id of Discord's, from an address or a body: digits, too many for a number. */
export const Snowflake = z.string().max(20, NO_SNOWFLAKE).regex(/^\d+$/, NO_SNOWFLAKE)

export const DiscordBot = z.object({
  /** `waiting`: Discord is away and tried again. `refused`: someone has to do something. */
  state: z.enum(['off', 'connecting', 'connected', 'waiting', 'refused']),
  /** What is wrong, in words; empty if nothing is. */
  problem: z.string(),
  name: z.string().nullable(),
  pingMs: z.int().nullable(),
  since: Instant,
})
export type DiscordBot = z.infer<typeof DiscordBot>

export const DiscordGuild = z.object({
  guildId: z.string(),
  name: z.string(),
  memberCount: z.int(),
  /** Members with a portal account linked. */
  linkedCount: z.int(),
  channelCount: z.int(),
  roleCount: z.int(),
  /** Since when the bot is no longer there. */
  leftAt: Instant.nullable(),
  /** Since when roles follow the portal; null until someone has looked at what would change. */
  followedAt: Instant.nullable(),
  version: z.int(),
})
export type DiscordGuild = z.infer<typeof DiscordGuild>

/** `none`: it has no type. `part`: named in `missing`. */
export const DiscordChannel = z.object({
  channelId: z.string(),
  guildId: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  kind: z.enum(['text', 'announcement', 'category', 'voice', 'forum', 'other']),
  position: z.int(),
  type: DiscordChannelType.nullable(),
  /** What the bot lacks there to do what the type asks for, as Discord names it. */
  missing: z.array(z.string()),
  isGone: z.boolean(),
  version: z.int(),
})
export type DiscordChannel = z.infer<typeof DiscordChannel>

export const DiscordRole = z.object({
  roleId: z.string(),
  guildId: z.string(),
  name: z.string(),
  color: z.int(),
  position: z.int(),
  type: DiscordRoleType,
  memberCount: z.int(),
  /** Why the bot can't give it; null if it can. */
  whyNot: z.enum(['above', 'managed', 'everyone', 'permission']).nullable(),
  /** Gives power over the Discord server: changing who has it is for admins. */
  isPowerful: z.boolean(),
  isGone: z.boolean(),
  version: z.int(),
})
export type DiscordRole = z.infer<typeof DiscordRole>

/** What waits to be done in Discord, and how today went. */
export const DiscordJobs = z.object({
  doneToday: z.int(),
  waiting: z.int(),
  /** Removals of roles that wait for someone to confirm them. */
  held: z.int(),
  failed: z.int(),
  /** Until when Discord's rate limit lets nothing through. */
  limitedUntil: Instant.nullable(),
})
export type DiscordJobs = z.infer<typeof DiscordJobs>
