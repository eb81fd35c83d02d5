import { tmpdir } from 'node:os'
import { BRIDGE_OFFLINE_MS, type HealthError, type HealthFigures, type PortalOverview, type ReleaseNotes } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { createFigures } from './overview.figures.ts'
import { sectionsOf } from './overview.release.ts'

let t: TestPortal
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
})
afterAll(() => t.close())

const read = async (): Promise<PortalOverview> => (await admin.get('/api/overview')).json()

test.each(['', '/figures', '/errors', '/release'])('only admins read the overview%s', async (part) => {
  expect((await t.http().get(`/api/overview${part}`)).statusCode).toBe(401)
  for (const role of ['member', 'staff', 'developer'] as const)
    expect((await (await t.as(role)).get(`/api/overview${part}`)).statusCode).toBe(403)
})

test('a quiet portal has nothing to look at, and says how it is', async () => {
  const socket = await t.connect((await t.person('officer')).token)
  const { people, gameLinks, jobs, database, memory, discord, concerns } = await read()
  socket.disconnect()
  expect(people).toEqual({ connected: 1, pages: 1 })
  expect(gameLinks).toMatchObject({ online: 0, lastHeartbeatAt: null })
  expect(jobs.failed).toBe(0)
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(database.connections).toBeLessThanOrEqual(database.maxConnections)
  expect(memory.bytes).toBeLessThan(memory.ofBytes)
  expect(discord).toMatchObject({ isSetUp: false, bot: { state: 'off' } })
  expect(concerns).toEqual([])
})

test('a server that fell silent, failed jobs and refused keys are to be looked at, and no others', async () => {
  const silentSince = new Date(Date.now() - BRIDGE_OFFLINE_MS - 60_000)
  await sql`
    insert into server_links (server_id, connected_at, last_heartbeat_at, is_online, players, max_players, bridge_version, resource)
    values (1, ${silentSince}, ${silentSince}, true, 0, 32, '1.0.0', 'tenfour')`.execute(t.db)
  for (const [name, attempts] of [
    ['given-up', 1],
    ['tried-again', 0],
  ] as const) {
    await sql`select graphile_worker.add_job(${name}, max_attempts => ${1 + Number(attempts === 0)}, run_at => now() + interval '1 day')`.execute(
      t.db,
    )
    await sql`update graphile_worker._private_jobs j set attempts = 1, last_error = 'planned' from graphile_worker._private_tasks k
      where k.id = j.task_id and k.identifier = ${name}`.execute(t.db)
  }
  expect((await admin.post('/api/servers/1/keys', { kind: 'server', name: 'Front door' })).statusCode).toBe(200)
  await sql`insert into key_refusals (key_id, message) select id, 'unit.status' from api_keys where name = 'Front door'`.execute(t.db)
  const { concerns, gameLinks, jobs } = await read()
  expect(gameLinks).toMatchObject({ online: 0, lastHeartbeatAt: silentSince.toISOString() })
  expect(jobs.failed).toBe(1)
  expect(concerns.map(({ kind, name, count }) => [kind, name, count])).toEqual([
    ['jobsFailed', 'given-up', 1],
    ['jobsFailing', 'tried-again', 1],
    ['serverSilent', expect.any(String), 1],
    ['keyRefused', 'Front door', 1],
  ])
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

test('figures are kept every five minutes for a month, of all portals together, and say how long the disk lasts', async () => {
  const now = new Date('2026-03-31T12:00:00Z')
  const before = (ms: number) => new Date(now.getTime() - ms)
  let errors = 3
  const figures = createFigures({ db: t.db, people: () => 7, errorCount: () => errors, dataDir: tmpdir() })
  await figures.take(before(33 * DAY_MS))
  errors = 5
  await figures.take(before(2 * DAY_MS))
  await figures.take(now)
  // Another portal of the community at the same moment.
  await sql`insert into health_figures select at, 'other', 5, units_on_duty, links_online, jobs_waiting, 1, memory_bytes, database_bytes, disk_free_bytes
    from health_figures where at = ${now}`.execute(t.db)
  const month = await figures.read('month', now)
  expect(month.points.map(({ people, errors: number }) => [people, number])).toEqual([
    [7, 2],
    [12, 1],
  ])
  expect((await figures.read('day', now)).points).toHaveLength(1)
  expect(month.disk?.freeBytes).toBeGreaterThan(0)

  // In two days a third of what was free was used: what is left lasts four more.
  const free = month.disk?.freeBytes ?? 0
  await sql`update health_figures set disk_free_bytes = ${Math.round(1.45 * free)} where at < ${before(DAY_MS)}`.execute(t.db)
  const { disk } = await figures.read('week', now)
  expect(disk?.daysLeft).toBe(4)
  expect(await figures.diskLow(now)).toBe(4)
  expect((await admin.get('/api/overview/figures?range=year')).json()).toMatchObject({ code: 'invalid_input', field: 'range' })
  expect((await admin.get('/api/overview/figures')).json<HealthFigures>()).toMatchObject({ range: 'day', disk: null })
})

test('the last errors are listed without secrets, newest first', async () => {
  await sql`insert into discord_errands (kind, queue, state, ended_at, problem)
    values ('role.give', 'a', 'failed', now() + interval '1 hour', 'Discord refused jo@example.com')`.execute(t.db)
  const [first] = (await admin.get('/api/overview/errors')).json<HealthError[]>()
  expect(first).toMatchObject({ what: 'discord role.give', error: 'Discord refused <email>' })
})

test('the release notes are those of the version that runs, and name the backup that leads back', async () => {
  const log =
    '# Changelog\n\n## 2.0.0\n\n### New\n\n- A `thing` that\n  goes on ([docs](docs/x.md)).\n- Another.\n\n## 1.0.0\n\n- The first.\n'
  expect(sectionsOf(log, '2.0.0')).toEqual([{ title: 'New', points: ['A thing that goes on (docs).', 'Another.'] }])
  expect(sectionsOf(log, '1.0.0')).toEqual([{ title: 'In general', points: ['The first.'] }])
  expect(sectionsOf('', '1.0.0')).toEqual([])
  const release = async () => (await admin.get('/api/overview/release')).json<ReleaseNotes>()
  expect(await release()).toMatchObject({ version: '0.0.0-test', wayBack: null })
  expect((await release()).sections.length).toBeGreaterThan(3)
  await sql`insert into backups (reason, state, started_at, ended_at, version, file, folder, bytes, rows)
    values ('upgrade', 'made', '2026-03-01T10:00:00Z', now(), '2.0.0', 'before-upgrade-x.backup', '/data/backups', 1, 1)`.execute(t.db)
  expect((await release()).wayBack).toEqual({ madeAt: '2026-03-01T10:00:00.000Z', file: 'before-upgrade-x.backup' })
})
