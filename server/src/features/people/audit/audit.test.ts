import type { AuditEntry } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
let person: Person
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  admin = await t.as('admin')
  person = await t.addPerson({ name: 'Rosa' })
  await admin.get(`/api/user/role/5/${person.userId}`)
  await admin.delete(`/api/user/role/5/${person.userId}`)
  await admin.post('/api/patrol/server', { name: 'Second' })
})
afterAll(() => t.close())

type Page = { items: AuditEntry[]; hasMore: boolean }
const read = async (path: string): Promise<Page> => (await admin.get(path)).json()

test('the audit is newest first, names actors and subjects, and continues from a cursor', async () => {
  const all = await read('/api/audit?limit=100')
  expect(all.items[0]).toMatchObject({
    action: 'server.created',
    actor: { name: 'The admin' },
    subjectType: 'server',
    subjectName: 'Second',
  })
  expect(all.items[1]).toMatchObject({ action: 'user.role-removed', subjectName: 'Rosa', before: { role: 'Staff' }, after: null })
  expect(all.items.at(-1)).toMatchObject({ action: 'user.created', actor: null })
  const first = await read('/api/audit?limit=2')
  expect(first.hasMore).toBe(true)
  const rest = await read(`/api/audit?limit=100&before=${first.items[1]?.auditId}`)
  expect(rest.hasMore).toBe(false)
  expect([...first.items, ...rest.items]).toEqual(all.items)
})

test('the audit is filtered by actor, action, subject and time', async () => {
  const { userId } = await t.person('admin')
  expect((await read(`/api/audit?actorId=${userId}`)).items).toHaveLength(3)
  expect((await read('/api/audit?action=user.role-added')).items).toHaveLength(1)
  expect((await read(`/api/audit?subjectType=user&subjectId=${person.userId}`)).items).toHaveLength(3)
  expect((await read(`/api/audit?from=${new Date(Date.now() + 60_000).toISOString()}`)).items).toEqual([])
  expect((await read(`/api/audit?to=${new Date(Date.now() + 60_000).toISOString()}`)).items).not.toEqual([])
  expect((await admin.get('/api/audit?from=yesterday')).json()).toMatchObject({ code: 'invalid_input', field: 'from' })
})

test('subjects outside the accounts have their names too, and one that is gone has none', async () => {
  const offence = await t.db
    .selectFrom('offences as o')
    .innerJoin('offence_revisions as r', 'r.id', 'o.revision_id')
    .select(['o.id', 'r.code', 'r.title'])
    .executeTakeFirstOrThrow()
  await t.db.insertInto('discord_guilds').values({ id: '800000000000000001', name: 'Our Discord', owner_id: '1' }).execute()
  const subjects = [
    ['offence', String(offence.id), `${offence.code} ${offence.title}`],
    ['discord', '800000000000000001', 'Our Discord'],
    ['discord', 'ticket:999999', null],
    ['discord', 'connection', null],
    ['portal', 'portal', null],
  ] as const
  for (const [subject_type, subject_id, name] of subjects) {
    const [row] = await t.db.insertInto('audit').values({ action: 'portal.set-up', subject_type, subject_id }).returning('id').execute()
    expect((await read('/api/audit?limit=1')).items[0]).toMatchObject({ auditId: Number(row?.id), subjectName: name })
  }
  await t.db.deleteFrom('discord_guilds').execute()
})

test('actions on accounts above the caller are in no list, not even by their id', async () => {
  const { userId } = await t.person('root')
  const root = await t.as('root')
  const ofRoot = (page: Page) => page.items.filter(({ subjectType, subjectId }) => subjectType === 'user' && subjectId === String(userId))
  expect(ofRoot((await root.get('/api/audit?limit=100')).json())).toHaveLength(1)
  expect(ofRoot(await read('/api/audit?limit=100'))).toEqual([])
  expect(ofRoot(await read('/api/audit?subjectType=user'))).toEqual([])
  expect(ofRoot(await read(`/api/audit?subjectId=${userId}`))).toEqual([])
  expect((await admin.get(`/api/audit?subjectType=user&subjectId=${userId}`)).statusCode).toBe(403)
  expect((await admin.get('/api/audit?subjectType=user&subjectId=nobody')).json().items).toEqual([])
})

test('the audit of one account is for those who administer it, and not if it is above them', async () => {
  const { items } = await read(`/api/audit/user/${person.userId}`)
  expect(items.map(({ action }) => action)).toEqual(['user.role-removed', 'user.role-added', 'user.created'])
  expect((await admin.get(`/api/audit/user/${(await t.person('root')).userId}`)).statusCode).toBe(403)
  const manager = t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token)
  expect((await manager.get(`/api/audit/user/${person.userId}`)).statusCode).toBe(200)
  expect((await manager.get('/api/audit')).statusCode).toBe(403)
  expect((await (await t.as('staff')).get(`/api/audit/user/${person.userId}`)).statusCode).toBe(403)
})

describe('the audit of administration', () => {
  beforeAll(async () => {
    await t.db
      .insertInto('audit')
      .values([
        {
          action: 'unit.status-set',
          subject_type: 'unit',
          subject_id: '1',
          after: JSON.stringify({ status: 'busy', note: 'Flood of it' }),
        },
        { action: 'call.cleared', subject_type: 'call', subject_id: '1', after: JSON.stringify({ status: 'cleared' }) },
        {
          action: 'call.cleared',
          subject_type: 'call',
          subject_id: '2',
          after: JSON.stringify({ disposition: 'Arrest made' }),
        },
      ])
      .execute()
  })
  const actions = async (query: string) => (await read(`/api/audit?limit=100&${query}`)).items.map(({ action }) => action)

  test('leaves out dispatch, or shows dispatch alone', async () => {
    expect((await actions('area=administration')).filter((each) => /^(?:unit|call)\./.test(each))).toEqual([])
    expect(await actions('area=administration')).toContain('server.created')
    expect(await actions('area=dispatch')).toEqual(['call.cleared', 'call.cleared', 'unit.status-set'])
    expect((await admin.get('/api/audit?area=all')).json()).toMatchObject({ code: 'invalid_input', field: 'area' })
  })

  test('is listed with its index', async () => {
    const plan = await t.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select a.id from audit a
        where a.subject_type not in ('unit', 'call', 'dispatch-note') order by a.id desc limit 51`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('audit_administration')
  })

  test.each([
    ['role added', ['user.role-added']],
    ['ROSA', ['user.role-removed', 'user.role-added', 'user.created']],
    ['second', ['server.created']],
    ['flood of', ['unit.status-set']],
    ['100%', []],
    ['"', []],
    ['\\', []],
    ['note', []],
  ])('a search for %j finds it in the action, a name or a value', async (q, expected) => {
    expect(await actions(`q=${encodeURIComponent(q)}`)).toEqual(expected)
  })

  test('a search continues from a cursor, and finds a call by its number', async () => {
    const first = await read('/api/audit?q=rosa&limit=1')
    expect(first).toMatchObject({ hasMore: true, items: [{ action: 'user.role-removed' }] })
    const rest = await read(`/api/audit?q=rosa&before=${first.items[0]?.auditId}`)
    expect([rest.hasMore, rest.items.map(({ action }) => action)]).toEqual([false, ['user.role-added', 'user.created']])
    expect(await actions('area=dispatch&q=2')).toEqual(['call.cleared'])
  })

  test('ids of departments and servers come with their names', async () => {
    const key = await admin.post('/api/servers/1/keys', { kind: 'server', name: 'Named' })
    expect(key.statusCode).toBe(200)
    const [entry] = (await read('/api/audit?action=key.issued')).items
    const { name } = await t.db.selectFrom('servers').select('name').where('id', '=', 1).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ after: { serverId: 1 }, names: { 'serverId:1': name } })
  })
})
