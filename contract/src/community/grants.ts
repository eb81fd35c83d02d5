import { z } from 'zod'
import { anyOf, cadDepartment, signedIn, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { ServerEnvironment } from '../game/servers.ts'
import { pageOf, PageQuery } from '../page.ts'
import { DepartmentId } from '../people/departments.ts'
import { manageMembers } from '../people/rights.ts'
import type { CurrentUser } from '../people/users.ts'
import { numberSetting, type SettingGroup } from '../setting.ts'
import { Id, IdParam, Instant, trimmed, Version } from '../values.ts'
import { manageDiscord } from './discord.ts'
import { MemberEffects } from './entitlements.preview.ts'

const group: SettingGroup = { key: 'grants', title: 'Ride-alongs', help: 'Access for an evening, sponsored by a member of a department.' }

export const ridealongHours = numberSetting({
  key: 'grants.ridealong-hours',
  group,
  title: 'A ride-along lasts',
  help: 'From the moment a sponsor accepts it.',
  fallback: 6,
  min: 1,
  max: 24,
  unit: 'hours',
})

export const MAX_PASS_HOURS = 14 * 24
/** After how many days a request that nobody answers ends. */
export const GRANT_REQUEST_DAYS = 7

const Person = z.object({ userId: z.int(), name: z.string() })

export const GrantKind = z.enum(['ridealong', 'pass'])
export type GrantKind = z.infer<typeof GrantKind>

/** `ended`: someone ended the grant early. `expired`: its time was over, or nobody answered the request. */
export const GrantState = z.enum(['asked', 'active', 'declined', 'ended', 'expired', 'withdrawn'])
export type GrantState = z.infer<typeof GrantState>

/** Access for a limited time, which ends by itself: who has it, who sponsors it, what it is for and until when. */
export const Grant = z.object({
  grantId: z.int(),
  kind: GrantKind,
  state: GrantState,
  member: Person,
  /** The member who accepted or gave the grant. */
  sponsor: Person.nullable(),
  /** The whitelist of a pass. In addition, ride-alongs and passes give what their entitlements say. */
  whitelist: ServerEnvironment.nullable(),
  /** The department of a ride-along. */
  department: z.object({ departmentId: z.int(), name: z.string() }).nullable(),
  note: z.string(),
  hours: z.int(),
  askedAt: Instant,
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  /** `by` is null if the time of the grant was over. */
  ended: z.object({ by: Person.nullable(), at: Instant, reason: z.string() }).nullable(),
  version: z.int(),
})
export type Grant = z.infer<typeof Grant>

/** The right to decide on passes, because they give a whitelist, and to decline ride-alongs. */
export const decidesOnPasses = manageMembers
/** The right to end grants that are neither one's own nor sponsored by oneself. */
export const endsGrants = staff

/** The departments a ride-along can be with: those with units, without civilians. */
export const departmentsToRideWith = ({ userDepartments }: Pick<CurrentUser, 'userDepartments'>): CurrentUser['userDepartments'] =>
  userDepartments.filter(({ department }) => department.isCadEnabled && !department.isRetired && department.type !== 'Civilian')

const Note = trimmed(500, 'At most 500 characters')
const Hours = z.int('Enter a whole number of hours').min(1, 'At least 1 hour').max(MAX_PASS_HOURS, 'At most 14 days, which is 336 hours')
/** Ending or declining a grant needs no reason. */
export const GrantReason = z.object({ reason: Note.default('') })
const byId = z.object({ grantId: IdParam })
const version = z.object({ version: Version })

export const RidealongRequest = z.object({
  kind: z.literal('ridealong'),
  note: Note.default(''),
  /** The department that the member would like to ride with. */
  departmentId: DepartmentId.nullable().default(null),
})
const Pass = z.object({ hours: Hours, whitelist: ServerEnvironment.default('prod'), note: Note.min(1, 'Enter a reason') })
export const PassRequest = Pass.extend({ kind: z.literal('pass') })
export const GrantRequest = z.discriminatedUnion('kind', [RidealongRequest, PassRequest])
export type GrantRequest = z.infer<typeof GrantRequest>

export const NewPass = Pass.extend({ userId: Id })
export type NewPass = z.infer<typeof NewPass>

export const GrantList = z.enum(['waiting', 'active', 'past'])
export type GrantList = z.infer<typeof GrantList>

export const listGrants = defineEndpoint({
  method: 'GET',
  path: '/api/grants',
  summary: 'Ride-alongs and passes: those that wait, oldest first, active ones, next to end first, or past ones, newest first',
  access: staff,
  query: PageQuery.extend({ list: GrantList.default('active') }),
  response: pageOf(Grant),
})

export const listOwnGrants = defineEndpoint({
  method: 'GET',
  path: '/api/grants/own',
  summary: "One's own ride-alongs and passes, those one sponsors, and requests one may accept",
  access: signedIn,
  response: z.object({
    /** Newest first, at most 50. */
    own: z.array(Grant),
    sponsored: z.array(Grant),
    waiting: z.array(Grant),
    ridealongHours: z.int(),
    /** False if ride-alongs give nothing, because they have no entitlement. */
    ridealongGivesAccess: z.boolean(),
  }),
})

export const askGrant = defineEndpoint({
  method: 'POST',
  path: '/api/grants',
  summary: 'Request a ride-along or a pass; one of each at a time',
  access: signedIn,
  body: GrantRequest,
  response: Grant,
})

export const withdrawGrant = defineEndpoint({
  method: 'POST',
  path: '/api/grants/:grantId/withdraw',
  summary: "Withdraw one's own request",
  access: signedIn,
  params: byId,
  body: version,
  response: Grant,
})

export const acceptGrant = defineEndpoint({
  method: 'POST',
  path: '/api/grants/:grantId/accept',
  summary: "Sponsor a ride-along as a member of a department, or a pass as someone who manages members; never one's own",
  access: anyOf(cadDepartment, decidesOnPasses),
  params: byId,
  body: version,
  response: Grant,
})

export const declineGrant = defineEndpoint({
  method: 'POST',
  path: '/api/grants/:grantId/decline',
  summary: 'Decline a request',
  access: decidesOnPasses,
  params: byId,
  body: version.extend(GrantReason.shape),
  response: Grant,
})

export const givePass = defineEndpoint({
  method: 'POST',
  path: '/api/grants/passes',
  summary: 'Give a pass to a member who is not above oneself',
  access: manageDiscord,
  body: NewPass,
  response: Grant,
})

export const endGrant = defineEndpoint({
  method: 'POST',
  path: '/api/grants/:grantId/end',
  summary: "End a ride-along or pass before its time: one's own, one that one sponsors, or any as staff",
  access: signedIn,
  params: byId,
  body: version.extend(GrantReason.shape),
  response: Grant,
})

/** A step for a preview, which is not taken. */
export const GrantChange = z.discriminatedUnion('step', [
  z.object({ step: z.literal('accept'), grantId: Id, version: Version }),
  z.object({ step: z.literal('end'), grantId: Id, version: Version }),
  NewPass.omit({ note: true }).extend({ step: z.literal('give') }),
])
export type GrantChange = z.infer<typeof GrantChange>

export const previewGrant = defineEndpoint({
  method: 'POST',
  path: '/api/grants/preview',
  summary: 'Preview all effects of accepting, giving or ending a ride-along or pass, for members who may do so; nothing is saved',
  access: signedIn,
  body: GrantChange,
  response: MemberEffects,
})
