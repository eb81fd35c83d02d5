import {
  anyOf,
  dispatcher,
  emergencyUnit,
  isAllowed,
  isDispatcher,
  MESSAGES,
  staff,
  type CallLogEntry,
  type CallUnit,
} from '@tenfour/contract'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { inTwoTrips, runStatement } from '../../platform/database/prepared.ts'
import type { Publish } from '../../platform/database/transaction.ts'
import { violates } from '../../platform/database/violation.ts'
import { AppError } from '../../platform/errors.ts'
import type { RoomSource } from '../../platform/realtime/realtime.ts'
import type { Acted, Action, Context, Decided, KnownAction } from './board.action.ts'
import { changedFields, changesOf, type Changes } from './board.changes.ts'
import { tellDesks } from './board.desk.ts'
import { createDraft, type Draft } from './board.draft.ts'
import type { BoardPart, By } from './board.part.ts'
import * as repo from './board.repo.ts'
import { actTogether } from './board.together.ts'
import { createTurns } from './board.turns.ts'
import { createWhereabouts } from './board.whereabouts.ts'
import { readWritten, writeChanges, type Counts, type Written } from './board.write.ts'

export type Board = ReturnType<typeof createBoard>
/** The one way a board is changed: locked, read, decided, written in one statement, and told after commit. */
export function createBoard({ db, publish }: { db: Db; publish: Publish }) {
  const whereabouts = createWhereabouts()

  const decideOn = async (context: Context, { by, where, missing, decide }: Action, part: BoardPart): Promise<Decided> => {
    const { serverIds } = context
    if (serverIds.length === 0) throw missing
    whereabouts.learn(where, serverIds)
    const draft = createDraft(part, by)
    await decide(draft, context)
    const changes = changesOf(draft)
    const tell = (rows: unknown) => {
      const written = readWritten(rows)
      tellDesks(publish, changes.deskEvents, written)
      return tellBoards(publish, draft, changes, written)
    }
    return { draft, write: writeChanges(db, changes, countsOf(changes), draft.now, by), tell }
  }

  const alone = (action: KnownAction): Promise<Acted> => {
    const { where, wanted } = action
    return inTwoTrips(db, [repo.lockBoards(db, where), repo.partOf(db, where, wanted)], async (tx, [locked, read]) => {
      const { draft, write, tell } = await decideOn({ tx, serverIds: repo.lockedBoards(locked) }, action, repo.readPart(read))
      return { last: [write], done: (rows) => ({ draft, logs: tell(rows) }) }
    }).catch(inWords)
  }
  const act = createTurns<KnownAction, Acted>({ alone, together: (actions) => actTogether(db, actions, decideOn) })

  return {
    /** As a part of someone else's transaction; `tell` is called once that is committed. */
    actIn: async (tx: Tx, action: Action): Promise<{ draft: Draft; tell: () => CallLogEntry[] }> => {
      const { where, wanted } = action
      const locked = await runStatement(tx, repo.lockBoards(tx, where))
      const read = await runStatement(tx, repo.partOf(tx, where, typeof wanted === 'function' ? await wanted(tx) : wanted))
      const { draft, write, tell } = await decideOn({ tx, serverIds: repo.lockedBoards(locked) }, action, repo.readPart(read))
      const written = await runStatement(tx, write).catch(inWords)
      return { draft, tell: () => tell(written) }
    },

    act: (action: KnownAction): Promise<Acted> => {
      const serverId = whereabouts.guess(action.where)
      return serverId === undefined ? alone(action) : act(serverId, action)
    },
  }
}

/** What the database refused, said to whoever asked for it. */
function inWords(error: unknown): never {
  throw violates(error, 'patrols_server_in_use') ? new AppError('conflict', 'This server is not in use any more: choose another') : error
}

const countUp = (ids: readonly number[]): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

const countsOf = ({ boardEvents, calls, assignments, logs }: Changes): Counts => ({
  boards: countUp(boardEvents.map(({ serverId }) => serverId)),
  calls: countUp([...calls.flatMap(({ was, is }) => (was ? [is.callId] : [])), ...[...assignments, ...logs].map(({ callId }) => callId)]),
})

/** Events take the numbers up to those that were written, in order. */
function tellBoards(publish: Publish, draft: Draft, changes: Changes, written: Written): CallLogEntry[] {
  const counts = countsOf(changes)
  const nextOf = (reached: Readonly<Record<string, number>>, counted: ReadonlyMap<number, number>, prefix: string) => {
    const next = new Map([...counted].map(([id, count]) => [id, (reached[`${prefix}${id}`] ?? 0) - count]))
    return (id: number) => {
      const seq = (next.get(id) ?? 0) + 1
      next.set(id, seq)
      return seq
    }
  }
  const boardSeq = nextOf(written.boards, counts.boards, 'board:')
  for (const { serverId, event, payload } of changes.boardEvents) publish('board', { serverId }, boardSeq(serverId), event, payload)

  const callSeq = nextOf(written.calls, counts.calls, '')
  const room = (callId: number) => ({ serverId: draft.call(callId).serverId, callId })
  for (const { was, is } of changes.calls) {
    if (was) publish('call', room(is.callId), callSeq(is.callId), 'call.changed', { ...changedFields(was, is), callId: is.callId })
  }
  const newIds = [...written.assignmentIds]
  for (const { callId, assignedBy: _by, ...each } of changes.assignments) {
    const unit: CallUnit = { ...each, callUnitId: each.callUnitId ?? newIds.shift() ?? 0 }
    publish('call', room(callId), callSeq(callId), 'call.unit', unit)
  }
  return changes.logs.map(({ callId, kind, text, author }, index) => {
    const entry = { callLogId: written.logIds[index] ?? 0, at: draft.now, author, kind, text }
    publish('call', room(callId), callSeq(callId), 'call.logged', entry)
    return entry
  })
}

export const authorOf = (actor: Actor): By => ({
  userId: actor.userId,
  name: actor.user.name,
  requestId: actor.requestId,
  dispatchesOn: actor.subject.duty && isDispatcher(actor.subject.duty) ? actor.subject.duty.serverId : null,
})

/** Whether the actor directs the units of a server: its dispatchers and staff do. */
export const directs = (actor: Actor, serverId: number): boolean =>
  isAllowed(anyOf(dispatcher('serverId'), staff), actor.subject, { serverId })
export const dispatches = (actor: Actor, serverId: number): boolean => isAllowed(dispatcher('serverId'), actor.subject, { serverId })
export const watches = (actor: Actor, serverId: number): boolean =>
  isAllowed(anyOf(emergencyUnit('serverId'), staff), actor.subject, { serverId })
export function assertAllowed(isPermitted: boolean): asserts isPermitted {
  if (!isPermitted) throw new AppError('forbidden', MESSAGES.forbidden)
}

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
