import { trackDays } from '@tenfour/contract'
import { sql } from 'kysely'
import { createTrackRecorder } from '../server/src/features/game/tracks/tracks.recorder.ts'
import { insertBlocks, type TrackBlock } from '../server/src/features/game/tracks/tracks.repo.ts'
import { issueKey } from '../server/src/platform/auth/api-keys.ts'
import { hashSecret, newToken } from '../server/src/platform/auth/secrets.ts'
import { steamOf } from './lib/map-clients.ts'
import { startBenchPortal, WEB_KEY } from './lib/portal.ts'
import { createTraffic } from './lib/traffic.ts'

const UNITS = 100
const CALLS = 240

// The portal with 100 units on duty, and on demand an evening behind them.
const portal = await startBenchPortal()
const { db } = portal.database

const users = await db
  .insertInto('users')
  .values(
    Array.from({ length: UNITS + 2 }, (_, index) => ({
      name: `Unit ${index}`,
      email: `${index}@example.com`,
      password_hash: '',
      steam_id: steamOf(index + 1),
    })),
  )
  .returning('id')
  .execute()
const userIds = users.map(({ id }) => id)
const [staffId = 0, adminId = 0] = userIds.slice(UNITS)
const unitIds = userIds.slice(0, UNITS)
const roleOf = (name: string) => db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirstOrThrow()
await db
  .insertInto('user_roles')
  .values([
    { user_id: staffId, role_id: (await roleOf('Staff')).id },
    { user_id: adminId, role_id: (await roleOf('Admin')).id },
  ])
  .execute()
await db
  .insertInto('user_departments')
  .values(unitIds.map((user_id) => ({ user_id, department_id: 2, is_primary: true })))
  .execute()
const openSession = async (user_id: number) => {
  const token = newToken()
  const expires_at = new Date(Date.now() + 86_400_000)
  await db
    .insertInto('sessions')
    .values({ user_id, token_hash: hashSecret(token), address: '127.0.0.1', user_agent: 'bench', expires_at })
    .execute()
  return token
}
const request = async (token: string, method: 'POST' | 'PUT', url: string, payload: object) => {
  const response = await portal.app.http.inject({
    method,
    url,
    headers: { 'x-api-key': WEB_KEY, authorization: `Bearer ${token}` },
    payload,
  })
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`)
  return response.json<{ version: number }>()
}
const units = []
for (const [index, userId] of unitIds.entries()) {
  const token = await openSession(userId)
  await request(token, 'POST', '/api/patrol/unit/save', {
    serverId: 1,
    departmentId: 2,
    identifier: `4L${index}`,
    beatId: (index % 11) + 1,
  })
  units.push({ userId, token })
}
const adminToken = await openSession(adminId)
let version = 0

/** An evening yesterday: every unit on patrol, changing status every six minutes, a call a minute for them, everyone recorded. */
async function addEvening(hours: number) {
  const to = Math.floor((Date.now() - 86_400_000) / 60_000) * 60_000
  const from = to - hours * 3_600_000
  await sql`insert into patrols (user_id, department_id, server_id, started_at, ended_at)
    select id, 2, 1, ${new Date(from)}, ${new Date(to)} from unnest(${unitIds}::integer[]) as u (id)`.execute(db)
  await sql`insert into patrol_stretches (patrol_id, at, status, identifier)
    select id, s.at, 3 + (extract(epoch from s.at)::integer / 360) % 4, '4L' || user_id
    from patrols, generate_series(${new Date(from)}::timestamptz, ${new Date(to - 1)}, interval '6 minutes') as s (at) where ended_at is not null`.execute(
    db,
  )
  await sql`insert into calls (server_id, call_type_id, priority, title, narrative, location, postal, x, y, caller, source, status, created_at, cleared_at, classes)
    select 1, 1 + n % 20, 1 + n % 4, 'Call ' || n, 'Two masked males', 'Great Ocean Hwy, Banham Canyon', '5041', n, n, 'T. Marsh', 'dispatcher', 'cleared',
      c.at, c.at + interval '20 minutes', '{1}'
    from generate_series(0, ${CALLS - 1}) as n, lateral (select ${new Date(from)}::timestamptz + n * ${hours} * interval '1 hour' / ${CALLS}) as c (at)`.execute(
    db,
  )
  await sql`insert into call_units (call_id, user_id, identifier, unit_class, is_primary, assigned_at, en_route_at, on_scene_at, cleared_at)
    select c.id, (${unitIds}::integer[])[1 + (c.id * 3 + k) % ${UNITS}], '4L' || k, 1, false, c.created_at + interval '1 minute', c.created_at + interval '1 minute',
      c.created_at + interval '5 minutes', c.cleared_at from calls c, generate_series(0, 2) as k where c.cleared_at is not null`.execute(db)
  await sql`insert into call_logs (call_id, at, author_id, kind, text)
    select c.id, c.created_at + k * interval '1 minute', ${staffId}, 'change', '4L12 en route, assigned by D-3, recommended: 1.9 km'
    from calls c, generate_series(0, 14) as k where c.cleared_at is not null`.execute(db)

  const next = createTraffic(UNITS)
  let blocks: TrackBlock[] = []
  let present = next()
  let bytes = 0
  const recorder = createTrackRecorder({
    units: () => [[1, unitIds.map((userId, index) => ({ userId, x: 0, y: 0, heading: 0, ...present.get(index + 1) }))]],
    isOn: () => true,
    add: (block) => {
      blocks.push(block)
      bytes += block.data.length
    },
  })
  const write = async () => {
    await insertBlocks(db, blocks)
    blocks = []
  }
  for (let second = 0; second < hours * 3600; second += 1) {
    // Four steps a second, as it is driven elsewhere.
    for (let step = 0; step < 4; step += 1) present = next()
    recorder.sample(from + second * 1000)
    if (blocks.length >= 250) await write()
  }
  recorder.close()
  await write()
  await sql`vacuum analyze track_blocks`.execute(db)
  const { rows } = await sql<{ size: number; blocks: number; counted: number }>`
    select pg_total_relation_size('track_blocks')::float8 as size, (select count(*)::integer from track_blocks) as blocks,
      (select sum(bytes)::float8 from track_totals) as counted`.execute(db)
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), bytes, unitHours: UNITS * hours, ...rows[0] }
}

async function answer(message: { evening?: number; keep?: number; usage?: true }): Promise<unknown> {
  if (message.evening !== undefined) return addEvening(message.evening)
  if (message.keep !== undefined) {
    version = (await request(adminToken, 'PUT', `/api/settings/${trackDays.key}`, { value: message.keep, version })).version
    return {}
  }
  return { cpu: process.cpuUsage() }
}
process.on('message', (message: object) => void answer(message).then((result) => process.send?.(result)))
process.on('disconnect', () => void portal.close().then(() => process.exit(0)))
process.send?.({ url: portal.url, key: await issueKey(db, {}, 'server', 'Bench', 1), staffToken: await openSession(staffId), units })
