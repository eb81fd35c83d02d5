import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey, revokeKey, rotateKey } from '../../../platform/auth/api-keys.ts'
import { connectBridge, gamePlayer, issueServerKey, linkPlayer, steamOf, type TestBridge } from '../../../testing/test-bridge.ts'
import { dispatchOf } from '../../../testing/test-dispatch.ts'
import { startTestPortal, WEB_KEY, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
})
afterAll(() => t.close())

let lastSource = 0
const newSource = () => (lastSource += 1)
const addServer = async (name: string) => (await t.db.insertInto('servers').values({ name }).returning('id').executeTakeFirstOrThrow()).id
const keyIdOf = async (serverId: number) =>
  (
    await t.db
      .selectFrom('api_keys')
      .select('id')
      .where('server_id', '=', serverId)
      .where('revoked_at', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id
const closed = (socket: { once: (event: 'disconnect', received: () => void) => unknown }) =>
  new Promise<void>((gone) => socket.once('disconnect', gone))

describe('authentication', () => {
  test.each<[string, () => Promise<{ key: string; protocol?: number }>, string]>([
    ['no key', async () => ({ key: '' }), 'api_key_missing'],
    ['a wrong key', async () => ({ key: 'server_not_a_key_of_this_portal' }), 'api_key_invalid'],
    ['the web client', async () => ({ key: WEB_KEY }), 'forbidden'],
    ['an integration', async () => ({ key: await issueKey(t.db, {}, 'integration', 'x') }), 'forbidden'],
    ['a key of no server', async () => ({ key: await issueKey(t.db, {}, 'server', 'x') }), 'forbidden'],
    ['another protocol', async () => ({ key: await issueServerKey(t), protocol: 99 }), 'protocol_unsupported'],
    [
      'a server that is retired',
      async () => {
        const serverId = await addServer('Old')
        const key = await issueServerKey(t, serverId)
        await t.db.updateTable('servers').set({ retired_at: new Date() }).where('id', '=', serverId).execute()
        return { key }
      },
      'forbidden',
    ],
    [
      'a key that was revoked',
      async () => {
        const serverId = await addServer('Revoked')
        const key = await issueServerKey(t, serverId)
        await revokeKey(t.db, {}, await keyIdOf(serverId))
        return { key }
      },
      'api_key_invalid',
    ],
  ])('%s is refused', async (_what, options, refusal) => {
    await expect(connectBridge(t, await options())).rejects.toThrow(refusal)
  })

  test('the key of a game server opens no room of the portal', async () => {
    const { token } = await t.person('admin')
    await expect(t.connect(token, await issueServerKey(t))).rejects.toThrow('session_invalid')
  })

  test('a valid key connects its server, which is told its name and environment, by WebSocket and by polling', async () => {
    for (const transports of [['websocket'], ['polling']]) {
      const bridge = await connectBridge(t, { transports })
      expect(await bridge.hello()).toMatchObject({
        ok: true,
        serverId: 1,
        name: 'Server 1',
        environment: 'prod',
        settings: { kicksUnlisted: false },
      })
      bridge.socket.disconnect()
    }
  })
})

describe('keys', () => {
  test('revoking a key closes the connection at once, with a message', async () => {
    const serverId = await addServer('To revoke')
    const bridge = await connectBridge(t, { serverId })
    await bridge.hello()
    const gone = closed(bridge.socket)
    await revokeKey(t.db, {}, await keyIdOf(serverId))
    await bridge.receive('ended')
    await gone
  })

  test('replacing a key leaves both valid for the overlap, then only the new one', async () => {
    const serverId = await addServer('To rotate')
    const oldKey = await issueServerKey(t, serverId)
    const oldId = await keyIdOf(serverId)
    const first = await connectBridge(t, { key: oldKey })
    await first.hello()
    const newKey = await rotateKey(t.db, {}, oldId, 3600_000)
    expect((await first.say('heartbeat', { players: 0, maxPlayers: 1, uptimeSeconds: 1, queued: 0 })).ok).toBe(true)
    const second = await connectBridge(t, { key: newKey })
    expect((await second.hello()).ok).toBe(true)
    await expect(rotateKey(t.db, {}, oldId, 0)).rejects.toThrow('replaced or revoked')

    const third = await connectBridge(t, { key: oldKey })
    await third.hello()
    const gone = closed(third.socket)
    await sql`update api_keys set expires_at = now() - interval '1 second' where id = ${oldId}`.execute(t.db)
    await gone
    await expect(connectBridge(t, { key: oldKey })).rejects.toThrow('api_key_invalid')
    expect((await connectBridge(t, { key: newKey })).socket.connected).toBe(true)
  })

  test('an expired key is noticed at the next heartbeat', async () => {
    const serverId = await addServer('Ends')
    const bridge = await connectBridge(t, { serverId })
    await bridge.hello()
    await sql`update api_keys set expires_at = now() + interval '700 milliseconds' where server_id = ${serverId}`.execute(t.db)
    await sleep(900)
    expect(bridge.socket.connected).toBe(true)
    const gone = closed(bridge.socket)
    await bridge.say('heartbeat', { players: 0, maxPlayers: 1, uptimeSeconds: 1, queued: 0 })
    await gone
  })
})

describe('one connection for each server', () => {
  test('a newer connection replaces the older, which is told and can do nothing any more', async () => {
    const older = await connectBridge(t)
    await older.hello()
    const gone = closed(older.socket)
    const newer = await connectBridge(t)
    await older.receive('replaced')
    await gone
    expect((await newer.hello()).ok).toBe(true)
    await sleep(100)
    expect(newer.socket.connected).toBe(true)
    expect((await newer.say('heartbeat', { players: 0, maxPlayers: 64, uptimeSeconds: 1, queued: 0 })).ok).toBe(true)
  })

  test('connections of other servers stay', async () => {
    const other = await connectBridge(t, { serverId: await addServer('Beside') })
    await other.hello()
    await (await connectBridge(t)).hello()
    await sleep(100)
    expect(other.socket.connected).toBe(true)
  })
})

test('messages before hello are refused, and invalid ones finally', async () => {
  const bridge = await connectBridge(t)
  expect(await bridge.say('player.left', { source: 1 })).toEqual({
    ok: false,
    code: 'unavailable',
    message: 'Send hello first',
    isFinal: false,
  })
  expect(await bridge.say('hello', { protocol: 1 })).toMatchObject({ ok: false, code: 'invalid_input', isFinal: true })
  await bridge.hello()
  expect(await bridge.say('player.joined', { source: 'x' })).toMatchObject({ ok: false, code: 'invalid_input', isFinal: true })
  expect((await bridge.say('player.left', { source: 1 })).ok).toBe(true)
})

describe('malicious messages', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
  /** As text: the client's own parser could not serialize some of these. */
  const sayRaw = (bridge: TestBridge, message: string, payload: string) =>
    new Promise<unknown>((resolve) => {
      const { engine } = bridge.socket.io
      engine.on('message', (text: unknown) => {
        const [, answer] = /^3\/bridge,777\[(.*)\]$/.exec(String(text)) ?? []
        if (answer !== undefined) resolve(JSON.parse(answer))
      })
      engine.send(`2/bridge,777["${message}",${payload}]`)
    })
  const event = (payload: string, kind = 'status') =>
    `{"id":"${randomUUID()}","at":"${new Date().toISOString()}","kind":"${kind}","player":null,"payload":${payload}}`

  test.each<[string, string, string]>([
    ['a list in a list, a hundred thousand times', 'event', event(`{"status":${nested(100_000)}}`)],
    ['the same for an event', 'event', nested(100_000)],
    ['an event of the kind of every object', 'event', event('{}', 'constructor')],
    ['one that would be a prototype', 'event', '{"__proto__":{"ok":true},"kind":"__proto__"}'],
    ['a ticket for a list', 'ticket', `{"identifiers":["${steamOf(1)}"]}`],
    ['more players than a server can have', 'heartbeat', '{"players":1e12,"maxPlayers":1,"uptimeSeconds":1,"queued":0}'],
    ['nothing', 'hello', 'null'],
  ])('%s is refused, and the connection goes on', async (_what, message, payload) => {
    const bridge = await connectBridge(t)
    await bridge.hello()
    expect(await sayRaw(bridge, message, payload)).toMatchObject({ ok: false, isFinal: true })
    expect((await bridge.say('player.left', { source: 1 })).ok).toBe(true)
    expect(Object.prototype).not.toHaveProperty('ok')
  })

  test('messages without a callback or a known name, and invalid frames, have no effect', async () => {
    const bridge = await connectBridge(t)
    await bridge.hello()
    for (const frame of [new Uint8Array(100_000).fill(255), new Uint8Array(0), 'text', { length: 4 }, null])
      bridge.socket.emit('positions', frame)
    bridge.socket.emit('event', {})
    bridge.socket.emit('constructor', {}, () => undefined)
    expect((await bridge.say('player.left', { source: 1 })).ok).toBe(true)
  })

  test('a message that is too large closes only this connection', async () => {
    const [bridge, other] = [await connectBridge(t, { serverId: await addServer('Large') }), await connectBridge(t)]
    await other.hello()
    const gone = closed(bridge.socket)
    bridge.socket.emit('hello', { players: 'x'.repeat(1_500_000) }, () => undefined)
    await gone
    expect((await other.say('player.left', { source: 1 })).ok).toBe(true)
  })
})

describe('units of connected players', () => {
  const onDutyPlayer = async (over: Parameters<typeof d.onDuty>[0] = {}) => {
    const source = newSource()
    const member = await d.onDuty(over)
    await linkPlayer(t, member.userId, source)
    return { ...member, source, player: gamePlayer(source), steam: steamOf(source) }
  }

  test('are sent in the answer to hello, with the calls they are on', async () => {
    const dispatcher = await d.onDuty({ department: 'COMM' })
    const [onCall, elsewhere] = [await onDutyPlayer(), await onDutyPlayer({ serverId: await addServer('Elsewhere') })]
    const { callId } = await d.call(dispatcher, { location: 'Vespucci Beach', narrative: 'A shark' })
    await d.assign(dispatcher, onCall, callId)
    const stranger = gamePlayer(newSource())
    const bridge = await connectBridge(t)
    const answer = await bridge.hello({
      players: [onCall.player, elsewhere.player, stranger, gamePlayer(newSource(), { identifiers: {} })],
    })
    expect(answer).toMatchObject({
      units: [
        { steam: onCall.steam, identifier: onCall.identifier, unitClass: 1, status: 5, callId },
        { steam: elsewhere.steam, identifier: elsewhere.identifier, status: null, callId: null },
      ],
      calls: [{ callId, location: 'Vespucci Beach', narrative: 'A shark' }],
    })
  })

  test('are sent when a player joins, with whether they are linked', async () => {
    const officer = await onDutyPlayer()
    const bridge = await connectBridge(t)
    await bridge.hello()
    expect(await bridge.say('player.joined', officer.player)).toEqual({
      ok: true,
      isLinked: true,
      unit: { steam: officer.steam, source: officer.source, identifier: officer.identifier, unitClass: 1, status: 3, callId: null },
    })
    expect(await bridge.say('player.joined', gamePlayer(newSource()))).toEqual({ ok: true, isLinked: false, unit: null })
  })

  test('are updated in the game as they change in the portal, until the players leave', async () => {
    const dispatcher = await d.onDuty({ department: 'COMM' })
    const officer = await onDutyPlayer()
    const bridge = await connectBridge(t)
    await bridge.hello({ players: [officer.player] })
    await d.status(officer, officer, 4)
    expect(await bridge.receive('unit')).toEqual({
      steam: officer.steam,
      source: officer.source,
      identifier: officer.identifier,
      unitClass: 1,
      status: 4,
      callId: null,
    })
    const { callId } = await d.call(dispatcher, { location: 'Del Perro Pier' })
    await d.assign(dispatcher, officer, callId)
    expect(await bridge.receive('unit')).toMatchObject({ status: 5, callId })
    expect(await bridge.receive('call.assigned')).toMatchObject({ steam: officer.steam, call: { callId, location: 'Del Perro Pier' } })
    await d.status(officer, officer, 1)
    expect(await bridge.receive('unit')).toMatchObject({ status: null, callId: null })
    await bridge.say('player.left', { source: officer.source })
    await d.status(officer, officer, 3)
    await sleep(200)
    expect(bridge.received.filter(({ message }) => message === 'unit')).toEqual([])
  })

  test('follow an account that is linked or unlinked while its player is connected', async () => {
    const officer = await d.onDuty()
    const source = newSource()
    const bridge = await connectBridge(t)
    await bridge.hello({ players: [gamePlayer(source)] })
    await linkPlayer(t, officer.userId, source)
    expect(await bridge.receive('unit')).toMatchObject({ steam: steamOf(source), identifier: officer.identifier, status: 3 })
    await linkPlayer(t, officer.userId, newSource())
    await d.status(officer, officer, 4)
    await sleep(200)
    expect(bridge.received).toEqual([])
  })
})

describe('other messages to the game', () => {
  test('changed texts and the end of a call that a player is on, and nothing of other calls', async () => {
    const dispatcher = await d.onDuty({ department: 'COMM' })
    const source = newSource()
    const officer = await d.onDuty()
    await linkPlayer(t, officer.userId, source)
    const [call, other] = [await d.call(dispatcher), await d.call(dispatcher)]
    await d.assign(dispatcher, officer, call.callId)
    const bridge = await connectBridge(t)
    await bridge.hello({ players: [gamePlayer(source)] })
    const edit = (callId: number, location: string) => dispatcher.http.put(`/api/cad/call/${callId}`, { version: 1, location })
    await edit(other.callId, 'Not for them')
    await edit(call.callId, 'Mirror Park')
    expect(await bridge.receive('call.changed')).toMatchObject({ call: { callId: call.callId, location: 'Mirror Park' } })
    await d.clear(dispatcher, call.callId)
    expect(await bridge.receive('call.cleared')).toEqual({ callId: call.callId })
    expect(await bridge.receive('unit')).toMatchObject({ status: 3, callId: null })
    expect(bridge.received).toEqual([])
  })

  test('pings to players there, with sender and message', async () => {
    const dispatcher = await d.onDuty({ department: 'COMM' })
    const [here, away] = [await d.onDuty(), await d.onDuty()]
    const source = newSource()
    await linkPlayer(t, here.userId, source)
    const bridge = await connectBridge(t)
    await bridge.hello({ players: [gamePlayer(source)] })
    await dispatcher.http.post(`/api/patrol/unit/${away.userId}/ping`, { message: 'Not here' })
    await dispatcher.http.post(`/api/patrol/unit/${here.userId}/ping`, { message: 'Code 4?' })
    expect(await bridge.receive('ping')).toEqual({
      steam: steamOf(source),
      source,
      pingId: expect.any(Number) as number,
      kind: 'ping',
      from: dispatcher.identifier,
      message: 'Code 4?',
    })
    expect(bridge.received).toEqual([])
  })

  test('announcements to everyone, once, and none for a department', async () => {
    const staff = await t.as('staff')
    const bridge = await connectBridge(t)
    await bridge.hello()
    await staff.post('/api/announcements', { title: 'LSPD', body: 'Briefing', departmentId: 2 })
    const made = (await staff.post('/api/announcements', { title: 'Tonight', body: 'Patrol at eight' })).json()
    expect(await bridge.receive('announcement')).toEqual({ title: 'Tonight', text: 'Patrol at eight' })
    await staff.put(`/api/announcements/${made.announcementId}`, { title: 'Tonight', body: 'At nine', version: made.version })
    await sleep(200)
    expect(bridge.received).toEqual([])
  })

  test("the server's settings when they are saved", async () => {
    const serverId = await addServer('Set')
    const bridge = await connectBridge(t, { serverId })
    await bridge.hello()
    await t.db.updateTable('servers').set({ kicks_unlisted: true, enforces_whitelist: true }).where('id', '=', serverId).execute()
    await (await t.as('admin')).post('/api/patrol/server', { serverId, name: 'Set anew', version: 1 })
    expect(await bridge.receive('settings')).toEqual({
      kicksUnlisted: true,
      enforcesWhitelist: true,
      numbers: [{ number: '911', name: 'Emergency' }],
    })
  })
})
