import { DEPARTMENT, type PatrolRules } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patrolsOf } from '../../../testing/test-patrols.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { statuses } from '../../../testing/test-records.ts'

let t: TestPortal
let p: ReturnType<typeof patrolsOf>
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  p = patrolsOf(t)
  admin = await t.as('admin')
})
afterAll(() => t.close())

const list = async (http: Http) => (await http.get('/api/patrols/rules')).json<PatrolRules[]>()
const rulesOf = async (departmentId: number) => (await list(admin)).find((each) => each.departmentId === departmentId)!
const save = (http: Http, rules: Pick<PatrolRules, 'departmentId' | 'version'>, over: object = {}) =>
  http.put(`/api/patrols/rules/${rules.departmentId}`, { needsPresence: true, minutes: 120, ranks: [], version: rules.version, ...over })
const rankId = async (departmentId: number, name: string) =>
  (await t.db.selectFrom('ranks').select('id').where('department_id', '=', departmentId).where('name', '=', name).executeTakeFirstOrThrow())
    .id

test('staff see the rules of all departments in use, a holder of the capability theirs, others none', async () => {
  const all = await list(await t.as('staff'))
  expect(all.length).toBeGreaterThan(5)
  expect(all.find(({ departmentId }) => departmentId === DEPARTMENT.COMM)).toMatchObject({ needsPresence: false, minutes: null })
  const sergeant = await p.supervisor('BCSO', ['seePatrols'])
  expect(await list(sergeant.http)).toEqual(all.filter(({ departmentId }) => departmentId === DEPARTMENT.BCSO))
  const without = await p.supervisor('LSPD', ['grantLeave'])
  for (const http of [without.http, await t.as('member')]) expect((await http.get('/api/patrols/rules')).statusCode).toBe(403)
})

test('only an admin can set quotas', async () => {
  const rules = await rulesOf(DEPARTMENT.LSPD)
  for (const http of [await t.as('staff'), (await p.supervisor()).http]) expect((await save(http, rules)).statusCode).toBe(403)
  expect(await rulesOf(DEPARTMENT.LSPD)).toEqual(rules)
})

test("quotas are set for a department and some of its ranks; the other ranks have the department's", async () => {
  const rules = await rulesOf(DEPARTMENT.LSPD)
  const [cadet, sergeant] = [await rankId(DEPARTMENT.LSPD, 'Cadet'), await rankId(DEPARTMENT.LSPD, 'Sergeant')]
  const input = {
    minutes: 300,
    ranks: [
      { rankId: cadet, minutes: 0 },
      { rankId: sergeant, minutes: null },
    ],
  }
  const saved = (await save(admin, rules, input)).json<PatrolRules>()
  expect(saved).toMatchObject({ minutes: 300, needsPresence: true, version: rules.version + 1 })
  expect(saved.ranks.filter(({ minutes }) => minutes !== null)).toEqual([{ rankId: cadet, rankName: 'Cadet', minutes: 0 }])
  expect(await rulesOf(DEPARTMENT.LSPD)).toEqual(saved)
  const last = await t.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(last).toMatchObject({
    action: 'department.quotas-changed',
    subject_id: String(DEPARTMENT.LSPD),
    before: { quotaMinutes: null, rankQuotas: {} },
    after: { quotaMinutes: 300, rankQuotas: { Cadet: 0 } },
  })
  expect((await save(admin, saved, { minutes: null, needsPresence: false })).json()).toMatchObject({ minutes: null, needsPresence: false })
  expect(await t.db.selectFrom('patrol_quotas').selectAll().where('department_id', '=', DEPARTMENT.LSPD).execute()).toEqual([])
})

test('an old version is refused, and of two changes at once one succeeds', async () => {
  const rules = await rulesOf(DEPARTMENT.FIRE)
  expect(statuses(await Promise.all([save(admin, rules), save(admin, rules, { minutes: 60 })]))).toEqual([200, 409])
  expect((await save(admin, rules)).json()).toMatchObject({ code: 'conflict' })
})

test('ranks that are foreign, duplicate or retired, and more minutes than a month has, are refused with the field', async () => {
  await sql`update ranks set retired_at = now() where department_id = ${DEPARTMENT.LSPD} and name = 'Lieutenant'`.execute(t.db)
  const rules = await rulesOf(DEPARTMENT.LSPD)
  const [own, other] = [await rankId(DEPARTMENT.LSPD, 'Cadet'), await rankId(DEPARTMENT.BCSO, 'Sergeant')]
  const ranks = (...ids: number[]) => ({ ranks: ids.map((id) => ({ rankId: id, minutes: 60 })) })
  const retired = await rankId(DEPARTMENT.LSPD, 'Lieutenant')
  for (const [over, field] of [
    [ranks(own, other), 'ranks.1.rankId'],
    [ranks(own, own), 'ranks.1.rankId'],
    [ranks(retired), 'ranks.0.rankId'],
    [{ minutes: 44_641 }, 'minutes'],
    [{ minutes: -1 }, 'minutes'],
    [{ minutes: 1.5 }, 'minutes'],
  ] as const) {
    const response = await save(admin, rules, over)
    expect([response.statusCode, response.json().field], response.body).toEqual([400, field])
  }
  expect(await rulesOf(DEPARTMENT.LSPD)).toEqual(rules)
})

test('a retired or unknown department has no quotas', async () => {
  const rules = await rulesOf(DEPARTMENT.SAHP)
  await sql`update departments set retired_at = now() where id = ${DEPARTMENT.SAHP}`.execute(t.db)
  expect(await rulesOf(DEPARTMENT.SAHP)).toBeUndefined()
  expect((await save(admin, rules)).statusCode).toBe(404)
  expect((await save(admin, { departmentId: 99_999, version: 1 })).statusCode).toBe(404)
})

test('of a new department, dispatchers and others are not expected in the game', async () => {
  const add = async (name: string, type: string) => {
    const input = { name, fullName: name, type, isCadEnabled: true, callSignTemplate: '' }
    const { departmentId } = (await admin.post('/api/departments', input)).json<{ departmentId: number }>()
    return (await rulesOf(departmentId)).needsPresence
  }
  expect([await add('NEW1', 'Leo'), await add('NEW2', 'Comms'), await add('NEW3', 'Other')]).toEqual([true, false, false])
})
