import { DISPLAY_NAMESPACE, REALTIME_PATH, type ApiLog, type ApiLogKey, type ApiLogRate, type ServerLogLine } from '@tenfour/contract'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueKey } from '../../../platform/auth/api-keys.ts'
import { connectBridge } from '../../../testing/test-bridge.ts'
import { joinRoom, nextEvent, startTestPortal, until, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { pruneApiLogs } from './api-logs.service.ts'

let t: TestPortal
let admin: Http
let integration: Http
let key: string
beforeAll(async () => {
  t = await startTestPortal({ logLevel: 'info', logTo: { write: () => undefined } })
  admin = await t.as('admin')
  key = await issueKey(t.db, {}, 'integration', 'Statistics')
  integration = t.http((await t.person('officer')).token, key)
})
afterAll(() => t.close())

type Page = { items: ApiLog[]; hasMore: boolean }
const read = async (query = ''): Promise<Page> => (await admin.get(`/api/servers/events?${query}`)).json()
const written = async (query: string, count = 1): Promise<ApiLog[]> => {
  await until(`${count} of ${query} written`, async () => (await read(query)).items.length >= count)
  return (await read(query)).items
}

test('a call with the key of an integration is one row, with its outcome, and nothing that could be secret', async () => {
  const answer = await integration.get('/api/auth/me?token=abcdefghijklmnop')
  const [row] = await written('text=auth/me')
  expect(row).toMatchObject({
    server: null,
    key: { name: 'Statistics' },
    method: 'GET',
    path: '/api/auth/me',
    status: 200,
    bytesOut: Buffer.byteLength(answer.body),
    error: null,
    requestId: answer.headers['x-request-id'],
  })
  expect(JSON.stringify(await read())).not.toContain('abcdefghijklmnop')
})

test('refused and unknown calls are recorded too; calls of the web client, or with an unknown key, are not', async () => {
  await integration.get('/api/audit')
  await integration.get(`/api/nothing/${key}`)
  await admin.get('/api/departments')
  await t.http(undefined, 'integration_that_nobody_ever_gave_to_anyone').get('/api/roles')
  const refused = await written('outcome=refused', 2)
  expect(refused.map(({ path, status, errorCode }) => [path, status, errorCode])).toEqual([
    ['/api/nothing/[left out]', 404, 'not_found'],
    ['/api/audit', 403, 'forbidden'],
  ])
  const { items } = await read('limit=100')
  expect(items.some(({ path }) => path === '/api/departments' || path === '/api/roles')).toBe(false)
})

test('messages of a game server are rows of method WS, an event by its kind', async () => {
  const bridge = await connectBridge(t)
  await bridge.hello()
  await bridge.socket.timeout(5000).emitWithAck('event', { kind: 'panic', id: 'no uuid' })
  bridge.socket.disconnect()
  const rows = await written('method=WS&serverId=1', 3)
  expect(rows.map(({ path, status, errorCode }) => [path, status, errorCode])).toEqual([
    ['/bridge/event/panic', 400, 'invalid_input'],
    ['/bridge/hello', 200, null],
    ['/bridge/connect', 200, null],
  ])
  expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(1)
  expect(await written(`requestId=${rows[0]?.requestId}`, 3)).toEqual(rows)
})

test('each connection attempt of a game server or screen with a known key is a row, accepted or not', async () => {
  const server = await t.db.insertInto('servers').values({ name: 'Doors' }).returning('id').executeTakeFirstOrThrow()
  const screen = (apiKey: string, serverId: number) =>
    new Promise<string>((resolve) => {
      const socket = io(`${t.url}${DISPLAY_NAMESPACE}`, {
        path: REALTIME_PATH,
        auth: { apiKey, serverId, screen: 'board' },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      })
      socket.once('connect', () => resolve('let in'))
      socket.once('connect_error', ({ message }) => resolve(message))
    })
  const [game, display] = [await issueKey(t.db, {}, 'server', 'Game', server.id), await issueKey(t.db, {}, 'display', 'Lobby', server.id)]
  expect(await screen(display, server.id)).toBe('let in')
  expect(await screen(display, 1)).toBe('forbidden')
  expect(await screen('display_that_nobody_ever_gave_to_anyone', server.id)).toBe('api_key_invalid')
  await expect(connectBridge(t, { key: game, protocol: 99 })).rejects.toThrow('protocol_unsupported')
  await t.db.updateTable('api_keys').set({ revoked_at: new Date() }).where('server_id', '=', server.id).execute()
  await expect(connectBridge(t, { key: game })).rejects.toThrow('api_key_invalid')
  const rows = await written(`serverId=${server.id}`, 4)
  expect(rows.map(({ path, status, errorCode, error, key: by }) => [path, status, errorCode, error, by?.name])).toEqual([
    ['/bridge/connect', 401, 'api_key_invalid', 'The key was revoked or replaced', 'Game'],
    ['/bridge/connect', 426, 'protocol_unsupported', expect.stringContaining('update both'), 'Game'],
    ['/display/connect', 403, 'forbidden', expect.stringContaining('screens of this server'), 'Lobby'],
    ['/display/connect', 200, null, null, 'Lobby'],
  ])
})

test('the list of keys to filter by has those of game servers, screens and integrations, without the keys themselves', async () => {
  const answer = await admin.get('/api/servers/events/keys')
  const keys: ApiLogKey[] = answer.json()
  expect(keys).toContainEqual({ keyId: expect.any(Number) as number, name: 'Statistics', server: null, isValid: true })
  expect(keys.find(({ name }) => name === 'Lobby')).toMatchObject({ server: { name: 'Doors' }, isValid: false })
  expect(keys.some(({ name }) => name === 'Web client')).toBe(false)
  expect(answer.body).not.toContain(key)
  expect((await (await t.as('staff')).get('/api/servers/events/keys')).statusCode).toBe(403)
})

test('the list is newest first, continues from a cursor, and can be filtered', async () => {
  const all = await read('limit=100')
  const first = await read('limit=2')
  expect(first.hasMore).toBe(true)
  const rest = await read(`limit=100&before=${first.items[1]?.apiLogId}`)
  expect([...first.items, ...rest.items]).toEqual(all.items)
  expect((await read(`to=${new Date(0).toISOString()}`)).items).toEqual([])
  const times = all.items.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
  expect((await read('before=999999999')).items, 'one that was deleted meanwhile has nothing older left').toEqual([])
  expect((await read(`keyId=${all.items.at(-1)?.key?.keyId}&outcome=ok`)).items).toHaveLength(1)
  expect((await read('text=%25')).items).toEqual([])
  expect((await admin.get('/api/servers/events?method=PATCH')).json()).toMatchObject({ code: 'invalid_input', field: 'method' })
})

test('the rate counts calls and errors by the minute, including minutes without any', async () => {
  const rate: ApiLogRate = (await admin.get('/api/servers/events/rate?range=hour')).json()
  expect(rate).toMatchObject({ stepMinutes: 1, dropped: 0, days: 14 })
  expect(rate.points).toHaveLength(60)
  expect(rate.points.reduce((sum, { calls }) => sum + calls, 0)).toBe(10)
  expect(rate.points.reduce((sum, { errors }) => sum + errors, 0)).toBe(6)
  const ofServer: ApiLogRate = (await admin.get('/api/servers/events/rate?range=day&serverId=1')).json()
  expect(ofServer.points).toHaveLength(96)
  expect(ofServer.points.reduce((sum, { calls }) => sum + calls, 0)).toBe(3)
})

test('only administrators receive new calls live', async () => {
  const staff = await t.connect((await t.person('staff')).token)
  expect(await joinRoom(staff, 'api-logs')).toMatchObject({ ok: false, code: 'forbidden' })
  const socket = await t.connect((await t.person('admin')).token)
  expect(await joinRoom(socket, 'api-logs')).toMatchObject({ ok: true, snapshot: { items: { length: 10 } } })
  const received = nextEvent(socket, 'delta')
  await integration.get('/api/auth/me')
  expect(await received).toMatchObject({ event: 'logs.added', payload: { more: 0, items: [{ path: '/api/auth/me', status: 200 }] } })
})

test("the portal's log lines of one request are shown, and no others", async () => {
  const answer = await integration.get('/api/audit?token=abcdefghijklmnop')
  const id = String(answer.headers['x-request-id'])
  const lines: ServerLogLine[] = (await admin.get(`/api/servers/events/${id}/log`)).json()
  expect(lines).toEqual([
    {
      at: expect.any(String) as string,
      level: 'info',
      message: expect.stringMatching(/^request: GET \/api\/audit from 127\.0\.0\.1, answered 403 after [\d.]+ ms$/) as string,
      detail: null,
    },
  ])
  expect((await admin.get('/api/servers/events/b7d9c6a2-0000-4000-8000-000000000000/log')).json()).toEqual([])
})

test('calls older than the retention are deleted in batches', async () => {
  await sql`insert into api_logs (at, method, path, status, duration_ms, bytes_in, bytes_out, request_id)
    select now() - interval '15 days', 'GET', '/old', 200, 1, 0, 0, 'old' from generate_series(1, 6000)`.execute(t.db)
  await sql`insert into api_log_minutes (minute, server_id, calls) values (now() - interval '15 days', 0, 6000)`.execute(t.db)
  const { items } = await read('text=auth')
  await pruneApiLogs(t.db, 14)
  expect((await read('text=old')).items).toEqual([])
  expect((await read('text=auth')).items).toEqual(items)
})

test('recorded calls are written before the portal stops', async () => {
  const other = await startTestPortal({ database: t.database })
  await other.http(undefined, key).get('/api/servers/on-the-way-out')
  await other.close()
  expect((await read('text=on-the-way-out')).items).toHaveLength(1)
})
