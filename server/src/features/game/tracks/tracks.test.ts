import { decodeTracks, encodeTrackBlock, encodeTracks, membersReplayOwn, trackDays, trackMegabytes } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { connectBridge, gamePlayer, linkPlayer, type TestBridge } from '../../../testing/test-bridge.ts'
import { dispatchOf, type Dispatch, type Member } from '../../../testing/test-dispatch.ts'
import { driver } from '../../../testing/test-map.ts'
import { startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { insertBlocks } from './tracks.repo.ts'
import { pruneTracks, writeTracks } from './tracks.service.ts'

const blocksIn = (db: Db) => db.selectFrom('track_blocks').selectAll().orderBy('started_at').execute()
const totals = async (db: Db) => {
  const { rows } = await sql<{ blocks: number; bytes: number }>`
    select coalesce(sum(blocks), 0)::integer as blocks, coalesce(sum(bytes), 0)::integer as bytes from track_totals`.execute(db)
  return rows[0]
}

/** A clock that advances by a minute on request. It is behind the real one, so that positions don't look old. */
function createTestClock() {
  const MINUTE = 60_000
  let now = 0
  let sample = () => 0
  return {
    now: () => now,
    everySecond: (each: () => number) => {
      sample = each
      return () => void (sample = () => 0)
    },
    /** A moment far from the second at which this member's blocks end. */
    start: (userId: number) => void (now = Date.parse('2026-01-01T00:00:30Z') - (userId % 60) * 1000),
    /** Returns how many units are being recorded. */
    move: (): number => {
      now += MINUTE
      return sample()
    },
  }
}

describe('recording', () => {
  let t: TestPortal
  let d: Dispatch
  let officer: Member
  let bridge: TestBridge
  let cars: ReturnType<typeof driver>
  let step = 0
  const clock = createTestClock()
  beforeAll(async () => {
    t = await startTestPortal({ trackClock: clock })
    d = dispatchOf(t)
    officer = await d.onDuty()
    clock.start(officer.userId)
    const people = [officer, await d.onDuty({ department: 'CIV' }), await t.person('officer')]
    for (const [index, { userId }] of people.entries()) await linkPlayer(t, userId, index + 1)
  })
  afterAll(() => t.close())
  beforeEach(async () => {
    bridge = await connectBridge(t)
    await bridge.hello({ players: [1, 2, 3].map((source) => gamePlayer(source)) })
    cars = driver(bridge)
  })
  afterEach(() => void bridge.socket.disconnect())
  const count = async (blocks: number) => until(`${blocks} blocks`, async () => (await blocksIn(t.db)).length === blocks)
  const drive = async (): Promise<number> => {
    cars.drive({ 1: [100 + step++, 5], 2: [200, 5], 3: [300, 5] })
    // The portal answers after it has read the positions.
    await bridge.say('heartbeat', { players: 3, maxPlayers: 64, uptimeSeconds: 1, queued: 0 })
    return clock.move()
  }
  const isRecorded = async () => {
    await until('the officer is recorded', async () => (await drive()) === 1)
    for (let more = 0; more < 3; more += 1) expect(await drive()).toBe(1)
  }

  test('going off duty ends the block, and so does losing the game server; neither is recorded as standing still', async () => {
    await isRecorded()
    await d.status(officer, officer, 1)
    await until('nobody is recorded', async () => (await drive()) === 0)
    await count(1)
    await d.save(officer, { serverId: 1, departmentId: 2, identifier: officer.identifier, type: 1 })
    await isRecorded()
    bridge.socket.disconnect()
    await until('nobody is recorded', () => clock.move() === 0)
    await count(2)
    expect(clock.move()).toBe(0)
    const blocks = await blocksIn(t.db)
    expect(blocks).toHaveLength(2)
    expect(blocks[1]?.started_at.getTime()).toBeGreaterThan(blocks[0]?.ended_at.getTime() ?? Infinity)
  })

  test('with 0 days nothing is recorded', async () => {
    await isRecorded()
    const admin = await t.as('admin')
    const save = (value: number, version: number) => admin.put(`/api/settings/${trackDays.key}`, { value, version })
    const off = await save(0, 0)
    expect(off.statusCode).toBe(200)
    await until('nobody is recorded', async () => (await drive()) === 0)
    await t.db.deleteFrom('track_blocks').execute()
    expect(await drive()).toBe(0)
    bridge.socket.disconnect()
    expect(clock.move()).toBe(0)
    expect(await blocksIn(t.db)).toEqual([])
    expect((await save(7, off.json<{ version: number }>().version)).statusCode).toBe(200)
  })

  test('a clean stop writes the tracks of units on duty until then, and of nobody else', async () => {
    await t.db.deleteFrom('track_blocks').execute()
    await isRecorded()
    await t.app.close()
    const blocks = await blocksIn(t.db)
    expect(new Set(blocks.map(({ user_id, server_id }) => `${user_id}@${server_id}`))).toEqual(new Set([`${officer.userId}@1`]))
    const x = (decodeTracks(encodeTracks(blocks.map(({ data }) => data))) ?? []).flatMap(({ points }) => [...points.x])
    expect(x.length).toBeGreaterThanOrEqual(4)
    expect(x).toEqual(x.toSorted((a, b) => a - b))
    expect([Math.min(...x) >= 100, Math.max(...x) <= 100 + step]).toEqual([true, true])
  })
})

describe('a stored track', () => {
  let t: TestPortal
  let userId: number
  beforeAll(async () => {
    t = await startTestPortal()
    userId = (await t.person('officer')).userId
  })
  afterAll(() => t.close())
  beforeEach(() => t.db.deleteFrom('track_blocks').execute())

  const MINUTE = 60_000
  const NOW = Date.now()
  const minute = (at: number, of = userId, serverId = 1) => ({
    serverId,
    userId: of,
    startedAt: new Date(at),
    endedAt: new Date(at + MINUTE - 1000),
    data: encodeTrackBlock({
      userId: of,
      points: Array.from({ length: 60 }, (_, i) => ({ at: at + i * 1000, x: i * i, y: -i * i, heading: i })),
    }),
  })
  const ages = async () =>
    (await blocksIn(t.db)).map(({ started_at }) => Math.round((NOW - started_at.getTime()) / 86_400_000)).toReversed()

  test('is deleted after the set number of days', async () => {
    await insertBlocks(
      t.db,
      [0, 1, 5, 8, 30].map((days) => minute(NOW - days * 86_400_000 - MINUTE)),
    )
    await pruneTracks(t.db, { days: 7, megabytes: 2000 })
    expect(await ages()).toEqual([0, 1, 5])
    await pruneTracks(t.db, { days: 0, megabytes: 2000 })
    expect(await ages()).toEqual([])
    expect(await t.db.selectFrom('track_totals').selectAll().execute()).toEqual([])
  })

  test('is deleted oldest first when there are too many, in small batches, and no more than necessary', async () => {
    const first = minute(NOW)
    const size = first.data.length + 200
    const count = 5000
    const blocks = Array.from({ length: count }, (_, index) => minute(NOW - (index + 1) * MINUTE))
    for (let at = 0; at < count; at += 1000) await insertBlocks(t.db, blocks.slice(at, at + 1000))
    expect(await totals(t.db)).toEqual({ blocks: count, bytes: count * size })
    const limit = 1
    await pruneTracks(t.db, { days: 365, megabytes: limit })
    const left = await blocksIn(t.db)
    const kept = left.length * size
    expect(kept).toBeLessThanOrEqual(limit * 1_000_000)
    // Rows are counted by periods of ten minutes.
    expect(kept).toBeGreaterThan(limit * 1_000_000 - 11 * size)
    expect(left.at(-1)?.started_at).toEqual(blocks[0]?.startedAt)
    expect(await totals(t.db)).toEqual({ blocks: left.length, bytes: kept })
    await pruneTracks(t.db, { days: 365, megabytes: limit })
    expect(await blocksIn(t.db)).toHaveLength(left.length)
  })

  test('is deleted with the member, and no longer counted', async () => {
    const leaver = await t.addPerson()
    await insertBlocks(t.db, [minute(NOW), minute(NOW, leaver.userId), minute(NOW - MINUTE, leaver.userId)])
    await t.db.deleteFrom('users').where('id', '=', leaver.userId).execute()
    expect((await blocksIn(t.db)).map(({ user_id }) => user_id)).toEqual([userId])
    expect(await totals(t.db)).toMatchObject({ blocks: 1 })
  })

  test('is not written for a deleted member or server, and the others of the batch are', async () => {
    await insertBlocks(t.db, [minute(NOW, 999_999), minute(NOW), minute(NOW, userId, 999_999)])
    expect(await blocksIn(t.db)).toHaveLength(1)
  })

  test('waits while it can not be written, and dropped blocks are counted and logged', async () => {
    const said: unknown[] = []
    const log = { error: () => undefined, warn: (details: unknown) => void said.push(details) }
    const rename = (from: string, to: string) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(t.db)
    await rename('track_blocks', 'out_of_reach')
    const writer = writeTracks(t.db, log)
    for (let index = 0; index < 5010; index += 1) writer.add(minute(NOW + index))
    await writer.flush()
    await rename('out_of_reach', 'track_blocks')
    expect(await blocksIn(t.db)).toEqual([])
    await writer.close()
    expect(await totals(t.db)).toMatchObject({ blocks: 5000 })
    expect(said).toEqual([{ dropped: 10 }])
  })

  test('the settings of tracks are shown to every member', async () => {
    const member = await t.as('member')
    expect((await member.get('/api/replay/notice')).json()).toEqual({ days: 7, mayReplayOwn: false })
    expect((await t.http().get('/api/replay/notice')).statusCode).toBe(401)
    const admin = await t.as('admin')
    const save = (key: string, value: unknown) => admin.put(`/api/settings/${key}`, { value, version: 0 })
    expect((await save(trackDays.key, 3)).statusCode).toBe(200)
    expect((await save(membersReplayOwn.key, true)).statusCode).toBe(200)
    expect((await save(trackMegabytes.key, 1)).statusCode).toBe(400)
    await until('the notice', async () => {
      const notice = (await member.get('/api/replay/notice')).json<{ days: number; mayReplayOwn: boolean }>()
      return notice.days === 3 && notice.mayReplayOwn
    })
  })
})
