import {
  decodeTracks,
  encodeTrackBlock,
  MAX_REPLAY_CALLS,
  membersReplayOwn,
  trackDays,
  type Replay,
  type ReplayCall,
  type Track,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispatchOf, type Dispatch, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, until, type Http, type TestPortal } from '../../../testing/test-portal.ts'

const MINUTE = 60_000
let t: TestPortal
let d: Dispatch
let staff: Http
let dispatcher: Member
let officer: Member
let other: Member
let civilian: Member
let call: ReplayCall['callId']
/** A time in the past, so that a replay of it is complete. */
const START = Date.now() - 3 * 60 * MINUTE
const at = (minute: number) => new Date(START + minute * MINUTE).toISOString()
const period = (from: number, to: number) => `from=${at(from)}&to=${at(to)}`

/** Moves everything that happened now to an evening in the past, in the same order. */
const moveTo = async (minute: number) => {
  const when = at(minute)
  const now = sql`now() - interval '2 hours'`
  for (const [table, column] of [
    ['patrols', 'started_at'],
    ['patrols', 'ended_at'],
    ['patrol_stretches', 'at'],
    ['calls', 'created_at'],
    ['calls', 'cleared_at'],
    ['call_units', 'assigned_at'],
    ['call_units', 'en_route_at'],
    ['call_units', 'on_scene_at'],
    ['call_units', 'cleared_at'],
    ['call_logs', 'at'],
  ] as const) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${when} where ${sql.ref(column)} > ${now}`.execute(t.db)
  }
}
const addBlock = (member: Pick<Member, 'userId'>, minute: number, serverId = 1, x = 100) => {
  const from = START + minute * MINUTE
  const points = Array.from({ length: 60 }, (_, second) => ({ at: from + second * 1000, x: x + second, y: 0, heading: 0 }))
  return t.db
    .insertInto('track_blocks')
    .values({
      server_id: serverId,
      user_id: member.userId,
      started_at: new Date(from),
      ended_at: new Date(from + 59_000),
      data: Buffer.from(encodeTrackBlock({ userId: member.userId, points })),
    })
    .execute()
}
const say = async ({ token }: Member, text: string) => {
  const http = t.http(token, undefined, { headers: { 'content-type': 'application/json' } })
  expect((await http.post(`/api/cad/call/${call}/callLog`, JSON.stringify(text))).statusCode).toBe(200)
}
const patrolOf = async ({ userId }: Pick<Member, 'userId'>) =>
  (await t.db.selectFrom('patrols').select('id').where('user_id', '=', userId).orderBy('started_at').executeTakeFirstOrThrow()).id
const replayOf = async (http: Http, path: string): Promise<Replay> => {
  const response = await http.get(path)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Replay>()
}
const tracksOf = async (http: Http, path: string): Promise<Track[]> => decodeTracks((await http.get(path)).rawPayload) ?? []
const setting = async (key: string, value: unknown) => {
  const admin = await t.as('admin')
  const all = (await admin.get('/api/settings')).json<{ key: string; version: number }[]>()
  const version = all.find((each) => each.key === key)?.version ?? 0
  const response = await admin.put(`/api/settings/${key}`, { value, version })
  if (response.statusCode !== 200) throw new Error(response.body)
}

beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  staff = await t.as('staff')
  dispatcher = await d.onDuty({ department: 'COMM', name: 'Dana' })
  officer = await d.onDuty({ name: 'Ann' })
  other = await d.onDuty({ name: 'Bob', department: 'BCSO' })
  civilian = await d.onDuty({ name: 'Cid', department: 'CIV' })
  await moveTo(0)
  call = (await d.call(dispatcher, { location: 'Legion Square', narrative: 'Two masked males', caller: 'T. Marsh', x: 10, y: 20 })).callId
  await moveTo(10)
  await d.assign(dispatcher, officer, call)
  await moveTo(11)
  await d.assign(dispatcher, other, call)
  await moveTo(12)
  await d.status(officer, officer, 6)
  await moveTo(15)
  await say(officer, 'One suspect at the vault')
  await moveTo(16)
  await d.assign(dispatcher, officer, 0)
  await moveTo(20)
  await say(other, 'After Ann had left')
  await moveTo(25)
  await d.clear(other, call, 'Report taken')
  await moveTo(30)
  const unseen = await d.call(dispatcher, { location: 'Elsewhere' })
  await moveTo(40)
  await d.clear(dispatcher, unseen.callId)
  await moveTo(45)
  await d.status(officer, officer, 1)
  await moveTo(60)
  for (const minute of [0, 14, 59]) await addBlock(officer, minute)
  await addBlock(other, 14)
})
afterAll(() => t.close())

describe("a server's replay", () => {
  const evening = `/api/replay/servers/1?${period(-5, 90)}`

  test('has units with their status periods, and calls with their units and logs', async () => {
    const { units, calls, ...replay } = await replayOf(staff, evening)
    expect(replay).toMatchObject({ serverId: 1, serverName: 'Server 1', from: at(-5), to: at(90), tracksFrom: at(0), isPartial: false })
    const byName = units.toSorted((a, b) => a.name.localeCompare(b.name))
    expect(byName.map(({ name, unitClass, departmentName }) => [name, unitClass, departmentName])).toEqual([
      ['Ann', 1, 'LSPD'],
      ['Bob', 1, 'BCSO'],
      ['Dana', 2, 'COMM'],
    ])
    const ann = units.find(({ userId }) => userId === officer.userId)
    expect(ann?.stretches.map(({ at: since, status, identifier }) => [since, status, identifier])).toEqual([
      [at(0), 3, officer.identifier],
      [at(11), 5, officer.identifier],
      [at(15), 6, officer.identifier],
      [at(20), 3, officer.identifier],
    ])
    expect(ann?.endedAt).toBe(at(60))
    expect(calls.map(({ callId }) => callId)).toEqual([call, call + 1])
    const [first] = calls
    expect(first).toMatchObject({
      location: 'Legion Square',
      x: 10,
      y: 20,
      createdAt: at(10),
      clearedAt: at(30),
      disposition: 'Report taken',
    })
    expect(first?.units).toEqual([
      {
        userId: officer.userId,
        identifier: officer.identifier,
        assignedAt: at(11),
        enRouteAt: at(11),
        onSceneAt: at(15),
        clearedAt: at(20),
      },
      { userId: other.userId, identifier: other.identifier, assignedAt: at(12), enRouteAt: at(12), onSceneAt: null, clearedAt: at(30) },
    ])
    expect(first?.log.filter(({ author }) => author === 'Ann').map((entry) => [entry.at, entry.text])).toContainEqual([
      at(16),
      'One suspect at the vault',
    ])
  })

  test('has everything that overlaps its time, and log entries written within it', async () => {
    const part = await replayOf(staff, `/api/replay/servers/1?${period(16, 18)}`)
    expect(part.calls.map(({ callId }) => callId)).toEqual([call])
    expect(part.calls[0]?.log.map(({ text }) => text)).toEqual(['One suspect at the vault'])
    expect(part.units.find(({ userId }) => userId === officer.userId)?.stretches.map(({ at: since }) => since)).toEqual([at(15)])
    const before = await replayOf(staff, `/api/replay/servers/1?${period(-60, -30)}`)
    expect([before.units, before.calls, before.tracksFrom]).toEqual([[], [], null])
  })

  test('is marked as partial if there were more calls than it can hold', async () => {
    await sql`insert into calls (server_id, call_type_id, priority, title, narrative, location, postal, caller, source, status, created_at, cleared_at, classes)
      select 1, 23, 3, 'Many', '', '', '', '', 'dispatcher', 'cleared', ${at(-300)}, ${at(-299)}, '{1}' from generate_series(1, ${MAX_REPLAY_CALLS + 5})`.execute(
      t.db,
    )
    const replay = await replayOf(staff, `/api/replay/servers/1?${period(-310, -290)}`)
    expect([replay.calls.length, replay.isPartial]).toEqual([MAX_REPLAY_CALLS, true])
  })

  test('is for staff, of an existing server and a valid time', async () => {
    for (const http of [officer.http, dispatcher.http, await t.as('member'), await t.as('dispatcher')]) {
      expect((await http.get(evening)).statusCode).toBe(403)
      expect((await http.get(`/api/replay/servers/1/tracks?${period(0, 10)}`)).statusCode).toBe(403)
      expect((await http.get(`/api/replay/calls/${call}`)).statusCode).toBe(403)
    }
    expect((await staff.get(`/api/replay/servers/999?${period(0, 1)}`)).statusCode).toBe(404)
    for (const [path, field] of [
      [`/api/replay/servers/1?${period(5, 5)}`, 'to'],
      [`/api/replay/servers/1?${period(0, 12 * 60 + 1)}`, 'to'],
      [`/api/replay/servers/1/tracks?${period(0, 16)}`, 'to'],
      ['/api/replay/servers/1?from=yesterday&to=today', 'from'],
    ] as const) {
      const response = await staff.get(path)
      expect([path, response.statusCode, response.json<{ field: string }>().field]).toEqual([path, 400, field])
    }
  })
})

test("a call's replay lasts from a minute before to a minute after, with only this call and every unit on duty", async () => {
  const replay = await replayOf(staff, `/api/replay/calls/${call}`)
  expect([replay.from, replay.to]).toEqual([at(9), at(31)])
  expect(replay.calls.map(({ callId }) => callId)).toEqual([call])
  expect(replay.units.map(({ name }) => name).toSorted()).toEqual(['Ann', 'Bob', 'Dana'])
  expect((await staff.get('/api/replay/calls/999999')).statusCode).toBe(404)
})

describe("a patrol's replay", () => {
  const path = async (member: Member = officer) => `/api/replay/patrols/${await patrolOf(member)}`

  test('has only its unit, its calls and assignments, and their logs until the unit left', async () => {
    const response = await staff.get(await path())
    const { units, calls, from, to } = response.json<Replay>()
    expect([from, to]).toEqual([at(0), at(60)])
    expect(units.map(({ name }) => name)).toEqual(['Ann'])
    expect(calls.map(({ callId }) => callId)).toEqual([call])
    expect(calls[0]?.units.map(({ userId }) => userId)).toEqual([officer.userId])
    expect(calls[0]?.log.map(({ text }) => text)).toContain('One suspect at the vault')
    expect(response.body).not.toContain('After Ann had left')
    expect(response.body).not.toContain('Elsewhere')
    expect(response.body).not.toContain(`"userId":${other.userId}`)
  })

  test('is for staff, for members who see the patrols of its department, and for the member if the community allows it', async () => {
    const rankOf = async (department_id: number) => {
      const rank = { department_id, name: `Captain ${department_id}`, sort_order: 99, capabilities: ['seePatrols'] }
      await t.db.insertInto('ranks').values(rank).execute()
      return rank.name
    }
    const captain = await t.addPerson({ departments: [{ name: 'LSPD', rank: await rankOf(2), isPrimary: true }] })
    const sheriff = await t.addPerson({ departments: [{ name: 'BCSO', rank: await rankOf(3), isPrimary: true }] })
    const [own, tracks] = [await path(), `${await path()}/tracks`]
    const codes = async (http: Http) => [(await http.get(own)).statusCode, (await http.get(tracks)).statusCode]
    expect(await codes(staff)).toEqual([200, 200])
    expect(await codes(t.http(captain.token))).toEqual([200, 200])
    expect(await codes(t.http(sheriff.token))).toEqual([404, 404])
    expect(await codes(other.http)).toEqual([404, 404])
    expect((await officer.http.get(own)).json()).toMatchObject({ code: 'feature_off' })
    expect((await officer.http.get(tracks)).json()).toMatchObject({ code: 'feature_off' })
    await setting(membersReplayOwn.key, true)
    await until('own', async () => (await officer.http.get(own)).statusCode === 200)
    expect(await codes(officer.http)).toEqual([200, 200])
    expect(await codes(other.http)).toEqual([404, 404])
    expect((await officer.http.get('/api/replay/patrols/999999')).statusCode).toBe(404)
    expect((await t.http().get(own)).statusCode).toBe(401)
  })

  test('has a track that ends with the patrol, although the last block continues into another one', async () => {
    const id = await patrolOf(officer)
    await sql`update patrols set ended_at = ${new Date(START + 59.5 * MINUTE)} where id = ${id}`.execute(t.db)
    const tracks = await tracksOf(staff, `${await path()}/tracks`)
    expect(new Set(tracks.map(({ userId }) => userId))).toEqual(new Set([officer.userId]))
    expect(tracks.map(({ points }) => points.at.length)).toEqual([60, 60, 31])
    expect(tracks.at(-1)?.points.at.at(-1)).toBe(START + 59.5 * MINUTE)
    await sql`update patrols set ended_at = ${at(60)} where id = ${id}`.execute(t.db)
  })
})

describe('tracks', () => {
  test('of a server come with every block that overlaps the time, and are revalidated instead of sent again', async () => {
    const path = `/api/replay/servers/1/tracks?${period(14.5, 20)}`
    const first = await staff.get(path)
    expect(first.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'cache-control': 'private, no-cache' })
    const whose = (decodeTracks(first.rawPayload) ?? []).map(({ userId }) => userId)
    expect([whose.length, new Set(whose)]).toEqual([2, new Set([officer.userId, other.userId])])
    const tag = first.headers['etag'] ?? ''
    const again = t.http((await t.person('staff')).token, undefined, { headers: { 'if-none-match': String(tag) } })
    expect((await again.get(path)).statusCode).toBe(304)
    expect(await tracksOf(staff, `/api/replay/servers/1/tracks?${period(20, 30)}`)).toEqual([])
  })

  test('of another server are not included', async () => {
    const { id } = await t.db.insertInto('servers').values({ name: 'Elsewhere' }).returning('id').executeTakeFirstOrThrow()
    await addBlock(civilian, 200, id)
    expect(await tracksOf(staff, `/api/replay/servers/1/tracks?${period(199, 205)}`)).toEqual([])
    expect(await tracksOf(staff, `/api/replay/servers/${id}/tracks?${period(199, 205)}`)).toHaveLength(1)
  })

  test('older than the limit are not shown, although the job has not deleted them yet', async () => {
    await addBlock(officer, -8 * 24 * 60)
    expect(await tracksOf(staff, `/api/replay/servers/1/tracks?${period(-8 * 24 * 60, -8 * 24 * 60 + 5)}`)).toEqual([])
    await setting(trackDays.key, 0)
    await until('none', async () => (await tracksOf(staff, `/api/replay/servers/1/tracks?${period(14, 20)}`)).length === 0)
    expect((await replayOf(staff, `/api/replay/servers/1?${period(0, 90)}`)).tracksFrom).toBeNull()
  })
})
