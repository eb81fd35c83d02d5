import { decodeTracks, encodeTracks, type Call, type CallDetail, type PageOf, type PatrolUnit, type Postal } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/test-database.ts'
import { HISTORY_KEY, startTestPortal, WEB_KEY, type Http, type TestPortal } from '../../server/src/testing/test-portal.ts'
import { DEMO_ACCOUNTS } from './accounts.ts'
import { fillCommunity } from './community.ts'
import { createEvening, type Evening } from './evening.ts'
import { OPENING } from './evening/opening.ts'

let database: TestDatabase
let t: TestPortal
let evening: Evening
let staff: Http
beforeAll(async () => {
  database = await createTestDatabase()
  await fillCommunity(database, HISTORY_KEY)
  t = await startTestPortal({ database })
  staff = await visitor('staff@demo.example')
  evening = await createEvening({ app: t.app, database, webKey: WEB_KEY })
})
afterAll(async () => {
  await t?.close()
  await database?.drop()
})

const visitor = async (emailAddress: string): Promise<Http & { userId: number }> => {
  const { id } = await t.db.selectFrom('users').select('id').where('email', '=', emailAddress).executeTakeFirstOrThrow()
  return { ...t.http(await t.openSession(id)), userId: id }
}
const openCalls = async (): Promise<Call[]> => (await staff.get('/api/cad/calls/active/1')).json()
const units = async (): Promise<PatrolUnit[]> => (await staff.get('/api/patrol/units/1')).json()
const detail = async (callId: number): Promise<CallDetail> => (await staff.get(`/api/cad/call/${callId}`)).json()
const secondsAgo = (instant: string | null | undefined) => (evening.opened - Date.parse(instant ?? '')) / 1000

describe('when the doors open', () => {
  test('the board is full already', async () => {
    const calls = await openCalls()
    const titles = [...OPENING.map(({ scenario }) => scenario.title), 'Panic button, 2S31']
    expect(calls.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
    expect(calls.filter(({ priority }) => priority === 1).length).toBeGreaterThanOrEqual(2)
    expect(calls.filter(({ status }) => status === 'pending').length).toBeGreaterThanOrEqual(3)
    expect(new Set((await units()).map(({ status }) => status)).size).toBeGreaterThanOrEqual(4)
    expect((await units()).length).toBe(evening.crew.length)
    expect(evening.crew.length).toBe(19)
  })

  test('units listen to a channel, and calls are at postals of the server’s list', async () => {
    const postals: Postal[] = (await staff.get('/api/servers/1/map/postals')).json()
    const codes = new Set(postals.map(({ code }) => code))
    expect((await openCalls()).filter(({ postal }) => !codes.has(postal))).toEqual([])
    const silent = (await units()).filter(({ channel }) => channel === '')
    expect(silent.every(({ unitClass }) => unitClass === 0)).toBe(true)
    expect((await units()).find(({ identifier }) => identifier === 'E51')?.channel).toBe('FIRE 1')
  })

  test('each call is as old, and each unit there for as long, as it is made out to be', async () => {
    const calls = await openCalls()
    const all = await units()
    for (const { scenario, age, units: sent } of OPENING) {
      const call = calls.find(({ title }) => title === scenario.title)!
      expect(Math.abs(secondsAgo(call.createdAt) - age)).toBeLessThan(3)
      const { log } = await detail(call.callId)
      expect(log.map(({ at }) => at)).toEqual(log.map(({ at }) => at).toSorted())
      for (const { unit: identifier, there } of sent) {
        const unit = all.find((each) => each.identifier === identifier)!
        expect([identifier, unit.callId]).toEqual([identifier, call.callId])
        if (there !== undefined) expect(Math.abs(secondsAgo(unit.statusSince) - there)).toBeLessThan(3)
      }
    }
    for (const { onDutySince } of all) expect(secondsAgo(onDutySince)).toBeGreaterThan(3600)
  })

  test('yesterday has its history, every call of it worked and cleared', async () => {
    const day = new Date(evening.opened - 86_400_000).toISOString().slice(0, 10)
    const page: PageOf<Call & { units: string[] }> = (await staff.get(`/api/cad/calls/dates/${day}/${day}/1?pageSize=100`)).json()
    // Shortly after midnight, calls that are open now may have come in yesterday.
    const earlier = page.items.filter(({ createdAt }) => secondsAgo(createdAt) > 3600)
    expect(earlier.length).toBeGreaterThan(15)
    expect(earlier.every(({ status, disposition, units: sent }) => status === 'cleared' && disposition && sent.length > 0)).toBe(true)
    const { log, units: sent } = await detail(earlier[0]!.callId)
    expect(log.length).toBeGreaterThan(3)
    expect(sent[0]!.onSceneAt! > sent[0]!.assignedAt).toBe(true)
  })

  test('the accounts to sign in with are left to the people who sign in', async () => {
    const emails = DEMO_ACCOUNTS.map(({ emailAddress }) => emailAddress)
    const played = await t.db.selectFrom('units as t').innerJoin('users as u', 'u.id', 't.user_id').select('u.email').execute()
    expect(played.filter(({ email }) => emails.includes(email))).toEqual([])
  })

  test('an hour can be played back: units were seen, and went to their calls', async () => {
    const rows = await t.db.selectFrom('track_blocks').select(['user_id', 'data']).where('server_id', '=', 1).execute()
    const tracks = decodeTracks(encodeTracks(rows.map(({ data }) => data))) ?? []
    expect(new Set(tracks.map(({ userId }) => userId)).size).toBeGreaterThanOrEqual(10)
    const { rows: arrivals } = await sql<{ userId: number; at: Date; x: number; y: number }>`
      select a.user_id as "userId", a.on_scene_at as at, c.x, c.y from call_units a join calls c on c.id = a.call_id
      where a.on_scene_at > now() - interval '90 minutes' and c.x is not null`.execute(t.db)
    const there = arrivals.filter(({ userId, at, x, y }) =>
      tracks.some(
        ({ userId: id, points }) =>
          id === userId &&
          points.at.some((time, index) => time >= at.getTime() && Math.hypot((points.x[index] ?? 0) - x, (points.y[index] ?? 0) - y) < 5),
      ),
    )
    expect(there.length).toBeGreaterThanOrEqual(3)
    expect(
      await t.db
        .selectFrom('patrol_gaps as g')
        .innerJoin('patrols as p', 'p.id', 'g.patrol_id')
        .select('g.id')
        .where('p.ended_at', 'is', null)
        .execute(),
    ).toEqual([])
  })

  test('dispatchers left notes, and every patrol is made of stretches from its start to its end', async () => {
    expect((await staff.get('/api/cad/notes/1')).json()).toHaveLength(3)
    const { rows } = await sql<{ moved: number; wrong: number }>`
      select count(*) filter (where p.user_id = any(${evening.crew.map(({ userId }) => userId)}::integer[])) as moved,
        count(*) filter (where s.first is distinct from p.started_at or s.last > p.ended_at) as wrong
      from patrols p left join lateral (
        select min(at) as first, max(at) as last from patrol_stretches s where s.patrol_id = p.id) as s on true`.execute(t.db)
    expect(rows[0]?.moved).toBeGreaterThan(0)
    expect(rows[0]?.wrong).toBe(0)
  })
})

describe('as it goes on', () => {
  test('calls come in, are worked and cleared; there are never too many of them, nor of units', async () => {
    const civilian = await visitor('civilian@demo.example')
    expect((await civilian.post('/api/patrol/unit/save', { serverId: 1, departmentId: 7, identifier: 'C-1' })).statusCode).toBe(200)
    const own: Call = (await civilian.post('/api/cad/call', { serverId: 1, narrative: 'Help', location: 'Legion Square' })).json()
    const before = await openCalls()
    for (let minute = 1; minute <= 25; minute += 1) {
      await evening.skip(minute * 60)
      expect((await openCalls()).length).toBeLessThanOrEqual(11)
      expect((await units()).length).toBeLessThanOrEqual(21)
    }
    const after = await openCalls()
    expect(after.length).toBeGreaterThan(3)
    expect(after.filter(({ callId }) => before.some((call) => call.callId === callId)).length).toBeLessThan(before.length / 2)
    expect((await units()).length).toBeGreaterThan(15)
    // A visitor's call is handled like any other.
    expect((await detail(own.callId)).units.length).toBeGreaterThan(0)
    const ended = await t.db.selectFrom('calls').select('id').where('status', '=', 'cleared').execute()
    expect(ended.length).toBeGreaterThan(40)
  }, 90_000)

  test('a visitor at the console is left time for the calls', async () => {
    const dispatcher = await visitor('dispatcher@demo.example')
    const unit = { serverId: 1, departmentId: 5, identifier: 'D-1', type: 3 }
    expect((await dispatcher.post('/api/patrol/unit/save', unit)).statusCode).toBe(200)
    const call: Call = (await dispatcher.post('/api/cad/call', { serverId: 1, callTypeId: 3, location: 'Legion Square' })).json()
    await evening.skip(27 * 60)
    expect((await detail(call.callId)).status).toBe('pending')
    const officer = await visitor('officer@demo.example')
    expect((await officer.post('/api/patrol/unit/save', { serverId: 1, departmentId: 2, identifier: 'V-1' })).statusCode).toBe(200)
    expect((await dispatcher.get(`/api/patrol/unit/call/${officer.userId}/${call.callId}`)).statusCode).toBe(200)
    await evening.skip(31 * 60)
    expect((await detail(call.callId)).units).toHaveLength(1)
  }, 90_000)

  test('it stops when it is told to', async () => {
    const errors: unknown[] = []
    const stop = evening.live((error) => void errors.push(error))
    await stop()
    const audited = async () => (await t.db.selectFrom('call_logs').select('id').execute()).length
    const count = await audited()
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(await audited()).toBe(count)
    expect(errors).toEqual([])
  })
})
