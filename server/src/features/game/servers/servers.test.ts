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

const save = (body: object) => admin.post('/api/patrol/server', body)
const list = async () => (await admin.get('/api/patrol/servers')).json() as { serverId: number; name: string; version: number }[]
const created = async (name: string) => (await save({ name })).json() as { serverId: number; name: string; version: number }
const auditOf = (serverId: number) =>
  t.db
    .selectFrom('audit')
    .selectAll()
    .where('subject_type', '=', 'server')
    .where('subject_id', '=', String(serverId))
    .orderBy('id')
    .execute()

test('a new portal has one server', async () => {
  expect((await list())[0]).toMatchObject({ serverId: 1, name: 'Server 1', version: 1 })
})

test('a server is created, listed, changed and audited with before and after', async () => {
  const response = await save({ name: '  Twin Falls  ', environment: 'dev' })
  expect(response.statusCode).toBe(200)
  const server = response.json()
  expect(server).toMatchObject({ name: 'Twin Falls', environment: 'dev', version: 1 })
  expect(await list()).toContainEqual(server)

  const changed = await save({ serverId: server.serverId, name: 'Twin Falls County', environment: 'prod', version: 1 })
  expect(changed.json()).toMatchObject({ serverId: server.serverId, name: 'Twin Falls County', environment: 'prod', version: 2 })

  const { userId } = await t.person('admin')
  const [first, second] = await auditOf(server.serverId)
  expect(first).toMatchObject({ action: 'server.created', actor_id: userId, before: null, after: { name: 'Twin Falls', version: 1 } })
  expect(second).toMatchObject({
    action: 'server.changed',
    actor_id: userId,
    before: { name: 'Twin Falls', environment: 'dev', version: 1 },
    after: { name: 'Twin Falls County', environment: 'prod', version: 2 },
    request_id: changed.headers['x-request-id'],
  })
})

test('of two who change the same version one succeeds and the other gets a conflict', async () => {
  const { serverId } = await created('Contested')
  const change = (name: string) => save({ serverId, name, version: 1 })
  const both = await Promise.all([change('Contested by one'), change('Contested by two')])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = both.find(({ statusCode }) => statusCode === 409)!
  expect(refused.json()).toMatchObject({ code: 'conflict', message: 'This server has changed since you opened it' })
  expect((await list()).find((server) => server.serverId === serverId)?.version).toBe(2)
  expect((await auditOf(serverId)).map(({ action }) => action)).toEqual(['server.created', 'server.changed'])
})

test('an old version is refused, and changes nothing', async () => {
  const { serverId } = await created('Aged')
  await save({ serverId, name: 'Aged well', version: 1 })
  const response = await save({ serverId, name: 'Aged badly', version: 1 })
  expect(response.statusCode).toBe(409)
  expect((await list()).find((server) => server.serverId === serverId)).toMatchObject({ name: 'Aged well', version: 2 })
})

test('without a version the last change wins, and omitted fields stay unchanged', async () => {
  const { serverId } = (await save({ name: 'Plain', environment: 'dev' })).json()
  const response = await save({ serverId, name: 'Plainer' })
  expect([response.statusCode, response.json()]).toEqual([200, { serverId, name: 'Plainer', environment: 'dev', version: 2 }])
})

test('a name that is taken is refused at its field, whatever its case, created or changed', async () => {
  await created('Unique')
  const { serverId } = await created('Not so unique')
  for (const body of [{ name: 'UNIQUE' }, { serverId, name: ' unique ', version: 1 }]) {
    const response = await save(body)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'conflict', field: 'name', message: 'Another server already has this name' })
  }
  const both = await Promise.all([save({ name: 'Raced' }), save({ name: 'raced' })])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test.each([
  ['no name', {}, 400, 'name'],
  ['an empty name', { name: '   ' }, 400, 'name'],
  ['a name too long', { name: 'x'.repeat(61) }, 400, 'name'],
  ['another environment', { name: 'X', environment: 'staging' }, 400, 'environment'],
  ['an id that is none', { serverId: 'x', name: 'X', version: 1 }, 400, 'serverId'],
  ['an id of no server', { serverId: 999_999, name: 'X', version: 1 }, 404, 'serverId'],
  ['a NUL character', { name: 'a\u0000b' }, 400, 'name'],
])('%s: refused at its field', async (_what, body, status, field) => {
  const before = await list()
  const response = await save(body)
  expect(response.statusCode).toBe(status)
  expect(response.json().field).toBe(field)
  expect(await list()).toEqual(before)
})

test('audit entries are permanent: the database itself refuses to change, delete or truncate them', async () => {
  const before = await t.db.selectFrom('audit').selectAll().orderBy('id').execute()
  expect(before.length).toBeGreaterThan(0)
  await expect(sql`update audit set action = 'x'`.execute(t.db)).rejects.toThrow('audit is append-only')
  await expect(sql`delete from audit`.execute(t.db)).rejects.toThrow('audit is append-only')
  await expect(sql`truncate audit`.execute(t.db)).rejects.toThrow('audit is append-only')
  await expect(sql`truncate users cascade`.execute(t.db)).rejects.toThrow('append-only')
  expect(await t.db.selectFrom('audit').selectAll().orderBy('id').execute()).toEqual(before)
})
