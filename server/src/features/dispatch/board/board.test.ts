import { AsyncLocalStorage } from 'node:async_hooks'
import type { Call, PatrolUnit, RoomName } from '@tenfour/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { byId, watchBoard, watchCall, type BoardView } from '../../../testing/test-board.ts'
import { startDispatch, type Dispatch, type Member } from '../../../testing/test-dispatch.ts'
import { joinRoom, nextEvent, until, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let d: Dispatch
let dispatcher: Member
let officer: Member
beforeAll(async () => {
  ;({ t, d, dispatcher, officer } = await startDispatch())
})
afterAll(() => t.close())

const seqOf = async (key: string) =>
  Number((await t.db.selectFrom('streams').select('seq').where('key', '=', key).executeTakeFirst())?.seq ?? 0)

/** The client's state equals the database. */
async function expectSame(view: BoardView, serverId = 1) {
  await until('caught up', async () => view.seq === (await seqOf(`board:${serverId}`)))
  const units: PatrolUnit[] = (await dispatcher.http.get(`/api/patrol/units/${serverId}`)).json()
  const calls: Call[] = (await dispatcher.http.get(`/api/cad/calls/active/${serverId}`)).json()
  expect(view.outOfTurn).toEqual([])
  expect(byId(view.units.values(), (unit) => unit.userId)).toEqual(byId(units, (unit) => unit.userId))
  expect(byId(view.calls.values(), (call) => call.callId)).toEqual(byId(calls, (call) => call.callId))
}

test('after every action a client that only receives changes has the same state as the database', async () => {
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
    () => unit.http.post(`/api/patrol/unit/channel/${unit.userId}`, { channel: 'TAC 1' }),
    () => d.changeUnits(dispatcher, one.callId, { attach: [{ userId: unit.userId, from: two.callId }], detach: [officer.userId] }),
    () => d.transfer(dispatcher, one.callId, { handlerUserId: null, classes: [3] }),
    () => d.panic(unit),
    () => d.merge(dispatcher, one.callId, two.callId),
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

test('a status change is one small event and at most six statements', async () => {
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
      payload: { userId: officer.userId, status: 6, statusLabel: 'On scene', statusSince: expect.any(String) as string },
    }),
  ])
  expect(JSON.stringify(['delta', view.deltas[0]]).length).toBeLessThan(300)

  const statements = await countStatements(5)
  expect(statements).toBeGreaterThan(1)
  expect(statements).toBeLessThanOrEqual(6)
  await d.clear(dispatcher, callId)
})

/** Counts only statements of the request, because the portal's own jobs may run at the same moment. */
async function countStatements(status: number): Promise<number> {
  const request = new AsyncLocalStorage<{ statements: number }>()
  const counted = { statements: 0 }
  const ask = Reflect.get(pg.Client.prototype, 'query') as (this: pg.Client, ...args: unknown[]) => unknown
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const mine = request.getStore()
    if (mine) mine.statements += 1
    return ask.apply(this, args)
  })
  try {
    await request.run(counted, async () => expect((await d.status(officer, officer, status)).statusCode).toBe(200))
    return counted.statements
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

test('the room of a call follows its units and its log, also through a merge', async () => {
  const [{ callId }, duplicate] = [await d.call(dispatcher), await d.call(dispatcher, { narrative: 'Again' })]
  const socket = await t.connect(officer.token)
  const views = [await watchCall(socket, callId), await watchCall(socket, duplicate.callId)]
  const [other, third] = [await d.onDuty(), await d.onDuty()]
  await d.assign(dispatcher, officer, callId)
  await d.assign(dispatcher, other, callId)
  await d.assign(dispatcher, third, duplicate.callId)
  await d.status(officer, officer, 6)
  await d.assign(dispatcher, officer, 0)
  await d.merge(dispatcher, duplicate.callId, callId)
  await d.transfer(dispatcher, callId, { handlerUserId: null, classes: [1, 3] })
  await d.clear(dispatcher, callId, 'Unfounded')
  for (const view of views) {
    const { callId: id } = view.call
    await until('caught up', async () => {
      const row = await t.db.selectFrom('calls').select('seq').where('id', '=', id).executeTakeFirstOrThrow()
      return view.seq === Number(row.seq)
    })
    expect(view.outOfTurn).toEqual([])
    expect(view.call).toEqual(await d.detail(dispatcher, id))
  }
})

test('an event carries what changed and nothing else', async () => {
  const view = await watchBoard(await t.connect(dispatcher.token))
  const unit = await d.onDuty()
  const [call, duplicate] = [await d.call(dispatcher, { callTypeId: 3 }), await d.call(dispatcher, { callTypeId: 3 })]
  const { userId } = unit
  const { callId } = call
  const received = async (step: () => Promise<{ statusCode: number }>) => {
    await expectSame(view)
    view.deltas.length = 0
    expect((await step()).statusCode).toBe(200)
    await expectSame(view)
    return view.deltas.map(({ event, payload }) => [event, payload])
  }
  expect(await received(() => unit.http.post(`/api/patrol/unit/channel/${userId}`, { channel: 'MED' }))).toEqual([
    ['unit.changed', { userId, channel: 'MED' }],
  ])
  expect(await received(() => d.transfer(dispatcher, callId, { classes: [3] }))).toEqual([['call.changed', { callId, classes: [3] }]])
  expect(await received(() => d.transfer(dispatcher, callId, { handlerUserId: null }))).toEqual([
    ['call.changed', { callId, handlerUserId: null }],
  ])
  const at: unknown = expect.any(String)
  const sent = { userId, status: 5, statusLabel: 'En route', statusSince: at, callId: duplicate.callId, callSince: at }
  expect(await received(() => d.changeUnits(dispatcher, duplicate.callId, { attach: [{ userId }] }))).toEqual([
    ['unit.changed', sent],
    ['call.changed', { callId: duplicate.callId, status: 'active', primaryUserId: userId }],
  ])
  expect(await received(() => d.merge(dispatcher, duplicate.callId, callId))).toEqual([
    ['unit.changed', { userId, callId, callSince: at }],
    ['call.changed', { callId, status: 'active', primaryUserId: userId, handlerUserId: dispatcher.userId, classes: [3, 1] }],
    ['call.cleared', { callId: duplicate.callId }],
  ])
  const raised = await received(() => d.panic(unit))
  expect(raised).toEqual([['call.saved', expect.objectContaining({ panicUserId: userId, priority: 1 })]])
  expect(await received(() => d.panic(unit))).toEqual([])
  const panicId = (raised[0]![1] as { callId: number }).callId
  const by = [{ userId: dispatcher.userId, identifier: dispatcher.identifier, name: 'Dana' }]
  expect(await received(() => d.acknowledge(dispatcher, panicId))).toEqual([['call.changed', { callId: panicId, panicAcknowledgedBy: by }]])
  expect(await received(() => d.standDown(unit))).toEqual([['call.changed', { callId: panicId, panicUserId: null }]])
})

describe('access to the room', () => {
  const join = async (token: string, room: RoomName, params: object) => joinRoom(await t.connect(token), room, { ...params })

  test('is refused to civilians, members off duty and units of other servers; staff may join', async () => {
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
    // A call is not found under another server.
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
    const received = nextEvent(socket, 'delta')
    await d.save({ http: t.http(person.token) }, { serverId: 1, departmentId: 2, identifier: 'N1' })
    expect((await received).payload).toMatchObject({ duty: { serverId: 1, unitClass: 1, type: 1 } })
  })
})
