import { anyOf, dispatcher, emergencyUnit, isAllowed, isDispatcher, staff } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { runStatement } from '../../../platform/database/prepared.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { RoomSource } from '../../../platform/realtime/rooms.ts'
import { decideOn, type Action, type Context } from './change/board.action.ts'
import { createBatches, explainError } from './change/board.batch.ts'
import type { Draft } from './change/board.draft.ts'
import { publishDecisions } from './change/board.events.ts'
import * as repo from './board.repo.ts'
import { sliceFor, type By, type Wanted } from './change/board.slice.ts'
import { readWritten, writeDecisions } from './change/board.write.ts'

export type Board = ReturnType<typeof createBoard>
type ActionInside = Omit<Action, 'where' | 'wanted'> & {
  readonly where: { readonly serverIds: readonly number[] | 'every' } | { readonly userId: number }
  readonly wanted: (tx: Tx) => Promise<Wanted>
}

/** The only way to change a board: lock, read, decide on a draft, write in one statement, publish after commit. */
export function createBoard({ db, publish }: { db: Db; publish: Publish }) {
  return {
    act: createBatches({ db, publish }),

    /** Runs as part of another transaction; call `publishEvents` after it has committed. */
    actIn: async (tx: Tx, action: ActionInside): Promise<{ draft: Draft; publishEvents: () => void }> => {
      const serverIds = repo.readLocked(await runStatement(tx, repo.lockBoards(tx, [action.where])))(action.where)
      const wanted = await action.wanted(tx)
      const slice = sliceFor(wanted, serverIds, repo.readSlice(await runStatement(tx, repo.sliceOf(tx, wanted))))
      const context: Context = { serverIds, tx: async () => tx }
      const decision = await decideOn(action, slice, context)
      const rows = await runStatement(tx, writeDecisions(tx, [decision], slice.now)).catch((error: unknown) => {
        throw explainError(error)
      })
      return { draft: decision.draft, publishEvents: () => void publishDecisions(publish, [decision], readWritten(rows)) }
    },
  }
}

export const authorOf = (actor: Actor): By => ({
  userId: actor.userId,
  name: actor.user.name,
  requestId: actor.requestId,
  dispatchesOn: actor.subject.duty && isDispatcher(actor.subject.duty) ? actor.subject.duty.serverId : null,
})

/** Whether the actor may direct units of a server: dispatchers and staff may. */
export const directs = (actor: Actor, serverId: number): boolean =>
  isAllowed(anyOf(dispatcher('serverId'), staff), actor.subject, { serverId })
export const dispatches = (actor: Actor, serverId: number): boolean => isAllowed(dispatcher('serverId'), actor.subject, { serverId })
export const watches = (actor: Actor, serverId: number): boolean =>
  isAllowed(anyOf(emergencyUnit('serverId'), staff), actor.subject, { serverId })
export const callRoom = (db: Db): RoomSource<'call'> => ({
  snapshot: async (_actor, { serverId, callId }) => {
    const found = await repo.findCall(db, callId)
    if (found?.call.serverId !== serverId) throw new AppError('not_found', 'There is no such call', 'callId')
    return { seq: found.seq, state: found.call }
  },
  currentSeqs: (params) =>
    repo.callSeqs(
      db,
      params.map(({ callId }) => callId),
    ),
})
