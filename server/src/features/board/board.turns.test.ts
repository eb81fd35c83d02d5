import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Publish } from '../../platform/database/transaction.ts'
import { AppError } from '../../platform/errors.ts'
import { dispatchOf, type Member } from '../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { createBoard, type Board } from './board.service.ts'

type Action = Parameters<Board['act']>[0]
type Decide = Action['decide']

const BUSY = 4
const IN_SERVICE = 3

let t: TestPortal
let members: Member[]
let told: { seq: number; payload: unknown }[]
let board: Board
let act: (at: number, decide: Decide) => Promise<unknown>
beforeAll(async () => {
  t = await startTestPortal()
  const d = dispatchOf(t)
  members = []
  for (let count = 0; count < 4; count += 1) members.push(await d.onDuty())
})
afterAll(() => t.close())
beforeEach(async () => {
  told = []
  const publish: Publish = (_room, _params, seq, _event, payload) => void told.push({ seq, payload })
  board = createBoard({ db: t.db, publish })
  act = (at, decide) => {
    const userId = idOf(at)
    const missing = new AppError('not_found', 'There is no such unit')
    return board.act({ by: null, where: { userId }, wanted: { userIds: [userId], callIds: [] }, missing, decide })
  }
  for (const at of members.keys()) await act(at, (draft) => draft.setStatus(idOf(at), IN_SERVICE))
  told = []
})

const idOf = (at: number): number => members[at]!.userId
const busy =
  (at: number): Decide =>
  (draft) =>
    draft.setStatus(idOf(at), BUSY)

/** Whatever is asked for while the first is being decided on waits for its turn. */
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
/** By which transaction each unit was last written, and to what. */
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

test('those who waited for a board are committed together, and told in their order', async () => {
  expect(outcomes(await whileBusy(() => [1, 2, 3].map((at) => act(at, busy(at)))))).toEqual(['done', 'done', 'done'])
  const [first, ...others] = await units()
  expect(new Set(others.map(({ transaction }) => transaction)).size).toBe(1)
  expect(others[0]!.transaction).not.toBe(first!.transaction)
  expect(await statuses()).toEqual([BUSY, BUSY, BUSY, BUSY])
  expect(told.map(({ payload }) => (payload as { userId: number }).userId)).toEqual([0, 1, 2, 3].map(idOf))
  expect(told.map(({ seq }) => seq)).toEqual([0, 1, 2, 3].map((more) => told[0]!.seq + more))
})

test('each is decided on what the one before it left', async () => {
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

test('those who waited for a board that others changed meanwhile are done all the same', async () => {
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

test('one of them is refused, the others are done', async () => {
  const refuse = () => {
    throw new AppError('conflict', 'You are off duty')
  }
  const settled = await whileBusy(() => [act(1, busy(1)), act(2, refuse), act(3, busy(3))])
  expect(outcomes(settled)).toEqual(['done', 'You are off duty', 'done'])
  expect(await statuses()).toEqual([BUSY, BUSY, IN_SERVICE, BUSY])
  expect(told).toHaveLength(3)
})

test('one of them was refused after it had written: nothing of that stays, and the others are done once', async () => {
  const settled = await whileBusy(() => [
    act(1, busy(1)),
    act(2, async (_draft, { tx }) => {
      await tx
        .updateTable('units')
        .set({ channel: 'left behind' })
        .where('user_id', 'in', [idOf(1), idOf(2)])
        .execute()
      throw new AppError('conflict', 'You are off duty')
    }),
    act(3, busy(3)),
  ])
  expect(outcomes(settled)).toEqual(['done', 'You are off duty', 'done'])
  expect(await statuses()).toEqual([BUSY, BUSY, IN_SERVICE, BUSY])
  expect(told).toHaveLength(3)
  expect(await t.db.selectFrom('units').select('user_id').where('channel', '=', 'left behind').execute()).toEqual([])
})

test('what the database refuses of one of them, it does not refuse the others', async () => {
  const settled = await whileBusy(() => [
    act(1, busy(1)),
    act(2, (draft) => void Object.assign(draft.unit(idOf(2)), { beatId: 999_999, beatSince: draft.now })),
    act(3, busy(3)),
  ])
  expect(outcomes(settled)).toEqual(['done', expect.stringContaining('units_beat_id_fkey') as string, 'done'])
  expect(await statuses()).toEqual([BUSY, BUSY, IN_SERVICE, BUSY])
  expect(told).toHaveLength(3)
})

test('where the connection breaks at the commit, all of them hear so, and none is tried again', async () => {
  let backend = 0
  let decisions = 0
  const settled = await whileBusy(() => [
    act(1, async (draft, { tx }) => {
      decisions += 1
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
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
  // Others of the pool may be about to hear of it too.
  await expect.poll(() => statuses().catch(() => [])).toHaveLength(4)
  expect(await statuses()).toEqual([BUSY, IN_SERVICE, IN_SERVICE, IN_SERVICE])
  await act(1, busy(1))
  expect(await statuses()).toEqual([BUSY, BUSY, IN_SERVICE, IN_SERVICE])
})
