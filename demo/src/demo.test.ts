import { sql } from 'kysely'
import {
  FineState,
  hasInvalidSteamHex,
  LicenceStatus,
  ReportContent,
  ReportKind,
  ReportState,
  WarrantContent,
  WarrantState,
  WarrantType,
  type Announcement,
  type CurrentUser,
  type HistoryCheck,
  type Member,
  type MemberRow,
  type PageOf,
  type UserRow,
} from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { licencesOf } from '../../server/src/features/records/licences/licences.port.ts'
import type { Db } from '../../server/src/platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/test-database.ts'
import { HISTORY_KEY, startTestPortal, type Http, type TestPortal } from '../../server/src/testing/test-portal.ts'
import { accountTable, DEMO_ACCOUNTS, DEMO_COMMUNITY, DEMO_PASSWORD } from './accounts.ts'
import { fillCommunity } from './community.ts'

const NOW = new Date()
let database: TestDatabase
let t: TestPortal
beforeAll(async () => {
  database = await createTestDatabase()
  await fillCommunity(database, HISTORY_KEY, NOW)
  t = await startTestPortal({ database })
})
afterAll(async () => {
  await t.close()
  await database.drop()
})

const signIn = async (emailAddress: string): Promise<{ http: Http; user: CurrentUser }> => {
  const response = await t.http().post('/api/auth/login', { emailAddress, password: DEMO_PASSWORD })
  expect([emailAddress, response.statusCode]).toEqual([emailAddress, 200])
  return { http: t.http(String(response.headers['x-idp-token'])), user: response.json() }
}
const count = async (
  table: 'staff_notes' | 'marks' | 'leaves' | 'rank_changes' | 'patrols' | 'characters' | 'vehicles' | 'bolos' | 'sign_ins',
) => (await t.db.selectFrom(table).select('id').execute()).length

test.each(DEMO_ACCOUNTS.map((account) => [account.label, account] as const))(
  '%s signs in with what the table prints',
  async (_label, account) => {
    const { user } = await signIn(account.emailAddress)
    expect(user.name).toBe(account.name)
    expect(user.roles.map(({ name }) => name)).toEqual(account.role === undefined ? [] : [account.role])
    expect(user.userDepartments[0]).toMatchObject({ isPrimary: true, rankName: account.rank, department: { name: account.department } })
    const printed = accountTable().filter((line) => line.includes(account.emailAddress))
    expect(printed).toHaveLength(1)
    expect(printed[0]).toContain(account.label)
  },
)

test('every role of a new portal has an account to sign in with', async () => {
  const roles = await t.db.selectFrom('roles').select('name').execute()
  expect(DEMO_ACCOUNTS.map(({ role }) => role)).toEqual(expect.arrayContaining(roles.map(({ name }) => name)))
  expect(accountTable().join('\n')).toContain(DEMO_PASSWORD)
})

test('some 120 members across all departments, few at the top and more below', async () => {
  const { http } = await signIn('admin@demo.example')
  const roster = (await http.get('/api/members?pageSize=100')).json<PageOf<MemberRow>>()
  expect(roster.total).toBeGreaterThanOrEqual(115)
  expect(roster.total).toBeLessThanOrEqual(125)
  const departments = (await http.get('/api/departments')).json<{ memberCount: number; ranks: { memberCount: number }[] }[]>()
  for (const { memberCount, ranks } of departments) {
    expect(memberCount).toBeGreaterThanOrEqual(10)
    expect(ranks.at(-1)?.memberCount).toBe(1)
  }
  const holders = (await http.get('/api/roles')).json<{ name: string; userCount: number }[]>()
  expect(Object.fromEntries(holders.map(({ name, userCount }) => [name, userCount]))).toMatchObject({ Root: 1, Admin: 2, Developer: 1 })
  const former = (await http.get('/api/user/GetUsersAsync/true/true?pageSize=100&page=2')).json<PageOf<UserRow>>()
  expect(former.total).toBe(roster.total + 5)
})

test('a few have a whitelist that can not work, and see the banner', async () => {
  const rows = await t.db.selectFrom('users').select(['steam_id', 'is_whitelisted', 'is_whitelisted_dev']).execute()
  const troubled = rows.filter((row) =>
    hasInvalidSteamHex({ steamId: row.steam_id, isWhitelisted: row.is_whitelisted, isWhitelistedDev: row.is_whitelisted_dev }),
  )
  expect(troubled).toHaveLength(7)
})

test('there is something to see on every page', async () => {
  expect(await count('staff_notes')).toBeGreaterThan(20)
  expect(await count('marks')).toBeGreaterThan(20)
  expect(await count('rank_changes')).toBeGreaterThan(50)
  expect(await count('patrols')).toBeGreaterThan(3000)
  expect(await count('characters')).toBeGreaterThan(350)
  expect(await count('vehicles')).toBeGreaterThan(350)
  expect(await count('bolos')).toBe(4)
  expect(await count('sign_ins')).toBeGreaterThan(400)
  const { http } = await signIn('staff@demo.example')
  const onLeave = (await http.get('/api/members?onLeave=true')).json<PageOf<MemberRow>>()
  expect(onLeave.total).toBe(7)
  expect(await count('leaves')).toBe(23)
  const top = (await http.get('/api/user/getTopUserPatrols')).json<{ minutes: number }[]>()
  expect(top).toHaveLength(10)
  const all = (await http.get('/api/announcements/all')).json<PageOf<Announcement>>()
  expect(all.total).toBe(9)
  expect((await http.get('/api/announcements')).json<Announcement[]>().map(({ department }) => department?.name ?? null)).toEqual(
    expect.arrayContaining([null, 'FIRE']),
  )
  const servers = (await http.get('/api/patrol/servers')).json<{ name: string; environment: string }[]>()
  expect(servers).toMatchObject([
    { name: 'San Andreas I', environment: 'prod' },
    { name: 'San Andreas II', environment: 'prod' },
    { name: 'Development', environment: 'dev' },
  ])
  const { items } = (await http.get('/api/members?departmentId=2&sort=rank&pageSize=1')).json<PageOf<MemberRow>>()
  expect((await http.get(`/api/members/${items[0]?.userId}`)).json<Member>().userId).toBe(items[0]?.userId)
})

test('licences are there in every state, and the civilian account has something of everything', async () => {
  const { user } = await signIn('civilian@demo.example')
  const own = await t.db.selectFrom('characters').select(['id', 'name']).where('user_id', '=', user.userId).orderBy('id').execute()
  expect(own.map(({ name }) => name)).toContain('Dexter Marlowe')
  const all = await licencesOf(
    t.db,
    (await t.db.selectFrom('characters').select('id').execute()).map(({ id }) => id),
  )
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(LicenceStatus.options))
})

test('every report can be read', async () => {
  const revisions = await t.db.selectFrom('report_revisions').select('content').execute()
  expect(revisions.length).toBeGreaterThan(100)
  for (const { content } of revisions) ReportContent.parse(content)
})

test('warrants are there in every state and of every type, for those who work on them and those who look up', async () => {
  const warrants = await t.db.selectFrom('warrants').select(['state', 'type', 'content', 'is_confidential', 'subject_name']).execute()
  expect(new Set(warrants.map(({ state }) => state))).toEqual(new Set(WarrantState.options))
  expect(new Set(warrants.map(({ type }) => type))).toEqual(new Set(WarrantType.options))
  for (const { content } of warrants) expect(WarrantContent.parse(content)).toEqual(content)
  expect(warrants.some(({ is_confidential }) => is_confidential)).toBe(true)
  expect(warrants.some(({ subject_name, state }) => subject_name === 'Dexter Marlowe' && state === 'active')).toBe(true)
  const { http } = await signIn('admin@demo.example')
  const check = (await http.get('/api/warrants/history/check')).json<HistoryCheck>()
  expect(check).toMatchObject({ isDone: true, problems: [] })
  expect(check.entries).toBeGreaterThan(100)
})

test('reports, fines and drafts are there in every state, and numbered without gaps', async () => {
  const reports = await t.db.selectFrom('reports').select(['kind', 'state', 'year', 'number']).orderBy('id').execute()
  expect(new Set(reports.map(({ kind }) => kind))).toEqual(new Set(ReportKind.options))
  expect(new Set(reports.map(({ state }) => state))).toEqual(new Set(ReportState.options))
  const numbers = reports.filter(({ kind, year }) => kind === 'citation' && year === reports.at(-1)?.year).map(({ number }) => number)
  expect(numbers).toEqual(numbers.map((_, nth) => nth + 1))
  const versions = await t.db.selectFrom('report_revisions').select('content').execute()
  expect(ReportContent.array().safeParse(versions.map(({ content }) => content)).error).toBeUndefined()
  const fines = await t.db.selectFrom('fines').select('state').execute()
  expect(new Set(fines.map(({ state }) => state))).toEqual(new Set(FineState.options))
  const jailed = await t.db.selectFrom('jail_terms').select('id').where('until_at', '>', NOW).where('released_at', 'is', null).execute()
  expect(jailed.length).toBeGreaterThan(0)
  const { user } = await signIn('officer@demo.example')
  expect(await t.db.selectFrom('report_drafts').select('id').where('writer_id', '=', user.userId).execute()).toHaveLength(2)
})

test('a year of patrols has what a supervisor meets: absences, corrections, quotas and leave that was asked for', async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(distinct date_trunc('month', started_at))::integer from patrols) as months,
      (select count(*)::integer from patrols where kind = 'civilian') as civilian,
      (select count(*)::integer from patrols where end_reason = 'silence') as silent,
      (select count(*)::integer from patrol_gaps where not is_counted and decided_at is null) as waiting,
      (select count(*)::integer from patrol_gaps where decided_at is not null) as decided,
      (select count(*)::integer from patrol_corrections where state = 'asked') as asked,
      (select count(distinct state)::integer from patrol_corrections) as states,
      (select count(*)::integer from leave_requests where state = 'asked') as leaves,
      (select count(*)::integer from patrol_quotas where rank_id is null) as quotas,
      (select count(*)::integer from patrols p where (select min(at) from patrol_stretches s where s.patrol_id = p.id) <> p.started_at
        or (select max(at) from patrol_stretches s where s.patrol_id = p.id) >= p.ended_at) as untidy`.execute(t.db)
  const [found] = rows
  expect(found).toMatchObject({ asked: 3, states: 3, leaves: 3, quotas: 5, untidy: 0 })
  expect(found?.['months']).toBeGreaterThanOrEqual(12)
  for (const some of ['civilian', 'silent', 'waiting', 'decided']) expect(found?.[some], some).toBeGreaterThan(1)
})

const fingerprint = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('staff_notes', 'staff_notes.user_id', 'users.id')
    .select(['name', 'email', 'steam_id', 'text'])
    .orderBy('users.id')
    .orderBy('staff_notes.id')
    .execute()

test(`${DEMO_COMMUNITY} is the same every time, and never mixed with another community`, async () => {
  const other = await createTestDatabase()
  try {
    await fillCommunity(other, HISTORY_KEY, NOW)
    expect(await fingerprint(other.db)).toEqual(await fingerprint(t.db))
    await expect(fillCommunity(other, HISTORY_KEY, NOW)).rejects.toThrow('this one already has accounts')
  } finally {
    await other.drop()
  }
})
