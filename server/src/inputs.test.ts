import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBridge } from './testing/test-bridge.ts'
import { dispatchOf, type Member } from './testing/test-dispatch.ts'
import { joinRoom, startTestPortal, type Http, type TestPortal } from './testing/test-portal.ts'

let t: TestPortal
let admin: Http
let civilian: Member
let userId: number
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
  civilian = await dispatchOf(t).onDuty({ department: 'CIV' })
  ;({ userId } = await t.addPerson())
})
afterAll(() => t.close())

const leave = { startsOn: '2026-05-01', endsOn: '2026-05-02', reason: 'Away' }
const mark = { kind: 'warning', text: 'Late', points: 1 }

test.each([
  ['half a surrogate pair in a call', () => civilian.http.post('/api/cad/call', { serverId: 1, narrative: '\ud800' }), 'narrative'],
  ['half a surrogate pair in a rank', () => admin.post('/api/departments/2/ranks', { rankName: 'x\udc00' }), 'rankName'],
  ['NUL in a key', () => admin.post('/api/servers/1/keys', { kind: 'server', name: 'a\0b' }), 'name'],
  ['a leave from the year 0', () => admin.post(`/api/members/${userId}/leaves`, { ...leave, startsOn: '0000-01-01' }), 'startsOn'],
  [
    'an offset no place has',
    () => admin.post(`/api/members/${userId}/marks`, { ...mark, expiresAt: '2026-05-01T00:00:00-23:59' }),
    'expiresAt',
  ],
  [
    'a year of five digits',
    () => admin.post('/api/announcements', { title: 'x', body: 'x', expiresAt: '+012026-01-01T00:00:00Z' }),
    'expiresAt',
  ],
  ['an id no column holds', () => admin.get(`/api/user/getUser/${2 ** 40}`), 'userId'],
])('%s is refused at its field', async (_what, send, field) => {
  const response = await send()
  expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'invalid_input', field }])
})

test('an event at the year 0 is refused finally', async () => {
  const bridge = await connectBridge(t)
  await bridge.hello()
  const event = { id: randomUUID(), kind: 'call-911', player: null, payload: { text: 'Fire' } }
  for (const at of ['0000-01-01T00:00:00Z', '2026-05-01T00:00:00-23:59']) {
    expect(await bridge.say('event', { ...event, at })).toMatchObject({ ok: false, code: 'invalid_input', isFinal: true })
  }
})

test('a room with an id too large for the database does not exist', async () => {
  const socket = await t.connect((await t.person('admin')).token)
  expect(await joinRoom(socket, 'board', { serverId: 2 ** 40 })).toMatchObject({ ok: false, code: 'invalid_input' })
})
