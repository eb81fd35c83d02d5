import { randomUUID } from 'node:crypto'
import type { EventKind } from '@tenfour/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectBridge, gamePlayer, linkPlayer, type TestBridge } from '../../../testing/test-bridge.ts'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'

type Unit = Member & { readonly source: number }
const KNOWS = ['call.offered', 'call.withdrawn', 'player.linked']

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dana: Unit
let officer: Unit
let other: Unit
let medic: Unit
let bridge: TestBridge
let lastSource = 0
const inGame = async (member: Member): Promise<Unit> => {
  const source = (lastSource += 1)
  await linkPlayer(t, member.userId, source)
  return { ...member, source }
}
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dana = await inGame(await d.onDuty({ department: 'COMM', name: 'Dana' }))
  officer = await inGame(await d.onDuty())
  other = await inGame(await d.onDuty())
  medic = await inGame(await d.onDuty({ department: 'FIRE' }))
})
const everyone = () => [dana, officer, other, medic].map(({ source }) => gamePlayer(source))
beforeEach(async () => {
  for (const { callId } of (await dana.http.get('/api/cad/calls/active/1')).json<{ callId: number }[]>()) await d.clear(dana, callId)
  bridge = await connectBridge(t)
  const answer = await bridge.hello({ players: everyone(), knows: KNOWS })
  expect(answer).toMatchObject({ ok: true, offers: [] })
})
afterAll(() => t.close())

const event = (kind: EventKind, payload: object, by: Unit, over: object = {}) =>
  bridge.say('event', {
    id: randomUUID(),
    at: new Date().toISOString(),
    kind,
    player: { name: 'In game', identifiers: gamePlayer(by.source).identifiers },
    payload,
    ...over,
  })
const take = (by: Unit, callId: number, over: object = {}) => event('call-taken', { callId }, by, over)

test('a new call is offered to the units on duty whom it concerns, and to nobody else', async () => {
  const { callId } = await d.call(dana, { caller: 'A witness', narrative: 'Wrong-way driver' })
  const offered = await bridge.receive('call.offered')
  expect(offered).toEqual({
    call: expect.objectContaining({ callId, location: 'Legion Square', narrative: 'Wrong-way driver' }),
    to: [officer.source, other.source],
  })
  expect(offered.call).not.toHaveProperty('caller')
  expect((await d.transfer(dana, callId, { classes: [1, 3] })).statusCode).toBe(200)
  expect((await bridge.receive('call.offered')).to, 'those whom it concerns since').toEqual([medic.source])
})

test('a call with a unit on it from the start is offered to nobody, a call without anyone to take it stays in the portal', async () => {
  await d.call(dana, { unitIds: [officer.userId] })
  await bridge.say('player.left', { source: medic.source })
  const fire = (await dana.http.get('/api/cad/callTypes')).json<{ callTypeId: number; classes: number[] }[]>()
  const type = fire.find(({ classes }) => classes.join() === '3')
  await d.call(dana, { callTypeId: type?.callTypeId })
  const { callId } = await d.call(dana)
  expect((await bridge.receive('call.offered')).call.callId).toBe(callId)
  expect(bridge.received.filter(({ message }) => message === 'call.offered')).toEqual([])
})

test('who comes on duty, or into the game on duty, is shown the calls that wait, and nobody else again', async () => {
  const { callId } = await d.call(dana)
  await bridge.receive('call.offered')
  const late = await inGame(await d.onDuty())
  await bridge.say('player.joined', gamePlayer(late.source))
  expect(await bridge.receive('call.offered')).toEqual({ call: expect.objectContaining({ callId }), to: [late.source], isWaiting: true })
  const person = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
  const fresh = await inGame({ ...person, http: t.http(person.token), identifier: '4L99' })
  await bridge.say('player.joined', gamePlayer(fresh.source))
  expect((await d.save(fresh, { serverId: 1, departmentId: 2, identifier: '4L99', type: 1 })).statusCode).toBe(200)
  expect(await bridge.receive('call.offered')).toEqual({ call: expect.objectContaining({ callId }), to: [fresh.source], isWaiting: true })
  for (const { source } of [late, fresh]) await bridge.say('player.left', { source })
})

test('two units take a call at once: one gets it, the other is told who did, and it is withdrawn', async () => {
  const { callId } = await d.call(dana)
  const answers = await Promise.all([take(officer, callId), take(other, callId)])
  const [got, lost] = answers.toSorted((one, two) => Number(two.ok) - Number(one.ok))
  expect(got).toMatchObject({ ok: true, result: { callId, unit: { callId, status: 5 } } })
  const winner = answers[0]?.ok ? officer : other
  expect(lost).toMatchObject({ ok: false, isFinal: true, message: `${winner.identifier} took call ${callId} before you` })
  expect(await bridge.receive('call.withdrawn')).toEqual({ callId, by: winner.identifier })
})

test('a call that is gone, a call that never was, and a key pressed long ago take nothing', async () => {
  const { callId } = await d.call(dana)
  expect(await take(officer, callId, { waitedSeconds: 3600 })).toMatchObject({ ok: false, message: expect.stringContaining('try again') })
  await d.clear(dana, callId)
  expect(await take(officer, callId)).toMatchObject({ ok: false, message: `Call ${callId} was cleared by Dana` })
  expect(await take(officer, 999_999)).toMatchObject({ ok: false, message: 'There is no such call' })
  expect(await take({ ...medic, source: 4000 }, callId)).toMatchObject({ ok: false, isFinal: true })
})

test('everyone is offered a panic alarm but the one who raised it, and goes to it although others did', async () => {
  expect((await d.panic(other, { x: 10, y: 20 })).statusCode).toBe(200)
  const { call, to } = await bridge.receive('call.offered')
  expect(to).toEqual([officer.source, medic.source])
  expect(await take(officer, call.callId)).toMatchObject({ ok: true })
  expect(await take(medic, call.callId)).toMatchObject({ ok: true })
  expect(bridge.received.filter(({ message }) => message === 'call.withdrawn')).toEqual([])
})

test('after a reconnection the bridge knows what is offered now, and an older bridge is told of nothing', async () => {
  const [gone, open] = [await d.call(dana), await d.call(dana, { x: 1, y: 2 })]
  bridge.socket.disconnect()
  await d.clear(dana, gone.callId)
  bridge = await connectBridge(t)
  expect(await bridge.hello({ players: everyone(), knows: KNOWS })).toMatchObject({
    offers: [{ call: { callId: open.callId, x: 1, y: 2 }, to: [officer.source, other.source] }],
  })
  expect((await d.assign(dana, officer, open.callId)).statusCode).toBe(200)
  expect(await bridge.receive('call.withdrawn')).toEqual({ callId: open.callId, by: officer.identifier })
  const old = await connectBridge(t)
  expect(await old.hello({ players: everyone() })).not.toHaveProperty('offers')
  const { callId } = await d.call(dana)
  await d.assign(dana, other, callId)
  await old.receive('call.assigned', (each) => each.call.callId === callId)
  expect(old.received.map(({ message }) => message).filter((message) => /offered|withdrawn/.test(message))).toEqual([])
})

test('a traffic stop is a call with its unit on it, at the place of the unit, and only for units on duty here', async () => {
  const place = { location: 'Elgin Ave', postal: '301', x: 12.5, y: -7 }
  const stopped = await event('traffic-stop', { plate: '46EEK572', model: 'Sultan', ...place }, officer)
  expect(stopped).toMatchObject({ ok: true, result: { unit: { status: 5 } } })
  const callId = stopped.ok ? (stopped.result.callId ?? 0) : 0
  expect(await d.detail(dana, callId)).toMatchObject({
    title: 'Traffic stop: 46EEK572',
    narrative: 'Sultan, 46EEK572',
    primaryUserId: officer.userId,
    ...place,
  })
  expect((await bridge.receive('call.assigned')).call).toMatchObject({ callId, type: 'TRAFFIC' })
  expect(await event('traffic-stop', {}, officer), 'while on it').toMatchObject({ ok: false, isFinal: true })
  expect(await event('traffic-stop', {}, other, { waitedSeconds: 600 })).toMatchObject({ ok: false })
  const stranger = await inGame({
    ...(await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })),
    http: dana.http,
    identifier: '',
  })
  await bridge.say('player.joined', gamePlayer(stranger.source))
  expect(await event('traffic-stop', {}, stranger)).toMatchObject({ ok: false, message: 'You are not on duty on this server' })
})
