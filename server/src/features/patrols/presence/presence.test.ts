import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectBridge, gamePlayer, issueServerKey, linkPlayer, type TestBridge } from '../../../testing/test-bridge.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { driver } from '../../../testing/test-map.ts'
import { until, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { hello, startPresence, type TestPresence } from '../../../testing/test-presence.ts'
import { presenceOf } from './presence.port.ts'

let database: TestDatabase
let p: TestPresence
let t: TestPortal
let key: string
let bridge: TestBridge
beforeAll(async () => {
  database = await createTestDatabase()
  p = await startPresence(database)
  t = p.t
  key = await issueServerKey(t)
})
afterAll(async () => {
  await p.close()
  await database.drop()
})
beforeEach(async () => {
  bridge = await p.connect(key)
})
afterEach(() => void bridge.socket.disconnect())

const states = async (person: Person) => (await p.presence(person)).map(({ state }) => state)
const goOnDuty = (person: Person, departmentId = 2) =>
  p.d.save({ http: t.http(person.token) }, { serverId: 1, departmentId, identifier: `4L${person.userId}`, type: 1 })

describe('presence', () => {
  test("is recorded from the bridge's hello on, and ends when the player leaves", async () => {
    const [officer, stranger] = [await p.addPlayer(), await p.addPlayer()]
    await hello(bridge, officer)
    await bridge.say('player.joined', gamePlayer(stranger.source))
    await p.isSeen(officer)
    await p.isSeen(stranger)
    await bridge.say('player.left', { source: officer.source })
    const leftAt = Date.now()
    await p.isFollowed(stranger)
    const [row, ...more] = await p.presence(officer)
    expect(more).toEqual([])
    expect(row!.ended_at.getTime()).toBeLessThanOrEqual(leftAt)
    expect(row!.ended_at.getTime()).toBeGreaterThan(row!.started_at.getTime())
    const watches = await t.db.selectFrom('server_watches').selectAll().where('server_id', '=', 1).execute()
    expect(watches.some(({ started_at, ended_at }) => started_at <= row!.started_at && ended_at >= row!.ended_at)).toBe(true)
  })

  test("is not recorded for players without an account, nor before the bridge's hello", async () => {
    const count = async () => Number((await sql<{ n: number }>`select count(*) as n from presence`.execute(t.db)).rows[0]?.n)
    // Waits until another member's presence on another server is written.
    const witness = await p.addPlayer()
    const serverId = (await t.db.insertInto('servers').values({ name: 'Beside' }).returning('id').executeTakeFirstOrThrow()).id
    const other = await connectBridge(t, { serverId })
    await other.hello({ players: [gamePlayer(witness.source)] })
    await p.isSeen(witness)
    const before = await count()
    await p.isFollowed(witness)
    await bridge.hello({ players: [gamePlayer(9999)] })
    await p.isFollowed(witness)
    expect(await count()).toBe(before)
    other.socket.disconnect()
  })

  test('is moving, then idle, then moving again, by the positions on the map', async () => {
    const officer = await p.addPlayer()
    await hello(bridge, officer)
    const cars = driver(bridge)
    cars.drive({ [officer.source]: [0, 0] })
    for (let step = 1; step <= 4; step += 1) {
      await p.isFollowed(officer)
      cars.drive({ [officer.source]: [step * 20, 0] })
    }
    await p.isFollowed(officer)
    expect(await states(officer)).toEqual(['moving'])
    await p.whileIdle(() => until('idle', async () => (await states(officer)).length === 2))
    cars.drive({ [officer.source]: [200, 0] })
    await until('moving', async () => (await states(officer)).length === 3)
    const rows = await p.presence(officer)
    expect(rows.map(({ state }) => state)).toEqual(['moving', 'idle', 'moving'])
    for (const [index, { ended_at }] of rows.slice(0, -1).entries()) expect(rows[index + 1]!.started_at).toEqual(ended_at)
  })

  test('continues over a short loss of the bridge, and ends at the loss if it stays away', async () => {
    const officer = await p.addPlayer()
    await hello(bridge, officer)
    await p.isSeen(officer)
    bridge.socket.disconnect()
    bridge = await p.connect(key)
    await hello(bridge, officer)
    await p.isFollowed(officer)
    expect(await p.presence(officer)).toHaveLength(1)

    const patrolling = await p.addPlayer(['CIV'])
    await bridge.say('player.joined', gamePlayer(patrolling.source))
    await p.isOnCivilianPatrol(patrolling)
    const staysAwayFrom = Date.now()
    bridge.socket.disconnect()
    await p.hasEnded(patrolling)
    const comeBack = async () => {
      bridge.socket.disconnect()
      bridge = await p.connect(key)
      await hello(bridge, officer)
      await p.isFollowed(officer)
      return (await p.presence(officer)).length > 1
    }
    await p.whileLost(() => until('seen anew', comeBack), 0)
    const [first, second] = await p.presence(officer)
    expect(first!.ended_at.getTime()).toBeGreaterThanOrEqual(staysAwayFrom)
    expect(second!.started_at.getTime()).toBeGreaterThan(first!.ended_at.getTime())
  })

  test('follows the account when its Steam hex changes, and the player number when another account has it', async () => {
    const [before, after] = [await p.addPlayer(), await p.addPlayer()]
    await hello(bridge, before)
    await p.isSeen(before)
    await t.db.updateTable('users').set({ steam_id: null }).where('id', '=', before.userId).execute()
    await linkPlayer(t, after.userId, before.source)
    await p.isSeen(after)
    const end = await p.lastEnd(before)
    await p.isFollowed(after)
    expect(await p.lastEnd(before)).toBe(end)
    expect((await p.presence(after))[0]!.started_at.getTime()).toBeGreaterThanOrEqual((await p.presence(before))[0]!.ended_at.getTime())
  })

  test('continues while a bridge that sent hello before is replaced by another one', async () => {
    const officer = await p.addPlayer()
    await hello(bridge, officer)
    await p.isSeen(officer)
    const older = bridge
    bridge = await p.connect(key)
    await hello(bridge, officer)
    older.socket.disconnect()
    await bridge.say('heartbeat', { players: 1, maxPlayers: 64, uptimeSeconds: 1, queued: 0 })
    await p.isFollowed(officer)
    expect(await p.presence(officer)).toHaveLength(1)
  })

  test('is kept in memory while the database refuses it, and written afterwards', async () => {
    const officer = await p.addPlayer()
    await hello(bridge, officer)
    await p.isSeen(officer)
    await sql`alter table presence rename to presence_away`.execute(t.db)
    try {
      await bridge.say('player.left', { source: officer.source })
      await until('it is refused', () => p.errors.some((line) => line.includes('presence could not be written')))
      await bridge.say('player.joined', gamePlayer(officer.source))
    } finally {
      await sql`alter table presence_away rename to presence`.execute(t.db)
    }
    await until('both are written', async () => (await p.presence(officer)).length === 2)
    await p.isFollowed(officer)
  })
})

describe('presence of an open patrol', () => {
  const live = async (person: Person) => (await presenceOf(t.db, [person.userId])).get(person.userId) ?? null

  test('is moving or idle while in the game, away while not, and missing while the server is not connected', async () => {
    const officer = await p.addPlayer()
    await goOnDuty(officer)
    // The watch is written until the bridge of the previous test counts as lost.
    await p.whileLost(() =>
      until('nobody looks', async () => {
        await t.db.deleteFrom('server_watches').execute()
        return (await live(officer)) === null
      }),
    )
    await hello(bridge)
    await until('away', async () => (await live(officer))?.state === 'away')
    await bridge.say('player.joined', gamePlayer(officer.source))
    await until('moving', async () => (await live(officer))?.state === 'moving')
    const [row] = await p.presence(officer)
    expect(await live(officer)).toEqual({ state: 'moving', since: row!.started_at.toISOString() })
    await p.whileIdle(() => until('idle', async () => (await live(officer))?.state === 'idle'))
    await bridge.say('player.left', { source: officer.source })
    await until('away', async () => (await live(officer))?.state === 'away')
    expect((await live(officer))?.since).toBe((await p.presence(officer)).at(-1)!.ended_at.toISOString())

    bridge.socket.disconnect()
    // The watch is written until the bridge counts as lost.
    await p.whileLost(() =>
      until('nobody looks', async () => {
        await sql`update server_watches set ended_at = greatest(started_at, ended_at - interval '1 hour')`.execute(t.db)
        await sql`update server_watches set started_at = started_at - interval '2 hours', ended_at = ended_at - interval '2 hours'`.execute(
          t.db,
        )
        return (await live(officer)) === null
      }),
    )
  })

  test('is missing for a dispatcher, who need not be in the game', async () => {
    const dispatcher = await p.addPlayer(['COMM'])
    const officer = await p.addPlayer()
    await goOnDuty(dispatcher, 5)
    await goOnDuty(officer)
    await hello(bridge)
    await until('the officer is away', async () => (await live(officer))?.state === 'away')
    expect(await live(dispatcher)).toBeNull()
    await bridge.say('player.joined', gamePlayer(dispatcher.source))
    await until('moving', async () => (await live(dispatcher))?.state === 'moving')
  })

  test('is missing for a member without an open patrol', async () => {
    const officer = await p.addPlayer()
    await hello(bridge, officer)
    await p.isSeen(officer)
    expect(await presenceOf(t.db, [officer.userId])).toEqual(new Map())
    expect(await presenceOf(t.db, [])).toEqual(new Map())
  })
})
