import {
  accessSubject,
  anyOf,
  capability,
  isAllowed,
  MESSAGES,
  staff,
  type BodyOf,
  type Correction,
  type decideCorrection,
  type decideGap,
} from '@tenfour/contract'
import { assertAct } from '../../../platform/acts/acts.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { emitReview } from '../live/live.port.ts'
import type { Settle } from '../settling/settling.port.ts'
import * as repo from './corrections.repo.ts'
import type { LockedPatrol } from './corrections.repo.ts'
import { assertAsked, assertCurrent, assertFree, lockCorrection, overlaps } from './corrections.service.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly settle: Settle }

const PAGE = '/user/patrol'

/** Decisions of supervisors about the patrols of others. */
export function createCorrectionDecisions({ db, publish, settle }: Deps) {
  /** Changes the times first, so that absences in added time are known before it is decided what counts. */
  const accept = async (tx: Tx, actor: Actor, patrol: repo.LockedPatrol, correction: Correction, note: string): Promise<void> => {
    const times = { startedAt: dateOf(correction.startedAt), endedAt: dateOf(correction.endedAt) }
    if (times.startedAt || times.endedAt) {
      await assertFree(tx, patrol.id, times)
      await repo.changeTimes(tx, patrol.id, times)
      // A patrol that is not settled yet will be settled with its new times.
      if (patrol.isSettled) await settle(tx, [patrol.id])
    }
    if (correction.countsGaps) {
      if (!patrol.isSettled) throw new AppError('conflict', 'The absences in this patrol are not known yet: try again in two minutes')
      await repo.countGaps(tx, patrol.id, actor.userId, note)
    }
    await repo.advanceVersion(tx, patrol.id)
  }

  const tellMember = async (tx: Tx, emit: Emit, patrol: repo.LockedPatrol, title: string, note: string): Promise<void> => {
    await tell(tx, emit, patrol.userId, { title, text: note, path: PAGE })
    await emitReview(emit, patrol)
  }

  return {
    correction: (actor: Actor, correctionId: number, { isAccepted, note }: BodyOf<typeof decideCorrection>): Promise<Correction> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { patrol, correction } = await lockCorrection(tx, correctionId)
        await assertMayDecide(tx, 'correction.decide', actor, patrol)
        assertAsked(correction)
        if (isAccepted) await accept(tx, actor, patrol, correction, note)
        await repo.markDecided(tx, correctionId, actor.userId, isAccepted ? 'accepted' : 'declined', note)
        const decided = await repo.readCorrection(tx, correctionId)
        await recordAudit(tx, actor, isAccepted ? 'patrol.corrected' : 'patrol.correction-declined', {
          subjectType: 'user',
          subjectId: patrol.userId,
          before: { patrolId: patrol.id, startedAt: decided.wasStartedAt, endedAt: decided.wasEndedAt },
          after: {
            patrolId: patrol.id,
            departmentId: patrol.departmentId,
            reason: decided.reason,
            startedAt: (isAccepted && decided.startedAt) || decided.wasStartedAt,
            endedAt: (isAccepted && decided.endedAt) || decided.wasEndedAt,
            ...(isAccepted && decided.countsGaps && { countsAbsences: true }),
            note,
          },
        })
        await tellMember(tx, emit, patrol, `Your correction of a patrol was ${decided.state}`, note)
        return decided
      }).catch((error: unknown) => {
        throw violates(error, 'patrols_do_not_overlap') ? overlaps('endedAt') : error
      }),

    gap: (actor: Actor, gapId: number, input: BodyOf<typeof decideGap>): Promise<{ patrolId: number; version: number }> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { isCounted, note } = input
        const found = await repo.patrolOfGap(tx, gapId)
        const patrol = found && (await repo.lockPatrol(tx, found.patrol_id))
        if (!patrol) throw noSuchGap()
        await assertMayDecide(tx, 'gap.decide', actor, patrol)
        await assertCurrent(tx, patrol, input.version)
        const gap = await repo.findGap(tx, patrol.id, gapId)
        if (!gap) throw noSuchGap()
        await repo.markGapDecided(tx, gapId, actor.userId, isCounted, note)
        const { version } = await repo.advanceVersion(tx, patrol.id)
        const times = { startedAt: gap.started_at.toISOString(), endedAt: gap.ended_at.toISOString() }
        await recordAudit(tx, actor, isCounted ? 'patrol.absence-counted' : 'patrol.absence-left-out', {
          subjectType: 'user',
          subjectId: patrol.userId,
          before: { patrolId: patrol.id, gapId, isCounted: gap.is_counted },
          after: { patrolId: patrol.id, gapId, departmentId: patrol.departmentId, ...times, isCounted, note },
        })
        const title = isCounted ? 'An absence during your patrol now counts' : 'An absence during your patrol does not count'
        await tellMember(tx, emit, patrol, title, note)
        return { patrolId: patrol.id, version }
      }),
  }
}

const noSuchGap = () => new AppError('not_found', 'There is no such absence')
const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))

const decider = anyOf(staff, capability('seePatrols', 'departmentId'))

/**
 * Allows staff, and holders of the capability in the patrol's department, by the rights they have now. Members never decide on their own
 * patrols.
 */
async function assertMayDecide(
  tx: Tx,
  act: 'correction.decide' | 'gap.decide',
  actor: Actor,
  { userId, departmentId }: LockedPatrol,
): Promise<void> {
  const own = await loadCurrentUser(tx, actor.userId)
  if (!own || !isAllowed(decider, accessSubject(own.user), { departmentId })) throw new AppError('forbidden', MESSAGES.forbidden)
  await assertAct(tx, act, actor, { userIds: [userId] })
}
