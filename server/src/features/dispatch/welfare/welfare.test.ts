import type { Ping } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom, type Watched } from '../../../testing/test-room.ts'
import { createBoard } from '../board/board.service.ts'
import { lockOverdue } from './welfare.repo.ts'
import { createWelfare, welfareJob } from './welfare.service.ts'

const SILENCE = { minutes: 60, graceMinutes: 10 }
const OVERRIDES = { 'welfare.silence-minutes': 60, 'welfare.grace-minutes': 10 }

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dispatcher: Member
let unit: Member
let desk: Watched<'desk'>
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dispatcher = await d.onDuty({ department: 'COMM', name: 'Dana' })
})
afterAll(() => t.close())
beforeEach(async () => {
  unit = await d.onDuty()
  desk = await watchRoom(t, unit.token, 'desk', { userId: unit.userId })
})
afterEach(async () => {
  desk.socket.disconnect()
  await d.status(unit, unit, 1)
})

/** The work of the job of each portal. */
const welfare = (silence = SILENCE) => {
  const { publish } = t.app.realtime
  return createWelfare({ db: t.db, board: createBoard({ db: t.db, publish }), publish, silence: () => silence })
}
const check = () => welfare().check()
const silentFor = (minutes: number, { userId } = unit) =>
  sql`update units set last_heard_at = now() - make_interval(mins => ${minutes}) where user_id = ${userId}`.execute(t.db)
const graceOver = () => sql`update pings set deadline = now() - interval '1 second' where to_user_id = ${unit.userId}`.execute(t.db)
const openPings = async () =>
  (await t.db.selectFrom('pings').select('id').where('to_user_id', '=', unit.userId).where('closed_at', 'is', null).execute()).length
const lastHeard = async ({ userId } = unit) =>
  (await t.db.selectFrom('units').select('last_heard_at').where('user_id', '=', userId).executeTakeFirstOrThrow()).last_heard_at
const lastPatrol = () =>
  t.db.selectFrom('patrols').selectAll().where('user_id', '=', unit.userId).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
const audited = () =>
  t.db.selectFrom('audit').selectAll().where('action', '=', 'unit.put-off-duty').where('subject_id', '=', String(unit.userId)).execute()
const isOnDuty = async () => (await d.unit(unit, unit)).status !== 1
/** The unit has been silent for 70 minutes and was asked 10 minutes ago, without a response. */
const overdue = async () => {
  await silentFor(70)
  await check()
  await graceOver()
  await desk.received()
}

test('a unit that is silent for long is asked once, and shown its deadline', async () => {
  await silentFor(59)
  await check()
  expect(await openPings()).toBe(0)
  await silentFor(61)
  await check()
  await check()
  const [{ event, payload } = { event: '', payload: undefined }, ...more] = await desk.received()
  expect(more).toEqual([])
  expect(event).toBe('ping.saved')
  const ping = payload as Ping
  expect(ping).toMatchObject({ kind: 'welfare', from: null, message: 'Nothing was heard from you for 60 minutes. Are you still there?' })
  expect(Date.parse(ping.deadline!) - Date.parse(ping.at)).toBe(10 * 60_000)
  expect((await watchRoom(t, unit.token, 'desk', { userId: unit.userId })).snapshot.pings).toEqual([ping])
})

test('a unit that does not answer is put off duty, with entries in log, patrol and audit', async () => {
  const { callId } = await d.call(dispatcher)
  await d.assign(dispatcher, unit, callId)
  await overdue()
  const board = await watchRoom(t, dispatcher.token, 'board', { serverId: 1 })
  await check()
  expect(await d.unit(unit, unit)).toMatchObject({ status: 1, callId: null, onDutySince: null })
  expect((await d.texts(dispatcher, callId)).at(-1)).toBe(`${unit.identifier} put off duty after 70 minutes of silence`)
  expect(await d.detail(dispatcher, callId)).toMatchObject({ status: 'pending' })
  expect(await lastPatrol()).toMatchObject({ end_reason: 'silence', ended_at: expect.any(Date) })
  expect((await unit.http.get(`/api/user/getUserPatrols/${unit.userId}`)).json()[0]).toMatchObject({ endReason: 'silence' })
  expect(await board.received()).toContainEqual({ event: 'unit.left', payload: { userId: unit.userId } })
  expect(await desk.received()).toMatchObject([{ event: 'ping.answered' }])
  expect(await audited()).toMatchObject([
    { actor_id: null, before: { identifier: unit.identifier, call: callId }, after: { reason: 'silence', minutes: 70 } },
  ])
})

describe('a forgotten patrol ends at the last sign of life', () => {
  /** The unit's patrol, with a stretch at each of these minutes ago; the last one was caused by someone else. */
  const patrolSince = async (first: number, ...later: number[]) => {
    const { id } = await lastPatrol()
    const now = Date.now()
    const at = (minutes: number) => new Date(now - minutes * 60_000)
    await t.db
      .updateTable('patrols')
      .set({ started_at: at(first) })
      .where('id', '=', id)
      .execute()
    await t.db.deleteFrom('patrol_stretches').where('patrol_id', '=', id).execute()
    const points = [first, ...later].map((minutes, index) => ({ patrol_id: id, at: at(minutes), status: 3 + index }))
    await t.db.insertInto('patrol_stretches').values(points).execute()
  }
  const ended = async () => {
    await check()
    await graceOver()
    await check()
    expect(await isOnDuty()).toBe(false)
    const { id, started_at, ended_at, end_reason } = await lastPatrol()
    expect(end_reason).toBe('silence')
    const ago = (at: Date | null) => Math.round((Date.now() - (at?.getTime() ?? 0)) / 60_000)
    const points = await t.db.selectFrom('patrol_stretches').select('status').where('patrol_id', '=', id).orderBy('at').execute()
    return { from: ago(started_at), to: ago(ended_at), statuses: points.map(({ status }) => status) }
  }
  const seen = (rows: { state: 'moving' | 'idle'; from: number; to: number; serverId?: number }[]) =>
    t.db
      .insertInto('presence')
      .values(
        rows.map(({ state, from, to, serverId = 1 }) => ({
          user_id: unit.userId,
          server_id: serverId,
          state,
          started_at: sql<Date>`now() - make_interval(mins => ${from})`,
          ended_at: sql<Date>`now() - make_interval(mins => ${to})`,
        })),
      )
      .execute()

  test('when its member was last heard, ignoring what others did to the unit since', async () => {
    await patrolSince(100, 80, 5)
    await silentFor(70)
    expect(await ended()).toEqual({ from: 100, to: 70, statuses: [3, 4] })
  })

  test('or when they were last seen in the game on that server, even without moving', async () => {
    await t.db.insertInto('servers').values({ id: 90, name: 'Elsewhere' }).execute()
    await patrolSince(100, 50, 10)
    await silentFor(70)
    await seen([
      { state: 'moving', from: 90, to: 65 },
      { state: 'idle', from: 65, to: 30 },
      { state: 'moving', from: 90, to: 2, serverId: 90 },
    ])
    expect(await ended()).toEqual({ from: 100, to: 30, statuses: [3, 4] })
  })

  test('and never before it started', async () => {
    await patrolSince(20)
    await silentFor(70)
    await seen([{ state: 'moving', from: 90, to: 80 }])
    expect(await ended()).toEqual({ from: 20, to: 20, statuses: [3] })
  })

  test('a member who moves in the game is not asked', async () => {
    await silentFor(70)
    await seen([{ state: 'moving', from: 80, to: 59 }])
    await check()
    expect(await openPings()).toBe(0)
    await sql`update presence set ended_at = now() - interval '61 minutes' where user_id = ${unit.userId}`.execute(t.db)
    await check()
    expect(await openPings()).toBe(1)
  })

  test('a member who moves after being asked has answered', async () => {
    await overdue()
    await seen([{ state: 'moving', from: 80, to: 0 }])
    await check()
    expect(await isOnDuty()).toBe(true)
    expect(await openPings()).toBe(0)
    expect(await desk.received()).toMatchObject([
      { event: 'ping.answered', payload: { by: { userId: unit.userId, identifier: unit.identifier } } },
    ])
  })

  test('a member who moves just before their duty would be ended stays on duty', async () => {
    await overdue()
    const hold = () => t.db.transaction().execute((tx) => lockOverdue(tx, unit.userId))
    expect(await hold()).toBe(70)
    await seen([{ state: 'moving', from: 80, to: 0 }])
    expect(await hold()).toBeUndefined()
  })

  test('the log says for how long the member was neither heard nor seen', async () => {
    const { callId } = await d.call(dispatcher)
    await d.assign(dispatcher, unit, callId)
    await silentFor(200)
    await seen([{ state: 'moving', from: 90, to: 65 }])
    await ended()
    expect((await d.texts(dispatcher, callId)).at(-1)).toBe(`${unit.identifier} put off duty after 65 minutes of silence`)
  })
})

test('a patrol that its member ends has no end reason', async () => {
  await d.status(unit, unit, 1)
  expect(await lastPatrol()).toMatchObject({ end_reason: null })
})

test('a unit that was asked has until the deadline', async () => {
  await silentFor(70)
  await check()
  await check()
  expect(await isOnDuty()).toBe(true)
  expect(await openPings()).toBe(1)
})

describe('a sign of life closes the check', () => {
  const signs: [string, () => Promise<{ statusCode: number }>][] = [
    ['an answer', async () => unit.http.post(`/api/patrol/ping/${await welfarePingId()}/answer`)],
    ['input on the desktop', () => unit.http.post(`/api/patrol/unit/${unit.userId}/heard`)],
    ['another status', () => d.status(unit, unit, 4)],
    ['the same status', () => d.status(unit, unit, 3)],
    ['a call of their own', () => unit.http.post('/api/cad/call', { serverId: 1, callTypeId: 23 })],
  ]
  const welfarePingId = async () => {
    const row = t.db.selectFrom('pings').select('id').where('to_user_id', '=', unit.userId).where('closed_at', 'is', null)
    return (await row.executeTakeFirstOrThrow()).id
  }

  test.each(signs)('%s', async (_what, give) => {
    await overdue()
    expect((await give()).statusCode).toBe(200)
    expect(await desk.received()).toMatchObject([{ event: 'ping.answered', payload: { by: { userId: unit.userId } } }])
    expect(Date.now() - (await lastHeard()).getTime()).toBeLessThan(60_000)
    await check()
    expect(await isOnDuty()).toBe(true)
    expect(await openPings()).toBe(0)
  })

  test('an action of a dispatcher on the unit is no sign of life of the unit, but one of the dispatcher', async () => {
    await overdue()
    await silentFor(50, dispatcher)
    await d.status(dispatcher, unit, 4)
    expect(await openPings()).toBe(1)
    expect(Date.now() - (await lastHeard(dispatcher)).getTime()).toBeLessThan(60_000)
    await check()
    expect(await isOnDuty()).toBe(false)
  })

  test('at the last moment it is in time or too late, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      await d.save(unit, { serverId: 1, departmentId: 2, identifier: unit.identifier })
      await overdue()
      const [response] = await Promise.all([unit.http.post(`/api/patrol/unit/${unit.userId}/heard`), check()])
      expect(await isOnDuty()).toBe(response.statusCode === 200)
      expect(await openPings()).toBe(0)
    }
  })
})

test('the jobs of two portals at once ask once and end once', async () => {
  await silentFor(70)
  await Promise.all([check(), check(), check()])
  expect(await desk.received()).toHaveLength(1)
  await graceOver()
  const { callId } = await d.call(dispatcher)
  await d.assign(dispatcher, unit, callId)
  await Promise.all([check(), check(), check()])
  expect((await d.texts(dispatcher, callId)).filter((text) => text.includes('put off duty'))).toHaveLength(1)
  expect(await audited()).toHaveLength(1)
})

test('a member whom a dispatcher put off duty meanwhile is not ended again', async () => {
  await overdue()
  await d.status(dispatcher, unit, 1)
  expect(await openPings()).toBe(0)
  await check()
  expect(await lastPatrol()).toMatchObject({ end_reason: null })
})

test('a member whose duty could not be ended does not prevent others from being ended or asked', async () => {
  const [broken, silent] = [await d.onDuty(), await d.onDuty()]
  for (const each of [broken, unit]) await silentFor(70, each)
  await check()
  await sql`update pings set deadline = now() - interval '1 second' where to_user_id in (${broken.userId}, ${unit.userId})`.execute(t.db)
  await silentFor(70, silent)
  const { publish } = t.app.realtime
  const real = createBoard({ db: t.db, publish })
  const board: typeof real = {
    ...real,
    act: (action) =>
      'userId' in action.where && action.where.userId === broken.userId ? Promise.reject(new Error('broken')) : real.act(action),
  }
  await expect(createWelfare({ db: t.db, board, publish, silence: () => SILENCE }).check()).rejects.toThrow('broken')
  expect(await isOnDuty()).toBe(false)
  const asked = await t.db.selectFrom('pings').select('id').where('to_user_id', '=', silent.userId).where('closed_at', 'is', null).execute()
  expect(asked).toHaveLength(1)
  for (const each of [broken, silent]) await d.status(each, each, 1)
})

test('the job runs every minute, and asks nobody while these checks are off', async () => {
  expect(welfareJob(welfare())).toMatchObject({ schedule: '* * * * *' })
  await silentFor(61)
  await welfare({ minutes: 0, graceMinutes: 10 }).check()
  expect(await openPings()).toBe(0)
})

test('a portal with the setting asks on its own', async () => {
  const other = await startTestPortal({ database: t.database, settingOverrides: OVERRIDES })
  try {
    await silentFor(61)
    // The first portal, which asks nobody, may take the job too.
    const askAgain = () => sql`select graphile_worker.add_job('welfare-check', job_key => 'again')`.execute(t.db)
    await until('asked', async () => (await openPings()) === 1 || (await askAgain(), false))
  } finally {
    await other.close()
  }
})
