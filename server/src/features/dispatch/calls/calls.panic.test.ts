import type { Call } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dana: Member
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dana = await d.onDuty({ department: 'COMM', name: 'Dana' })
})
afterAll(() => t.close())

test("the panic button creates a call of the highest priority without units, at the officer's position", async () => {
  const officer = await d.onDuty({ name: 'Otto' })
  await officer.http.post(`/api/patrol/unit/channel/${officer.userId}`, { channel: 'TAC 2' })
  const call = (await d.panic(officer, { location: ' Vespucci Beach ', postal: '8010', x: 1, y: 2 })).json<Call>()
  expect(call).toMatchObject({
    callTypeId: 2,
    priority: 1,
    title: `Panic button, ${officer.identifier}`,
    narrative: '',
    location: 'Vespucci Beach',
    postal: '8010',
    x: 1,
    y: 2,
    channel: 'TAC 2',
    classes: [1, 3],
    source: 'officer',
    status: 'pending',
    primaryUserId: null,
    handlerUserId: null,
    panicUserId: officer.userId,
    createdBy: { userId: officer.userId, name: 'Otto' },
  })
  expect((await dana.http.get('/api/cad/calls/active/1')).json()).toContainEqual(call)
  expect(await d.unit(officer, officer)).toMatchObject({ status: 3, callId: null })
  expect(await d.texts(dana, call.callId)).toEqual([`${officer.identifier} pressed the panic button`])
})

test("pressed on a call without a place, it uses that call's place, and both logs say so", async () => {
  const fire = await d.onDuty({ department: 'FIRE' })
  const work = await d.call(dana, { callTypeId: 8, location: 'Grove Street', postal: '42', x: 5, y: 6, unitIds: [fire.userId] })
  // No body at all: nothing may prevent a panic call.
  const call = (await fire.http.post(`/api/patrol/unit/${fire.userId}/panic`)).json<Call>()
  expect(call).toMatchObject({ location: 'Grove Street', postal: '42', x: 5, y: 6 })
  expect(call.narrative).toBe(`On call ${work.callId}: Structure fire, Grove Street`)
  expect((await d.texts(dana, work.callId)).at(-1)).toBe(`${fire.identifier} pressed the panic button: call ${call.callId}`)
  expect(await d.unit(fire, fire)).toMatchObject({ callId: work.callId, status: 5 })
})

test('pressed again while the call is open: the same call, with a log entry and the new position; after clearing, another', async () => {
  const officer = await d.onDuty()
  const { callId } = (await d.panic(officer, { location: 'Here', x: 1, y: 1 })).json<Call>()
  await dana.http.get(`/api/patrol/unit/call/${(await d.onDuty()).userId}/${callId}`)
  expect((await d.panic(officer)).json()).toMatchObject({ callId, location: 'Here', version: 1, status: 'active' })
  const moved = (await d.panic(officer, { location: 'There', x: 9, y: 9 })).json()
  expect(moved).toMatchObject({ callId, location: 'There', x: 9, version: 2 })
  const again = `${officer.identifier} pressed the panic button again`
  expect((await d.texts(dana, callId)).slice(2)).toEqual([again, again, 'Location: There', 'Position changed'])
  await d.clear(dana, callId)
  const next = (await d.panic(officer)).json<Call>()
  expect(next.callId).not.toBe(callId)
  expect(next.panicUserId).toBe(officer.userId)
})

test('on another server it creates another call, and the first stays open', async () => {
  const { serverId } = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Second' })).json<{ serverId: number }>()
  const officer = await d.onDuty()
  const here = (await d.panic(officer)).json<Call>()
  await d.save(officer, { serverId, departmentId: 2, identifier: officer.identifier })
  const there = (await d.panic(officer)).json<Call>()
  expect([here.serverId, there.serverId]).toEqual([1, serverId])
  expect(await d.detail(dana, here.callId)).toMatchObject({ status: 'pending' })
})

test('members press only their own, only on duty, and civilians have none', async () => {
  const [officer, civilian, off] = [await d.onDuty(), await d.onDuty({ department: 'CIV' }), await d.onDuty()]
  await d.status(off, off, 1)
  const before = (await dana.http.get('/api/cad/calls/active/1')).json()
  const press = (by: Pick<Member, 'http'>, { userId }: Member) => by.http.post(`/api/patrol/unit/${userId}/panic`, {})
  const staff = { http: await t.as('staff') }
  const answers = [await press(dana, officer), await press(staff, officer), await press(civilian, civilian), await press(off, off)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  expect((await dana.http.get('/api/cad/calls/active/1')).json()).toEqual(before)
})

test('others cannot stand down for the sender, nor can a sender without an open alarm', async () => {
  const [officer, other] = [await d.onDuty(), await d.onDuty()]
  const { callId } = (await d.panic(officer)).json<Call>()
  const path = `/api/patrol/unit/${officer.userId}/panic/stand-down`
  const refused = [await dana.http.post(path), await other.http.post(path), await (await t.as('staff')).post(path)]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  expect((await d.standDown(other)).json()).toMatchObject({ code: 'conflict', message: 'You have no panic alarm to end' })
  expect(await d.detail(dana, callId)).toMatchObject({ panicUserId: officer.userId })
  await d.clear(dana, callId)
  expect((await d.standDown(officer)).statusCode).toBe(409)
})

test('standing down ends the alarm and keeps the call; pressed again, the button creates another', async () => {
  const officer = await d.onDuty()
  const { callId } = (await d.panic(officer)).json<Call>()
  expect((await d.standDown(officer)).json()).toMatchObject({ callId, status: 'pending', panicUserId: null, version: 1 })
  expect((await d.texts(dana, callId)).at(-1)).toBe(`Stood down by ${officer.identifier}`)
  expect((await dana.http.get('/api/cad/calls/active/1')).json()).toContainEqual(expect.objectContaining({ callId, panicUserId: null }))
  expect((await d.standDown(officer)).statusCode).toBe(409)
  expect((await d.panic(officer)).json<Call>().callId).not.toBe(callId)
})

test('a unit raises ten alarms an hour and is told to use the radio then; presses that raise none do not count', async () => {
  const [officer, other] = [await d.onDuty(), await d.onDuty()]
  const refused = Array.from({ length: 12 }, () => other.http.post(`/api/patrol/unit/${officer.userId}/panic`))
  expect(new Set((await Promise.all(refused)).map(({ statusCode }) => statusCode))).toEqual(new Set([403]))
  await d.status(officer, officer, 1)
  for (let press = 0; press < 12; press += 1) expect((await d.panic(officer)).statusCode).toBe(403)
  await d.status(officer, officer, 3)
  await d.panic(officer)
  for (let press = 0; press < 12; press += 1) expect((await d.panic(officer)).statusCode).toBe(200)
  const raised = []
  for (let alarm = 1; alarm < 10; alarm += 1) {
    await d.standDown(officer)
    raised.push((await d.panic(officer)).statusCode)
  }
  expect(new Set(raised)).toEqual(new Set([200]))
  const { callId } = (await d.standDown(officer)).json<Call>()
  expect((await d.panic(officer)).json()).toMatchObject({
    code: 'conflict',
    message: 'You raised 10 panic alarms within an hour: ask for help by radio. The button works again in 60 minutes',
  })
  const calls = await t.db.selectFrom('calls').select('id').where('created_by', '=', officer.userId).orderBy('id').execute()
  expect([calls.length, calls.at(-1)?.id]).toEqual([10, callId])
  expect((await d.panic(other)).statusCode).toBe(200)
})

test('who acknowledges an alarm is on the call and in its log, once each', async () => {
  const officer = await d.onDuty()
  const fire = await d.onDuty({ department: 'FIRE', name: 'Fay' })
  const { callId } = (await d.panic(officer)).json<Call>()
  await d.acknowledge(dana, callId)
  await d.acknowledge(dana, callId)
  const by = [
    { userId: dana.userId, identifier: dana.identifier, name: 'Dana' },
    { userId: fire.userId, identifier: fire.identifier, name: 'Fay' },
  ]
  expect((await d.acknowledge(fire, callId)).json()).toMatchObject({ callId, version: 1, panicAcknowledgedBy: by })
  expect(await d.detail(officer, callId)).toMatchObject({ panicAcknowledgedBy: by })
  expect((await d.texts(dana, callId)).slice(1)).toEqual([
    `Panic acknowledged by ${dana.identifier} Dana`,
    `Panic acknowledged by ${fire.identifier} Fay`,
  ])
})

test('only units of the same server acknowledge an alarm, never the sender, and none that is over', async () => {
  const [officer, civilian, off] = [await d.onDuty(), await d.onDuty({ department: 'CIV' }), await d.onDuty()]
  const { serverId } = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Third' })).json<{ serverId: number }>()
  const elsewhere = await d.onDuty({ serverId })
  await d.status(off, off, 1)
  const { callId } = (await d.panic(officer)).json<Call>()
  const staff = { http: await t.as('staff') }
  const refused = [civilian, off, staff, elsewhere, officer].map((by) => d.acknowledge(by, callId))
  expect((await Promise.all(refused)).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
  expect((await d.acknowledge(dana, 999_999)).statusCode).toBe(404)
  expect((await d.acknowledge(dana, (await d.call(dana)).callId)).json()).toMatchObject({ message: 'This panic alarm has ended' })
  await d.standDown(officer)
  expect((await d.acknowledge(dana, callId)).statusCode).toBe(409)
  await d.clear(dana, callId)
  expect((await d.acknowledge(dana, callId)).statusCode).toBe(409)
  expect(await d.detail(dana, callId)).toMatchObject({ panicAcknowledgedBy: [] })
})

test.each([
  ['location', { location: 'x'.repeat(161) }],
  ['postal', { postal: 'x'.repeat(17) }],
  ['x', { x: 99_999 }],
])('a bad %s is named, and no call is created', async (field, place) => {
  const officer = await d.onDuty()
  const answer = await d.panic(officer, place)
  expect(answer.json()).toMatchObject({ code: 'invalid_input', field })
  expect(await t.db.selectFrom('calls').select('id').where('panic_user_id', '=', officer.userId).execute()).toEqual([])
})
