import { UNIT_STATUS, type Simulation } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectBridge } from '../../../testing/test-bridge.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import { until, untilGiven } from '../../../testing/test-wait.ts'

let t: TestPortal
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
})
afterAll(() => t.close())
afterEach(() => admin.delete('/api/simulation'))

const simulation = async (): Promise<Simulation | null> => (await admin.get('/api/simulation')).json().simulation
const start = async (): Promise<Simulation> => (await admin.post('/api/simulation', { units: 4 })).json().simulation
const countIn = async ({ db }: Pick<TestPortal, 'db'>, from: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.raw(from)}`.execute(db)
  return rows[0]?.count ?? 0
}
const count = (from: string) => countIn(t, from)
const UNITS = 4
/** Until its units are on duty. */
const played = async (): Promise<Simulation> => {
  const { serverId } = await start()
  return untilGiven('four simulated units are on duty', async () => {
    const onDuty = await count(`units where server_id = ${serverId} and status <> ${UNIT_STATUS.offDuty}`)
    const found = await simulation()
    return found?.isOnline && onDuty === UNITS ? found : undefined
  })
}
const onDutyThere = async (serverId: number, department: string, type = 1): Promise<Http> => {
  const { token } = await t.addPerson({ departments: [{ name: department, isPrimary: true }] })
  const { id } = await t.db.selectFrom('departments').select('id').where('name', '=', department).executeTakeFirstOrThrow()
  const response = await t.http(token).post('/api/patrol/unit/save', { serverId, departmentId: id, identifier: `${department} 1`, type })
  expect(response.statusCode, response.body).toBe(200)
  return t.http(token)
}

test('staff and members can neither start, see nor end it; who may manage servers can', async () => {
  for (const role of ['officer', 'staff'] as const) {
    const http = await t.as(role)
    for (const response of [
      await http.get('/api/simulation'),
      await http.post('/api/simulation', { units: 4 }),
      await http.delete('/api/simulation'),
    ])
      expect(response.statusCode, role).toBe(403)
  }
  const { token } = await t.addPerson({ permissions: ['MANAGE_SERVERS'] })
  expect((await t.http(token).post('/api/simulation', { units: 4 })).statusCode).toBe(200)
})

test('there is one at a time, of four units at most, and none to end after it has ended', async () => {
  expect((await admin.post('/api/simulation', { units: 5 })).json().field).toBe('units')
  const both = await Promise.all([admin.post('/api/simulation', { units: 4 }), admin.post('/api/simulation', { units: 4 })])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await admin.delete('/api/simulation')).statusCode).toBe(200)
  expect((await admin.delete('/api/simulation')).statusCode).toBe(404)
})

test('simulated units go on duty by themselves, and one that is sent to a call answers and can be followed on the map', async () => {
  const { serverId, units: callSigns } = await played()
  expect(callSigns).toEqual(['SIM-1', 'SIM-2', 'SIM-3', 'SIM-4'])
  const servers = async () => (await watchRoom(t, (await t.person('member')).token, 'servers', {})).snapshot
  expect((await servers()).find((each) => each.serverId === serverId)).toMatchObject({ unitsOnDuty: 4 })
  const dispatcher = await onDutyThere(serverId, 'COMM', 3)
  expect((await servers()).find((each) => each.serverId === serverId)).toMatchObject({ unitsOnDuty: 5 })
  const { user_id: userId } = await t.db.selectFrom('units').select('user_id').where('identifier', '=', 'SIM-1').executeTakeFirstOrThrow()
  const place = { location: 'Legion Square', postal: '', x: 195, y: -934 }
  const created = await dispatcher.post('/api/cad/call', {
    serverId,
    callTypeId: 1,
    title: 'A test',
    narrative: '',
    caller: '',
    channel: '',
    ...place,
  })
  expect(created.statusCode, created.body).toBe(200)
  const sent = await dispatcher.get(`/api/patrol/unit/call/${userId}/${created.json().callId}`)
  expect(sent.json()).toMatchObject({ status: UNIT_STATUS.enRoute, callId: created.json().callId })
})

describe('a simulated game is left out of', () => {
  test('patrols, presence, API logs, people, the servers to manage, the overview and whitelist pushes', async () => {
    const before = {
      logs: await count('api_logs'),
      users: (await admin.get('/api/user/GetUsersAsync/true/true')).json().total,
      keys: await count('api_keys where server_id = 1'),
    }
    const { serverId } = await played()
    await onDutyThere(serverId, 'LSPD')
    expect(await count('patrols')).toBe(0)
    expect(await count('presence')).toBe(0)
    expect(await count(`server_watches where server_id = ${serverId}`)).toBe(0)
    expect(await count('api_logs')).toBe(before.logs)
    expect((await admin.get('/api/user/GetUsersAsync/true/true')).json().total).toBe(before.users + 1)
    expect((await admin.post('/api/user/search/true/true', { term: 'simulated' })).json().total).toBe(0)
    const managed: { serverId: number }[] = (await admin.get('/api/servers')).json()
    expect(managed.map((each) => each.serverId)).not.toContain(serverId)
    expect((await admin.post(`/api/servers/${serverId}/keys`, { kind: 'server', name: 'Another' })).statusCode).toBe(404)
    expect((await admin.post('/api/patrol/server', { serverId, name: 'Real' })).statusCode).toBe(404)
    expect((await admin.get('/api/user/TriggerWhitelistUpdateAsync')).statusCode).toBe(200)
    expect((await admin.get('/api/overview')).json()).toMatchObject({ gameLinks: { total: 1, online: 0 }, units: { onDuty: 0 } })
    expect(await count(`whitelist_pushes where server_id = ${serverId}`)).toBe(0)
    // It is on the list from which people choose a server to go on duty.
    const known: { serverId: number; name: string }[] = (await admin.get('/api/patrol/servers')).json()
    expect(known.find((each) => each.serverId === serverId)?.name).toBe('Simulated game')
  })

  test('accounts: its players can’t be managed, brought back or signed in, and no other game server speaks for them', async () => {
    await played()
    const { id, steam_id: steam } = await t.db
      .selectFrom('users')
      .select(['id', 'steam_id'])
      .where('is_simulated', '=', true)
      .executeTakeFirstOrThrow()
    expect((await admin.get(`/api/user/getUser/${id}`)).statusCode).toBe(404)
    await expect(sql`update users set deleted_at = null where id = ${id}`.execute(t.db)).rejects.toThrow('users_simulated_are_deleted')
    const bridge = await connectBridge(t)
    await bridge.hello({ players: [{ source: 5, name: 'Pretender', identifiers: { steam: steam ?? '' } }] })
    const answer = await bridge.say('ticket', { identifiers: { steam } })
    expect(answer).toMatchObject({ ticket: null })
    bridge.socket.disconnect()
  })
})

test('ending it takes everyone off duty and leaves no server, unit, call, position, player, person or key; the audit stays', async () => {
  const { serverId } = await played()
  const call = { serverId, callTypeId: 1, title: 'A test', narrative: '', caller: '', channel: '', location: '', postal: '' }
  expect((await (await onDutyThere(serverId, 'COMM', 3)).post('/api/cad/call', call)).statusCode).toBe(200)
  expect((await admin.delete('/api/simulation')).statusCode).toBe(200)
  for (const table of [
    'units',
    'calls',
    'api_keys',
    'server_links',
    'server_player_counts',
    'bridge_events',
    'track_blocks',
    'server_activity',
  ])
    expect(await count(`${table} where server_id = ${serverId}`), table).toBe(0)
  expect(await count('servers where is_simulated')).toBe(0)
  expect(await count('users where is_simulated')).toBe(0)
  expect(await count('simulations')).toBe(0)
  // A member keeps the call sign for the next time.
  const own = await t.db.selectFrom('units').select(['server_id', 'status']).where('identifier', '=', 'COMM 1').execute()
  expect(own).toContainEqual({ server_id: 1, status: UNIT_STATUS.offDuty })
  const audited = await t.db
    .selectFrom('audit')
    .select('action')
    .where('subject_id', '=', String(serverId))
    .where('subject_type', '=', 'server')
    .orderBy('id')
    .execute()
  expect(audited.map(({ action }) => action)).toEqual(['server.simulation-started', 'server.simulation-ended'])
})

test('a lookup that a member made there stays, with the server retired and in no list', async () => {
  const { serverId } = await played()
  const { userId } = await t.person('officer')
  await sql`insert into lookups (kind, user_id, identifier, department_id, server_id, query)
    values ('lookup', ${userId}, '1A1', 2, ${serverId}, 'ABC123')`.execute(t.db)
  expect((await admin.delete('/api/simulation')).statusCode).toBe(200)
  expect(await count('users where is_simulated')).toBe(0)
  expect(await count('servers where is_simulated and retired_at is null')).toBe(0)
  expect(await count('lookups')).toBe(1)
  expect((await admin.get('/api/patrol/servers')).json()).toHaveLength(1)
  expect((await start()).name).toBe('Simulated game')
})

test('after a restart it goes on with the same units, and what a node that died was removing is removed by the next', async () => {
  const database = await createTestDatabase()
  const nodes: TestPortal[] = []
  const startNode = async (): Promise<TestPortal> => {
    const node = await startTestPortal({ database })
    nodes.push(node)
    return node
  }
  try {
    const first = await startNode()
    await (await first.as('admin')).post('/api/simulation', { units: 4 })
    const isPlayed = () => countIn(first, `server_links where is_online and players = ${UNITS + 1}`)
    await until('the simulated game is connected', async () => (await isPlayed()) === 1)
    await first.app.close()
    await sql`update server_links set is_online = false, players = 0`.execute(database.db)
    const second = await startNode()
    await until('it is connected again', async () => (await isPlayed()) === 1)
    expect(await countIn(second, 'users where is_simulated')).toBe(UNITS)
    expect(await countIn(second, `api_keys where kind = 'server' and revoked_at is null`)).toBe(1)
    await sql`update simulations set is_ending = true`.execute(database.db)
    await until('it is removed', async () => (await countIn(second, 'servers where is_simulated')) === 0)
  } finally {
    for (const node of nodes) await node.close()
    await database.drop()
  }
})
