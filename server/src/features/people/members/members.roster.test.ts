import { DEPARTMENT, type MemberRow, type PageOf } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let staff: Http
const people: Record<string, Person> = {}
beforeAll(async () => {
  t = await startTestPortal()
  staff = await t.as('staff')
  const add = async (name: string, ...departments: { name: string; rank?: string; isPrimary: boolean }[]) => {
    people[name] = await t.addPerson({ name, departments })
  }
  await add('Ada Vance', { name: 'LSPD', rank: 'Chief', isPrimary: true }, { name: 'FIRE', rank: 'Reserve Firefighter', isPrimary: false })
  await add('Bo Quill', { name: 'LSPD', rank: 'Cadet', isPrimary: true })
  await add('Cy 50%_Marsh', { name: 'LSPD', rank: 'Reserve Officer', isPrimary: true })
  await add('Dee Vanterpool', { name: 'FIRE', rank: 'Captain', isPrimary: true })
  await add('Eve Disabled', { name: 'LSPD', rank: 'Captain', isPrimary: true })
  await add('Flo Deleted', { name: 'LSPD', rank: 'Captain', isPrimary: true })
  const change = (name: string, set: object) => t.db.updateTable('users').set(set).where('id', '=', people[name]!.userId).execute()
  await change('Eve Disabled', { disabled_at: new Date() })
  await change('Flo Deleted', { deleted_at: new Date() })
  await change('Ada Vance', { is_whitelisted: true, last_seen_at: new Date() })
  await change('Bo Quill', { is_whitelisted_dev: true, last_seen_at: new Date(Date.now() - 86_400_000) })
})
afterAll(() => t.close())

const roster = async (query = '', http = staff) => (await http.get(`/api/members?${query}`)).json<PageOf<MemberRow>>()
const names = async (query: string) => (await roster(query)).items.map(({ name }) => name)

test('only members who manage members get the roster', async () => {
  for (const role of ['member', 'dispatcher', 'legal', 'developer'] as const) {
    expect((await (await t.as(role)).get('/api/members')).statusCode).toBe(403)
  }
  const helper = await t.addPerson({ permissions: ['MANAGE_MEMBERS'] })
  expect((await t.http(helper.token).get('/api/members')).statusCode).toBe(200)
})

test.each([
  'page=0',
  'pageSize=101',
  'departmentId=x',
  'sort=points',
  'inactiveDays=0',
  'inactiveDays=x',
  'whitelist=all',
  'onLeave=perhaps',
])('a bad %s is refused, naming the field', async (bad) => {
  const response = await staff.get(`/api/members?${bad}`)
  expect([response.statusCode, response.json().field]).toEqual([400, bad.split('=')[0]])
})

test('disabled and deleted accounts are not members', async () => {
  const { items, total, isTotalExact } = await roster('pageSize=100')
  expect(items.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['Eve Disabled']))
  expect(items.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['Flo Deleted']))
  expect([total, isTotalExact]).toEqual([items.length, true])
})

test('the search finds part of a name in any case, and takes wildcards literally', async () => {
  expect(await names('q=VAN')).toEqual(['Ada Vance', 'Dee Vanterpool'])
  expect(await names(`q=${encodeURIComponent('50%_')}`)).toEqual(['Cy 50%_Marsh'])
  expect(await names(`q=${encodeURIComponent('%')}`)).toEqual(['Cy 50%_Marsh'])
  expect(await names('q=disabled')).toEqual([])
})

test('filters by department, rank, reserves and whitelist', async () => {
  const lspd = `departmentId=${DEPARTMENT.LSPD}`
  expect(await names(lspd)).toEqual(['Ada Vance', 'Bo Quill', 'Cy 50%_Marsh'])
  expect(await names(`${lspd}&includeReserves=false`)).toEqual(['Ada Vance', 'Bo Quill'])
  expect(await names(`departmentId=${DEPARTMENT.FIRE}&includeReserves=false`)).toEqual(['Dee Vanterpool'])
  const everywhere = await names('includeReserves=false&pageSize=100')
  expect(everywhere).toEqual(expect.arrayContaining(['Ada Vance', 'The staff']))
  expect(everywhere).not.toContain('Cy 50%_Marsh')
  const rank = await t.db.selectFrom('ranks').select('id').where('name', '=', 'Cadet').executeTakeFirstOrThrow()
  expect(await names(`rankId=${rank.id}`)).toEqual(['Bo Quill'])
  expect(await names('whitelist=prod')).toEqual(['Ada Vance'])
  expect(await names('whitelist=dev')).toEqual(['Bo Quill'])
  expect(await names(`${lspd}&whitelist=none`)).toEqual(['Cy 50%_Marsh'])
})

test('sorts by name, rank and last seen, and pages', async () => {
  const lspd = `departmentId=${DEPARTMENT.LSPD}`
  expect(await names(`${lspd}&direction=desc`)).toEqual(['Cy 50%_Marsh', 'Bo Quill', 'Ada Vance'])
  expect(await names(`${lspd}&sort=rank&direction=desc`)).toEqual(['Ada Vance', 'Bo Quill', 'Cy 50%_Marsh'])
  expect(await names(`departmentId=${DEPARTMENT.FIRE}&sort=rank`)).toEqual(['Ada Vance', 'Dee Vanterpool'])
  expect((await names('sort=lastSeenAt&direction=desc')).slice(0, 2)).toEqual(['Ada Vance', 'Bo Quill'])
  expect((await names('sort=lastSeenAt')).at(-1)).toBe('Ada Vance')
  const second = await roster(`${lspd}&pageSize=2&page=2`)
  expect(second).toMatchObject({ total: 3, isTotalExact: true, page: 2, pageSize: 2, items: [{ name: 'Cy 50%_Marsh' }] })
})

test('a row shows departments, characters, hours, leave and active points', async () => {
  const { userId } = people['Dee Vanterpool']!
  const authorId = (await t.person('staff')).userId
  const now = Date.now()
  const ago = (minutes: number) => new Date(now - minutes * 60_000)
  await t.db
    .insertInto('characters')
    .values([
      { user_id: userId, name: 'Dina', last_used_at: ago(5) },
      { user_id: userId, name: 'Deleted', last_used_at: ago(1), removed_at: ago(0) },
      { user_id: null, name: 'Noted', last_used_at: ago(1) },
    ])
    .execute()
  const patrol = { user_id: userId, department_id: DEPARTMENT.FIRE, server_id: 1 }
  await t.db
    .insertInto('patrols')
    .values([
      { ...patrol, started_at: ago(200), ended_at: ago(110) },
      { ...patrol, started_at: ago(30 * 1440 + 60), ended_at: ago(30 * 1440 - 30) },
      { ...patrol, started_at: ago(50 * 1440), ended_at: ago(50 * 1440 - 60) },
    ])
    .execute()
  const mark = { user_id: userId, author_id: authorId, kind: 'warning', text: 'Late' }
  await t.db
    .insertInto('marks')
    .values([
      { ...mark, points: 3 },
      { ...mark, points: 4, expires_at: new Date(now + 60_000) },
      { ...mark, points: 10, expires_at: ago(1) },
      { ...mark, points: 20, withdrawn_at: ago(1), withdrawn_by: authorId, withdrawn_reason: 'Mistake' },
      { ...mark, points: 40, kind: 'commendation' },
    ])
    .execute()
  await t.db
    .insertInto('leaves')
    .values({ user_id: userId, author_id: authorId, starts_on: ago(1440), ends_on: new Date(now + 86_400_000), reason: 'Away' })
    .execute()
  const { items } = await roster('onLeave=true')
  expect(items).toMatchObject([
    {
      name: 'Dee Vanterpool',
      departments: [{ departmentId: DEPARTMENT.FIRE, name: 'FIRE', rankName: 'Captain', isPrimary: true }],
      userCharacters: [{ lastUsedAt: ago(5).toISOString() }],
      isOnLeave: true,
      warningPoints: 7,
    },
  ])
  expect([119, 120]).toContain(items[0]!.minutes)
  expect(await names('onLeave=false&pageSize=100')).not.toContain('Dee Vanterpool')
})

describe('an inactive member', () => {
  const fire = `departmentId=${DEPARTMENT.FIRE}`
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  beforeAll(async () => {
    const authorId = (await t.person('staff')).userId
    const add = async (name: string, joined: number, patrols: readonly [from: number, to: number | null][], points: number) => {
      const { userId } = await t.addPerson({ name, departments: [{ name: 'FIRE', isPrimary: true }] })
      await t.db
        .updateTable('users')
        .set({ created_at: ago(joined) })
        .where('id', '=', userId)
        .execute()
      for (const [from, to] of patrols) {
        await t.db
          .insertInto('patrols')
          .values({
            user_id: userId,
            department_id: DEPARTMENT.FIRE,
            server_id: 1,
            started_at: ago(from),
            ended_at: to === null ? null : ago(to),
          })
          .execute()
      }
      if (points > 0) {
        await t.db.insertInto('marks').values({ user_id: userId, author_id: authorId, kind: 'warning', text: 'Late', points }).execute()
      }
      return userId
    }
    await add(
      'Ines Active',
      200,
      [
        [100, 99.9],
        [2.5, 2],
      ],
      1,
    )
    await add('Jo Quiet', 200, [[40.2, 40]], 9)
    await add('Kim Never', 200, [], 0)
    await add('Lou New', 3, [], 0)
    await add('Max On Duty', 200, [[0.1, null]], 4)
    const away = await add('Nia Away', 200, [[90.5, 90]], 0)
    await t.db
      .insertInto('leaves')
      .values({ user_id: away, author_id: authorId, starts_on: ago(5), ends_on: ago(-5), reason: 'Exams' })
      .execute()
  })
  const crew = ['Ines Active', 'Jo Quiet', 'Kim Never', 'Lou New', 'Max On Duty', 'Nia Away']
  const among = async (query: string) => (await names(`${fire}&pageSize=100&${query}`)).filter((name) => crew.includes(name))

  test('has not patrolled for so many days and did not join since; a member on duty is active', async () => {
    expect(await among('inactiveDays=30')).toEqual(['Jo Quiet', 'Kim Never', 'Nia Away'])
    expect(await among('inactiveDays=60')).toEqual(['Kim Never', 'Nia Away'])
    expect(await among('inactiveDays=1')).toEqual(['Ines Active', 'Jo Quiet', 'Kim Never', 'Lou New', 'Nia Away'])
  })

  test('and is not on leave', async () => {
    expect(await among('inactiveDays=30&onLeave=false')).toEqual(['Jo Quiet', 'Kim Never'])
    expect(await among('inactiveDays=30&onLeave=true')).toEqual(['Nia Away'])
  })

  test('comes first by last patrol if they never patrolled, and by hours and points with the fewest', async () => {
    expect(await among('sort=lastPatrolAt')).toEqual(['Kim Never', 'Lou New', 'Nia Away', 'Jo Quiet', 'Ines Active', 'Max On Duty'])
    expect((await among('sort=lastPatrolAt&direction=desc')).slice(0, 2)).toEqual(['Max On Duty', 'Ines Active'])
    expect((await among('sort=minutes&direction=desc')).slice(0, 2)).toEqual(['Ines Active', 'Max On Duty'])
    expect((await among('sort=minutes')).slice(0, 4)).toEqual(['Jo Quiet', 'Kim Never', 'Lou New', 'Nia Away'])
    expect((await among('sort=warningPoints&direction=desc')).slice(0, 3)).toEqual(['Jo Quiet', 'Max On Duty', 'Ines Active'])
    expect((await among('sort=leave'))[0]).toBe('Nia Away')
  })

  test('a row has the last patrol and the end of the leave', async () => {
    const { items } = await roster(`${fire}&pageSize=100`)
    const row = (name: string) => items.find((each) => each.name === name)
    expect(row('Nia Away')).toMatchObject({ isOnLeave: true, leaveEndsOn: ago(-5).toISOString().slice(0, 10) })
    expect(Date.parse(row('Jo Quiet')?.lastPatrolAt ?? '')).toBeCloseTo(ago(40).getTime(), -5)
    expect(row('Kim Never')).toMatchObject({ lastPatrolAt: null, leaveEndsOn: null })
  })

  test('the order does not reveal the points of members above the caller', async () => {
    const admin = await t.person('admin')
    await t.db
      .insertInto('marks')
      .values({ user_id: admin.userId, author_id: admin.userId, kind: 'warning', text: 'Late', points: 99 })
      .execute()
    expect((await names('sort=warningPoints&direction=desc'))[0]).toBe('Jo Quiet')
  })
})

test('staff see only public facts of members above them', async () => {
  const admin = await t.person('admin')
  const { items } = await roster('pageSize=100')
  expect(items.find(({ userId }) => userId === admin.userId)).toMatchObject({ name: 'The admin', warningPoints: null })
  expect(items.find(({ name }) => name === 'The staff')).toMatchObject({ warningPoints: 0 })
  const helper = await t.addPerson({ permissions: ['MANAGE_MEMBERS'] })
  const seen = await roster('pageSize=100', t.http(helper.token))
  expect(seen.items.find(({ name }) => name === 'The staff')).toMatchObject({ warningPoints: null })
})

test('a long roster is counted up to the limit only', async () => {
  await t.db
    .insertInto('users')
    .values(Array.from({ length: 1001 }, (_, nth) => ({ name: `Extra ${nth}`, email: `extra${nth}@example.com`, password_hash: '-' })))
    .execute()
  expect(await roster('q=extra&pageSize=1')).toMatchObject({ total: 1000, isTotalExact: false, items: [{ name: 'Extra 0' }] })
})
