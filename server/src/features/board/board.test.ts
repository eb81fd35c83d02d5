import { roomKey, type Call, type CallDetail, type Delta, type JoinReply, type PatrolUnit, type RoomName } from '@tenfour/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dispatchOf, type Member } from '../../testing/test-dispatch.ts'
import { joinRoom, nextEvent, startTestPortal, until, type TestPortal, type TestSocket } from '../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dispatcher: Member
let officer: Member
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dispatcher = await d.onDuty({ department: 'COMM', name: 'Dana' })
  officer = await d.onDuty()
})
afterAll(() => t.close())

type View = { seq: number; units: Map<number, PatrolUnit>; calls: Map<number, Call>; deltas: Delta[] }
const snapshotOf = <T>(reply: JoinReply): { seq: number; snapshot: T } => {
  if (!reply.ok) throw new Error(reply.message)
  return { seq: reply.seq, snapshot: reply.snapshot as T }
}

/** A client that keeps a board as the contract says, and fails on a number out of turn. */
async function watchBoard(socket: TestSocket, serverId = 1): Promise<View> {
  const { seq, snapshot } = snapshotOf<{ units: PatrolUnit[]; calls: Call[] }>(await joinRoom(socket, 'board', { serverId }))
  const units = new Map(snapshot.units.map((unit) => [unit.userId, unit]))
  const calls = new Map(snapshot.calls.map((call) => [call.callId, call]))
  const view: View = { seq, units, calls, deltas: [] }
  socket.on('delta', (delta) => {
    if (delta.key !== roomKey('board', { serverId }) || delta.seq <= view.seq) return
    expect(delta.seq).toBe(view.seq + 1)
    view.seq = delta.seq
    view.deltas.push(delta)
    apply(view, delta)
  })
  return view
}

function apply({ units, calls }: View, { event, payload }: Delta): void {
  const unit = payload as PatrolUnit
  const call = payload as Call
  if (event === 'unit.saved') units.set(unit.userId, unit)
  if (event === 'unit.changed') units.set(unit.userId, { ...units.get(unit.userId)!, ...unit })
  if (event === 'unit.left') units.delete(unit.userId)
  if (event === 'call.saved') calls.set(call.callId, call)
  if (event === 'call.changed') calls.set(call.callId, { ...calls.get(call.callId)!, ...call })
  if (event === 'call.cleared') calls.delete(call.callId)
}

const sorted = <T>(values: Iterable<T>, idOf: (each: T) => number) => [...values].toSorted((a, b) => idOf(a) - idOf(b))
const seqOf = async (key: string) =>
  Number((await t.db.selectFrom('streams').select('seq').where('key', '=', key).executeTakeFirst())?.seq ?? 0)

/** What the client shows is what the database holds. */
async function expectSame(view: View, serverId = 1) {
  await until('caught up', async () => view.seq === (await seqOf(`board:${serverId}`)))
  const units: PatrolUnit[] = (await dispatcher.http.get(`/api/patrol/units/${serverId}`)).json()
  const calls: Call[] = (await dispatcher.http.get(`/api/cad/calls/active/${serverId}`)).json()
  expect(sorted(view.units.values(), (unit) => unit.userId)).toEqual(sorted(units, (unit) => unit.userId))
  expect(sorted(view.calls.values(), (call) => call.callId)).toEqual(sorted(calls, (call) => call.callId))
}

test('after every action a client that only hears what changed shows what the database holds', async () => {
  const view = await watchBoard(await t.connect(dispatcher.token))
  const unit = await d.onDuty()
  await expectSame(view)
  const [one, two] = [await d.call(dispatcher), await d.call(unit)]
  const steps = [
    () => d.assign(dispatcher, unit, one.callId),
    () => d.assign(dispatcher, officer, one.callId),
    () => d.status(unit, unit, 6),
    () => d.assign(dispatcher, unit, two.callId, one.callId),
    () => unit.http.post(`/api/patrol/unit/beat/${unit.userId}`, { beatId: 4 }),
    () => unit.http.post(`/api/patrol/unit/identifier/${unit.userId}`, { identifier: 'Z1' }),
    () => unit.http.put(`/api/cad/call/${one.callId}`, { title: 'Renamed', version: 1 }),
    () => d.clear(dispatcher, one.callId),
    () => d.save(unit, { serverId: 1, departmentId: 2, identifier: 'Z2', type: 2 }),
    () => d.status(unit, unit, 1),
    () => d.status(unit, unit, 3),
    () => d.clear(dispatcher, two.callId),
  ]
  for (const step of steps) {
    expect((await step()).statusCode).toBe(200)
    await expectSame(view)
  }
})

test('a change of status is one small event and at most six statements', async () => {
  const view = await watchBoard(await t.connect(dispatcher.token))
  const { callId } = await d.call(dispatcher)
  await d.assign(dispatcher, officer, callId)
  await expectSame(view)
  view.deltas.length = 0
  await d.status(officer, officer, 6)
  await expectSame(view)
  expect(view.deltas).toEqual([
    expect.objectContaining({
      event: 'unit.changed',
      payload: { userId: officer.userId, status: 6, statusSince: expect.any(String) as string },
    }),
  ])
  expect(JSON.stringify(['delta', view.deltas[0]]).length).toBeLessThan(300)

  // The portal's own rounds may fall into one of them, hardly into all.
  const counts = [await countStatements(5), await countStatements(6), await countStatements(5)]
  expect(Math.min(...counts)).toBeLessThanOrEqual(6)
  await d.clear(dispatcher, callId)
})

async function countStatements(status: number): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    expect((await d.status(officer, officer, status)).statusCode).toBe(200)
    return query.mock.calls.length
  } finally {
    query.mockRestore()
  }
}

test('a server tells how many units and calls it has', async () => {
  const statuses: { serverId: number; unitsOnDuty: number; activeCalls: number }[] = (await officer.http.get('/api/patrol/servers2')).json()
  const units: PatrolUnit[] = (await officer.http.get('/api/patrol/units/1')).json()
  const calls: Call[] = (await officer.http.get('/api/cad/calls/active/1')).json()
  expect(statuses.find(({ serverId }) => serverId === 1)).toMatchObject({ unitsOnDuty: units.length, activeCalls: calls.length })
})

test('the room of a call follows its units and its log', async () => {
  const { callId } = await d.call(dispatcher)
  const socket = await t.connect(officer.token)
  const room = { serverId: 1, callId }
  const joined = snapshotOf<CallDetail>(await joinRoom(socket, 'call', room))
  let { seq } = joined
  const state = joined.snapshot
  socket.on('delta', (delta) => {
    if (delta.key !== roomKey('call', room)) return
    expect(delta.seq).toBe(seq + 1)
    seq = delta.seq
    const payload = delta.payload as never
    if (delta.event === 'call.changed') Object.assign(state, payload)
    if (delta.event === 'call.logged') state.log.push(payload)
    if (delta.event === 'call.unit') {
      const { callUnitId } = payload as { callUnitId: number }
      state.units = [...state.units.filter((unit) => unit.callUnitId !== callUnitId), payload]
    }
  })
  const other = await d.onDuty()
  await d.assign(dispatcher, officer, callId)
  await d.assign(dispatcher, other, callId)
  await d.status(officer, officer, 6)
  await d.assign(dispatcher, officer, 0)
  await d.clear(dispatcher, callId, 'Unfounded')
  await until('caught up', async () => {
    const row = await t.db.selectFrom('calls').select('seq').where('id', '=', callId).executeTakeFirstOrThrow()
    return seq === Number(row.seq)
  })
  state.units = sorted(state.units, (unit) => unit.callUnitId)
  expect(state).toEqual(await d.detail(dispatcher, callId))
})

describe('who may listen', () => {
  const join = async (token: string, room: RoomName, params: object) => joinRoom(await t.connect(token), room, { ...params })

  test('no civilian, nobody off duty, nobody of another server; staff may', async () => {
    const { callId } = await d.call(dispatcher)
    const civilian = await d.onDuty({ department: 'CIV' })
    const off = await d.onDuty()
    await d.status(off, off, 1)
    const { serverId } = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Second' })).json()
    const elsewhere = await d.onDuty({ serverId })
    for (const { token } of [civilian, off, elsewhere, await t.person('member')]) {
      expect(await join(token, 'board', { serverId: 1 })).toMatchObject({ ok: false, code: 'forbidden' })
      expect(await join(token, 'call', { serverId: 1, callId })).toMatchObject({ ok: false, code: 'forbidden' })
    }
    // A call is not found under a server that isn't its own.
    expect(await join(elsewhere.token, 'call', { serverId, callId })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await join((await t.person('staff')).token, 'board', { serverId: 1 })).toMatchObject({ ok: true })
  })

  test('going off duty closes the board and the call, and so does losing the department', async () => {
    const { callId } = await d.call(dispatcher)
    const lose = [
      (member: Member) => d.status(member, member, 1),
      (member: Member) => t.db.deleteFrom('user_departments').where('user_id', '=', member.userId).execute(),
    ]
    for (const step of lose) {
      const member = await d.onDuty()
      const socket = await t.connect(member.token)
      const closed: string[] = []
      socket.on('closed', (key) => void closed.push(key))
      await joinRoom(socket, 'board', { serverId: 1 })
      await joinRoom(socket, 'call', { serverId: 1, callId })
      await step(member)
      await until('closed', () => closed.length === 2)
      expect(closed.toSorted()).toEqual(['board:1', `call:1:${callId}`])
    }
  })

  test("an officer's own pages are told that they are on duty", async () => {
    const person = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
    const socket = await t.connect(person.token)
    await joinRoom(socket, 'user', { userId: person.userId })
    const heard = nextEvent(socket, 'delta')
    await d.save({ http: t.http(person.token) }, { serverId: 1, departmentId: 2, identifier: 'N1' })
    expect((await heard).payload).toMatchObject({ duty: { serverId: 1, unitClass: 1, type: 1 } })
  })
})
