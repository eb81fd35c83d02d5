import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { connectBridge, gamePlayer } from '../../../testing/test-bridge.ts'
import { joinRoom, startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())

const beat = (over: object = {}) => ({ players: 3, maxPlayers: 64, uptimeSeconds: 120, queued: 0, ...over })
const addServer = async (name: string) => (await t.db.insertInto('servers').values({ name }).returning('id').executeTakeFirstOrThrow()).id
const statusOf = async (serverId: number) =>
  (await (await t.as('member')).get('/api/patrol/servers2')).json<{ serverId: number }[]>().find((each) => each.serverId === serverId)
// A portal that has just started also tells the units and calls of its servers.
const isStatus = ({ event }: { event: string }) => event === 'server.status'
const silence = (serverId: number) =>
  sql`update server_links set last_heartbeat_at = now() - interval '31 seconds' where server_id = ${serverId}`.execute(t.db)

test('before any bridge connects a server is offline and has no values', async () => {
  expect(await statusOf(1)).toMatchObject({ isOnline: false, players: 0, maxPlayers: null, lastHeartbeatAt: null })
})

test('hello and heartbeats keep a server online with its players, and visible changes go to everyone who follows the servers', async () => {
  const serverId = await addServer('Live')
  const { token } = await t.person('member')
  const servers = await watchRoom(t, token, 'servers', {})
  expect(servers.snapshot.find((each) => each.serverId === serverId)).toMatchObject({ isOnline: false, players: 0 })
  const bridge = await connectBridge(t, { serverId })
  await bridge.hello({ players: [gamePlayer(1)], maxPlayers: 48 })
  expect((await servers.received()).filter(isStatus)).toMatchObject([
    {
      payload: { serverId, isOnline: true, players: 1, maxPlayers: 48, lastHeartbeatAt: expect.any(String) as string },
    },
  ])
  const answer = await bridge.say('heartbeat', beat())
  expect(answer).toEqual({ ok: true, at: expect.any(String) as string })
  expect((await servers.received()).filter(isStatus)).toMatchObject([{ payload: { serverId, players: 3, maxPlayers: 64 } }])
  await bridge.say('heartbeat', beat({ uptimeSeconds: 130 }))
  expect((await servers.received()).filter(isStatus), 'nothing that shows').toEqual([])
  expect(await statusOf(serverId)).toMatchObject({ isOnline: true, players: 3, maxPlayers: 64 })
})

test('only administrators follow every heartbeat of a server', async () => {
  const serverId = await addServer('Followed')
  const { token } = await t.person('admin')
  const room = await watchRoom(t, token, 'server', { serverId })
  expect(room.snapshot.link).toMatchObject({ isOnline: false, bridgeVersion: null, connectedAt: null })
  const bridge = await connectBridge(t, { serverId })
  await bridge.hello({ version: '1.2.3', resource: 'cad' })
  await bridge.say('heartbeat', beat({ queued: 7 }))
  const linkEvents = (await room.received()).filter(({ event }) => event === 'link.changed')
  expect(linkEvents).toMatchObject([
    { event: 'link.changed', payload: { isOnline: true, bridgeVersion: '1.2.3', resource: 'cad', queued: 0 } },
    { event: 'link.changed', payload: { isOnline: true, players: 3, queued: 7, uptimeSeconds: 120 } },
  ])
  for (const role of ['member', 'officer', 'staff'] as const) {
    const socket = await t.connect((await t.person(role)).token)
    expect(await joinRoom(socket, 'server', { serverId }), role).toMatchObject({ ok: false, code: 'forbidden' })
  }
})

describe('without heartbeats', () => {
  test('for more than thirty seconds a server goes offline on its own, and online with the next one', async () => {
    const serverId = await addServer('Silent')
    const { token } = await t.person('member')
    const bridge = await connectBridge(t, { serverId })
    await bridge.hello({ players: [gamePlayer(1)] })
    const servers = await watchRoom(t, token, 'servers', {})
    await silence(serverId)
    expect(await statusOf(serverId), 'before the sweep').toMatchObject({ isOnline: false })
    await until('told', () => servers.deltas.some(isStatus), 8000)
    expect((await servers.received()).filter(isStatus)).toMatchObject([
      { event: 'server.status', payload: { serverId, isOnline: false, players: 0, maxPlayers: 64 } },
    ])
    await bridge.say('heartbeat', beat())
    expect((await servers.received()).filter(isStatus)).toMatchObject([{ payload: { serverId, isOnline: true, players: 3 } }])
  })

  test('after a broken connection the server stays online for that long', async () => {
    const serverId = await addServer('Broken')
    const bridge = await connectBridge(t, { serverId })
    await bridge.hello()
    bridge.socket.disconnect()
    expect(await statusOf(serverId)).toMatchObject({ isOnline: true })
  })
})

describe('the number of players', () => {
  const history = async (serverId: number, range: string) =>
    (await (await t.as('admin')).get(`/api/servers/${serverId}/history?range=${range}`)).json()
  const points = async (serverId: number, range: string) =>
    (await history(serverId, range)).points as { at: string; players: number | null }[]

  test('is stored per minute, as the maximum', async () => {
    const serverId = await addServer('Counted')
    const bridge = await connectBridge(t, { serverId })
    await bridge.hello()
    for (const players of [4, 9, 2]) await bridge.say('heartbeat', beat({ players }))
    const rows = await t.db
      .selectFrom('server_player_counts')
      .select(['players', 'max_players'])
      .where('server_id', '=', serverId)
      .execute()
    expect(Math.max(...rows.map(({ players }) => players))).toBe(9)
    expect(rows.length).toBeLessThanOrEqual(2)
    expect((await points(serverId, 'day')).at(-1)).toMatchObject({ players: 9 })
  })

  test('is read for a day and a week in steps, with gaps where nothing was reported', async () => {
    const serverId = await addServer('Plotted')
    await sql`insert into server_player_counts (server_id, minute, players, max_players)
      select ${serverId}, date_trunc('minute', now()) - make_interval(mins => m), m % 60, 64 from generate_series(60, 10000, 1) m`.execute(
      t.db,
    )
    const day = await history(serverId, 'day')
    expect([day.stepMinutes, day.points.length]).toEqual([5, 288])
    expect(day.points.filter((point: { players: number | null }) => point.players === null).length).toBeGreaterThanOrEqual(11)
    const week = await points(serverId, 'week')
    expect(week.length).toBe(336)
    expect(week.map(({ at }) => at).toSorted()).toEqual(week.map(({ at }) => at))
    expect(week[300]!.players).toBeGreaterThan(28)
    expect((await (await t.as('admin')).get(`/api/servers/${serverId}/history?range=year`)).statusCode).toBe(400)
  })

  test('is deleted after eight days', async () => {
    const serverId = await addServer('Pruned')
    await sql`insert into server_player_counts (server_id, minute, players, max_players)
      select ${serverId}, now() - make_interval(days => d), 1, 1 from unnest(array[1, 7, 9, 40]) d`.execute(t.db)
    await enqueue(t.db, { name: 'bridge-prune', payload: z.object({}) }, {})
    const left = async () =>
      (await t.db.selectFrom('server_player_counts').select('minute').where('server_id', '=', serverId).execute()).length
    await until('pruned', async () => (await left()) === 2)
  })
})
