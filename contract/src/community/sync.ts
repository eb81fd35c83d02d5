import { z } from 'zod'
import { staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { Id, IdParam, Instant, text } from '../values.ts'
import { discordAdmin, DiscordGuild, manageDiscord, Snowflake } from './discord.ts'

/** More removals than this at once wait for a person. */
export const MAX_REMOVALS = 20
/** A run also waits for a person if more than this share of the linked members would lose a role, from this many members on. */
export const MAX_LOSING_SHARE = 0.05
export const LOSING_COUNTED_FROM = 4
/** Removals within this time count as one run. */
export const RUN_MINUTES = 10

const byGuild = z.object({ guildId: Snowflake })
const Person = z.object({ userId: z.int(), name: z.string() })
const RoleName = z.object({ roleId: z.string(), name: z.string() })

export const SyncCounts = z.object({
  gives: z.int(),
  takes: z.int(),
  nicknames: z.int(),
  /** The number of members with at least one change. */
  members: z.int(),
})
export type SyncCounts = z.infer<typeof SyncCounts>

/** The changes that would be made for one member. */
export const PlannedChange = z.object({
  member: Person,
  gives: z.array(RoleName),
  takes: z.array(RoleName),
  /** `after` is null for a nickname that is removed. */
  nickname: z.object({ before: z.string().nullable(), after: z.string().nullable() }).nullable(),
})
export type PlannedChange = z.infer<typeof PlannedChange>

/** A digest of what the caller was shown, which differs once anything in it has changed. */
const Digest = text(64).min(1, 'Look at the preview first')

export const previewDiscordSync = defineEndpoint({
  method: 'GET',
  path: '/api/discord/guilds/:guildId/plan',
  summary: 'Preview the changes in a Discord server if its roles followed the portal from now on',
  access: staff,
  params: byGuild,
  query: PageQuery,
  response: pageOf(PlannedChange).extend({
    counts: SyncCounts,
    byRole: z.array(
      RoleName.extend({
        gives: z.int(),
        takes: z.int(),
        /** Members who already have the role from someone else: the portal never takes it from them. */
        theirs: z.int(),
      }),
    ),
    /** Members of the portal who are linked and in this Discord server. */
    linked: z.int(),
    /** Members who would get another nickname but own the Discord server, or have a role that is not below the bot's: no bot can rename them. */
    notRenamed: z.int(),
    digest: z.string(),
  }),
})

export const followDiscordGuild = defineEndpoint({
  method: 'POST',
  path: '/api/discord/guilds/:guildId/follow',
  summary: 'Let the roles of a Discord server follow the portal; refused if the preview has changed since',
  access: discordAdmin,
  params: byGuild,
  body: z.object({ digest: Digest }),
  response: DiscordGuild,
})

export const unfollowDiscordGuild = defineEndpoint({
  method: 'POST',
  path: '/api/discord/guilds/:guildId/unfollow',
  summary: 'Stop changing roles in a Discord server; what was given stays',
  access: discordAdmin,
  params: byGuild,
  body: z.object({}),
  response: DiscordGuild,
})

/**
 * `lacks`: the portal gave the role, and someone took it by hand. `extra`: someone else gave the role. `renamed`: someone changed the nickname by
 * hand. `stuck`: the change failed. `absent`: the member is linked, but not in this Discord server.
 */
export const DriftKind = z.enum(['lacks', 'extra', 'renamed', 'stuck', 'absent'])
export type DriftKind = z.infer<typeof DriftKind>

/** The member is named by their account, or else by their Discord account. */
const DriftKey = z
  .object({ kind: DriftKind, userId: Id.optional(), discordId: Snowflake.optional(), roleId: Snowflake.nullable() })
  .refine(({ userId, discordId }) => userId !== undefined || discordId !== undefined, { path: ['userId'], error: 'Name a member' })
export type DriftKey = z.infer<typeof DriftKey>

export const DriftItem = z.object({
  kind: DriftKind,
  /** Null for members above the caller. */
  discordId: z.string().nullable(),
  roleId: z.string().nullable(),
  member: Person,
  role: z.string().nullable(),
  /** Whether the fix gives or takes the role; null if the difference is about no role. */
  direction: z.enum(['give', 'take']).nullable(),
  isPowerful: z.boolean(),
  /** The nickname that the member has and should have, or why the change failed. */
  detail: z.string(),
  since: Instant.nullable(),
})
export type DriftItem = z.infer<typeof DriftItem>

export const listDiscordDrift = defineEndpoint({
  method: 'GET',
  path: '/api/discord/guilds/:guildId/drift',
  summary: 'Where a Discord server differs from the portal',
  access: staff,
  params: byGuild,
  query: PageQuery.extend({ kind: DriftKind.optional() }),
  response: pageOf(DriftItem).extend({ fixable: z.int(), digest: z.string() }),
})

export const fixDiscordDrift = defineEndpoint({
  method: 'POST',
  path: '/api/discord/guilds/:guildId/drift/fix',
  summary: 'Fix one difference; a powerful role needs an admin',
  access: manageDiscord,
  params: byGuild,
  body: DriftKey,
  response: z.object({}),
})

export const keepDiscordDrift = defineEndpoint({
  method: 'POST',
  path: '/api/discord/guilds/:guildId/drift/keep',
  summary: 'Leave one difference as it is, and stop listing it',
  access: manageDiscord,
  params: byGuild,
  body: DriftKey,
  response: z.object({}),
})

export const fixAllDiscordDrift = defineEndpoint({
  method: 'POST',
  path: '/api/discord/guilds/:guildId/drift/fix-all',
  summary: 'Fix every difference, or preview what that would do',
  access: discordAdmin,
  params: byGuild,
  body: z.object({ isDryRun: z.boolean(), digest: Digest }),
  response: z.object({
    counts: SyncCounts,
    /** Whether removals wait for a person. */
    isHeld: z.boolean(),
  }),
})

/** A run of removals that waits for a person. */
export const HeldRun = z.object({
  runId: z.int(),
  guildId: z.string(),
  removals: z.int(),
  members: z.int(),
  /** All linked members in that Discord server. */
  linked: z.int(),
  roles: z.array(RoleName.extend({ removals: z.int() })),
  createdAt: Instant,
  digest: z.string(),
})
export type HeldRun = z.infer<typeof HeldRun>

export const listHeldRuns = defineEndpoint({
  method: 'GET',
  path: '/api/discord/runs/held',
  summary: 'Removals of roles that wait for someone to confirm them',
  access: staff,
  response: z.array(HeldRun),
})

const byRun = z.object({ runId: IdParam })

export const confirmHeldRun = defineEndpoint({
  method: 'POST',
  path: '/api/discord/runs/:runId/confirm',
  summary: 'Take the roles away; refused if there are others than were looked at',
  access: discordAdmin,
  params: byRun,
  body: z.object({ digest: Digest }),
  response: z.object({}),
})

export const cancelHeldRun = defineEndpoint({
  method: 'POST',
  path: '/api/discord/runs/:runId/cancel',
  summary: 'Leave the roles with those who have them; they are listed as drift from then on',
  access: discordAdmin,
  params: byRun,
  body: z.object({}),
  response: z.object({}),
})
