import { z } from 'zod'
import { UnitClass } from '../duty.ts'
import { defineEndpoint } from '../endpoint.ts'
import { numberParam, IdParam, Instant, InstantInput } from '../values.ts'
import { seesPatrolsOf } from './patrols.access.ts'

export { patrolViewer, seesPatrolsOf } from './patrols.access.ts'

/** `civilian`: in the game and not on duty. */
export const PatrolKind = z.enum(['duty', 'civilian'])
export type PatrolKind = z.infer<typeof PatrolKind>
export const CorrectionState = z.enum(['asked', 'accepted', 'declined', 'withdrawn'])
export type CorrectionState = z.infer<typeof CorrectionState>

/** A continuous time in one department on one server. */
export const Patrol = z.object({
  patrolId: z.int(),
  departmentId: z.int(),
  departmentName: z.string(),
  serverId: z.int(),
  serverName: z.string(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  /** Why the portal ended the patrol, at the last sign of life; null if a person ended it. */
  endReason: z.enum(['silence']).nullable(),
  /** Number of calls that the member was on, created, cleared or sent units to. */
  calls: z.int(),
  userId: z.int(),
  kind: PatrolKind,
  /** The last call sign of the patrol; empty for a civilian one. */
  identifier: z.string(),
  unitClass: UnitClass,
  /** Duration from start to end, or to now. */
  seconds: z.int(),
  /** The part of the duration that counts towards all totals. */
  countedSeconds: z.int(),
  /**
   * Time the member was seen in the game; null if nobody watched, because the game server was not connected or the department does not play
   * in the game.
   */
  seenSeconds: z.int().nullable(),
  /** The part of `seenSeconds` without movement. */
  idleSeconds: z.int().nullable(),
  /** The patrol has an absence from the game that the rule does not count and nobody has decided on. */
  isFlagged: z.boolean(),
  /** The patrol overlapped another one and was cut there. */
  isCut: z.boolean(),
  /** The state of the latest correction. */
  correction: CorrectionState.nullable(),
  /** A patrol is settled a minute or two after its end; its absences are not known before. */
  isSettled: z.boolean(),
})
export type Patrol = z.infer<typeof Patrol>

export const listUserPatrols = defineEndpoint({
  method: 'GET',
  path: '/api/user/getUserPatrols/:userId',
  summary: "A member's patrols, newest first; the latest 50 unless a period or page is given",
  access: seesPatrolsOf,
  params: z.object({ userId: IdParam }),
  query: z.object({
    /** Only patrols that overlap this period. */
    from: InstantInput.optional(),
    to: InstantInput.optional(),
    departmentId: IdParam.optional(),
    page: numberParam(1, 100_000).default(1),
    pageSize: numberParam(1, 100).default(50),
  }),
  response: z.array(Patrol),
})
