import { REALTIME_PATH, type JoinReply } from '@tenfour/contract'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinMap } from '../../testing/test-map.ts'
import { joinRoom, nextEvent, startTestPortal, until, WEB_KEY, type TestPortal, type TestSocket } from '../../testing/test-portal.ts'
import { MAX_ROOMS_PER_SOCKET, MAX_SOCKETS_PER_USER, MEMBER_SOCKET, MESSAGES_PER_SECOND, UNKNOWN_SOCKETS_LANE } from '../limits/limits.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())

const memory = () => process.memoryUsage().rss / 1024 / 1024
const rawUrl = () => `${t.url.replace('http', 'ws')}${REALTIME_PATH}/?EIO=4&transport=websocket`
/** A raw WebSocket that sends arbitrary messages after the handshake. */
const openRaw = async () => {
  const socket = new WebSocket(rawUrl())
  const received: string[] = []
  await new Promise((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => resolve(received.push(String(data))))
    socket.addEventListener('close', reject)
  })
  return { socket, received, isClosed: () => socket.readyState === WebSocket.CLOSED }
}
const emitRaw = (socket: TestSocket, ...args: unknown[]) => (socket as unknown as { emit: (...args: unknown[]) => void }).emit(...args)
const othersAreAnswered = async () => {
  const { token } = await t.person('officer')
  const headers = { 'x-api-key': WEB_KEY, authorization: `Bearer ${token}` }
  expect((await fetch(`${t.url}/api/auth/me`, { headers })).status).toBe(200)
}

describe('before authentication', () => {
  test('silent connections of one address make others of that address wait, no longer than they may stay open', async () => {
    const silent = await Promise.all(Array.from({ length: UNKNOWN_SOCKETS_LANE.atOnce }, openRaw))
    const connecting = t.connect((await t.person('member')).token)
    await new Promise((resolve) => setTimeout(resolve, 200))
    silent[0]!.socket.close()
    expect((await connecting).connected).toBe(true)
    await until('they are cut off', () => silent.every(({ isClosed }) => isClosed()), 30_000)
  }, 40_000)

  test.each(['', '/bridge,', '/display,'])('keys of a megabyte to "%s" are cut off, and no memory stays in use', async (namespace) => {
    const before = memory()
    for (let round = 0; round < 2; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 40 }, openRaw))
      for (const [index, { socket }] of sockets.entries()) {
        socket.send(`40${namespace}${JSON.stringify({ apiKey: `Ж${round}-${index}${'a'.repeat(990_000)}`, protocol: 1 })}`)
      }
      await until('all are closed', () => sockets.every(({ isClosed }) => isClosed()))
    }
    // The clients of this test also hold the keys in memory for a while.
    globalThis.gc?.()
    expect(memory() - before).toBeLessThan(500)
  })

  test('a key or a token of more than 200 characters is refused without a lookup', async () => {
    const { token } = await t.person('member')
    await expect(t.connect(token, 'k'.repeat(201))).rejects.toThrow('api_key_invalid')
    await expect(t.connect('t'.repeat(201))).rejects.toThrow('session_invalid')
  })

  test('20,000 attempts to connect on one WebSocket close it after the first, without affecting others', async () => {
    const { socket, received, isClosed } = await openRaw()
    for (let count = 0; count < 20_000; count += 1) socket.send(`40{"apiKey":"web_wrong","token":"${count}"}`)
    await othersAreAnswered()
    await until('it is closed', isClosed)
    expect(received.filter((each) => each.startsWith('44')).length).toBeLessThanOrEqual(1)
  })

  test('by polling at most a key and a token can be posted', async () => {
    const path = `${t.url}${REALTIME_PATH}/?EIO=4&transport=polling`
    const opened = await (await fetch(path)).text()
    const { sid } = JSON.parse(opened.slice(1))
    const posted = await fetch(`${path}&sid=${sid}`, { method: 'POST', body: `40${JSON.stringify({ apiKey: 'a'.repeat(20_000) })}` })
    expect(posted.status).toBe(413)
  })
})

describe('a member', () => {
  const ask = (socket: TestSocket, request: unknown) => new Promise<JoinReply>((resolve) => emitRaw(socket, 'join', request, resolve))

  test('is refused beyond the messages per second, and can continue afterwards', async () => {
    const socket = await t.connect((await t.person('member')).token)
    const replies = await Promise.all(
      Array.from({ length: 2 * MESSAGES_PER_SECOND + 50 }, () => ask(socket, { room: 'servers', params: {} })),
    )
    const codes = replies.map((reply) => (reply.ok ? 'ok' : reply.code))
    expect(codes.filter((code) => code === 'too_many_attempts').length).toBeGreaterThanOrEqual(50)
    expect(codes.filter((code) => code === 'ok').length).toBeGreaterThanOrEqual(MESSAGES_PER_SECOND)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await joinRoom(socket, 'servers')).toMatchObject({ ok: true })
  })

  test.each([
    ['joins', 'join', { room: 'servers', params: {} }],
    ['joins of maps', 'map.join', { serverId: 1 }],
    ['messages nobody knows', 'nothing', {}],
  ])('who sends 20,000 %s is disconnected, without affecting others', async (_what, event, request) => {
    const socket = await t.connect((await t.person('staff')).token)
    let answers = 0
    for (let count = 0; count < 20_000; count += 1) emitRaw(socket, event, request, () => (answers += 1))
    await othersAreAnswered()
    await until('it is cut off', () => !socket.connected)
    expect(answers, 'no more than that is worked on').toBeLessThanOrEqual(2 * MEMBER_SOCKET.messagesPerSecond)
  })

  test.each([
    ['of a megabyte', { more: 'x'.repeat(900_000) }],
    ['of a thousand parameters', Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`p${index}`, 0]))],
  ])('who sends a message %s is disconnected', async (_what, params) => {
    const socket = await t.connect((await t.person('member')).token)
    emitRaw(socket, 'join', { room: 'servers', params }, () => undefined)
    await until('it is cut off', () => !socket.connected)
  })

  test('is refused a room with unknown parameters', async () => {
    const socket = await t.connect((await t.person('member')).token)
    const params = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`p${index}`, 0]))
    expect(await ask(socket, { room: 'servers', params })).toMatchObject({ ok: false, code: 'invalid_input' })
  })

  test('who sends too many bytes in a second is disconnected', async () => {
    const socket = await t.connect((await t.person('member')).token)
    const long = { room: 'servers', params: { more: 'x'.repeat(MEMBER_SOCKET.messageBytes - 200) } }
    const enough = 2 * Math.ceil(MEMBER_SOCKET.bytesPerSecond / MEMBER_SOCKET.messageBytes)
    expect(enough, 'they are not too many').toBeLessThan(MESSAGES_PER_SECOND)
    // Again, for a busy machine that spreads them over more than a second.
    await until('it is cut off', () => {
      for (let count = 0; count < enough; count += 1) emitRaw(socket, 'join', long, () => undefined)
      return !socket.connected
    })
  })

  test('can be in a limited number of rooms at once, and in another after leaving one', async () => {
    const socket = await t.connect((await t.person('staff')).token)
    const room = (departmentId: number) => joinRoom(socket, 'announcements', { departmentId })
    for (let id = 0; id < MAX_ROOMS_PER_SOCKET; id += 1) expect(await room(id)).toMatchObject({ ok: true })
    expect(await room(1000)).toMatchObject({ ok: false, code: 'too_many_attempts' })
    expect(await room(1)).toMatchObject({ ok: true })
    socket.emit('leave', 'announcements:1')
    expect(await room(1000)).toMatchObject({ ok: true })
  })

  test('can have a limited number of sockets, and another once one is closed', async () => {
    const { token } = await t.addPerson()
    const sockets: TestSocket[] = []
    for (let count = 0; count < MAX_SOCKETS_PER_USER; count += 1) sockets.push(await t.connect(token))
    await expect(t.connect(token)).rejects.toThrow('too_many_attempts')
    sockets[0]!.disconnect()
    await until('there is room', () =>
      t.connect(token).then(
        () => true,
        () => false,
      ),
    )
  })

  test('who names an id too large for the database is told that there is no such room', async () => {
    const socket = await t.connect((await t.person('root')).token)
    for (const [room, params] of [
      ['announcements', { departmentId: 2 ** 40 }],
      ['board', { serverId: 2 ** 40 }],
      ['server', { serverId: 2 ** 31 }],
      ['call', { serverId: 1, callId: 2 ** 40 }],
    ] as const) {
      expect(await joinRoom(socket, room, params), room).toMatchObject({ ok: false, code: 'invalid_input' })
    }
    expect(await joinMap(socket, 2 ** 40)).toMatchObject({ ok: false, code: 'invalid_input' })
  })

  test('who follows the map of an unknown server is told so, and nothing is stored', async () => {
    const socket = await t.connect((await t.person('root')).token)
    expect(await joinMap(socket, 987_654)).toMatchObject({ ok: false, code: 'not_found' })
    expect(await joinMap(socket, 1)).toMatchObject({ ok: true })
  })

  test('who connects by polling is let in, upgraded, and receives events', async () => {
    const { token, userId } = await t.addPerson()
    const socket: TestSocket = io(t.url, { path: REALTIME_PATH, auth: { apiKey: WEB_KEY, token }, forceNew: true, reconnection: false })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    await until('it is upgraded', () => socket.io.engine.transport.name === 'websocket')
    expect(await joinRoom(socket, 'user', { userId })).toMatchObject({ ok: true })
    const delta = nextEvent(socket, 'delta')
    await t.db.updateTable('users').set({ name: 'Upgraded' }).where('id', '=', userId).execute()
    expect((await delta).payload).toMatchObject({ name: 'Upgraded' })
    socket.disconnect()
  })
})
