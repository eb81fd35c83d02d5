import { BRIDGE_OFFLINE_MS, type PortalOverview } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
})
afterAll(() => t.close())

const read = async (): Promise<PortalOverview> => (await admin.get('/api/overview')).json()

test('only admins read the overview', async () => {
  expect((await t.http().get('/api/overview')).statusCode).toBe(401)
  for (const role of ['member', 'staff', 'developer'] as const) expect((await (await t.as(role)).get('/api/overview')).statusCode).toBe(403)
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
