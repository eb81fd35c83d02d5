import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEADERS, MAX_FIELD_TEXT, MAX_FIELDS, MAX_FIELDS_TEXT, MAX_RETIRED_FIELDS, PICTURE_BYTES } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeWires, openWire, requestLines, type Wire } from '../../testing/test-wire.ts'
import { joinRoom, startTestPortal, until, WEB_KEY, type TestPortal } from '../../testing/test-portal.ts'
import { AN_HOUR, BODIES_IN_FLIGHT_BYTES, LEAST_BODY_BYTES, MAX_PIPELINED, UNKNOWN_LANE } from '../limits/limits.ts'

const lines: string[] = []
let folder: string
let t: TestPortal
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tenfour-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), `<!doctype html><head><!--portal-config--></head>${'<p>the page</p>'.repeat(2000)}`)
  writeFileSync(join(folder, 'assets', 'app-abc123.js'), `export {}${'/'.repeat(50_000)}`)
  t = await startTestPortal({ webFolder: folder, logLevel: 'warn', logTo: { write: (line: string) => void lines.push(line) } })
})
afterEach(closeWires)
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

const withKey = { [HEADERS.apiKey]: WEB_KEY }
const signedIn = (token: string) => ({ ...withKey, authorization: `Bearer ${token}` })
const memory = () => process.memoryUsage().rss / 1024 / 1024

describe('a request body', () => {
  const large = 20 * 1024 * 1024
  const image = { 'content-type': 'image/png', 'content-length': large }

  test.each([
    ['no key', {}, 401],
    ['a wrong key', { [HEADERS.apiKey]: 'web_wrong' }, 401],
    ['a key that is too long', { [HEADERS.apiKey]: 'k'.repeat(201) }, 401],
    ['no session', withKey, 401],
    ['a session token that is too long', signedIn('t'.repeat(201)), 401],
  ])('from a caller with %s is refused before a byte of it is read, and the connection closed', async (_what, headers, status) => {
    const wire = await openWire(t)
    wire.write(requestLines('PUT', '/api/servers/1/map/image', { ...image, ...headers }))
    await until('it is closed', wire.isClosed)
    expect(wire.statuses()).toEqual([status])
    expect(wire.received().toLowerCase()).toContain('connection: close')
  })

  test('from a member who may not upload is refused before a byte of it is read', async () => {
    const wire = await openWire(t)
    wire.write(requestLines('PUT', '/api/servers/1/map/image', { ...image, ...signedIn((await t.person('member')).token) }))
    await until('it is closed', wire.isClosed)
    expect(wire.statuses()).toEqual([403])
  })

  test('for a path that does not exist, or for a page, is not read either', async () => {
    for (const [method, path, status] of [
      ['POST', '/api/nothing', 404],
      ['POST', '/', 404],
      ['GET', '/', 200],
      ['GET', '/api/health', 200],
    ] as const) {
      const wire = await openWire(t)
      wire.write(requestLines(method, path, { 'content-type': 'application/json', 'content-length': large }))
      await until(`${method} ${path} is closed`, wire.isClosed)
      expect(wire.statuses(), `${method} ${path}`).toEqual([status])
    }
  })

  test('of 19 MB on each of sixty connections takes no memory from unknown callers', async () => {
    const before = memory()
    const block = Buffer.alloc(1024 * 1024)
    const wires = await Promise.all(Array.from({ length: 60 }, () => openWire(t)))
    for (const wire of wires) {
      wire.write(requestLines('PUT', '/api/servers/1/map/image', image))
      for (let sent = 0; sent < 19 && !wire.isClosed(); sent += 1) wire.socket.write(block)
    }
    await until('all are closed', () => wires.every((wire) => wire.isClosed()))
    expect(memory() - before).toBeLessThan(300)
  })

  test('is requested only once the sender is known', async () => {
    const { token } = await t.person('admin')
    const body = JSON.stringify({ name: 'Asked for' })
    const expecting = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' }
    const stranger = await openWire(t)
    stranger.write(requestLines('POST', '/api/patrol/server', { ...expecting, ...withKey }))
    await until('the stranger is closed', stranger.isClosed)
    expect(stranger.statuses()).toEqual([401])
    const admin = await openWire(t)
    admin.write(requestLines('POST', '/api/patrol/server', { ...expecting, ...signedIn(token) }))
    await until('it is asked for', () => admin.statuses().includes(100))
    admin.write(body)
    await until('it is answered', () => admin.statuses().includes(200))
  })

  test('that is small and refused leaves the connection open for the next request', async () => {
    const wire = await openWire(t)
    const refused = requestLines('POST', '/api/patrol/server', { ...withKey, 'content-type': 'application/json', 'content-length': 2 })
    wire.write(`${refused}{}${requestLines('GET', '/api/health')}`)
    await until('both are answered', () => wire.statuses().length === 2)
    expect(wire.statuses()).toEqual([401, 200])
  })

  test('with far too many entries is refused for that, or for its size', async () => {
    const civilian = t.http((await t.person('civilian')).token)
    const send = (count: number) => {
      const fields = Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, 0]))
      return civilian.post('/api/characters', { name: 'Jo Doe', bornOn: '1990-01-01', fields })
    }
    for (const count of [MAX_FIELDS + MAX_RETIRED_FIELDS + 1, 1000]) {
      const refused = await send(count)
      expect([refused.statusCode, refused.json()]).toMatchObject([400, { field: 'fields', message: 'Too many fields' }])
    }
    expect((await send(10_000)).json()).toMatchObject({ code: 'too_large', message: 'The request has too many entries' })
    expect((await send(50_000)).json()).toMatchObject({ code: 'too_large', message: 'The request is too large' })
  })

  test('with more text than a record may have is refused for its size, and one with full fields is read', async () => {
    const civilian = t.http((await t.person('civilian')).token)
    const send = (count: number) => {
      const fields = Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, '\u{1f600}'.repeat(MAX_FIELD_TEXT / 2)]))
      return civilian.post('/api/characters', { name: 'Jo Doe', bornOn: '1990-01-01', fields })
    }
    const tooLong = { field: 'fields', message: 'The fields have at most 20,000 characters together' }
    expect((await send(MAX_FIELDS_TEXT / MAX_FIELD_TEXT + 1)).json()).toMatchObject(tooLong)
    expect((await send(MAX_FIELDS)).json(), 'read, but there are no such fields here').toMatchObject({ field: 'fields.1' })
  })

  test('that is large is answered when a member sends several at once, valid or not', async () => {
    const civilian = t.http((await t.person('civilian')).token)
    const more = 'x'.repeat(2 * LEAST_BODY_BYTES)
    const answers = await Promise.all(
      ['Jo Doe', '', 'Jay Doe', ''].map((name) => civilian.post('/api/characters', { name, bornOn: '1990-01-01', more })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400, 200, 400])
  })

  test('that is refused counts towards the limits like an accepted one', async () => {
    const { token } = await t.person('civilian')
    const claim = async () => (await t.http(token).post('/api/claims', { characterId: 'none' })).statusCode
    for (let count = 0; count < AN_HOUR.claims; count += 1) expect(await claim()).toBe(400)
    expect(await claim()).toBe(429)
  })

  test('of a sign-in is small', async () => {
    const payload = JSON.stringify({ emailAddress: 'x'.repeat(20_000), password: 'x' })
    expect((await t.http().post('/api/auth/login', JSON.parse(payload))).statusCode).toBe(413)
  })
})

describe('pipelined requests', () => {
  test.each(['/', '/assets/app-abc123.js', '/api/setup', '/api/realtime/?EIO=4&transport=polling'])(
    '20,000 of %s on one connection close it, without affecting others',
    async (path) => {
      const { token } = await t.person('member')
      const wire = await openWire(t)
      wire.write(requestLines('GET', path, withKey).repeat(20_000))
      expect((await fetch(`${t.url}/api/auth/me`, { headers: signedIn(token) })).status).toBe(200)
      await until('it is closed', wire.isClosed)
      expect(wire.statuses().length, 'no more than that is worked on').toBeLessThanOrEqual(MAX_PIPELINED)
    },
  )

  test('up to the limit are all answered, in order, however large the answers', async () => {
    const wire = await openWire(t)
    wire.write(requestLines('GET', '/').repeat(MAX_PIPELINED - 1) + requestLines('GET', '/api/health'))
    await until('all are answered', () => wire.statuses().length === MAX_PIPELINED)
    expect(new Set(wire.statuses())).toEqual(new Set([200]))
    wire.write(requestLines('GET', '/api/health'))
    await until('and one more', () => wire.statuses().length === MAX_PIPELINED + 1)
  })

  test('do not reach the limit if sent one after the other', async () => {
    const wire = await openWire(t)
    for (let sent = 1; sent <= 3 * MAX_PIPELINED; sent += 1) {
      wire.write(requestLines('GET', '/portal-config.json'))
      await until('it is answered', () => wire.statuses().length === sent)
    }
    expect(wire.isClosed()).toBe(false)
  })
})

describe('requests of one caller in flight', () => {
  /** Opens this many connections, each with a request that stays open until its body arrives. */
  const hold = async (connections: number, headers: Record<string, string>, path: string, address?: string) => {
    const wires = await Promise.all(Array.from({ length: connections }, () => openWire(t, address)))
    const request = requestLines('POST', path, { ...headers, 'content-type': 'application/json', 'content-length': 2 })
    for (const wire of wires) wire.write(request.slice(0, -1))
    for (const wire of wires) wire.write('\n')
    return wires
  }

  test('are limited by address while unknown: some at once, more in turn, and the rest is refused', async () => {
    const address = '127.0.0.9'
    const held = await hold(UNKNOWN_LANE.atOnce, withKey, '/api/auth/login', address)
    const waiting = await openWire(t, address)
    waiting.write(requestLines('GET', '/api/health'))
    const elsewhere = await fetch(`${t.url}/api/health`)
    expect(elsewhere.status).toBe(200)
    expect(waiting.statuses()).toEqual([])
    held[0]!.write('{}')
    await until('its turn comes', () => waiting.statuses().length === 1)
    expect(waiting.statuses()).toEqual([200])
  })

  test('count while the work goes on, even if the connection is closed', async () => {
    const address = '127.0.0.7'
    const waiting = await openWire(t, address)
    await t.db.transaction().execute(async (tx) => {
      await sql`lock table api_keys in access exclusive mode`.execute(tx)
      const wires = await Promise.all(Array.from({ length: UNKNOWN_LANE.atOnce / MAX_PIPELINED }, () => openWire(t, address)))
      for (const wire of wires) wire.write(requestLines('GET', '/api/auth/me', { [HEADERS.apiKey]: 'web_wrong' }).repeat(MAX_PIPELINED + 1))
      await until('they are closed', () => wires.every((wire) => wire.isClosed()))
      waiting.write(requestLines('GET', '/portal-config.json'))
      expect((await fetch(`${t.url}/portal-config.json`)).status).toBe(200)
      expect(waiting.statuses()).toEqual([])
    })
    await until('its turn comes', () => waiting.statuses().length === 1)
  })

  test('of a known caller do not wait with unknown ones of the same address', async () => {
    const { token } = await t.person('officer')
    const me = () => fetch(`${t.url}/api/auth/me`, { headers: signedIn(token) })
    expect((await me()).status).toBe(200)
    const held = await hold(UNKNOWN_LANE.atOnce, withKey, '/api/auth/login')
    expect((await me()).status).toBe(200)
    for (const wire of held) wire.socket.destroy()
    await until('strangers too', async () => (await fetch(`${t.url}/api/health`)).status === 200)
  })

  test('are limited by the bytes of their bodies: further ones wait until others are done', async () => {
    const { token, userId } = await t.person('member')
    const picture = { ...signedIn(token), 'content-type': 'image/png', 'content-length': PICTURE_BYTES, expect: '100-continue' }
    const send = async () => {
      const wire = await openWire(t)
      wire.write(requestLines('PUT', `/api/user/picture/${userId}`, picture))
      await until('it is answered', () => wire.statuses().length > 0)
      return wire
    }
    const most = Math.floor(BODIES_IN_FLIGHT_BYTES / PICTURE_BYTES)
    const wires: Wire[] = []
    for (let count = 0; count < most; count += 1) wires.push(await send())
    expect(new Set(wires.flatMap((wire) => wire.statuses()))).toEqual(new Set([100]))
    expect((await send()).statuses()).toEqual([429])
    expect((await fetch(`${t.url}/api/auth/me`, { headers: signedIn(token) })).status, 'what has no body goes on').toBe(200)
    wires[0]!.socket.destroy()
    await until('another is taken', async () => (await send()).statuses()[0] === 100)
  })

  test('beyond the queue are answered 429, with when to retry', async () => {
    const address = '127.0.0.8'
    await hold(UNKNOWN_LANE.atOnce, withKey, '/api/auth/login', address)
    const connections = Math.ceil((UNKNOWN_LANE.waiting + 40) / MAX_PIPELINED)
    const wires = await Promise.all(Array.from({ length: connections }, () => openWire(t, address)))
    for (const wire of wires) wire.write(requestLines('GET', '/api/health').repeat(MAX_PIPELINED))
    // Responses are ordered per connection, so the last connection gets nothing but refusals.
    const last = wires.at(-1)!
    await until('the last are refused', () => last.statuses().length === MAX_PIPELINED)
    expect(new Set(last.statuses())).toEqual(new Set([429]))
    expect(last.received()).toContain('"code":"too_many_attempts"')
    expect(last.received().toLowerCase()).toContain('retry-after: 1')
    expect((await fetch(`${t.url}/api/health`)).status).toBe(200)
  })
})

test('of a hundred members behind one address do not affect each other: pages, calls and sockets', async () => {
  const { userId: first } = await t.person('member')
  // Copies of one account, because hashing a hundred passwords would take longer than the rest of the test.
  const { rows } = await sql<{ id: number }>`
    insert into users (name, email, password_hash)
    select u.name || n, n || u.email, u.password_hash from users u, generate_series(1, 100) n where u.id = ${first} returning id`.execute(
    t.db,
  )
  const members = await Promise.all(rows.map(async ({ id }) => ({ userId: id, token: await t.openSession(id) })))
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(t.url + path, { headers })
    await response.arrayBuffer()
    return response.status
  }
  const evenings = members.map(async ({ token, userId }) => {
    const page = await Promise.all(['/', '/assets/app-abc123.js', '/portal-config.json'].map((path) => read(path)))
    const socket = await t.connect(token)
    const rooms = await Promise.all([
      joinRoom(socket, 'user', { userId }),
      joinRoom(socket, 'servers'),
      joinRoom(socket, 'desk', { userId }),
    ])
    const calls = await Promise.all(
      ['/api/auth/me', '/api/patrol/servers', '/api/patrol/servers2', '/api/auth/me'].map((path) => read(path, signedIn(token))),
    )
    return [...page, ...calls].every((status) => status === 200) && rooms.every(({ ok }) => ok) && socket.connected
  })
  expect((await Promise.all(evenings)).filter((went) => !went)).toEqual([])
}, 60_000)

test('forwarded addresses without TRUST_PROXY are reported once', async () => {
  for (let count = 0; count < 3; count += 1)
    await t.http(undefined, WEB_KEY, { headers: { 'x-forwarded-for': '203.0.113.7' } }).get('/api/health')
  expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
})

test('headers and bodies that arrive too slowly are cut off', async () => {
  const { server } = t.app.http
  expect([server.headersTimeout, server.requestTimeout]).toEqual([20_000, 60_000])
  // Shortened for this test; the check interval stays the same.
  Object.assign(server, { headersTimeout: 500, requestTimeout: 1000 })
  const headers = await openWire(t)
  headers.write('GET / HTTP/1.1\r\nhost: x')
  const body = await openWire(t)
  body.write(requestLines('POST', '/api/auth/login', { ...withKey, 'content-type': 'application/json', 'content-length': 1000 }))
  const trickling = setInterval(() => {
    headers.write('x')
    body.write(' ')
  }, 100)
  try {
    await until('both are closed', () => headers.isClosed() && body.isClosed(), 15_000)
    expect([headers.statuses(), body.statuses()]).toEqual([[408], [408]])
  } finally {
    clearInterval(trickling)
    Object.assign(server, { headersTimeout: 20_000, requestTimeout: 60_000 })
  }
})
