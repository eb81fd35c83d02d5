import type { OwnCall, Ping } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDispatch, type Dispatch, type Member } from '../../../testing/test-dispatch.ts'
import { joinRoom, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let d: Dispatch
let dispatcher: Member
let officer: Member
beforeAll(async () => {
  ;({ t, d, dispatcher, officer } = await startDispatch())
})
afterAll(() => t.close())

type By = Pick<Member, 'http'>
const ping = (by: By, { userId }: { userId: number }, message?: string) =>
  by.http.post(`/api/patrol/unit/${userId}/ping`, message === undefined ? {} : { message })
const answer = (by: By, pingId: number) => by.http.post(`/api/patrol/ping/${pingId}/answer`)
const watchDesk = ({ token, userId }: Pick<Member, 'token' | 'userId'>) => watchRoom(t, token, 'desk', { userId })

describe('a ping', () => {
  test('reaches its receiver at once and stays until answered; its sender is told who answered', async () => {
    const [desk, sender] = [await watchDesk(officer), await watchDesk(dispatcher)]
    expect(desk.snapshot).toEqual({ pings: [], calls: [] })
    const response = await ping(dispatcher, officer, ' Are you there? ')
    expect(response.statusCode).toBe(200)
    const sent: Ping = response.json()
    expect(sent).toMatchObject({
      kind: 'ping',
      from: { userId: dispatcher.userId, name: 'Dana', identifier: dispatcher.identifier },
      message: 'Are you there?',
      deadline: null,
    })
    expect(await desk.received()).toEqual([{ event: 'ping.saved', payload: sent }])
    expect((await watchDesk(officer)).snapshot.pings).toEqual([sent])

    expect((await answer(officer, sent.pingId)).json()).toEqual({})
    const answered = { pingId: sent.pingId, by: { userId: officer.userId, name: expect.any(String), identifier: officer.identifier } }
    for (const each of [desk, sender]) expect(await each.received()).toEqual([{ event: 'ping.answered', payload: answered }])
    expect((await watchDesk(officer)).snapshot.pings).toEqual([])
  })

  test('replaces an earlier unanswered ping', async () => {
    const unit = await d.onDuty()
    const [first, second] = [(await ping(dispatcher, unit)).json<Ping>(), (await ping(dispatcher, unit, 'Now')).json<Ping>()]
    expect(second.pingId).toBe(first.pingId)
    const other = await d.onDuty({ department: 'COMM' })
    await ping(other, unit)
    expect((await watchDesk(unit)).snapshot.pings.map(({ message }) => message)).toEqual(['Now', ''])
  })

  test('answered from two pages at once counts once', async () => {
    const unit = await d.onDuty()
    const { pingId } = (await ping(dispatcher, unit)).json<Ping>()
    const [desk, sender] = [await watchDesk(unit), await watchDesk(dispatcher)]
    const both = await Promise.all([answer(unit, pingId), answer(unit, pingId)])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await desk.received()).toHaveLength(1)
    expect(await sender.received()).toHaveLength(1)
  })

  test('is closed when its receiver goes off duty, and the sender gets no answer', async () => {
    const unit = await d.onDuty()
    const { pingId } = (await ping(dispatcher, unit)).json<Ping>()
    const [desk, sender] = [await watchDesk(unit), await watchDesk(dispatcher)]
    await d.status(dispatcher, unit, 1)
    expect(await desk.received()).toMatchObject([{ event: 'ping.answered', payload: { pingId } }])
    expect(await sender.received()).toEqual([])
    expect((await ping(dispatcher, unit)).json()).toMatchObject({ code: 'conflict', message: `${unit.identifier} is off duty` })
  })

  test('can only be sent to units on duty that work with dispatch, on a server the caller directs', async () => {
    const civilian = await d.onDuty({ department: 'CIV' })
    expect((await ping(dispatcher, civilian)).statusCode).toBe(409)
    const { userId } = await t.addPerson()
    expect((await ping(dispatcher, { userId })).json()).toMatchObject({ code: 'not_found', field: 'userId' })
    const { serverId } = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Elsewhere' })).json()
    const elsewhere = await d.onDuty({ serverId })
    expect((await ping(dispatcher, elsewhere)).statusCode).toBe(403)
    const staff = { http: await t.as('staff') }
    expect((await ping(staff, elsewhere)).json()).toMatchObject({ from: { identifier: '' } })
    const long = await ping(dispatcher, officer, 'x'.repeat(201))
    expect(long.json()).toMatchObject({ code: 'invalid_input', field: 'message' })
  })

  test('can only be answered by its receiver', async () => {
    const { pingId } = (await ping(dispatcher, officer)).json<Ping>()
    for (const other of [dispatcher, await d.onDuty(), { http: await t.as('staff') }, { http: await t.as('member') }]) {
      expect((await answer(other, pingId)).statusCode).toBe(404)
    }
    expect((await answer(officer, 999_999)).json()).toMatchObject({ code: 'not_found', field: 'pingId' })
    expect((await answer(officer, pingId)).statusCode).toBe(200)
  })
})

describe("a member's own 911 calls", () => {
  test("are on the desk with their own text, and follow the call's progress", async () => {
    const civilian = await d.onDuty({ department: 'CIV', name: 'Casey' })
    const desk = await watchDesk(civilian)
    const call = await d.call(civilian, { callTypeId: undefined, narrative: 'Help', postal: '8020' })
    const own = {
      callId: call.callId,
      title: 'Emergency call',
      narrative: 'Help',
      location: 'Legion Square',
      postal: '8020',
      status: 'pending',
      mergedIntoId: null,
      createdAt: call.createdAt,
      clearedAt: null,
    }
    expect(await desk.received()).toEqual([{ event: 'own-call.saved', payload: own }])
    expect((await watchDesk(civilian)).snapshot.calls).toEqual([own])

    const edit = { title: 'Prank', narrative: 'Caller seems drunk', location: 'Somewhere', version: 1 }
    expect((await dispatcher.http.put(`/api/cad/call/${call.callId}`, edit)).statusCode).toBe(200)
    await d.assign(dispatcher, officer, call.callId)
    await d.status(officer, officer, 6)
    expect(await desk.received()).toEqual([{ event: 'own-call.saved', payload: { ...own, status: 'active' } }])
    const cleared = (await d.clear(dispatcher, call.callId, 'Unfounded')).json()
    const ended = { ...own, status: 'cleared', clearedAt: cleared.clearedAt }
    expect(await desk.received()).toEqual([{ event: 'own-call.saved', payload: ended }])
    expect((await civilian.http.get('/api/cad/calls/mine')).json()).toMatchObject({ items: [ended], total: 1 })
    expect(await d.detail(civilian, call.callId)).toMatchObject({ title: 'Emergency call', narrative: 'Help', location: 'Legion Square' })
  })

  test('follow the call they were merged into, and the next one; when separated, their own call again', async () => {
    const civilian = await d.onDuty({ department: 'CIV' })
    const own = await d.call(civilian, { callTypeId: undefined })
    const [second, third] = [await d.call(dispatcher), await d.call(dispatcher)]
    const desk = await watchDesk(civilian)
    const seen = async () => {
      const { items } = (await civilian.http.get('/api/cad/calls/mine')).json<{ items: OwnCall[] }>()
      const events = await desk.received()
      expect(events.at(-1)).toEqual({ event: 'own-call.saved', payload: items[0] })
      expect((await watchDesk(civilian)).snapshot.calls).toEqual(items)
      return { events: events.length, status: items[0]?.status, mergedIntoId: items[0]?.mergedIntoId }
    }
    await d.merge(dispatcher, own.callId, second.callId)
    expect(await seen()).toEqual({ events: 1, status: 'pending', mergedIntoId: second.callId })
    await d.assign(dispatcher, officer, second.callId)
    expect(await seen()).toEqual({ events: 1, status: 'active', mergedIntoId: second.callId })
    await d.merge(dispatcher, second.callId, third.callId)
    expect(await seen()).toEqual({ events: 1, status: 'active', mergedIntoId: third.callId })
    await d.clear(dispatcher, third.callId)
    expect(await seen()).toEqual({ events: 1, status: 'cleared', mergedIntoId: third.callId })
    await dispatcher.http.post(`/api/cad/call/${second.callId}/reopen`)
    expect(await seen()).toEqual({ events: 1, status: 'pending', mergedIntoId: second.callId })
    await dispatcher.http.post(`/api/cad/call/${own.callId}/reopen`)
    expect(await seen()).toEqual({ events: 1, status: 'pending', mergedIntoId: null })
    await d.clear(dispatcher, second.callId)
    expect(await desk.received()).toEqual([])
    expect(await d.detail(civilian, own.callId)).toMatchObject({ status: 'pending' })
  })

  test('do not include calls created for someone else, nor those of others', async () => {
    await d.call(dispatcher, { source: '911' })
    await d.call(officer)
    for (const by of [dispatcher, officer]) expect((await by.http.get('/api/cad/calls/mine')).json()).toMatchObject({ items: [], total: 0 })
  })
})

test('a desk is open only to its member, also off duty', async () => {
  for (const { token } of [dispatcher, await t.person('root')]) {
    const reply = await joinRoom(await t.connect(token), 'desk', { userId: officer.userId })
    expect(reply).toMatchObject({ ok: false, code: 'forbidden' })
  }
  const off = await d.onDuty()
  const desk = await watchDesk(off)
  const closed: string[] = []
  desk.socket.on('closed', (key) => void closed.push(key))
  await d.status(off, off, 1)
  expect((await watchDesk(off)).snapshot.pings).toEqual([])
  expect(closed).toEqual([])
})

test('a sign of life needs a member on duty', async () => {
  const unit = await d.onDuty()
  const received = () => unit.http.post(`/api/patrol/unit/${unit.userId}/heard`)
  expect((await received()).json()).toEqual({})
  await d.status(unit, unit, 1)
  expect((await received()).statusCode).toBe(403)
})
