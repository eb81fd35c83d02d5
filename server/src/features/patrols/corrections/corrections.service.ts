import type { Correction, CorrectionInput } from '@tenfour/contract'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { emitReview } from '../live/live.port.ts'
import * as repo from './corrections.repo.ts'
import type { LockedPatrol, NewTimes } from './corrections.repo.ts'

type Deps = { readonly db: Db; readonly publish: Publish }

/** Requests of members about their own patrols. */
export function createCorrectionService({ db, publish }: Deps) {
  return {
    ask: (actor: Actor, patrolId: number, input: CorrectionInput): Promise<Correction> =>
      inTransaction(db, publish, async (tx, emit) => {
        const patrol = await repo.lockPatrol(tx, patrolId)
        if (!patrol) throw noSuchPatrol()
        await assertAct(tx, 'correction.ask', actor, { userIds: [patrol.userId] })
        await assertCurrent(tx, patrol, input.version)
        const now = Date.now()
        const was = assertCorrectable(patrol, now)
        const times = askedTimes(was, input)
        if (times.startedAt === null && times.endedAt === null) await assertCountsMore(tx, patrol, input.countsGaps)
        else {
          assertPossible(was, times, now)
          await assertFree(tx, patrolId, times)
        }
        const correctionId = await repo.insertCorrection(tx, patrolId, { ...times, reason: input.reason, countsGaps: input.countsGaps })
        await emitReview(emit, patrol)
        return repo.readCorrection(tx, correctionId)
      }).catch((error: unknown) => {
        throw violates(error, 'patrol_corrections_one_asked')
          ? new AppError('conflict', 'A correction of this patrol waits already: withdraw it first')
          : error
      }),

    withdraw: (actor: Actor, correctionId: number): Promise<Correction> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { patrol, correction } = await lockCorrection(tx, correctionId)
        await assertAct(tx, 'correction.withdraw', actor, { userIds: [correction.askedBy.userId] })
        assertAsked(correction)
        await repo.markWithdrawn(tx, correctionId)
        await emitReview(emit, patrol)
        return repo.readCorrection(tx, correctionId)
      }),
  }
}

const noSuchPatrol = () => new AppError('not_found', 'There is no such patrol')
const noSuchCorrection = () => new AppError('not_found', 'There is no such correction')

/** A correction and its patrol, locked. */
export async function lockCorrection(tx: Tx, correctionId: number): Promise<{ patrol: repo.LockedPatrol; correction: Correction }> {
  const found = await repo.patrolOfCorrection(tx, correctionId)
  const patrol = found && (await repo.lockPatrol(tx, found.patrol_id))
  if (!patrol) throw noSuchCorrection()
  return { patrol, correction: await repo.readCorrection(tx, correctionId) }
}

export function assertAsked({ state, askedBy, decided }: Correction): void {
  if (state === 'withdrawn') throw new AppError('conflict', `${askedBy.name} has withdrawn this correction`)
  if (state !== 'asked') throw new AppError('conflict', `${decided?.by.name ?? 'Someone'} has already ${state} this correction`)
}

export async function assertCurrent(tx: Tx, { id, version }: repo.LockedPatrol, known: number): Promise<void> {
  if (version === known) return
  const change = (await repo.lastChange(tx, id)) ?? 'its absences were worked out'
  throw new AppError('conflict', `This patrol has changed since you opened it: ${change}`)
}

/** A request without new times must ask for absences to count, and the patrol must have some, or may still get some. */
async function assertCountsMore(tx: Tx, { id, isSettled }: repo.LockedPatrol, countsGaps: boolean): Promise<void> {
  if (!countsGaps) throw new AppError('invalid_input', 'Choose what to correct', 'startedAt')
  if (isSettled && !(await repo.hasLeftOut(tx, id))) {
    throw new AppError('invalid_input', 'No absence in this patrol waits for a decision', 'countsGaps')
  }
}

/** A constraint makes overlaps impossible; this names the time that overlaps. */
export async function assertFree(tx: Tx, patrolId: number, times: repo.NewTimes): Promise<void> {
  const other = await repo.overlapping(tx, patrolId, times)
  if (other) throw overlaps(other.isBefore ? 'startedAt' : 'endedAt')
}
export const overlaps = (field: 'startedAt' | 'endedAt') =>
  new AppError(
    'conflict',
    field === 'startedAt'
      ? 'This overlaps the patrol before: choose a later start'
      : 'This overlaps the patrol after: choose an earlier end',
    field,
  )

const MAX_AGE_DAYS = 90
const MAX_LONGER_HOURS = 24
const HOUR_MS = 3_600_000

type Times = { readonly startedAt: Date; readonly endedAt: Date }
type Field = 'startedAt' | 'endedAt'
const invalid = (message: string, field: Field) => new AppError('invalid_input', message, field)

/** The times of a patrol that may be corrected; refuses any other patrol. */
function assertCorrectable({ startedAt, endedAt }: LockedPatrol, now: number): Times {
  if (!endedAt) throw new AppError('conflict', 'This patrol is still under way: end it first')
  if (endedAt.getTime() < now - MAX_AGE_DAYS * 24 * HOUR_MS) {
    throw new AppError('conflict', `This patrol ended more than ${MAX_AGE_DAYS} days ago: its times stay as they are`)
  }
  return { startedAt, endedAt }
}

/** The requested times, without those that are unchanged. */
function askedTimes(was: Times, input: Pick<CorrectionInput, Field>): NewTimes {
  const differing = (asked: string | null, is: Date) => (asked === null || Date.parse(asked) === is.getTime() ? null : new Date(asked))
  return { startedAt: differing(input.startedAt, was.startedAt), endedAt: differing(input.endedAt, was.endedAt) }
}

/** Refuses times that no correction may give. */
function assertPossible(was: Times, asked: NewTimes, now: number): void {
  const [start, end] = [(asked.startedAt ?? was.startedAt).getTime(), (asked.endedAt ?? was.endedAt).getTime()]
  const changed: Field = asked.endedAt ? 'endedAt' : 'startedAt'
  if (asked.startedAt && start > now) throw invalid('The start is in the future', 'startedAt')
  if (asked.endedAt && end > now) throw invalid('The end is in the future', 'endedAt')
  if (end === start) throw invalid('The patrol would be empty', changed)
  if (end < start) throw invalid('The patrol would end before it starts', changed)
  if (start >= was.endedAt.getTime()) throw invalid('The new start is after the patrol ended', 'startedAt')
  if (end <= was.startedAt.getTime()) throw invalid('The new end is before the patrol started', 'endedAt')
  const longer = end - start - (was.endedAt.getTime() - was.startedAt.getTime())
  if (longer > MAX_LONGER_HOURS * HOUR_MS) throw invalid(`At most ${MAX_LONGER_HOURS} hours longer than it was`, changed)
}
