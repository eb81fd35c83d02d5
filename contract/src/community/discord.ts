import { z } from 'zod'
import { admin, allOf, anyOf, permissions, staff } from '../access.ts'
import { Instant } from '../values.ts'

/** The right to set types, mappings, tickets, votes and grants. */
export const manageDiscord = anyOf(admin, allOf(staff, permissions('MANAGE_DISCORD')))
/** The right to change the connection, to fix all differences at once and to remove a Discord server. */
export const discordAdmin = anyOf(admin, allOf(staff, permissions('DISCORD_ADMIN')))

/** The purpose of a channel. */
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
/** An id that Discord has given: digits, too many for a number. */
export const Snowflake = z.string().max(20, NO_SNOWFLAKE).regex(/^\d+$/, NO_SNOWFLAKE)

export const DiscordBot = z.object({
  /** `waiting`: Discord is away, and the bot tries again. `refused`: a person has to act. */
  state: z.enum(['off', 'connecting', 'connected', 'waiting', 'refused']),
  /** The problem in words; empty if there is none. */
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
  /** When the bot left the server. */
  leftAt: Instant.nullable(),
  /** Since when roles follow the portal; null until someone has confirmed what would change. */
  followedAt: Instant.nullable(),
  version: z.int(),
})
export type DiscordGuild = z.infer<typeof DiscordGuild>

/** `none`: the channel has no type. `part`: the bot lacks the permissions in `missing`. */
export const DiscordChannel = z.object({
  channelId: z.string(),
  guildId: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  kind: z.enum(['text', 'announcement', 'category', 'voice', 'forum', 'other']),
  position: z.int(),
  type: DiscordChannelType.nullable(),
  /** The permissions that the bot lacks for a channel of this type, as Discord names them. */
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
  /** Why the bot can't give the role; null if it can. */
  whyNot: z.enum(['above', 'managed', 'everyone', 'permission']).nullable(),
  /** Whether the role gives power over the Discord server, so that only admins decide who has it. */
  isPowerful: z.boolean(),
  isGone: z.boolean(),
  version: z.int(),
})
export type DiscordRole = z.infer<typeof DiscordRole>

/** How many errands wait, are held and have failed in Discord, and how many were done today. */
export const DiscordJobs = z.object({
  doneToday: z.int(),
  waiting: z.int(),
  /** Removals of roles that wait for someone to confirm them. */
  held: z.int(),
  failed: z.int(),
  /** Until when Discord's rate limit rejects requests. */
  limitedUntil: Instant.nullable(),
})
export type DiscordJobs = z.infer<typeof DiscordJobs>
