import { z } from 'zod'
import { DepartmentId, RankId } from './departments.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery, SortDirection } from '../page.ts'
import { manageMembers } from './rights.ts'
import { AvatarColor, EntitledBy, UserDepartment } from './users.ts'
import { countedList, Day, DayInput, Id, IdParam, Instant, InstantInput, numberParam, trimmed, Version } from '../values.ts'
import { leaveSwitch } from './leaves.settings.ts'

const Person = z.object({ userId: z.int(), name: z.string() })

/** One row of the roster. */
export const MemberRow = z.object({
  userId: z.int(),
  name: z.string(),
  avatarColor: AvatarColor,
  /** The digest of the member's picture. */
  picture: z.string().nullable(),
  departments: z.array(z.object({ departmentId: DepartmentId, name: z.string(), rankName: z.string().nullable(), isPrimary: z.boolean() })),
  isWhitelisted: z.boolean(),
  isWhitelistedDev: z.boolean(),
  /** Whether the member is on the whitelists by rank, ride-along or pass. */
  isEntitled: z.boolean().optional(),
  isEntitledDev: z.boolean().optional(),
  entitledBy: EntitledBy.nullish(),
  entitledByDev: EntitledBy.nullish(),
  userCharacters: z.array(z.object({ lastUsedAt: Instant.nullable() })),
  lastSeenAt: Instant.nullable(),
  /** Minutes on duty in the last thirty days. */
  minutes: z.int(),
  /** When the last patrol ended; now for a member on duty, null for one who never patrolled. */
  lastPatrolAt: Instant.nullable(),
  isOnLeave: z.boolean(),
  /** The last day of the current leave. */
  leaveEndsOn: Day.nullable(),
  /** Points of active warnings; null for members above the caller. */
  warningPoints: z.int().nullable(),
})
export type MemberRow = z.infer<typeof MemberRow>

export const MemberSort = z.enum(['name', 'lastSeenAt', 'rank', 'lastPatrolAt', 'minutes', 'leave', 'warningPoints'])
export const MemberFilter = PageQuery.extend({
  q: trimmed(100).optional(),
  departmentId: IdParam.optional(),
  rankId: IdParam.optional(),
  includeReserves: z.stringbool().default(true),
  whitelist: z.enum(['prod', 'dev', 'none']).optional(),
  onLeave: z.stringbool().optional(),
  /** Only members who joined at least this many days ago and have not patrolled since then. */
  inactiveDays: numberParam(1, 3650).optional(),
  sort: MemberSort.default('name'),
  direction: SortDirection.default('asc'),
})
export type MemberFilter = z.infer<typeof MemberFilter>

export const StaffNote = z.object({ noteId: z.int(), text: z.string(), author: Person, createdAt: Instant })
export type StaffNote = z.infer<typeof StaffNote>

export const MarkKind = z.enum(['commendation', 'warning'])
export const Mark = z.object({
  markId: z.int(),
  kind: MarkKind,
  text: z.string(),
  points: z.int(),
  author: Person,
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  withdrawn: z.object({ by: Person, at: Instant, reason: z.string() }).nullable(),
})
export type Mark = z.infer<typeof Mark>

export const Leave = z.object({
  leaveId: z.int(),
  startsOn: Day,
  endsOn: Day,
  reason: z.string(),
  author: Person,
  endedEarlyAt: Instant.nullable(),
})
export type Leave = z.infer<typeof Leave>

export const RankChange = z.object({
  rankChangeId: z.int(),
  department: z.object({ departmentId: DepartmentId, name: z.string() }),
  fromRank: z.string().nullable(),
  toRank: z.string().nullable(),
  kind: z.enum(['promotion', 'demotion', 'change']),
  reason: z.string(),
  author: Person.nullable(),
  at: Instant,
})
export type RankChange = z.infer<typeof RankChange>

export const Member = MemberRow.omit({ departments: true }).extend({
  version: z.int(),
  steamId: z.string().nullable(),
  createdAt: Instant,
  userDepartments: z.array(UserDepartment),
  roles: z.array(z.object({ name: z.string(), roleGroup: z.object({ name: z.string() }) })),
  notes: z.array(StaffNote),
  marks: z.array(Mark),
  leaves: z.array(Leave),
  rankChanges: z.array(RankChange),
})
export type Member = z.infer<typeof Member>

const byUser = z.object({ userId: IdParam })
const text = (what: string, max = 2000) => trimmed(max).min(1, `Enter ${what}`)

export const listMembers = defineEndpoint({
  method: 'GET',
  path: '/api/members',
  summary: 'The roster, a page at a time',
  access: manageMembers,
  query: MemberFilter,
  response: pageOf(MemberRow),
})

export const getMember = defineEndpoint({
  method: 'GET',
  path: '/api/members/:userId',
  summary: 'A member with notes, commendations, warnings, leave and rank history; nobody above the caller',
  access: manageMembers,
  params: byUser,
  response: Member,
})

export const addNote = defineEndpoint({
  method: 'POST',
  path: '/api/members/:userId/notes',
  summary: 'Write a staff note on a member',
  access: manageMembers,
  params: byUser,
  body: z.object({ text: text('a note') }),
  response: StaffNote,
})

export const deleteNote = defineEndpoint({
  method: 'DELETE',
  path: '/api/members/:userId/notes/:noteId',
  summary: "Delete a note: one's own, or, as an admin, anyone's",
  access: manageMembers,
  params: byUser.extend({ noteId: IdParam }),
  response: z.object({}),
})

export const MarkInput = z.object({
  kind: MarkKind,
  text: text('what for'),
  points: z.int().min(0).max(100).default(0),
  expiresAt: InstantInput.nullable().default(null),
})
export type MarkInput = z.infer<typeof MarkInput>

export const addMark = defineEndpoint({
  method: 'POST',
  path: '/api/members/:userId/marks',
  summary: 'Commend or warn a member',
  access: manageMembers,
  params: byUser,
  body: MarkInput,
  response: Mark,
})

export const withdrawMark = defineEndpoint({
  method: 'POST',
  path: '/api/members/:userId/marks/:markId/withdraw',
  summary: 'Withdraw a commendation or warning; it stays on record as withdrawn',
  access: manageMembers,
  params: byUser.extend({ markId: IdParam }),
  body: z.object({ reason: text('a reason', 500) }),
  response: Mark,
})

export const LeaveInput = z

  .object({ startsOn: DayInput, endsOn: DayInput, reason: text('a reason', 500) })
  .refine(({ startsOn, endsOn }) => endsOn >= startsOn, { path: ['endsOn'], error: 'The leave ends before it starts' })
export type LeaveInput = z.infer<typeof LeaveInput>

export const addLeave = defineEndpoint({
  method: 'POST',
  path: '/api/members/:userId/leaves',
  summary: 'Record a leave of absence',
  access: manageMembers,
  featureSwitch: leaveSwitch,
  params: byUser,
  body: LeaveInput,
  response: Leave,
})

export const endLeave = defineEndpoint({
  method: 'POST',
  path: '/api/members/:userId/leaves/:leaveId/end',
  summary: 'End a leave early, or cancel one that has not begun',
  access: manageMembers,
  featureSwitch: leaveSwitch,
  params: byUser.extend({ leaveId: IdParam }),
  response: Leave,
})

export const changeRank = defineEndpoint({
  method: 'POST',
  path: '/api/members/:userId/rank',
  summary: 'Promote or demote a member in one of their departments',
  access: manageMembers,
  params: byUser,
  body: z.object({ departmentId: DepartmentId, rankId: RankId.nullable(), reason: text('a reason', 500), version: Version }),
  response: Member,
})

export const BulkRankChange = z.object({
  departmentId: DepartmentId,
  toRankId: RankId,
  userIds: countedList(z.array(Id).min(1, 'Choose at least one member').max(500, 'At most 500 members at once')),
})

/** The outcome of a bulk change for one member, or the reason why it would be refused. */
export const RankPreview = z.object({
  userId: z.int(),
  name: z.string(),
  version: z.int(),
  fromRank: z.string().nullable(),
  toRank: z.string(),
  outcome: z.enum(['promotion', 'demotion', 'change', 'unchanged', 'not a member', 'above you', 'yourself']),
})
export type RankPreview = z.infer<typeof RankPreview>

export const previewRanks = defineEndpoint({
  method: 'POST',
  path: '/api/members/ranks/preview',
  summary: 'Preview a bulk rank change',
  access: manageMembers,
  body: BulkRankChange,
  response: z.array(RankPreview),
})

export const changeRanks = defineEndpoint({
  method: 'POST',
  path: '/api/members/ranks',
  summary: 'Change the rank of several members at once: all as previewed, or none',
  access: manageMembers,
  body: BulkRankChange.omit({ userIds: true }).extend({
    members: countedList(
      z
        .array(z.object({ userId: Id, version: Version }))
        .min(1)
        .max(500),
    ),
    reason: text('a reason', 500),
  }),
  response: z.object({ changed: z.int() }),
})
