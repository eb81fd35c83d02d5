import { TAKE_BACK_SECONDS, type Call, type TakeBackOffer } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError, assertAllowed } from '../../../platform/errors.ts'
import {
  authorOf,
  directs,
  dispatches,
  findCall,
  takeBackAction,
  takeBackWanted,
  takeBackLabel,
  watches,
  type Board,
} from '../board/board.port.ts'
import * as repo from './calls.repo.ts'

export type CallRepair = ReturnType<typeof createCallRepair>

/** Reopens calls, and takes recent actions back. Both are new actions: nothing is removed from a log. */
export function createCallRepair({ db, board }: { db: Db; board: Board }) {
  return {
    reopen: async (actor: Actor, callId: number): Promise<Call> => {
      // Read before the board is locked: none of it changes while the call is cleared, and whether it was cleared since is checked below.
      const found = await findCall(db, callId)
      if (!found) throw noSuchCall()
      const { handlerUserId, panicUserId } = found.call
      const userIds = [handlerUserId, panicUserId].filter((userId) => userId !== null)
      const callIds = [callId, found.call.mergedIntoId].filter((each) => each !== null)
      const { draft } = await board.act({
        by: authorOf(actor),
        where: { callId },
        wanted: { userIds, callIds },
        missing: noSuchCall(),
        decide: (drafted) => {
          const call = drafted.call(callId)
          const { serverId, status, disposition, mergedIntoId, clearedBy } = call
          assertAllowed(watches(actor, serverId) && (directs(actor, serverId) || clearedBy?.userId === actor.userId))
          if (status !== 'cleared' || found.call.status !== 'cleared') throw new AppError('conflict', `Call ${callId} is open already`)
          if (call.clearedAt !== found.call.clearedAt)
            throw new AppError('conflict', `Call ${callId} was cleared again by ${nameOf(clearedBy)}`)
          drafted.reopen(callId, null)
          if (dispatches(actor, serverId)) call.handlerUserId ??= actor.userId
          drafted.log(callId, disposition ? `Call reopened, was cleared: ${disposition}` : 'Call reopened')
          if (mergedIntoId !== null) drafted.log(mergedIntoId, `Call ${callId} reopened, no longer merged into this one`)
          drafted.audit('call.reopened', {
            subjectType: 'call',
            subjectId: callId,
            before: { status, disposition, mergedInto: mergedIntoId },
            after: { status: call.status, disposition: null, mergedInto: null },
          })
        },
      })
      return draft.call(callId)
    },

    takeBack: async (actor: Actor, { callId, callLogId }: { callId: number; callLogId: number }): Promise<Call> => {
      // A log entry's record of what changed is never edited.
      const entry = await repo.findTakeBack(db, callId, callLogId)
      if (!entry) throw new AppError('not_found', 'This log entry has nothing that can be undone', 'callLogId')
      const { draft } = await board.act({
        by: authorOf(actor),
        where: { callId },
        wanted: takeBackWanted(entry.record),
        missing: noSuchCall(),
        decide: (drafted) => {
          const { serverId } = drafted.call(callId)
          assertAllowed(watches(actor, serverId) && (directs(actor, serverId) || entry.authorId === actor.userId))
          takeBackAction(drafted, entry)
        },
      })
      return draft.call(callId)
    },

    offer: async (actor: Actor, serverId: number): Promise<TakeBackOffer | null> => {
      const entries = await repo.recentTakeBacks(db, actor.userId, serverId)
      const [last] = entries
      if (!last) return null
      const isTogether = ({ at, callId, record }: typeof last) =>
        at === last.at && callId === last.callId && record.kind === 'assign' && last.record.kind === 'assign'
      const together = entries.filter((entry) => entry === last || isTogether(entry))
      const records = together.map(({ record }) => record).toReversed()
      return {
        kind: last.record.kind,
        callId: last.callId,
        callLogIds: together.map(({ callLogId }) => callLogId),
        words: takeBackLabel(records),
        units: records.flatMap(({ units }) => units.map(({ is }) => is.identifier)),
        until: new Date(Date.parse(last.at) + TAKE_BACK_SECONDS * 1000).toISOString(),
      }
    },
  }
}

const nameOf = (author: Call['clearedBy']) => author?.name ?? 'the portal'
const noSuchCall = () => new AppError('not_found', 'There is no such call', 'callId')
