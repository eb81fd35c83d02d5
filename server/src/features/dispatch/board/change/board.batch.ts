import type { CallLogEntry } from '@tenfour/contract'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import type { Statement } from '../../../../platform/database/portal-client.ts'
import { runInTransaction, runTogether } from '../../../../platform/database/prepared.ts'
import { runAfterCommit, type Publish } from '../../../../platform/database/transaction.ts'
import { isUndone, violates } from '../../../../platform/database/violation.ts'
import { AppError } from '../../../../platform/errors.ts'
import { decideOn, type Action, type ActionResult, type Decision, type Where } from './board.action.ts'
import type { Draft } from './board.draft.ts'
import { publishDecisions } from './board.events.ts'
import * as repo from '../board.repo.ts'
import { sliceFor, type BoardSlice, type Wanted } from './board.slice.ts'
import { readWritten, writeDecisions } from './board.write.ts'

type Outcome = { readonly ok: true; readonly result: ActionResult } | { readonly ok: false; readonly error: unknown }
/** Outcome of an action before the commit; `moved` if its unit is no longer on the board that was locked. */
type Attempt = { readonly decision: Decision } | { readonly error: unknown } | 'moved'
/** Decisions written in one statement, and the rows it returned. */
type Write = { readonly decisions: readonly Decision[]; rows?: unknown }

/** Bounds how long the first action of a batch waits for the others. */
const MAX_BATCH = 32
const MAX_KNOWN_PLACES = 10_000
/** Undoes what one action of a shared batch wrote before it was refused, without affecting the others. */
const SAVEPOINT: Statement = { text: 'savepoint action', values: [] }
const ROLLBACK_TO_SAVEPOINT: Statement = { text: 'rollback to savepoint action', values: [] }

type Waiting = {
  readonly action: Action
  readonly resolve: (result: ActionResult) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs actions on boards. Actions on one board are serialized by its lock anyway, so those that arrive during a commit share the next
 * transaction as a batch: the busier the board, the lower the cost per action.
 *
 * 1. Begin, lock all boards and read all requested rows: one round trip.
 * 2. Each action decides in turn, on its own draft. Decisions are queued and written in one statement, as long as no action needs what an
 *    earlier one changed. If one does, or asks for the transaction, the queue is written first, at the cost of a round trip.
 * 3. Write the remaining queue and commit: one round trip.
 * 4. Publish events in the order of the decisions, and resolve each caller.
 *
 * Refusals are reported after the commit, because the reason may be another action of the batch. A refused action leaves nothing behind: an
 * action that asks for the transaction gets a savepoint. If the database rejects the decisions, everything is rolled back and each action
 * runs in its own batch. If a unit moves to another board while waiting for the lock, or a patrol of its member is written elsewhere at the
 * same moment, its action is retried once.
 */
export function createBatches({ db, publish }: { readonly db: Db; readonly publish: Publish }) {
  const queues = new Map<number, Waiting[]>()
  const boardOf = createBoardGuess()

  const settleAll = async (batch: readonly Waiting[]): Promise<void> => {
    const actions = batch.map(({ action }) => action)
    const outcomes = await runBatch(db, publish, actions).catch((error: unknown) => actions.map(() => refused(error)))
    for (const [index, { action, resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index] ?? refused(new Error('an action without an outcome'))
      if (!outcome.ok) reject(outcome.error)
      else {
        boardOf.learn(action.where, outcome.result.draft)
        resolve(outcome.result)
      }
    }
  }
  const work = async (serverId: number, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) await settleAll(queue.splice(0, MAX_BATCH))
    queues.delete(serverId)
  }
  const add = (waiting: Waiting): void => {
    const serverId = boardOf.guess(waiting.action.where)
    if (serverId === undefined) return void settleAll([waiting])
    const queue = queues.get(serverId)
    if (queue) return void queue.push(waiting)
    const started = [waiting]
    queues.set(serverId, started)
    void work(serverId, started)
  }

  return (action: Action): Promise<ActionResult> => new Promise((resolve, reject) => add({ action, resolve, reject }))
}

/** Remembers which board a unit or call was last seen on. Only a guess for choosing a queue; the lock determines the actual boards. */
function createBoardGuess() {
  const known = new Map<string, number>()
  const keyOf = (where: Where): string | undefined =>
    'userId' in where ? `user:${where.userId}` : 'callId' in where ? `call:${where.callId}` : undefined

  return {
    learn: (where: Where, { after: { units, calls } }: Draft): void => {
      const key = keyOf(where)
      const seen = 'userId' in where ? units.get(where.userId) : 'callId' in where ? calls.get(where.callId) : undefined
      const serverId = seen?.serverId
      if (key === undefined || serverId === undefined || known.get(key) === serverId) return
      if (known.size >= MAX_KNOWN_PLACES) known.clear()
      known.set(key, serverId)
    },
    /** Undefined if unknown or if there are several. */
    guess: (where: Where): number | undefined => {
      const key = keyOf(where)
      const last = key === undefined ? undefined : known.get(key)
      const named = 'serverIds' in where && where.serverIds !== undefined ? where.serverIds : []
      if (named === 'every' || named.length > 1) return undefined
      const [serverId] = named
      return last === undefined || serverId === undefined || last === serverId ? (serverId ?? last) : undefined
    },
  }
}

/** Never rejects: errors become the outcome of an action. */
async function runBatch(db: Db, publish: Publish, actions: readonly Action[], isRetry = false): Promise<Outcome[]> {
  const runAlone = async (action: Action, again: boolean): Promise<Outcome> => {
    const [outcome] = await runBatch(db, publish, [action], again)
    return outcome ?? refused(new Error('a batch of one has no outcome'))
  }
  const attempts = await attemptBatch(db, publish, actions).catch((error: unknown) => ({ error }))
  const outcomes: Outcome[] = []
  for (const [index, action] of actions.entries()) {
    if ('error' in attempts) {
      const isOneOfSeveral = actions.length > 1 && isUndone(attempts.error)
      const isWorthRetrying = !isRetry && violates(attempts.error, NO_OVERLAP)
      if (isOneOfSeveral) outcomes.push(await runAlone(action, isRetry))
      else outcomes.push(isWorthRetrying ? await runAlone(action, true) : refused(explainError(attempts.error)))
    } else {
      const attempt = attempts[index]
      if (attempt === 'moved') outcomes.push(isRetry ? refused(movedMeanwhile()) : await runAlone(action, true))
      else if (attempt) outcomes.push(attempt)
    }
  }
  return outcomes
}

const refused = (error: unknown): Outcome => ({ ok: false, error })
/** Violated by going on duty while a civilian patrol is opened or ended at the same moment, which the next attempt sees. */
const NO_OVERLAP = 'patrols_do_not_overlap'
const movedMeanwhile = () => new AppError('conflict', 'This unit changed its server at the same moment; try again')

/** Translates a database error into one for the caller. */
export function explainError(error: unknown): unknown {
  if (violates(error, 'patrols_server_in_use')) {
    return new AppError('conflict', 'This server is no longer in use: choose another', 'serverId')
  }
  return violates(error, NO_OVERLAP) ? new AppError('conflict', 'The patrol of this member changed at the same moment; try again') : error
}

async function attemptBatch(db: Db, publish: Publish, actions: readonly Action[]): Promise<(Outcome | 'moved')[]> {
  const wanted = actions.map(wantedBy)
  const all = { userIds: wanted.flatMap(({ userIds }) => userIds), callIds: wanted.flatMap(({ callIds }) => callIds) }
  const places = actions.map(({ where }) => where)
  return runInTransaction(db, [repo.lockBoards(db, places), repo.sliceOf(db, all)], async (tx, [locked, read]) => {
    const batch = createBatch(tx, actions.length > 1, repo.readLocked(locked), repo.readSlice(read))
    const attempts: Attempt[] = []
    for (const action of actions) attempts.push(await batch.attempt(action))
    const { writes, last } = batch.finish()
    return {
      last: last ? [last.statement] : [],
      done: (rows) => {
        if (last) last.write.rows = rows
        const logs = new Map(writes.flatMap((write) => publishWrite(publish, write)))
        return attempts.map((attempt) => {
          if (attempt === 'moved') return attempt
          if ('error' in attempt) return refused(attempt.error)
          const { draft } = attempt.decision
          return { ok: true, result: { draft, logs: logs.get(attempt.decision) ?? [] } }
        })
      },
    }
  })
}

/** Already committed: a failure here must not look like a refusal. */
function publishWrite(publish: Publish, { decisions, rows }: Write): [Decision, CallLogEntry[]][] {
  let logs: CallLogEntry[][] = []
  runAfterCommit([() => void (logs = publishDecisions(publish, decisions, readWritten(rows)))])
  return decisions.map((decision, index) => [decision, logs[index] ?? []])
}

/** Includes the unit whose board is locked, because it may have moved. */
const wantedBy = ({ where, wanted: { userIds, callIds } }: Pick<Action, 'where' | 'wanted'>): Wanted => ({
  userIds: 'userId' in where ? [...userIds, where.userId] : userIds,
  callIds,
})

function createBatch(tx: Tx, isShared: boolean, boardsOf: ReturnType<typeof repo.readLocked>, first: BoardSlice) {
  const writes: Write[] = []
  const changed = new Set<string>()
  let read = first
  let waiting: Decision[] = []

  /** Writes queued decisions and runs the given statements in the same round trip. */
  const write = async (...then: readonly Statement[]): Promise<unknown[][]> => {
    const decisions = waiting
    waiting = []
    if (decisions.length === 0) return then.length === 0 ? [] : runTogether(tx, then)
    const [rows, ...others] = await runTogether(tx, [writeDecisions(tx, decisions, read.now), ...then])
    writes.push({ decisions, rows })
    return others
  }

  /** The initial slice, unless an earlier action changed part of it. */
  const currentSlice = async (wanted: Wanted, serverIds: readonly number[]): Promise<BoardSlice> => {
    const slice = sliceFor(wanted, serverIds, read)
    const units = [...wanted.userIds, ...slice.units.map(({ userId }) => userId)]
    const calls = [...wanted.callIds, ...slice.calls.map(({ callId }) => callId)]
    if (!units.some((userId) => changed.has(`user:${userId}`)) && !calls.some((callId) => changed.has(`call:${callId}`))) return slice
    const [rows] = await write(repo.sliceOf(tx, wanted))
    const fresh = repo.readSlice(rows)
    read = { ...read, now: fresh.now }
    return sliceFor(wanted, serverIds, fresh)
  }

  const noteChanges = ({ draft: { before, after }, changes }: Decision, usedTransaction: boolean) => {
    const users = changes.units.map(({ is }) => is.userId)
    const calls = changes.calls.map(({ is }) => is.callId)
    for (const { userId, callId } of changes.assignments) {
      users.push(userId)
      calls.push(callId)
    }
    // Calls someone handles, or panicked in, are part of the slice of their next action.
    for (const { was, is } of changes.calls) {
      for (const userId of [was?.handlerUserId, is.handlerUserId, was?.panicUserId, is.panicUserId]) if (userId) users.push(userId)
    }
    // The action may have changed anything in its slice through the transaction itself.
    if (usedTransaction) {
      users.push(...before.units.map(({ userId }) => userId), ...after.units.keys())
      calls.push(...before.calls.map(({ callId }) => callId), ...after.calls.keys())
    }
    for (const userId of users) changed.add(`user:${userId}`)
    for (const callId of calls) changed.add(`call:${callId}`)
  }

  return {
    attempt: async (action: Action): Promise<Attempt> => {
      const { where } = action
      const serverIds = boardsOf(where)
      const slice = await currentSlice(wantedBy(action), serverIds)
      const unit = 'userId' in where ? slice.units.find(({ userId }) => userId === where.userId) : undefined
      if (unit && !serverIds.includes(unit.serverId)) return 'moved'
      let written: Promise<unknown> | undefined
      const txOnceWritten = (): Promise<Tx> => {
        written ??= isShared ? write(SAVEPOINT) : write()
        const ready = written.then(() => tx)
        // Awaited below even if the action doesn't; an unhandled rejection would end the process.
        ready.catch(() => undefined)
        return ready
      }
      const attempt = await decideOn(action, slice, { serverIds, tx: txOnceWritten }).then(
        (decision) => ({ decision }),
        (error: unknown) => ({ error }),
      )
      await written
      if ('error' in attempt) {
        if (written && isShared) await runTogether(tx, [ROLLBACK_TO_SAVEPOINT])
        else if (written) throw attempt.error
        return attempt
      }
      noteChanges(attempt.decision, written !== undefined)
      waiting.push(attempt.decision)
      return attempt
    },

    finish: (): { writes: readonly Write[]; last?: { readonly write: Write; readonly statement: Statement } } => {
      if (waiting.length === 0) return { writes }
      const last: Write = { decisions: waiting }
      return { writes: [...writes, last], last: { write: last, statement: writeDecisions(tx, waiting, read.now) } }
    },
  }
}
