import { DEPARTMENT, type OpenPatrol } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { hoursAgo, patrolsOf, type PatrolMember } from '../../../testing/test-patrols.ts'
import { joinRoom, nextEvent, startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom, type Watched } from '../../../testing/test-room.ts'
import { followPatrols } from './live.follow.ts'

type Room = 'own-patrols' | 'patrols'
let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let p: ReturnType<typeof patrolsOf>
let sergeant: PatrolMember
let officer: Member
const watched: Watched<Room>[] = []
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  p = patrolsOf(t)
  sergeant = await p.supervisor()
})
beforeEach(async () => {
  officer = await d.onDuty()
})
afterEach(async () => {
  for (const { socket } of watched.splice(0)) socket.disconnect()
})
afterAll(() => t.close())

const watch = async <N extends Room>(token: string, room: N, params: Record<string, number>): Promise<Watched<N>> => {
  const joined = await watchRoom(t, token, room, params)
  watched.push(joined)
  return joined
}
const ofDepartment = (by: { token: string } = sergeant, departmentId: number = DEPARTMENT.LSPD) =>
  watch(by.token, 'patrols', { departmentId })
const ofMember = () => watch(officer.token, 'own-patrols', { userId: officer.userId })
type Told = { event: string; patrolId: unknown; status: unknown }
const summary = ({ deltas }: Watched<Room>): Told[] =>
  deltas.map(({ event, payload }) => {
    const { patrolId, status } = payload as Partial<OpenPatrol>
    return { event, patrolId, status }
  })
/** Resolves with the next events, once there are this many. */
const told = async (room: Watched<Room>, count: number): Promise<Told[]> => {
  await until(`${count} deltas`, () => room.deltas.length >= count)
  const all = summary(room)
  room.deltas.splice(0)
  return all
}
const openOf = async ({ userId }: { userId: number }) =>
  t.db.selectFrom('patrols').selectAll().where('user_id', '=', userId).where('ended_at', 'is', null).executeTakeFirst()
/** Waits until all earlier changes were sent. */
const settledDown = async () => {
  const room = await ofDepartment()
  await d.status(officer, officer, 4)
  await until('told', () => summary(room).some(({ status }) => status === 4))
  room.socket.disconnect()
}

test('members see their own patrol under way, staff all, supervisors those of their department', async () => {
  const fire = await d.onDuty({ department: 'FIRE' })
  const { id } = (await openOf(officer))!
  const open = (await ofMember()).snapshot.open!
  expect(open).toMatchObject({
    patrolId: id,
    userId: officer.userId,
    departmentName: 'LSPD',
    serverName: 'Server 1',
    isCivilian: false,
    identifier: officer.identifier,
    beat: null,
    status: 3,
    presence: null,
    presenceSince: null,
  })
  expect(open.statusSince).toBe(open.startedAt)
  const department = (await ofDepartment()).snapshot.open
  expect(department).toContainEqual(open)
  expect(department.every(({ departmentId }) => departmentId === DEPARTMENT.LSPD)).toBe(true)
  const all = (await ofDepartment(await t.person('staff'), 0)).snapshot.open
  expect(all.map(({ userId }) => userId)).toEqual(expect.arrayContaining([officer.userId, fire.userId]))
})

test('the room is refused to others, to holders in other departments, and to members who lose the capability', async () => {
  const join = async ({ token }: { token: string }, room: Room, params: Record<string, number>) =>
    joinRoom(await t.connect(token), room, params)
  expect((await join(sergeant, 'own-patrols', { userId: officer.userId })).ok).toBe(false)
  expect((await join(officer, 'patrols', { departmentId: DEPARTMENT.LSPD })).ok).toBe(false)
  expect((await join(sergeant, 'patrols', { departmentId: DEPARTMENT.BCSO })).ok).toBe(false)
  expect((await join(sergeant, 'patrols', { departmentId: 0 })).ok).toBe(false)

  const deputy = await p.supervisor('BCSO', ['seePatrols'])
  const { socket } = await ofDepartment(deputy, DEPARTMENT.BCSO)
  const closed = nextEvent(socket, 'closed')
  await sql`update user_departments set rank_id = null where user_id = ${deputy.userId}`.execute(t.db)
  expect(await closed).toBe(`patrols:${DEPARTMENT.BCSO}`)
})

test('going on duty, each status change and going off duty are sent once to the member, the department and all', async () => {
  await settledDown()
  const rooms = [await ofMember(), await ofDepartment(), await ofDepartment(await t.person('staff'), 0)]
  const elsewhere = await ofDepartment(await p.supervisor('BCSO', ['seePatrols']), DEPARTMENT.BCSO)
  const { id } = (await openOf(officer))!
  await d.status(officer, officer, 5)
  for (const room of rooms) expect(await told(room, 1)).toEqual([{ event: 'patrol.saved', patrolId: id, status: 5 }])
  await d.status(officer, officer, 1)
  for (const room of rooms) expect(await told(room, 1)).toEqual([{ event: 'patrol.left', patrolId: id, status: undefined }])
  await d.save(officer, { serverId: 1, departmentId: DEPARTMENT.LSPD, identifier: officer.identifier, type: 1 })
  const next = (await openOf(officer))!
  for (const room of rooms) {
    const events = await told(room, 2)
    expect(events.at(-1)).toEqual({ event: 'patrol.saved', patrolId: next.id, status: 3 })
  }
  expect(summary(elsewhere), 'nothing of it').toEqual([])
})

test('changes in quick succession are sent together, with the latest state', async () => {
  await settledDown()
  const room = await ofMember()
  for (const status of [5, 6, 7, 4, 6]) await d.status(officer, officer, status)
  await until('told', () => summary(room).some(({ status }) => status === 6))
  await room.received()
  expect(room.deltas.length).toBeLessThan(5)
  const { rows } = await sql<{ seq: number }>`select seq from streams where key = ${`own-patrols:${officer.userId}`}`.execute(t.db)
  await d.call(await d.onDuty({ department: 'COMM' }))
  expect((await sql<{ seq: number }>`select seq from streams where key = ${`own-patrols:${officer.userId}`}`.execute(t.db)).rows).toEqual(
    rows,
  )
})

test('after changing the department, the old patrol leaves its room and the new one enters its own', async () => {
  const both = await d.onDuty({ also: [{ name: 'BCSO' }] })
  const first = (await openOf(both))!
  await settledDown()
  const [lspd, bcso] = [await ofDepartment(), await ofDepartment(await p.supervisor('BCSO', ['seePatrols']), DEPARTMENT.BCSO)]
  await d.save(both, { serverId: 1, departmentId: DEPARTMENT.BCSO, identifier: '7B1', type: 1 })
  const second = (await openOf(both))!
  expect(await told(lspd, 1)).toEqual([{ event: 'patrol.left', patrolId: first.id, status: undefined }])
  expect(await told(bcso, 1)).toEqual([{ event: 'patrol.saved', patrolId: second.id, status: 3 }])
})

describe('events of other features', () => {
  const seqOf = async () =>
    (await sql<{ seq: number }>`select seq from streams where key = ${`patrols:${DEPARTMENT.LSPD}`}`.execute(t.db)).rows[0]?.seq ?? 0
  /** Waits until the portal has advanced the rooms, as it does when it starts. */
  const start = async () => {
    const { publish } = t.app.realtime
    const before = await seqOf()
    const following = followPatrols({ db: t.db, realtime: { publish, listenHere: () => undefined }, log: t.app.http.log })
    await until('started', async () => (await seqOf()) === before + 1)
    return following
  }
  const news = async () => {
    await settledDown()
    return start()
  }
  const seen = async (state: string, secondsAgo: number) => {
    await sql`delete from presence where user_id = ${officer.userId}`.execute(t.db)
    await sql`delete from server_watches where server_id = 1`.execute(t.db)
    await sql`insert into server_watches (server_id, started_at, ended_at) values (1, now() - interval '1 hour', now())`.execute(t.db)
    await sql`insert into presence (user_id, server_id, started_at, ended_at, state)
      values (${officer.userId}, 1, now() - interval '30 minutes', now() - make_interval(secs => ${secondsAgo}), ${state})`.execute(t.db)
  }
  const presenceOf = (room: Watched<Room>) => (room.deltas.splice(0).at(-1)?.payload as OpenPatrol | undefined)?.presence

  test('presence: moving, idle, away, and null while the server is not connected', async () => {
    const { news: say, close } = await news()
    const room = await ofMember()
    await seen('moving', 0)
    say.presenceChanged({ userIds: [officer.userId], serverIds: [] })
    await until('told', () => room.deltas.length > 0)
    expect(presenceOf(room)).toBe('moving')
    await seen('idle', 0)
    say.presenceChanged({ userIds: [], serverIds: [1] })
    await until('told', () => room.deltas.length > 0)
    expect(presenceOf(room), 'everyone on the server').toBe('idle')
    await seen('moving', 20)
    say.presenceChanged({ userIds: [officer.userId], serverIds: [] })
    await until('told', () => room.deltas.length > 0)
    expect(presenceOf(room)).toBe('away')
    await sql`delete from server_watches`.execute(t.db)
    say.presenceChanged({ userIds: [officer.userId], serverIds: [] })
    await close()
    await until('told', () => room.deltas.length > 0)
    expect(presenceOf(room), 'told at the latest when the portal closes').toBeNull()
  })

  test('a civilian patrol that begins and ends', async () => {
    const civilian = await p.member('CIV')
    const { news: say, close } = await news()
    const room = await watch(civilian.token, 'own-patrols', { userId: civilian.userId })
    expect(room.snapshot.open).toBeNull()
    const { id } = await p.patrol(civilian, { from: 0.1, to: null, department: 'CIV' })
    await sql`update patrols set kind = 'civilian' where id = ${id}`.execute(t.db)
    await sql`update patrol_stretches set status = null, identifier = '' where patrol_id = ${id}`.execute(t.db)
    say.presenceChanged({ userIds: [civilian.userId], serverIds: [] })
    await until('told', () => room.deltas.length > 0)
    expect(room.deltas.splice(0)[0]).toMatchObject({
      event: 'patrol.saved',
      payload: { patrolId: id, isCivilian: true, status: null, identifier: '' },
    })
    await sql`update patrols set ended_at = now() - interval '1 minute' where id = ${id}`.execute(t.db)
    say.presenceChanged({ userIds: [civilian.userId], serverIds: [] })
    expect(await told(room, 1)).toMatchObject([{ event: 'patrol.left', patrolId: id }])
    await close()
  })

  test('a settled patrol is sent once to the member and to the supervisors', async () => {
    const { news: say, close } = await news()
    const rooms = [await ofMember(), await ofDepartment(), await ofDepartment(await t.person('staff'), 0)]
    const { userId } = officer
    say.settled([
      { userId, departmentId: DEPARTMENT.LSPD },
      { userId, departmentId: DEPARTMENT.LSPD },
    ])
    await close()
    const events = await Promise.all(rooms.map((room) => told(room, 1)))
    expect(events.map((each) => each.map(({ event }) => event))).toEqual([['patrols.changed'], ['review.changed'], ['review.changed']])
  })

  test('after a restart of the portal every page asks for these rooms again', async () => {
    await settledDown()
    const own = async () =>
      (await sql<{ seq: number }>`select seq from streams where key = ${`own-patrols:${officer.userId}`}`.execute(t.db)).rows[0]!.seq
    const before = await own()
    await (await start()).close()
    expect(await own()).toBe(before + 1)
  })
})

test('a requested, withdrawn, declined or accepted correction is sent to the member and to the supervisors', async () => {
  const member = await p.member()
  const own = await watch(member.token, 'own-patrols', { userId: member.userId })
  const department = await ofDepartment()
  const patrol = await p.patrol(member, { from: 8, to: 4 })
  const ask = async () => {
    const input = { reason: 'Down', endedAt: hoursAgo(3), version: patrol.version }
    return (await member.http.post(`/api/patrols/${patrol.id}/corrections`, input)).json<{ correctionId: number }>().correctionId
  }
  const isTold = async () => {
    expect((await own.received()).map(({ event }) => event)).toEqual(['patrols.changed'])
    expect((await department.received()).filter(({ event }) => event === 'review.changed')).toHaveLength(1)
  }
  const first = await ask()
  await isTold()
  await member.http.post(`/api/patrols/corrections/${first}/withdraw`, {})
  await isTold()
  for (const isAccepted of [false, true]) {
    const correctionId = await ask()
    await isTold()
    await sergeant.http.post(`/api/patrols/corrections/${correctionId}/decide`, { isAccepted })
    await isTold()
  }
})
