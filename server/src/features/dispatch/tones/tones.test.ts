import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startDispatch, type Dispatch, type Member } from '../../../testing/test-dispatch.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let d: Dispatch
let dispatcher: Member
let officer: Member
beforeAll(async () => {
  ;({ t, d, dispatcher, officer } = await startDispatch())
})
afterAll(() => t.close())

const sound = (by: Pick<Member, 'http'>, body: object) => by.http.post('/api/cad/tone', { serverId: 1, classes: [1], ...body })
const watchBoard = ({ token }: Pick<Member, 'token'>) => watchRoom(t, token, 'board', { serverId: 1 })

test('everyone on the board receives a tone, and it is shown to members who open the board soon after', async () => {
  const board = await watchBoard(officer)
  const response = await sound(dispatcher, { classes: [3, 1, 3], message: 'Brush fire, all units' })
  expect(response.statusCode).toBe(200)
  const tone = response.json()
  expect(tone).toMatchObject({
    serverId: 1,
    classes: [1, 3],
    message: 'Brush fire, all units',
    callId: null,
    by: { userId: dispatcher.userId, name: 'Dana' },
  })
  expect(await board.received()).toEqual([{ event: 'tone.sounded', payload: tone }])
  expect((await watchBoard(officer)).snapshot.tones).toEqual([tone])

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
  expect((await watchBoard(officer)).snapshot.tones).toEqual([])
  vi.useRealTimers()
  await t.db
    .updateTable('tones')
    .set({ at: new Date(Date.now() - 11 * 60_000) })
    .execute()
  await d.call(dispatcher)
  expect((await watchBoard(officer)).snapshot.tones).toEqual([])
})

test('a tone about a call is in its log', async () => {
  const { callId } = await d.call(dispatcher)
  expect((await sound(dispatcher, { classes: [1, 2], message: 'Backup', callId })).json()).toMatchObject({ callId })
  expect((await sound(dispatcher, { callId })).statusCode).toBe(200)
  expect((await d.texts(officer, callId)).slice(-2)).toEqual(['Tone to police, communications: Backup', 'Tone to police'])
  await d.clear(dispatcher, callId)
  expect((await sound(dispatcher, { callId })).json()).toMatchObject({
    code: 'conflict',
    message: `Call ${callId} was cleared by Dana`,
  })
})

test('dispatchers sound tones on their own server, staff on any, others on none', async () => {
  const { serverId } = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Elsewhere' })).json()
  const { callId } = await d.call(dispatcher)
  for (const by of [officer, await d.onDuty({ department: 'CIV' }), await d.onDuty({ department: 'COMM', type: 1 })]) {
    expect((await sound(by, {})).statusCode).toBe(403)
  }
  expect((await sound(dispatcher, { serverId })).statusCode).toBe(403)
  const staff = { http: await t.as('staff') }
  expect((await sound(staff, { serverId })).statusCode).toBe(200)
  expect((await sound(staff, { serverId, callId })).json()).toMatchObject({ code: 'invalid_input', field: 'callId' })
  expect((await sound(staff, { serverId: 999 })).json()).toMatchObject({ code: 'invalid_input', field: 'serverId' })
})

test.each([
  ['for nobody', { classes: [] }, 'classes'],
  ['for civilians', { classes: [0] }, 'classes.0'],
  ['with a message too long', { message: 'x'.repeat(201) }, 'message'],
  ['about no number', { callId: 'x' }, 'callId'],
])('a tone %s: refused at its field', async (_what, body, field) => {
  expect((await sound(dispatcher, body)).json()).toMatchObject({ code: 'invalid_input', field })
})
