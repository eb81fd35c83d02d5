import { DEPARTMENT, type CallSignPatterns, type DepartmentPerson, type KeptCallSign, type PageOf } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashSecret, newToken } from '../../../platform/auth/secrets.ts'
import { startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'

const { LSPD, BCSO } = DEPARTMENT
let t: TestPortal
let chief: Http
let staff: Http
let chiefRank: number
beforeAll(async () => {
  t = await startTestPortal()
  const rank = await t.db
    .selectFrom('ranks')
    .select('id')
    .where('department_id', '=', LSPD)
    .where('name', '=', 'Chief')
    .executeTakeFirstOrThrow()
  chiefRank = rank.id
  await sql`update ranks set capabilities = ${['headDepartment']} where id = ${chiefRank}`.execute(t.db)
  const person = await t.addPerson({ name: 'The chief', departments: [{ name: 'LSPD', rank: 'Chief', isPrimary: true }] })
  chief = t.http(person.token)
  staff = await t.as('staff')
})
beforeEach(async () => {
  await t.db.deleteFrom('member_call_signs').execute()
  await save({ callSignTemplate: '#L##', patterns: [] })
})
afterAll(() => t.close())

const read = async (departmentId: number = LSPD) =>
  (await staff.get(`/api/departments/${departmentId}/call-sign-patterns`)).json<CallSignPatterns>()
const save = async (input: object, http = chief, departmentId: number = LSPD) =>
  http.put(`/api/departments/${departmentId}/call-sign-patterns`, { version: (await read(departmentId)).version, ...input })
const officer = (name = 'Mel Doe', rank = 'Cadet') => t.addPerson({ name, departments: [{ name: 'LSPD', rank, isPrimary: true }] })
const own = async (person: Person, body: object = {}, departmentId: number = LSPD) =>
  (await t.http(person.token).post(`/api/departments/${departmentId}/call-sign`, body)).json<{ callSign: string | null }>().callSign
const give = (person: Person, callSign: string | null, version: number, http = chief, departmentId: number = LSPD) =>
  http.put(`/api/departments/${departmentId}/people/${person.userId}/call-sign`, { callSign, version })
const proposal = async (person: Person, query: string) =>
  (await t.http(person.token).get(`/api/patrol/identifier/1?departmentId=${LSPD}&${query}`)).json<{
    keeper: { name: string } | null
    suggestion: string
  }>()

test('heads and staff change the patterns of a department and the call signs in it; other heads, officers and outsiders do not', async () => {
  const [member, outsider] = [await officer(), await t.addPerson({ name: 'Out Sider' })]
  expect((await save({ callSignTemplate: '#L##', patterns: [] }, staff)).statusCode).toBe(200)
  for (const refused of [chief, await t.as('officer')]) {
    expect((await save({ callSignTemplate: '#S##', patterns: [] }, refused, BCSO)).statusCode).toBe(403)
    expect((await give(member, '1S01', 0, refused, BCSO)).statusCode).toBe(403)
  }
  expect((await give(member, '1L05', 0, t.http(member.token))).statusCode).toBe(403)
  expect((await give(outsider, '1L05', 0)).statusCode).toBe(404)
  expect((await t.http(outsider.token).post(`/api/departments/${LSPD}/call-sign`, {})).statusCode).toBe(403)
  const stranger = await t.addPerson({ departments: [{ name: 'BCSO', isPrimary: true }] })
  expect((await t.http(stranger.token).post(`/api/departments/${LSPD}/call-sign`, {})).json()).toMatchObject({ code: 'invalid_input' })
})

test('500 members at once get 500 call signs, no two of which are the same', async () => {
  const rows = Array.from({ length: 500 }, (_, nth) => ({ name: `Crowd ${nth}`, email: `crowd${nth}@test.example`, password_hash: 'x' }))
  const added = await t.db.insertInto('users').values(rows).returning('id').execute()
  await t.db
    .insertInto('user_departments')
    .values(added.map(({ id }) => ({ user_id: id, department_id: LSPD, is_primary: true })))
    .execute()
  const tokens = added.map(() => newToken())
  const expires_at = new Date(Date.now() + 3_600_000)
  const sessions = added.map(({ id }, nth) => ({
    user_id: id,
    token_hash: hashSecret(tokens[nth]!),
    address: '::1',
    user_agent: 'test',
    expires_at,
  }))
  await t.db.insertInto('sessions').values(sessions).execute()
  const given = await Promise.all(tokens.map((token) => own({ userId: 0, emailAddress: '', token })))
  expect(given.every((sign) => sign !== null && /^\dL\d\d$/.test(sign))).toBe(true)
  expect(new Set(given).size).toBe(500)
  await t.db
    .deleteFrom('user_departments')
    .where(
      'user_id',
      'in',
      added.map(({ id }) => id),
    )
    .execute()
  expect(await t.db.selectFrom('member_call_signs').selectAll().execute(), 'they end with the membership').toEqual([])
})

test('the database itself refuses a call sign twice, in whatever case and department', async () => {
  const [one, two] = [await officer('One'), await officer('Two')]
  await give(one, '1L09', 0)
  expect((await give(two, '1l09', 0)).json()).toMatchObject({ code: 'conflict', field: 'callSign' })
  const insert = t.db.insertInto('member_call_signs').values({ user_id: two.userId, department_id: LSPD, call_sign: '1l09' }).execute()
  await expect(insert).rejects.toThrow('member_call_signs_unshared')
})

test('a member keeps the call sign that they get, and the one they used so far if it is of the pattern and free', async () => {
  const [one, two, three] = [await officer('One'), await officer('Two'), await officer('Three')]
  expect(await own(one, { used: '4L12' })).toBe('4L12')
  expect(await own(one, { used: '7L01' })).toBe('4L12')
  expect(await own(two, { used: '4l12' })).toBe('4L13')
  expect(await own(three, { used: 'Engine 7' })).toBe('1L01')
  expect(await proposal(two, 'identifier=4l12')).toMatchObject({ keeper: { name: 'One' } })
  expect(await proposal(one, 'identifier=')).toMatchObject({ keeper: null, suggestion: '1L02' })
})

test('the pattern of rank and type goes before that of the type, then of the rank, then of the department; words are replaced', async () => {
  const patterns = [
    { rankId: chiefRank, unitType: null, pattern: 'CHIEF-#' },
    { rankId: null, unitType: 2, pattern: 'AIR-{initials}#' },
    { rankId: chiefRank, unitType: 2, pattern: '{department}-{type}##' },
  ]
  expect((await save({ callSignTemplate: '#L##', patterns })).json()).toMatchObject({
    patterns: expect.arrayContaining(patterns.map((each) => expect.objectContaining(each))),
  })
  const [cadet, head] = [await officer('Mel Doe'), await officer('Ann Bo', 'Chief')]
  expect([await own(cadet), await own(cadet, { type: 2 }), await own(head), await own(head, { type: 2 })]).toEqual([
    '1L01',
    'AIR-MD1',
    'CHIEF-1',
    'LSPD-A01',
  ])
  expect(await own(cadet, { type: 3 }), 'a type without a pattern has that of all types').toBe('1L01')
  const { items } = (await chief.get(`/api/departments/${LSPD}/people?q=Mel Doe`)).json<PageOf<DepartmentPerson>>()
  expect(items.find(({ userId }) => userId === cadet.userId)?.callSigns).toEqual([
    { unitType: null, callSign: '1L01', version: 1 },
    { unitType: 2, callSign: 'AIR-MD1', version: 1 },
  ])
})

test('another number, a chosen one, none, and one for everybody who has none', async () => {
  const member = await officer()
  expect((await give(member, null, 0)).json<KeptCallSign>()).toEqual({ unitType: null, callSign: '1L01', version: 1 })
  expect((await give(member, null, 1)).json()).toMatchObject({ callSign: '1L02', version: 2 })
  expect((await give(member, '9L99', 1)).statusCode, 'someone else was there first').toBe(409)
  expect((await give(member, 'Engine 7', 2)).json()).toMatchObject({ callSign: 'Engine 7', version: 3 })
  const path = `/api/departments/${LSPD}/people/${member.userId}/call-sign`
  expect((await chief.delete(`${path}?version=2`)).statusCode).toBe(409)
  expect((await chief.delete(`${path}?version=3`)).statusCode).toBe(200)
  const { without } = await read()
  expect(without).toBeGreaterThan(1)
  expect((await chief.post(`/api/departments/${LSPD}/call-signs`)).json()).toEqual({ given: without, left: 0 })
  expect((await read()).without).toBe(0)
  const audited = await t.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'member.call-sign-changed')
    .where('subject_id', '=', String(member.userId))
    .execute()
  expect(
    audited.map(({ before, after }) => [before, after].map((side) => (side as { callSign: string | null }).callSign)).slice(0, 4),
  ).toEqual([
    [null, '1L01'],
    ['1L01', '1L02'],
    ['1L02', 'Engine 7'],
    ['Engine 7', null],
  ])
})

test('a pattern without numbers left says so, and a department without a pattern hands out nothing', async () => {
  await save({ callSignTemplate: 'D-#', patterns: [] })
  const people = await Promise.all(Array.from({ length: 10 }, (_, nth) => officer(`Ten ${nth}`)))
  const given = await Promise.all(people.map((person) => own(person)))
  expect(given.filter((sign) => sign === null)).toHaveLength(1)
  const left = people[given.indexOf(null)]!
  expect((await give(left, null, 0)).json()).toMatchObject({ code: 'conflict', field: 'callSign' })
  await save({ callSignTemplate: '', patterns: [] })
  expect(await own(left)).toBeNull()
})

test.each([
  ['callSignTemplate', { callSignTemplate: '{rank}##', patterns: [] }],
  ['callSignTemplate', { callSignTemplate: '{department', patterns: [] }],
  ['callSignTemplate', { callSignTemplate: '{department}-{initials}-########', patterns: [] }],
  ['patterns.0.pattern', { callSignTemplate: '', patterns: [{ rankId: null, unitType: 1, pattern: '' }] }],
  ['patterns.0.pattern', { callSignTemplate: '', patterns: [{ rankId: null, unitType: 1, pattern: '#'.repeat(17) }] }],
  ['patterns', { callSignTemplate: '', patterns: [{ rankId: null, unitType: null, pattern: '#' }] }],
  ['patterns', { callSignTemplate: '', patterns: [{ rankId: 1_000_000, unitType: null, pattern: '#' }] }],
])('%s is refused in %j', async (field, input) => {
  const before = await read()
  expect((await save(input)).json()).toMatchObject({ code: 'invalid_input', field })
  expect(await read()).toEqual(before)
})

test('of two who save the patterns at once, one gets a conflict', async () => {
  const { version } = await read()
  const answers = await Promise.all([chief, staff].map((http) => save({ callSignTemplate: '#X##', patterns: [], version }, http)))
  expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409])
})
