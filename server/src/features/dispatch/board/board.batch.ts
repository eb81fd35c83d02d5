import type { CallLogEntry } from '@tenfour/contract'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Statement } from '../../../platform/database/portal-client.ts'
import { runInTransaction, runTogether } from '../../../platform/database/prepared.ts'
import { runAfterCommit, type Publish } from '../../../platform/database/transaction.ts'
import { isUndone, violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { decideOn, type Action, type ActionResult, type Decision, type Where } from './board.action.ts'
import type { Draft } from './board.draft.ts'
import { publishDecisions } from './board.events.ts'
import * as repo from './board.repo.ts'
import { sliceFor, type BoardSlice, type Wanted } from './board.slice.ts'
import { readWritten, writeDecisions } from './board.write.ts'

type Outcome = { readonly ok: true; readonly result: ActionResult } | { readonly ok: false; readonly error: unknown }
/** What came of an action before the commit; `moved` where its unit is on another board than the one that was locked. */
type Attempt = { readonly decision: Decision } | { readonly error: unknown } | 'moved'
/** Decisions that are written in one statement, and what it answered. */
type Write = { readonly decisions: readonly Decision[]; rows?: unknown }

/** However many wait, the first of them is not kept for long by those behind it. */
const MAX_BATCH = 32
const MAX_KNOWN_PLACES = 10_000
/** What one of several wrote before it was refused is undone without the others. */
const SAVEPOINT: Statement = { text: 'savepoint action', values: [] }
const ROLLBACK_TO_SAVEPOINT: Statement = { text: 'rollback to savepoint action', values: [] }

type Waiting = {
  readonly action: Action
  readonly resolve: (result: ActionResult) => void
  readonly reject: (error: unknown) => void
}

/**
 * How boards are changed. Actions on one board have to wait for each other in any case, so those that come while a transaction is being
 * committed share the next one, as a batch: the busier a board is, the less each costs.
 *
 * 1. Begin, lock the boards of all, read what all of them want: one round trip.
 * 2. Each decides in turn, on a draft of its own. Decisions wait to be written in one statement, which is possible as long as no action wants
 *    what an earlier one changed. Where one does, or asks for the transaction, what waits is written first, with a round trip.
 * 3. What still waits is written, and everything committed: one round trip.
 * 4. Events are published in the order of the decisions, and each caller gets its answer.
 *
 * Who is refused is told after the commit, because the reason may be what another of them did. A refusal leaves nothing behind: an action
 * that asks for the transaction gets a savepoint. Where the database refuses what was decided, everything is rolled back and each action runs
 * in a batch of its own. A unit may move to another board while its lock is waited for: its action is tried once more.
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

/**
 * Which board a unit or call was last seen on. A guess, so that those queue who would wait for each other anyway: which boards an action is
 * on is decided when they are locked.
 */
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
    /** Undefined where it is not known, or there is more than one. */
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

/** Whatever goes wrong is the outcome of an action. */
async function runBatch(db: Db, publish: Publish, actions: readonly Action[], isRetry = false): Promise<Outcome[]> {
  const alone = async (action: Action, again: boolean): Promise<Outcome> => {
    const [outcome] = await runBatch(db, publish, [action], again)
    return outcome ?? refused(new Error('a batch of one has no outcome'))
  }
  const attempts = await attemptBatch(db, publish, actions).catch((error: unknown) => ({ error }))
  const outcomes: Outcome[] = []
  for (const [index, action] of actions.entries()) {
    if ('error' in attempts) {
      const isOneOfSeveral = actions.length > 1 && isUndone(attempts.error)
      outcomes.push(isOneOfSeveral ? await alone(action, isRetry) : refused(explainError(attempts.error)))
    } else {
      const attempt = attempts[index]
      if (attempt === 'moved') outcomes.push(isRetry ? refused(movedMeanwhile()) : await alone(action, true))
      else if (attempt) outcomes.push(attempt)
    }
  }
  return outcomes
}

const refused = (error: unknown): Outcome => ({ ok: false, error })
const movedMeanwhile = () => new AppError('conflict', 'This unit changed its server at the same moment; try again')

/** What the database refused, said to whoever asked for it. */
export function explainError(error: unknown): unknown {
  const isRetired = violates(error, 'patrols_server_in_use')
  return isRetired ? new AppError('conflict', 'This server is not in use any more: choose another', 'serverId') : error
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

/** Committed by now: nothing that fails here may be taken for a refusal. */
function publishWrite(publish: Publish, { decisions, rows }: Write): [Decision, CallLogEntry[]][] {
  let logs: CallLogEntry[][] = []
  runAfterCommit([() => void (logs = publishDecisions(publish, decisions, readWritten(rows)))])
  return decisions.map((decision, index) => [decision, logs[index] ?? []])
}

/** With the unit whose board is locked, because it may have moved. */
const wantedBy = ({ where, wanted: { userIds, callIds } }: Pick<Action, 'where' | 'wanted'>): Wanted => ({
  userIds: 'userId' in where ? [...userIds, where.userId] : userIds,
  callIds,
})

function createBatch(tx: Tx, isShared: boolean, boardsOf: ReturnType<typeof repo.readLocked>, first: BoardSlice) {
  const writes: Write[] = []
  const changed = new Set<string>()
  let read = first
  let waiting: Decision[] = []

  /** Writes what waits, and reads what comes behind it in the same trip. */
  const write = async (...then: readonly Statement[]): Promise<unknown[][]> => {
    const decisions = waiting
    waiting = []
    if (decisions.length === 0) return then.length === 0 ? [] : runTogether(tx, then)
    const [rows, ...others] = await runTogether(tx, [writeDecisions(tx, decisions, read.now), ...then])
    writes.push({ decisions, rows })
    return others
  }

  /** As it was read at first, unless an earlier action has changed some of it since. */
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
    // A call that someone looks after, or panicked in, belongs to the slice of their next action.
    for (const { was, is } of changes.calls) {
      for (const userId of [was?.handlerUserId, is.handlerUserId, was?.panicUserId, is.panicUserId]) if (userId) users.push(userId)
    }
    // What it did with the transaction itself nobody knows.
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
        // Awaited below, whether or not the action awaits it: unhandled, a failure would end the process.
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
