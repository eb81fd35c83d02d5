import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRole } from '../../features/people/users/users.service.ts'
import { joinRoom, nextEvent, startTestPortal, until, WEB_KEY, type TestPortal, type TestSocket } from '../../testing/test-portal.ts'
import { issueKey } from '../auth/api-keys.ts'
import { inTransaction } from '../database/transaction.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal({ portalUrl: 'https://portal.example' })
})
afterAll(() => t.close())

/** Collects all events of that name that the socket receives from now on. */
const received = (socket: TestSocket, event: 'delta' | 'closed'): unknown[] => {
  const all: unknown[] = []
  socket.on(event, (value: unknown) => all.push(value))
  return all
}
/** A round trip: everything the server sent before has arrived afterwards. */
const settled = (socket: TestSocket) => joinRoom(socket, 'servers')
/** A payload the types would not allow. */
const emitRaw = (socket: TestSocket, ...args: unknown[]) => (socket as unknown as { emit: (...args: unknown[]) => void }).emit(...args)
const saveServer = async (body: object) => (await t.as('admin')).post('/api/patrol/server', body)

test('an event that can not be published affects nobody: the room gets the next, and the heartbeat shows the gap', async () => {
  const socket = await t.connect((await t.person('admin')).token)
  await joinRoom(socket, 'servers')
  const deltas = received(socket, 'delta')
  const saved = () => deltas.filter((delta) => (delta as { event: string }).event === 'server.saved')
  expect(() => t.app.realtime.publish('servers', {}, 1, 'server.saved', { serverId: 'nonsense' } as never)).not.toThrow()
  expect((await saveServer({ name: 'After nonsense' })).statusCode).toBe(200)
  await until('heard', () => saved().length > 0)
  expect(saved()).toEqual([
    expect.objectContaining({ event: 'server.saved', payload: expect.objectContaining({ name: 'After nonsense' }) as unknown }),
  ])
  socket.disconnect()
})

describe('the handshake', () => {
  test.each([
    ['no key', async () => ['', (await t.person('member')).token], 'api_key_missing'],
    ['a wrong key', async () => ['web_wrong', (await t.person('member')).token], 'api_key_invalid'],
    ['a key of a game server', async () => [await issueKey(t.db, {}, 'server', 'x'), (await t.person('member')).token], 'session_invalid'],
    ['no token', async () => [WEB_KEY, ''], 'session_invalid'],
    ['a wrong token', async () => [WEB_KEY, 'wrong'], 'session_invalid'],
  ])('with %s is refused, with the reason', async (_what, credentials, reason) => {
    const [apiKey, token] = (await credentials()) as [string, string]
    await expect(t.connect(token, apiKey)).rejects.toThrow(reason)
  })

  test.each([
    ['http://evil.example', false],
    ['https://portal.example.evil.example', false],
    ['http://portal.example', false],
    ['null', false],
    ['https://portal.example', true],
  ])('from a page of %s: let in %s', async (origin, isLetIn) => {
    const { token } = await t.person('member')
    const connected = t.connect(token, WEB_KEY, { origin })
    if (isLetIn) expect((await connected).connected).toBe(true)
    else await expect(connected).rejects.toThrow()
  })

  test('from a page of its own host is accepted', async () => {
    const { token } = await t.person('member')
    expect((await t.connect(token, WEB_KEY, { origin: t.url })).connected).toBe(true)
  })
})

describe('joining', () => {
  test('returns a snapshot and its sequence number', async () => {
    const { token, userId } = await t.person('officer')
    const socket = await t.connect(token)
    const own = await joinRoom(socket, 'user', { userId })
    expect(own).toMatchObject({ ok: true, key: `user:${userId}`, snapshot: { userId, name: 'The officer' } })
    const { access_version } = await t.db.selectFrom('users').select('access_version').where('id', '=', userId).executeTakeFirstOrThrow()
    expect(own).toMatchObject({ seq: access_version })
    const servers = await joinRoom(socket, 'servers')
    expect(servers).toMatchObject({ ok: true, key: 'servers', snapshot: (await (await t.as('officer')).get('/api/patrol/servers')).json() })
  })

  test("another user's room is refused, also to Root", async () => {
    const { userId } = await t.person('officer')
    for (const role of ['member', 'root'] as const) {
      const socket = await t.connect((await t.person(role)).token)
      expect(await joinRoom(socket, 'user', { userId })).toMatchObject({ ok: false, code: 'forbidden' })
    }
  })

  test('an unknown room, bad parameters and invalid messages are refused, and the socket stays open', async () => {
    const { token, userId } = await t.person('member')
    const socket = await t.connect(token)
    const ask = (...args: unknown[]) => new Promise((resolve) => emitRaw(socket, 'join', ...args, resolve))
    const nonsense = [
      { room: 'nowhere', params: {} },
      { room: '__proto__', params: {} },
      { room: `@user:${userId}`, params: {} },
      { room: 'user', params: {} },
      { room: 'user', params: { userId: String(userId) } },
      { room: 'user', params: { userId: { toString: 'x' } } },
      { room: 'user', params: null },
      { room: 'user' },
      { room: 5, params: {} },
      'user',
      null,
      [],
      42,
    ]
    for (const request of nonsense) expect(await ask(request), JSON.stringify(request)).toMatchObject({ ok: false, code: 'invalid_input' })
    emitRaw(socket, 'join')
    emitRaw(socket, 'join', { room: 'servers', params: {} })
    emitRaw(socket, 'join', { room: 'servers', params: {} }, 'not a function')
    emitRaw(socket, 'leave')
    emitRaw(socket, 'leave', { toString: 5 })
    emitRaw(socket, 'leave', `@user:${userId}`)
    emitRaw(socket, 'delta', { key: 'servers' })
    emitRaw(socket, 'no such event', Buffer.from('x'))
    expect(await joinRoom(socket, 'user', { userId })).toMatchObject({ ok: true })
    expect(socket.connected).toBe(true)
  })

  test('a request without a callback joins no room', async () => {
    const socket = await t.connect((await t.person('member')).token)
    const deltas = received(socket, 'delta')
    emitRaw(socket, 'join', { room: 'servers', params: {} })
    const { userId } = await t.person('member')
    await joinRoom(socket, 'user', { userId })
    await saveServer({ name: 'Unheard' })
    await joinRoom(socket, 'user', { userId })
    expect(deltas).toEqual([])
  })
})

describe("a user's own room", () => {
  const joined = async () => {
    const person = await t.addPerson()
    const socket = await t.connect(person.token)
    const reply = await joinRoom(socket, 'user', { userId: person.userId })
    if (!reply.ok) throw new Error(reply.message)
    return { ...person, socket, seq: reply.seq, key: reply.key }
  }

  test('an added role arrives as one delta with only the changed fields', async () => {
    const { socket, emailAddress, seq, key } = await joined()
    const delta = nextEvent(socket, 'delta')
    await addRole(t.db, {}, emailAddress, 'Staff')
    expect(await delta).toEqual({
      key,
      seq: seq + 1,
      event: 'user.changed',
      payload: {
        version: seq + 1,
        roles: [{ roleId: 5, name: 'Staff', level: 50, roleGroup: { roleGroupId: 3, name: 'Staff' }, signsWarrants: false }],
      },
    })
  })

  test('several changes in one transaction are one delta', async () => {
    const { socket, userId, seq } = await joined()
    const deltas = received(socket, 'delta')
    const delta = nextEvent(socket, 'delta')
    await t.db.transaction().execute(async (tx) => {
      await tx.insertInto('user_roles').values({ user_id: userId, role_id: 5 }).execute()
      await tx.insertInto('user_permissions').values({ user_id: userId, permission: 'MANAGE_USERS' }).execute()
      await tx.updateTable('users').set({ name: 'Renamed' }).where('id', '=', userId).execute()
      await tx.insertInto('user_departments').values({ user_id: userId, department_id: 2 }).execute()
    })
    const { payload } = await delta
    expect(Object.keys(payload as object).toSorted()).toEqual(['name', 'roles', 'userDepartments', 'userPermissions', 'version'])
    await settled(socket)
    // The room that was joined to wait may have events of its own.
    const own = (deltas as { event: string; seq: number }[]).filter(({ event }) => event === 'user.changed')
    expect(own.map((each) => each.seq)).toEqual([seq + 1])
  })

  test('none of several changes in a row is lost, whatever requests arrive in between', async () => {
    const { socket, userId, seq, token } = await joined()
    const state: Record<string, unknown> = {}
    let last = seq
    socket.on('delta', (delta) => {
      Object.assign(state, delta.payload)
      last = delta.seq
    })
    for (const [index, name] of ['One', 'Two', 'Three'].entries()) {
      const delta = nextEvent(socket, 'delta')
      await t.db.updateTable('users').set({ name }).where('id', '=', userId).execute()
      await t.http(token).get('/api/auth/me')
      await delta
      expect([state['name'], last]).toEqual([name, seq + index + 1])
    }
  })

  test('only the sockets of that user receive it, each of them', async () => {
    const one = await joined()
    const other = await joined()
    const second = await t.connect(one.token)
    await joinRoom(second, 'user', { userId: one.userId })
    const unheard = received(other.socket, 'delta')
    const both = Promise.all([nextEvent(one.socket, 'delta'), nextEvent(second, 'delta')])
    await t.db.updateTable('users').set({ name: 'Known to one' }).where('id', '=', one.userId).execute()
    const payload = { name: 'Known to one', version: one.seq + 1 }
    expect((await both).map((delta) => delta.payload)).toEqual([payload, payload])
    await settled(other.socket)
    expect(unheard).not.toContainEqual(expect.objectContaining({ key: one.key }))
  })

  test('after leaving no event arrives', async () => {
    const { socket, userId, key } = await joined()
    const deltas = received(socket, 'delta')
    socket.emit('leave', key)
    await settled(socket)
    await t.db.updateTable('users').set({ name: 'Gone' }).where('id', '=', userId).execute()
    await settled(socket)
    expect(deltas).not.toContainEqual(expect.objectContaining({ key }))
  })

  test('a renamed department reaches its members', async () => {
    const { token, userId } = await t.addPerson({ departments: [{ name: 'SAHP', isPrimary: true }] })
    const socket = await t.connect(token)
    await joinRoom(socket, 'user', { userId })
    const delta = nextEvent(socket, 'delta')
    await t.db.updateTable('departments').set({ full_name: 'Highway' }).where('name', '=', 'SAHP').execute()
    expect((await delta).payload).toMatchObject({ userDepartments: [{ department: { fullName: 'Highway' } }] })
  })
})

describe('the heartbeat', () => {
  test('carries the sequence number in the database, however it was advanced', async () => {
    const { token, userId } = await t.addPerson()
    const socket = await t.connect(token)
    const reply = await joinRoom(socket, 'user', { userId })
    const servers = await joinRoom(socket, 'servers')
    if (!reply.ok || !servers.ok) throw new Error('not joined')
    // Bypasses the server: no event is published, no trigger fires.
    await t.db.transaction().execute(async (tx) => {
      await sql`update streams set seq = seq + 5 where key = 'servers'`.execute(tx)
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update users set access_version = access_version + 3 where id = ${userId}`.execute(tx)
    })
    const seen: Record<string, number>[] = []
    socket.on('heartbeat', (seqs) => seen.push(seqs))
    await until('a heartbeat after the change', () => seen.some((seqs) => (seqs['servers'] ?? 0) >= servers.seq + 5))
    expect(seen.at(-1)).toMatchObject({ [reply.key]: reply.seq + 3 })
  })
})

describe('the room of servers', () => {
  test('everyone in it receives a saved server, after commit', async () => {
    const socket = await t.connect((await t.person('member')).token)
    const reply = await joinRoom(socket, 'servers')
    if (!reply.ok) throw new Error(reply.message)
    const delta = nextEvent(socket, 'delta')
    const isCommitted = delta.then(() => t.db.selectFrom('servers').select('id').where('name', '=', 'Announced').executeTakeFirst())
    const { serverId } = (await saveServer({ name: 'Announced' })).json()
    expect(await delta).toMatchObject({
      key: 'servers',
      seq: reply.seq + 1,
      event: 'server.saved',
      payload: { serverId, name: 'Announced' },
    })
    expect(await isCommitted).toEqual({ id: serverId })
  })

  test('rolled back and refused changes send nothing, and the sequence number stays', async () => {
    const socket = await t.connect((await t.person('member')).token)
    const before = await joinRoom(socket, 'servers')
    const deltas = received(socket, 'delta')
    const failing = inTransaction(t.db, t.app.realtime.publish, async (tx, emit) => {
      const server = { serverId: 1, name: 'Never', environment: 'prod', version: 9 } as const
      await emit('servers', {}, 'server.saved', server)
      await sql`select 1 / 0`.execute(tx)
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect((await saveServer({ name: 'Server 1' })).statusCode).toBe(409)
    const after = await joinRoom(socket, 'servers')
    expect(deltas).toEqual([])
    expect(after).toEqual(before)
  })
})
