import { z } from 'zod'
import { signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery, SortDirection } from '../page.ts'
import { AvatarColor } from '../people/users.ts'
import { Day, DayInput, IdParam, Instant, LongIdParam, numberParam, trimmed } from '../values.ts'
import { Correction } from './corrections.ts'
import { Patrol, patrolViewer, seesPatrolsOf } from './patrols.ts'
import { TimeZone } from './time-zone.ts'

const Person = z.object({ userId: z.int(), name: z.string() })

/** The days of a period, first and last included, as days of the community. */
const Period = z.object({ from: DayInput, to: DayInput, timeZone: TimeZone })
const MAX_DAYS = 366
const inOrder = <T extends { from: string; to: string }>({ from, to }: T) => to >= from
const ORDER = { path: ['to'], error: 'The period ends before it starts' }
const notTooLong = <T extends { from: string; to: string }>({ from, to }: T) => Date.parse(to) - Date.parse(from) < MAX_DAYS * 86_400_000
const LENGTH = { path: ['to'], error: `Choose at most ${MAX_DAYS} days` }

export const PatrolFilter = z.enum(['flagged', 'silence', 'corrected', 'cut'])
export type PatrolFilter = z.infer<typeof PatrolFilter>

/** The lists of patrols; `getUserPatrols` has the same rows without their number. */
export const listPatrolHistory = defineEndpoint({
  method: 'GET',
  path: '/api/patrols/of/:userId',
  summary: "A member's patrols, newest first, a page at a time",
  access: seesPatrolsOf,
  params: z.object({ userId: IdParam }),
  query: PageQuery.extend({
    from: DayInput.optional(),
    to: DayInput.optional(),
    timeZone: TimeZone,
    departmentId: IdParam.optional(),
    serverId: IdParam.optional(),
    only: PatrolFilter.optional(),
    sort: z.enum(['startedAt', 'seconds']).default('startedAt'),
    direction: SortDirection.default('desc'),
  }),
  response: pageOf(Patrol),
})

/** A stretch lasts from one change of status, beat or call sign to the next. Together the stretches cover the whole patrol. */
export const PatrolStretch = z.object({
  startedAt: Instant,
  /** Null while the stretch is still going on. */
  endedAt: Instant.nullable(),
  /** Null if no status was recorded, as on civilian patrols. */
  status: z.int().nullable(),
  beat: z.string().nullable(),
  identifier: z.string(),
})
export type PatrolStretch = z.infer<typeof PatrolStretch>

export const Presence = z.object({ startedAt: Instant, endedAt: Instant, state: z.enum(['moving', 'idle']) })
export type Presence = z.infer<typeof Presence>

/** A time without presence while the game server was connected. */
export const PatrolGap = z.object({
  gapId: z.int(),
  startedAt: Instant,
  endedAt: Instant,
  isCounted: z.boolean(),
  /** Null if the rule alone decided. */
  decided: z.object({ by: Person, at: Instant, note: z.string() }).nullable(),
})
export type PatrolGap = z.infer<typeof PatrolGap>

export const PatrolDetail = Patrol.extend({
  name: z.string(),
  rankName: z.string().nullable(),
  stretches: z.array(PatrolStretch),
  presence: z.array(Presence),
  /**
   * Times at which the game server was connected; nothing is known about other times. Empty if the department does not play in the game.
   */
  watched: z.array(z.object({ startedAt: Instant, endedAt: Instant })),
  gaps: z.array(PatrolGap),
  callsWorked: z.array(z.object({ callId: z.int(), code: z.string(), title: z.string(), startedAt: Instant, endedAt: Instant.nullable() })),
  reports: z.array(z.object({ reportId: z.int(), number: z.string(), kind: z.string(), at: Instant })),
  corrections: z.array(Correction),
  /** The community's current rule for absences. Settled patrols keep the hours that were counted for them. */
  absences: z.object({ rule: z.enum(['count', 'limit', 'leave-out']), minutes: z.int() }).optional(),
  /** The end of the patrol before it was cut. */
  cutEndedAt: Instant.nullable(),
  /** Whether the caller may replay the patrol: at least a part of its track is still kept, and the caller may see it. */
  canReplay: z.boolean(),
  /** Whether the caller may decide on its gaps and corrections. */
  canDecide: z.boolean(),
  version: z.int(),
})
export type PatrolDetail = z.infer<typeof PatrolDetail>

export const getPatrol = defineEndpoint({
  method: 'GET',
  path: '/api/patrols/:patrolId',
  summary: 'A patrol with its timeline. Members see their own, staff any, holders of the capability those for their department',
  access: signedIn,
  params: z.object({ patrolId: LongIdParam }),
  response: PatrolDetail,
})

const Quota = z.object({
  minutes: z.int(),
  /** Days of leave within the period; they lower the quota in proportion. */
  leaveDays: z.int(),
  /** The part of the quota that is left. */
  dueMinutes: z.int(),
})
export type Quota = z.infer<typeof Quota>

const Total = z.object({ seconds: z.int(), countedSeconds: z.int(), calls: z.int(), patrols: z.int() })

/** A member's own figures. Weeks begin on Monday. */
export const PatrolSummary = z.object({
  today: z.int(),
  week: Total,
  weekBefore: Total,
  month: Total,
  monthBefore: Total,
  /**
   * The quota of the current week or month, as the community has set; none while quotas are switched off. The highest among the member's departments
   * comes first.
   */
  quotas: z.array(Quota.extend({ departmentId: z.int(), departmentName: z.string(), countedSeconds: z.int() })),
  quotaPeriod: z.enum(['week', 'month']),
  /** Days with a patrol within the last 53 weeks. */
  days: z.array(z.object({ day: Day, countedSeconds: z.int() })),
  /** Counts of the last 30 days. */
  byDepartment: z.array(z.object({ departmentId: z.int(), departmentName: z.string(), countedSeconds: z.int() })),
  byStatus: z.array(z.object({ status: z.int().nullable(), seconds: z.int() })),
})
export type PatrolSummary = z.infer<typeof PatrolSummary>

export const getPatrolSummary = defineEndpoint({
  method: 'GET',
  path: '/api/patrols/summary/:userId',
  summary: "A member's totals by week and month against the quota, a calendar, and hours by department and status",
  access: seesPatrolsOf,
  params: z.object({ userId: IdParam }),
  query: z.object({ timeZone: TimeZone }),
  response: PatrolSummary,
})

const Scope = Period.extend({ departmentId: IdParam.optional(), rankId: IdParam.optional() })

/** The figures above the list of the Patrol Viewer, for the departments the caller may see. */
export const PatrolOverview = z.object({
  total: Total,
  /**
   * The same figures for as many days right before; for a whole month, for the month before. For a period that is under way, only for as much of
   * it as has passed.
   */
  before: Total,
  members: z.int(),
  /**
   * Null if quotas do not apply to the requested period, or are switched off. In a month with quotas by week, members who missed the quota of at least one of its
   * weeks.
   */
  belowQuota: z.int().nullable(),
  onLeave: z.int(),
  inactive: z.int(),
  inactiveDays: z.int(),
  /** Patrols that wait for a supervisor. A patrol may be in both lists; `patrols` counts each once. */
  review: z.object({ corrections: z.int(), flagged: z.int(), patrols: z.int() }),
  days: z.array(z.object({ day: Day, departmentId: z.int(), countedSeconds: z.int() })),
  departments: z.array(Total.extend({ departmentId: z.int(), departmentName: z.string(), members: z.int() })),
  ranks: z.array(Total.extend({ rankId: z.int().nullable(), rankName: z.string().nullable(), departmentId: z.int(), members: z.int() })),
  byStatus: z.array(z.object({ status: z.int().nullable(), seconds: z.int() })),
})
export type PatrolOverview = z.infer<typeof PatrolOverview>

export const getPatrolOverview = defineEndpoint({
  method: 'GET',
  path: '/api/patrols/overview',
  summary: 'Totals of a period by day, department, rank and status, and how many are below quota, on leave or inactive',
  access: patrolViewer,
  query: Scope.refine(inOrder, ORDER).refine(notTooLong, LENGTH),
  response: PatrolOverview,
})

export const MemberPatrols = z.object({
  userId: z.int(),
  name: z.string(),
  avatarColor: AvatarColor,
  picture: z.string().nullable(),
  /** Their department in question: the filtered one, or the primary one. */
  departmentId: z.int().nullable(),
  departmentName: z.string().nullable(),
  rankName: z.string().nullable(),
  countedSeconds: z.int(),
  patrols: z.int(),
  calls: z.int(),
  /** Share of the watched time; null if the member was never watched. */
  seenPercent: z.int().nullable(),
  /** `countedSeconds` are hours in this department, which count towards its quota. */
  quota: Quota.extend({
    countedSeconds: z.int(),
    /**
     * In a month with quotas by week: how many of its weeks that are over missed their quota. The other figures are then sums of the weeks that have
     * begun. A week belongs to the month of its Thursday.
     */
    weeks: z.object({ missed: z.int(), over: z.int() }).nullable(),
  }).nullable(),
  lastPatrolAt: Instant.nullable(),
  isOnLeave: z.boolean(),
  isFlagged: z.boolean(),
})
export type MemberPatrols = z.infer<typeof MemberPatrols>

export const MemberPatrolsOnly = z.enum(['belowQuota', 'inactive', 'onLeave', 'flagged', 'onPatrol'])
export type MemberPatrolsOnly = z.infer<typeof MemberPatrolsOnly>

export const listMemberPatrols = defineEndpoint({
  method: 'GET',
  path: '/api/patrols/members',
  summary: 'Members with their totals of a period, a page at a time; of the departments one may see',
  access: patrolViewer,
  query: PageQuery.extend(Scope.shape)
    .extend({
      q: trimmed(100).optional(),
      only: MemberPatrolsOnly.optional(),
      /** For the filter `inactive`; the community's setting unless given. */
      inactiveDays: numberParam(1, 3650).optional(),
      sort: z.enum(['name', 'rank', 'hours', 'quota', 'seen', 'calls', 'lastPatrolAt']).default('hours'),
      direction: SortDirection.default('desc'),
    })
    .refine(inOrder, ORDER)
    .refine(notTooLong, LENGTH),
  response: pageOf(MemberPatrols),
})

/** A decision that a supervisor has to take: a correction, or an absence that the rule does not count. */
export const ReviewItem = Patrol.extend({
  name: z.string(),
  asked: Correction.nullable(),
  gapSeconds: z.int(),
})
export type ReviewItem = z.infer<typeof ReviewItem>

export const listPatrolReviews = defineEndpoint({
  method: 'GET',
  path: '/api/patrols/review',
  summary: 'Patrols with a correction asked for, or with an absence nobody has decided on; oldest request first',
  access: patrolViewer,
  query: PageQuery.extend({ departmentId: IdParam.optional(), kind: z.enum(['corrections', 'flagged']).optional() }),
  response: pageOf(ReviewItem),
})
