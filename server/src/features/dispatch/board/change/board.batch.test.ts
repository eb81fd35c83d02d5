import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { actorInGame } from '../../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../../platform/auth/current-user.ts'
import type { DB } from '../../../../platform/database/schema.ts'
import type { Publish } from '../../../../platform/database/transaction.ts'
import { AppError } from '../../../../platform/errors.ts'
import { dispatchOf, type Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { createUnitService } from '../../units/units.service.ts'
import { createBoardLists } from '../board.lists.ts'
import { createBoard, type Board } from '../board.service.ts'

type Action = Parameters<Board['act']>[0]
type Decide = Action['decide']

const BUSY = 4
const IN_SERVICE = 3

let t: TestPortal
let members: Member[]
let published: { seq: number; payload: unknown }[]
let board: Board
let act: (at: number, decide: Decide) => Promise<unknown>
beforeAll(async () => {
  t = await startTestPortal()
  const d = dispatchOf(t)
  members = []
  for (let count = 0; count < 4; count += 1) members.push(await d.onDuty())
})
afterAll(() => t.close())
afterEach(() => vi.restoreAllMocks())
beforeEach(async () => {
  published = []
  const publish: Publish = (_room, _params, seq, _event, payload) => void published.push({ seq, payload })
  board = createBoard({ db: t.db, publish })
  act = (at, decide) => {
    const userId = idOf(at)
    const missing = new AppError('not_found', 'There is no such unit')
    return board.act({ by: null, where: { userId }, wanted: { userIds: [userId], callIds: [] }, missing, decide })
  }
  for (const at of members.keys()) await act(at, (draft) => draft.setStatus(idOf(at), IN_SERVICE))
  published = []
})

const idOf = (at: number): number => members[at]!.userId
const busy =
  (at: number): Decide =>
  (draft) =>
    draft.setStatus(idOf(at), BUSY)

/** Actions requested while the first is being decided wait in the queue. */
async function whileBusy(others: () => Promise<unknown>[]): Promise<PromiseSettledResult<unknown>[]> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: decided, resolve: isDecided } = Promise.withResolvers<void>()
  const first = act(0, async (draft) => {
    isDecided()
    await released
    draft.setStatus(idOf(0), BUSY)
  })
  await decided
  const waiting = Promise.allSettled(others())
  release()
  await first
  return waiting
}
/** The transaction that last wrote each unit, and the value. */
async function units(): Promise<{ status: number; transaction: string }[]> {
  const { rows } = await sql<{ status: number; transaction: string }>`
    select status, xmin::text as transaction from units where user_id = any(${members.map(({ userId }) => userId)}) order by user_id`.execute(
    t.db,
  )
  return rows
}
const statuses = async () => (await units()).map(({ status }) => status)
const outcomes = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.map((each) => (each.status === 'fulfilled' ? 'done' : (each.reason as Error).message))

test('actions that waited for a board are committed together, and published in their order', async () => {
  expect(outcomes(await whileBusy(() => [1, 2, 3].map((at) => act(at, busy(at)))))).toEqual(['done', 'done', 'done'])
  const [first, ...others] = await units()
  expect(new Set(others.map(({ transaction }) => transaction)).size).toBe(1)
  expect(others[0]!.transaction).not.toBe(first!.transaction)
  expect(await statuses()).toEqual([BUSY, BUSY, BUSY, BUSY])
  expect(published.map(({ payload }) => (payload as { userId: number }).userId)).toEqual([0, 1, 2, 3].map(idOf))
  expect(published.map(({ seq }) => seq)).toEqual([0, 1, 2, 3].map((more) => published[0]!.seq + more))
})

test('each action is decided on the state that the one before it left', async () => {
  const seen: number[] = []
  await whileBusy(() => [
    act(1, busy(1)),
    act(1, (draft) => {
      seen.push(draft.unit(idOf(1)).status)
      draft.setStatus(idOf(1), IN_SERVICE)
    }),
    act(1, (draft) => void seen.push(draft.unit(idOf(1)).status)),
  ])
  expect(seen).toEqual([BUSY, IN_SERVICE])
  expect(await statuses()).toEqual([BUSY, IN_SERVICE, IN_SERVICE, IN_SERVICE])
})

test('actions that waited for a board succeed although others changed it meanwhile', async () => {
  const other = createBoard({ db: t.db, publish: () => undefined })
  const rounds = Array.from({ length: 20 }, (_, round) =>
    [0, 1, 2, 3].map((at) => {
      const userId = idOf(at)
      const action = {
        by: null,
        where: { userId },
        wanted: { userIds: [userId], callIds: [] },
        missing: new AppError('not_found', 'Nobody'),
      }
      return (at % 2 ? board : other).act({ ...action, decide: (draft) => draft.setStatus(userId, round % 2 ? BUSY : IN_SERVICE) })
    }),
  ).flat()
  expect(new Set(outcomes(await Promise.allSettled(rounds)))).toEqual(new Set(['done']))
})

test('if one action of a batch is refused, the others succeed', async () => {
  const refuse = () => {
    throw new AppError('conflict', 'You are off duty')
  }
  const settled = await whileBusy(() => [act(1, busy(1)), act(2, refuse), act(3, busy(3))])
  expect(outcomes(settled)).toEqual(['done', 'You are off duty', 'done'])
  expect(await statuses()).toEqual([BUSY, BUSY, IN_SERVICE, BUSY])
  expect(published).toHaveLength(3)
})

test('an action that is refused after it has written leaves nothing behind, and the others need not be repeated', async () => {
  let decisions = 0
  const countedBusy =
    (at: number): Decide =>
    (draft) => {
      decisions += 1
      draft.setStatus(idOf(at), BUSY)
    }
  const settled = await whileBusy(() => [
    act(1, countedBusy(1)),
    act(2, async (_draft, context) => {
      const tx = await context.tx()
      await tx
        .updateTable('units')
        .set({ channel: 'left behind' })
        .where('user_id', 'in', [idOf(1), idOf(2)])
        .execute()
      throw new AppError('conflict', 'You are off duty')
    }),
    act(2, async (_draft, context) => {
      await sql`select 1 / 0`.execute(await context.tx())
    }),
    act(3, countedBusy(3)),
  ])
  expect(outcomes(settled)).toEqual(['done', 'You are off duty', 'division by zero', 'done'])
  expect(await statuses()).toEqual([BUSY, BUSY, IN_SERVICE, BUSY])
  expect(decisions).toBe(2)
  expect(published).toHaveLength(3)
  expect(await t.db.selectFrom('units').select('user_id').where('channel', '=', 'left behind').execute()).toEqual([])
})

test('if the database refuses one action of a batch, the others succeed', async () => {
  const settled = await whileBusy(() => [
    act(1, busy(1)),
    act(2, (draft) => void Object.assign(draft.unit(idOf(2)), { beatId: 999_999, beatSince: draft.now })),
    act(3, busy(3)),
  ])
  expect(outcomes(settled)).toEqual(['done', expect.stringContaining('_beat_id_fkey') as string, 'done'])
  expect(await statuses()).toEqual([BUSY, BUSY, IN_SERVICE, BUSY])
  expect(published).toHaveLength(3)
})

test('if the connection breaks at the commit, all actions of the batch fail, and none is repeated', async () => {
  let backend = 0
  let decisions = 0
  const settled = await whileBusy(() => [
    act(1, async (draft, context) => {
      decisions += 1
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(await context.tx())
      backend = rows[0]!.pid
      draft.setStatus(idOf(1), BUSY)
    }),
    act(2, async (draft) => {
      decisions += 1
      draft.setStatus(idOf(2), BUSY)
      await sql`select pg_terminate_backend(${backend})`.execute(t.db)
    }),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(decisions).toBe(2)
  // Other connections of the pool may be about to report the failure too.
  await expect.poll(() => statuses().catch(() => [])).toHaveLength(4)
  expect(await statuses()).toEqual([BUSY, IN_SERVICE, IN_SERVICE, IN_SERVICE])
  await act(1, busy(1))
  expect(await statuses()).toEqual([BUSY, BUSY, IN_SERVICE, IN_SERVICE])
})

test('if the database refuses one action while another asks for the transaction, only the first is refused, and the portal goes on', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  try {
    const settled = await whileBusy(() => [
      act(1, (draft) => void Object.assign(draft.unit(idOf(1)), { beatId: 999_999, beatSince: draft.now })),
      act(2, async (draft, context) => {
        const asked = context.tx()
        // Long enough for the database to answer; the caller may not be waiting for it by then.
        await new Promise((resolve) => setTimeout(resolve, 200))
        await asked
        draft.setStatus(idOf(2), BUSY)
      }),
      act(3, (draft, context) => {
        void context.tx()
        draft.setStatus(idOf(3), BUSY)
      }),
    ])
    expect(outcomes(settled)).toEqual([expect.stringContaining('_beat_id_fkey') as string, 'done', 'done'])
  } finally {
    process.off('unhandledRejection', note)
  }
  expect(unhandled).toEqual([])
  expect(await statuses()).toEqual([BUSY, IN_SERVICE, BUSY, BUSY])
})

test('waiting status changes share two round trips, as channel changes do', async () => {
  let trips = 0
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: t.database.pool }), log: () => void (trips += 1) })
  const service = createUnitService({ db, board: createBoard({ db, publish: () => undefined }), lists: createBoardLists(db) })
  const origin = { address: '', userAgent: '', requestId: 'r' }
  const actors = await Promise.all(
    members.map(async ({ userId }) => actorInGame((await loadCurrentUser(t.db, userId))!.user, { keyId: 1, serverId: 1, origin })),
  )
  const count = async (change: (at: number) => Promise<unknown>) => {
    trips = 0
    // The first runs at once, the others queue meanwhile.
    await Promise.all(members.map((_, at) => change(at)))
    return trips
  }
  const channel = (name: string) => count((at) => service.setChannel(actors[at]!, idOf(at), name))
  const status = (to: 4 | 6) => count((at) => service.setStatus(actors[at]!, idOf(at), to))
  // The board of each unit has to be learned first.
  await status(4)
  expect([await channel('TAC 1'), await status(6), await channel('TAC 2'), await status(4)]).toEqual([4, 4, 4, 4])
})

test('an event that cannot be published does not affect the commit, and later events are published', async () => {
  const reported = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const sent: number[] = []
  board = createBoard({
    db: t.db,
    publish: (_room, _params, _seq, _event, payload) => {
      const { userId } = payload as { userId: number }
      if (userId === idOf(1)) throw new Error('does not parse')
      sent.push(userId)
    },
  })
  for (const at of members.keys()) await act(at, () => undefined)
  expect(outcomes(await whileBusy(() => [1, 2, 3].map((at) => act(at, busy(at)))))).toEqual(['done', 'done', 'done'])
  expect(await statuses()).toEqual([BUSY, BUSY, BUSY, BUSY])
  expect(sent).toEqual([0, 2, 3].map(idOf))
  expect(reported.mock.calls.join()).toContain('does not parse')
})

test('each action of a batch keeps its own actor, request and log entry', async () => {
  const d = dispatchOf(t)
  const callers = [await d.onDuty({ department: 'COMM', name: 'Dana' }), await d.onDuty({ department: 'COMM', name: 'Dirk' })]
  const calls = [await d.call(callers[0]!), await d.call(callers[1]!)]
  const send = (at: number) => {
    const { userId } = callers[at]!
    const { callId } = calls[at]!
    return board.act({
      by: { userId, name: at === 0 ? 'Dana' : 'Dirk', requestId: `request ${at}`, dispatchesOn: 1 },
      where: { userId: idOf(at + 1) },
      wanted: { userIds: [idOf(at + 1)], callIds: [callId] },
      missing: new AppError('not_found', 'Nobody'),
      decide: (draft) => draft.send(idOf(at + 1), callId, undefined),
    })
  }
  const settled = await whileBusy(() => [send(0), send(1)])
  expect(outcomes(settled)).toEqual(['done', 'done'])
  const written = (await units()).slice(1, 3)
  expect(written[0]!.transaction).toBe(written[1]!.transaction)
  for (const at of [0, 1]) {
    const { callId } = calls[at]!
    const audit = await t.db.selectFrom('audit').selectAll().where('request_id', '=', `request ${at}`).executeTakeFirstOrThrow()
    expect(audit).toMatchObject({ actor_id: callers[at]!.userId, action: 'unit.assigned', subject_id: String(idOf(at + 1)) })
    const sent = await t.db.selectFrom('call_units').selectAll().where('call_id', '=', callId).executeTakeFirstOrThrow()
    expect(sent).toMatchObject({ user_id: idOf(at + 1), assigned_by: callers[at]!.userId })
    const line = await t.db
      .selectFrom('call_logs')
      .selectAll()
      .where('call_id', '=', callId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const { logs } = (settled[at] as PromiseFulfilledResult<{ logs: unknown[] }>).value
    expect(logs).toEqual([
      expect.objectContaining({
        callLogId: Number(line.id),
        text: line.text,
        author: expect.objectContaining({ userId: callers[at]!.userId }) as unknown,
      }),
    ])
    await d.clear(callers[at]!, callId)
  }
})

test('a dispatcher who sends a unit and goes off duty at once leaves the call to the others', async () => {
  const d = dispatchOf(t)
  const dispatcher = await d.onDuty({ department: 'COMM', name: 'Dot' })
  const officer = await d.onDuty()
  const { callId } = await d.call(officer)
  const { userId } = dispatcher
  const by = { userId, name: 'Dot', requestId: 'r', dispatchesOn: 1 }
  const missing = new AppError('not_found', 'Nobody')
  const offDuty = { by, where: { userId }, wanted: { userIds: [userId], callIds: [] }, missing }
  // Their boards have to be learned first.
  await board.act({ ...offDuty, where: { callId }, wanted: { userIds: [], callIds: [callId] }, decide: () => undefined })
  await board.act({ ...offDuty, decide: () => undefined })
  const settled = await whileBusy(() => [
    board.act({
      by,
      where: { callId },
      wanted: { userIds: [idOf(1)], callIds: [callId] },
      missing,
      decide: (draft) => {
        draft.send(idOf(1), callId, undefined)
        expect(draft.call(callId).handlerUserId).toBe(userId)
      },
    }),
    board.act({ ...offDuty, decide: (draft) => draft.setStatus(userId, 1) }),
  ])
  expect(outcomes(settled)).toEqual(['done', 'done'])
  expect(await d.detail(officer, callId)).toMatchObject({ status: 'active', handlerUserId: null })
  await d.clear(officer, callId)
})
