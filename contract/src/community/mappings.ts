import { z } from 'zod'
import { staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { DepartmentId, RankId } from '../people/departments.ts'
import { Id, IdParam, Instant, text } from '../values.ts'
import { discordAdmin, Snowflake } from './discord.ts'

/** Each department and each Discord role has one: the portal gives the role in Discord, or Discord gives the department and rank here. */
export const Leader = z.enum(['portal', 'discord'])
export type Leader = z.infer<typeof Leader>

const Person = z.object({ userId: z.int(), name: z.string() })
const RoleName = z.object({ roleId: z.string(), name: z.string(), guildName: z.string(), color: z.int() })
const RankName = z.object({ rankId: z.int(), name: z.string() })

/** A Discord role that stands for a department and rank here. Nothing follows it until Discord leads the department. */
export const RoleMapping = z.object({
  mappingId: z.int(),
  role: RoleName,
  rank: RankName.nullable(),
  madeBy: Person,
  /** The member whose rights count: who made the mapping, or who resumed it last. */
  answeredForBy: Person,
  /** Linked members who have the role in Discord. */
  holders: z.int(),
  /** Members of the department whom this mapping, the highest that they have a role of, puts where they are. */
  members: z.int(),
  /** Why nothing follows the mapping at the moment, in a sentence; null unless it is paused. */
  pausedBecause: z.string().nullable(),
})
export type RoleMapping = z.infer<typeof RoleMapping>

/** A Discord role that the portal gives to members of a department or rank. It is listed with the entitlements, too. */
const GivenRole = z.object({ entitlementId: z.int(), role: RoleName, rank: RankName.nullable(), members: z.int() })

export const MappedDepartment = z.object({
  departmentId: z.int(),
  name: z.string(),
  fullName: z.string(),
  isRetired: z.boolean(),
  leader: Leader,
  members: z.int(),
  /** The ranks that can be mapped, lowest first. */
  ranks: z.array(RankName),
  /** Mappings of the highest ranks come first. */
  mappings: z.array(RoleMapping),
  gives: z.array(GivenRole),
  /** Why nobody loses anything at the moment, in a sentence; null if losses follow Discord. */
  waitsBecause: z.string().nullable(),
  /** Members who lose their rank or membership once a person confirms it; `digest` names exactly these losses. */
  held: z.object({ losses: z.int(), since: Instant, digest: z.string() }).nullable(),
})
export type MappedDepartment = z.infer<typeof MappedDepartment>

export const listRoleMappings = defineEndpoint({
  method: 'GET',
  path: '/api/discord/mappings',
  summary: 'Who leads each department, the Discord roles that are mapped to it, and the roles to choose from',
  access: staff,
  response: z.object({
    departments: z.array(MappedDepartment),
    /** Roles of Discord servers that the bot is in, by server and place. */
    roles: z.array(RoleName),
  }),
})

export const MappingChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), roleId: Snowflake, departmentId: DepartmentId, rankId: RankId.nullable() }),
  /** Removing the last mapping of a department that Discord leads makes the portal lead it, and nobody loses anything. */
  z.object({ kind: z.literal('remove'), mappingId: Id }),
  z.object({ kind: z.literal('pause'), mappingId: Id }),
  /** The member who resumes a mapping answers for it from then on. */
  z.object({ kind: z.literal('resume'), mappingId: Id }),
  z.object({ kind: z.literal('lead'), departmentId: DepartmentId, leader: Leader }),
])
export type MappingChange = z.infer<typeof MappingChange>

/** How a member changes by following Discord. `left alone`: the member would change, but may not be changed in this way. */
export const FollowKind = z.enum(['joins', 'raised', 'lowered', 'removed', 'left alone'])
export type FollowKind = z.infer<typeof FollowKind>

export const FollowChange = z.object({
  member: Person,
  kind: FollowKind,
  fromRank: z.string().nullable(),
  toRank: z.string().nullable(),
  /** Why the member is left alone, in a sentence; empty for the others. */
  why: z.string(),
})
export type FollowChange = z.infer<typeof FollowChange>

const LISTED = 500
export const MappingPreview = z.object({
  counts: z.object({ joins: z.int(), raised: z.int(), lowered: z.int(), removed: z.int(), leftAlone: z.int() }),
  /** Losses first, then by name; at most 500. */
  members: z.array(FollowChange).max(LISTED),
  /** The roles that the portal stops giving, in words. Members who have such a role keep it. */
  stops: z.array(z.string()),
  /** Why losses wait at first, in a sentence; null if they don't. */
  waitsBecause: z.string().nullable(),
  digest: z.string(),
})
export type MappingPreview = z.infer<typeof MappingPreview>
export const MAX_FOLLOW_LISTED = LISTED

/** Answers as the change itself would, if it may not be made. */
export const previewMappingChange = defineEndpoint({
  method: 'POST',
  path: '/api/discord/mappings/preview',
  summary: 'Preview what a change of a mapping, or of who leads a department, would do to members',
  access: discordAdmin,
  body: z.object({ change: MappingChange }),
  response: MappingPreview,
})

/** A digest of what the caller was shown, which differs once anything in it has changed. */
const Digest = text(64).min(1, 'Look at the preview first')

/**
 * Answers 403 with the field `change.rankId` and the reason if the caller may not give what the mapping gives, and 409 if the preview has changed
 * since.
 */
export const changeMapping = defineEndpoint({
  method: 'POST',
  path: '/api/discord/mappings',
  summary: 'Add, pause, resume or remove a mapping, or change who leads a department; refused if the preview has changed since',
  access: discordAdmin,
  body: z.object({ change: MappingChange, digest: Digest }),
  response: z.object({}),
})

export const decideOnLosses = defineEndpoint({
  method: 'POST',
  path: '/api/discord/departments/:departmentId/losses',
  summary: 'Confirm the losses that wait in a department, or let these members keep what they have',
  access: discordAdmin,
  params: z.object({ departmentId: IdParam }),
  body: z.object({ decision: z.enum(['take', 'keep']), digest: Digest }),
  response: z.object({}),
})
