import { COUNT_LIMIT, type PageOf, type UserRow } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
  const departments = [
    { name: 'CIV', isPrimary: false },
    { name: 'LSPD', rank: 'Sergeant', isPrimary: true },
  ]
  const jake = await t.addPerson({ name: 'Jake 100%_Peralta', departments, roles: ['Staff', 'Legal Services'] })
  const amy = await t.addPerson({ name: 'amy Santiago', departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
  const gone = await t.addPerson({ name: 'Zoe Gone' })
  const off = await t.addPerson({ name: 'Yuri Off' })
  await t.db.updateTable('users').set({ steam_id: '11000011ab34cd5', is_whitelisted: true }).where('id', '=', jake.userId).execute()
  await t.db.updateTable('users').set({ steam_id: 'strange', is_whitelisted_dev: true }).where('id', '=', amy.userId).execute()
  await t.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.userId).execute()
  await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', off.userId).execute()
})
afterAll(() => t.close())

const list = async (query = '', include = 'false/false'): Promise<PageOf<UserRow>> =>
  (await admin.get(`/api/user/GetUsersAsync/${include}?${query}`)).json()
const search = async (term: string, include = 'false/false', more: Record<string, unknown> = {}): Promise<PageOf<UserRow>> =>
  (await admin.post(`/api/user/search/${include}`, { term, ...more })).json()
const names = (page: PageOf<UserRow>) => page.items.map(({ name }) => name)

describe('the list', () => {
  test('is in order of name whatever its case, with departments and roles, and nothing secret', async () => {
    const response = await admin.get('/api/user/GetUsersAsync/false/false')
    const page: PageOf<UserRow> = response.json()
    expect(names(page)).toEqual(['amy Santiago', 'Jake 100%_Peralta', 'The admin'])
    expect(page).toMatchObject({ total: 3, isTotalExact: true, page: 1, pageSize: 25 })
    expect(page.items[1]).toMatchObject({
      departments: [
        { departmentId: 2, name: 'LSPD', rankName: 'Sergeant', isPrimary: true },
        { departmentId: 7, name: 'CIV', rankName: null, isPrimary: false },
      ],
      roles: [{ name: 'Staff', roleGroup: { name: 'Staff' } }, { name: 'Legal Services' }],
    })
    expect(response.body).not.toMatch(/argon2|password|token|127\.0\.0\.1/)
  })

  test('shows when characters were last used, without deleted ones and those that belong to nobody', async () => {
    const { userId } = (await list('')).items[0]!
    const lastUsedAt = '2026-01-02T03:04:05.678Z'
    const used = { user_id: userId, last_used_at: new Date(lastUsedAt) }
    await t.db
      .insertInto('characters')
      .values([
        { ...used, name: 'In use' },
        { ...used, name: 'Deleted', removed_at: new Date() },
        { ...used, name: 'Noted', user_id: null },
      ])
      .execute()
    expect((await list('')).items.map(({ userCharacters }) => userCharacters)).toEqual([[{ lastUsedAt }], [], []])
    expect((await search('amy')).items[0]!.userCharacters).toEqual([{ lastUsedAt }])
  })

  test('leaves out the disabled and the deleted unless asked', async () => {
    expect(names(await list('', 'true/false'))).toContain('Yuri Off')
    expect(names(await list('', 'true/false'))).not.toContain('Zoe Gone')
    expect(names(await list('', 'false/true'))).toEqual(['amy Santiago', 'Jake 100%_Peralta', 'The admin', 'Zoe Gone'])
    expect((await list('', 'true/true')).total).toBe(5)
  })

  test('filters by department, rank, role and whitelist', async () => {
    const sergeant = await t.db
      .selectFrom('ranks')
      .select('id')
      .where('department_id', '=', 2)
      .where('name', '=', 'Sergeant')
      .executeTakeFirst()
    expect(names(await list('departmentId=2'))).toEqual(['amy Santiago', 'Jake 100%_Peralta'])
    expect(names(await list(`departmentId=2&rankId=${sergeant?.id}`))).toEqual(['Jake 100%_Peralta'])
    expect(names(await list(`departmentId=7&rankId=${sergeant?.id}`))).toEqual([])
    expect(names(await list('roleId=5'))).toEqual(['Jake 100%_Peralta'])
    expect(names(await list('whitelist=prod'))).toEqual(['Jake 100%_Peralta'])
    expect(names(await list('whitelist=dev'))).toEqual(['amy Santiago'])
    expect(names(await list('whitelist=none'))).toEqual(['The admin'])
  })

  test('sorts either way and pages', async () => {
    const ascending = names(await list('', 'true/true'))
    expect(names(await list('direction=desc', 'true/true'))).toEqual(ascending.toReversed())
    for (const sort of ['emailAddress', 'createdAt', 'lastSeenAt']) {
      const up = names(await list(`sort=${sort}`, 'true/true'))
      expect(names(await list(`sort=${sort}&direction=desc`, 'true/true'))).toEqual(up.toReversed())
    }
    const pages = await Promise.all([1, 2, 3].map((page) => list(`pageSize=2&page=${page}`, 'true/true')))
    expect(pages.flatMap(names)).toEqual(ascending)
    expect(names(await list('page=9'))).toEqual([])
  })

  test.each([
    ['page', 'page=0'],
    ['pageSize', 'pageSize=1000'],
    ['sort', 'sort=password'],
    ['departmentId', 'departmentId=x'],
  ])('bad input at %s is refused, naming the field', async (field, query) => {
    expect((await admin.get(`/api/user/GetUsersAsync/false/false?${query}`)).json()).toMatchObject({ code: 'invalid_input', field })
  })

  test('is refused to those who do not administer accounts', async () => {
    for (const role of ['staff', 'member', 'legal'] as const) {
      const http = await t.as(role)
      expect((await http.get('/api/user/GetUsersAsync/false/false')).statusCode).toBe(403)
      expect((await http.post('/api/user/search/false/false', { term: 'amy' })).statusCode).toBe(403)
    }
    const manager = await t.addPerson({ permissions: ['MANAGE_USERS'] })
    expect((await t.http(manager.token).get('/api/user/GetUsersAsync/false/false')).statusCode).toBe(200)
  })
})

describe('the search', () => {
  test.each([
    ['part of a name', 'SANTI'],
    ['part of an email address', 'person3@'],
    ['a Steam hex that is none', 'STRANGE'],
  ])('finds by %s', async (_what, term) => {
    expect(names(await search(term))).toEqual(['amy Santiago'])
  })

  test.each(['11000011ab34cd5', '11000011AB34', 'ab34cd5', '34c', '00011ab', '1ab3', '1100001'])(
    'finds a Steam hex by %s',
    async (term) => {
      expect(names(await search(term))).toContain('Jake 100%_Peralta')
    },
  )

  test.each(['110000111111111', '0001cd5', '1100001cd5', '#1ab'])('finds no Steam hex by %s', async (term) => {
    expect((await search(term)).items).toEqual([])
  })

  test('takes wildcards literally', async () => {
    expect(names(await search('100%_P'))).toEqual(['Jake 100%_Peralta'])
    expect((await search('j_ke')).items).toEqual([])
    expect((await search('\\')).items).toEqual([])
  })

  test('applies flags, filters and pages', async () => {
    expect(names(await search('zoe'))).toEqual([])
    expect(names(await search('zoe', 'false/true'))).toEqual(['Zoe Gone'])
    expect(names(await search('peralta', 'false/false', { roleId: 5 }))).toEqual(['Jake 100%_Peralta'])
    expect(names(await search('peralta', 'false/false', { roleId: 2 }))).toEqual([])
    expect(names(await search('example.com', 'true/true', { pageSize: 2, page: 2, direction: 'desc' }))).toHaveLength(2)
    expect((await admin.post('/api/user/search/false/false', { term: ' ' })).json()).toMatchObject({
      field: 'term',
      message: 'Enter something to search for',
    })
  })

  test('results beyond the count limit are still in order, and the total is marked as inexact', async () => {
    await sql`insert into users (name, email, password_hash)
      select 'Crowd ' || lpad(i::text, 5, '0'), 'crowd' || i || '@crowd.test', 'none' from generate_series(1, ${COUNT_LIMIT + 5}) i`.execute(
      t.db,
    )
    const page = await search('crowd', 'false/false', { page: 2, pageSize: 3 })
    expect(page).toMatchObject({ total: COUNT_LIMIT, isTotalExact: false })
    expect(names(page)).toEqual(['Crowd 00004', 'Crowd 00005', 'Crowd 00006'])
    expect(await list()).toMatchObject({ total: COUNT_LIMIT, isTotalExact: false })
  })
})

describe('for accounts above the caller', () => {
  const HEX = '11000011feed001'
  const departments = [{ name: 'FIRE', isPrimary: true }]
  let manager: Http
  let above: string
  beforeAll(async () => {
    for (const name of ['Fire One', 'Fire Two', 'Fire Three']) await t.addPerson({ name, departments })
    const person = await t.addPerson({ name: 'Fire Captain', departments, roles: ['Senior Staff'] })
    above = person.emailAddress
    await t.db.updateTable('users').set({ steam_id: HEX }).where('id', '=', person.userId).execute()
    await t.addPerson({ name: 'Fire Four', departments })
    manager = t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token)
  })
  const find = async (http: Http, term: string) => names((await http.post('/api/user/search/true/true', { term })).json())

  test('name, departments and roles are shown, and neither email address nor Steam hex', async () => {
    const shown = async (http: Http): Promise<Map<string, UserRow>> => {
      const page: PageOf<UserRow> = (await http.get('/api/user/GetUsersAsync/true/true?departmentId=6')).json()
      return new Map(page.items.map((row) => [row.name, row]))
    }
    const roles = [{ name: 'Senior Staff' }]
    expect((await shown(manager)).get('Fire Captain')).toMatchObject({ emailAddress: null, steamId: null, roles })
    expect((await shown(manager)).get('Fire One')?.emailAddress).toContain('@')
    expect((await shown(admin)).get('Fire Captain')).toMatchObject({ emailAddress: above, steamId: HEX, roles })
  })

  test('only the name is searched', async () => {
    for (const term of [above, HEX, HEX.slice(7), 'feed00']) {
      expect(await find(manager, term), term).not.toContain('Fire Captain')
      expect(await find(admin, term), term).toContain('Fire Captain')
    }
    expect(await find(manager, 'FIRE  cap')).toEqual(['Fire Captain'])
    expect(await find(manager, 'Fire T')).toEqual(['Fire Three', 'Fire Two'])
  })

  test.each(['asc', 'desc'])('the place in the order of email addresses (%s) reveals nothing', async (direction) => {
    const order = { sort: 'emailAddress', direction }
    const listed = await manager.get(`/api/user/GetUsersAsync/true/true?departmentId=6&${new URLSearchParams(order).toString()}`)
    const searched = await manager.post('/api/user/search/true/true', { term: 'fire', ...order })
    const wanted = ['Fire One', 'Fire Two', 'Fire Three', 'Fire Four']
    for (const response of [listed, searched]) {
      expect(names(response.json())).toEqual([...(direction === 'asc' ? wanted : wanted.toReversed()), 'Fire Captain'])
    }
  })
})
