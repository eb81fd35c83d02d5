import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../../platform/errors.ts'
import { dispatchOf } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, until, type TestPortal } from '../../../../testing/test-portal.ts'
import { createBoard } from '../board.service.ts'

const IN_SERVICE = 3
const BUSY = 4

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())

async function addServer(name: string): Promise<number> {
  return (await (await t.as('admin')).post('/api/patrol/server', { name })).json<{ serverId: number }>().serverId
}
/** Moves the unit to another board while holding the lock of the first, with someone waiting for it. */
const moveWhileWaitedFor = (userId: number, from: number, to: number, meanwhile: () => Promise<unknown>) =>
  t.db.transaction().execute(async (tx) => {
    const pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]!.pid
    await sql`select from streams where key = ${`board:${from}`} for no key update`.execute(tx)
    void meanwhile()
    await until('someone waits for the board', async () => {
      const { rows } = await sql`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`.execute(t.db)
      return rows.length > 0
    })
    await sql`update units set server_id = ${to} where user_id = ${userId}`.execute(tx)
  })

describe('a unit that moves to another board while an action waits for its board', () => {
  let userId: number
  let boards: number[]
  let seen: { serverId: number; locked: readonly number[] }[]
  let acting: Promise<unknown>
  const change = () => {
    acting = createBoard({ db: t.db, publish: () => undefined }).act({
      by: null,
      where: { userId },
      wanted: { userIds: [userId], callIds: [] },
      missing: new AppError('not_found', 'Nobody'),
      decide: (draft, { serverIds }) => {
        seen.push({ serverId: draft.unit(userId).serverId, locked: serverIds })
        draft.setStatus(userId, BUSY)
      },
    })
    return acting.catch(() => undefined)
  }
  const unit = () => t.db.selectFrom('units').select(['server_id', 'status']).where('user_id', '=', userId).executeTakeFirst()
  beforeEach(async () => {
    userId = (await dispatchOf(t).onDuty()).userId
    boards = [1, await addServer(`Second of ${userId}`), await addServer(`Third of ${userId}`)]
    seen = []
  })

  test('is changed on its new board', async () => {
    const [first = 0, second = 0] = boards
    await moveWhileWaitedFor(userId, first, second, change)
    await acting
    expect(seen).toEqual([{ serverId: second, locked: [second] }])
    expect(await unit()).toEqual({ server_id: second, status: BUSY })
  })

  test('and moves again at the second attempt: the caller is asked to try again, and nothing has changed', async () => {
    const [first = 0, second = 0, third = 0] = boards
    await moveWhileWaitedFor(userId, second, third, () => moveWhileWaitedFor(userId, first, second, change))
    await expect(acting).rejects.toThrow('changed its server at the same moment')
    expect(seen).toEqual([])
    expect(await unit()).toEqual({ server_id: third, status: IN_SERVICE })
  })
})

test('another server and another status at once, repeatedly: both are applied', async () => {
  const elsewhere = await addServer('To and fro')
  const d = dispatchOf(t)
  const mover = await d.onDuty()
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all([
      d.status(mover, mover, 4 + (round % 2)),
      d.save(mover, { serverId: round % 2 ? 1 : elsewhere, departmentId: 2, identifier: 'M1' }),
      d.status(mover, mover, 6),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  }
})
