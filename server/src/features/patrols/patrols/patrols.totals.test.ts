import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quotaPeriod } from '@tenfour/contract'
import { addGap, addPatrol } from '../../../testing/test-patrol-rows.ts'
import { startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** All times are relative to one instant, so that durations are exact. */
const NOW = Date.now()
const ago = (hours: number) => new Date(NOW - hours * HOUR)
const dayOf = (at: number | Date) => new Date(at).toISOString().slice(0, 10)

let t: TestPortal
let staff: Http
let member: Person
beforeAll(async () => {
  t = await startTestPortal({ settingOverrides: { [quotaPeriod.key]: 'month' } })
  staff = await t.as('staff')
  member = await t.addPerson({ name: 'Member', departments: [{ name: 'LSPD', rank: 'Officer I', isPrimary: true }] })
})
afterAll(() => t.close())

test('roster, member page, viewer, summary, history and top list agree about the same time', async () => {
  // All patrols lie within every requested period.
  const first = await addPatrol(t, member, ago(50), { endedAt: ago(47), calls: 2, seenSeconds: 5400, watchedSeconds: 10_800 })
  await addGap(t, first, { from: ago(49), to: ago(48) })
  await addGap(t, first, { from: ago(47.75), to: ago(47.5), isCounted: true })
  await addPatrol(t, member, ago(30), { endedAt: ago(28.5), departmentId: 7, kind: 'civilian', calls: 1 })
  const minutes = (3 - 1 + 1.5) * 60
  const period = `from=${dayOf(Date.now() - 6 * DAY)}&to=${dayOf(Date.now())}`
  const members = (await staff.get(`/api/patrols/members?${period}`)).json()
  expect(members.items[0]).toMatchObject({
    name: 'Member',
    countedSeconds: minutes * 60,
    patrols: 2,
    calls: 3,
    seenPercent: 50,
    isFlagged: true,
  })
  const overview = (await staff.get(`/api/patrols/overview?${period}`)).json()
  expect(overview.total).toEqual({ seconds: 4.5 * 3600, countedSeconds: minutes * 60, calls: 3, patrols: 2 })
  const sum = (rows: { countedSeconds: number }[]) => rows.reduce((total, { countedSeconds }) => total + countedSeconds, 0)
  for (const rows of [overview.days, overview.departments, overview.ranks]) expect(sum(rows)).toBe(minutes * 60)
  const summary = (await staff.get(`/api/patrols/summary/${member.userId}`)).json()
  expect(sum(summary.days)).toBe(minutes * 60)
  expect(sum(summary.byDepartment)).toBe(minutes * 60)
  expect(sum((await staff.get(`/api/patrols/of/${member.userId}`)).json().items)).toBe(minutes * 60)
  const top = (await staff.get('/api/user/getTopUserPatrols')).json()
  expect(top).toEqual([{ userId: member.userId, name: 'Member', minutes, calls: 3 }])
  const roster = (await staff.get('/api/members?q=Member&sort=minutes')).json()
  expect(roster.items.find(({ name }: { name: string }) => name === 'Member')).toMatchObject({ minutes })
  expect((await staff.get(`/api/members/${member.userId}`)).json()).toMatchObject({ minutes })
})

test('seconds by status are the same before and after settling, and after a changed end', async () => {
  const person = await t.addPerson({ departments: [{ name: 'SAHP', isPrimary: true }] })
  const id = await addPatrol(t, person, '2026-02-03T10:00:00Z', {
    endedAt: '2026-02-03T12:00:00Z',
    departmentId: 4,
    isSettled: false,
    statuses: [
      { at: '2026-02-03T10:00:00Z', status: 3 },
      { at: '2026-02-03T10:30:00Z', status: 5 },
      { at: '2026-02-03T11:00:00Z', status: null },
    ],
  })
  const statuses = async (to = '2026-02-28') =>
    (await staff.get(`/api/patrols/overview?from=2026-02-01&to=${to}&departmentId=4`)).json().byStatus
  const unsettled = [
    { status: null, seconds: 3600 },
    { status: 3, seconds: 1800 },
    { status: 5, seconds: 1800 },
  ]
  expect(await statuses()).toEqual(unsettled)
  const stored = async () =>
    (await t.db.selectFrom('patrols').select('status_seconds').where('id', '=', id).executeTakeFirstOrThrow()).status_seconds
  await t.db.updateTable('patrols').set({ settled_at: new Date() }).where('id', '=', id).execute()
  expect(await stored()).toEqual([3600, 0, 0, 1800, 0, 1800, 0, 0])
  expect(await statuses()).toEqual(unsettled)
  await t.db.updateTable('patrols').set({ ended_at: '2026-02-03T11:30:00Z' }).where('id', '=', id).execute()
  expect(await stored()).toBeNull()
  expect(await statuses()).toEqual([{ status: null, seconds: 1800 }, ...unsettled.slice(1)])
})

test("the rank's quota takes precedence over the department's, is reduced by days on leave, and is shown for whole months only", async () => {
  const addOfficer = (name: string, rank: string) => t.addPerson({ name, departments: [{ name: 'BCSO', rank, isPrimary: true }] })
  const [deputy, corporal, away, gone] = [
    await addOfficer('Deputy', 'Deputy'),
    await addOfficer('Corporal', 'Corporal'),
    await addOfficer('Away', 'Deputy'),
    await addOfficer('Gone', 'Deputy'),
  ]
  await sql`insert into patrol_quotas (department_id, rank_id, minutes) values (3, null, 600),
    (3, (select id from ranks where department_id = 3 and name = 'Corporal'), 60)`.execute(t.db)
  const leave = (user: Person, starts_on: string, ends_on: string, ended_early_at: string | null = null) =>
    t.db
      .insertInto('leaves')
      .values({ user_id: user.userId, author_id: user.userId, starts_on, ends_on, reason: 'Holidays', ended_early_at })
      .execute()
  // April has thirty days. This leave ended early on the fourth, after three days. The other one ends in May.
  await leave(away, '2026-04-01', '2026-04-20', '2026-04-04T12:00:00Z')
  await leave(away, '2026-04-19', '2026-05-10')
  await leave(gone, '2026-03-20', '2026-05-10')
  for (const person of [deputy, corporal, away]) {
    await addPatrol(t, person, '2026-04-10T10:00:00Z', { endedAt: '2026-04-10T16:00:00Z', departmentId: 3 })
  }
  // This patrol counts for the civilian department, not towards this quota.
  await addPatrol(t, deputy, '2026-04-11T10:00:00Z', { endedAt: '2026-04-11T20:00:00Z', departmentId: 7, kind: 'civilian' })
  const list = async (period: string) => {
    const { items } = (await staff.get(`/api/patrols/members?${period}`)).json() as { items: { name: string; quota: object | null }[] }
    return Object.fromEntries(items.map(({ name, quota }) => [name, quota]))
  }
  const april = 'from=2026-04-01&to=2026-04-30&departmentId=3'
  expect(await list(april)).toEqual({
    Deputy: { minutes: 600, leaveDays: 0, dueMinutes: 600, countedSeconds: 21_600, weeks: null },
    Corporal: { minutes: 60, leaveDays: 0, dueMinutes: 60, countedSeconds: 21_600, weeks: null },
    Away: { minutes: 600, leaveDays: 15, dueMinutes: 300, countedSeconds: 21_600, weeks: null },
    Gone: { minutes: 600, leaveDays: 30, dueMinutes: 0, countedSeconds: 0, weeks: null },
  })
  const below = (await staff.get(`/api/patrols/members?${april}&only=belowQuota`)).json()
  expect(below.items.map(({ name }: { name: string }) => name)).toEqual(['Deputy'])
  expect((await staff.get(`/api/patrols/overview?${april}`)).json()).toMatchObject({ belowQuota: 1, members: 4 })
  // Without a filter, the quota is the primary department's, and the hours are those of all departments.
  const everyone = (await staff.get('/api/patrols/members?from=2026-04-01&to=2026-04-30&q=Deputy')).json()
  expect(everyone.items).toMatchObject([{ countedSeconds: 16 * 3600, quota: { countedSeconds: 21_600 } }])
  for (const other of ['from=2026-04-01&to=2026-04-29', 'from=2026-04-06&to=2026-04-12', 'from=2026-04-01&to=2026-05-31']) {
    expect(Object.values(await list(`${other}&departmentId=3`)).every((quota) => quota === null)).toBe(true)
    expect((await staff.get(`/api/patrols/overview?${other}&departmentId=3`)).json()).toMatchObject({ belowQuota: null })
  }
})

test("the summary has this month's remaining quota, and members on leave or inactive can be found", async () => {
  const person = await t.addPerson({ name: 'Fireman', departments: [{ name: 'FIRE', isPrimary: true }] })
  const idle = await t.addPerson({ name: 'Idle', departments: [{ name: 'FIRE', isPrimary: true }] })
  await t.db
    .updateTable('users')
    .set({ created_at: ago(24 * 90) })
    .where('id', 'in', [person.userId, idle.userId])
    .execute()
  await t.db.insertInto('patrol_quotas').values({ department_id: 6, rank_id: null, minutes: 120 }).execute()
  await addPatrol(t, person, ago(0.5), { departmentId: 6 })
  await addPatrol(t, idle, ago(24 * 30), { departmentId: 6, endedAt: ago(24 * 30 - 1) })
  await t.db
    .insertInto('leaves')
    .values({ user_id: idle.userId, author_id: idle.userId, starts_on: ago(48), ends_on: ago(-48), reason: 'Holidays' })
    .execute()
  const summary = (await t.http(person.token).get(`/api/patrols/summary/${person.userId}`)).json()
  expect(summary).toMatchObject({
    quotaPeriod: 'month',
    quotas: [{ departmentId: 6, minutes: 120, leaveDays: 0, dueMinutes: 120 }],
    byDepartment: [{ departmentId: 6 }],
    byStatus: [{ status: 3 }],
  })
  expect(summary.byStatus[0].seconds).toBeGreaterThanOrEqual(1800)
  expect(summary.week.patrols).toBe(1)
  const period = `from=${dayOf(Date.now())}&to=${dayOf(Date.now())}&departmentId=6`
  const names = async (only: string) => {
    const { items } = (await staff.get(`/api/patrols/members?${period}&only=${only}`)).json() as { items: { name: string }[] }
    return items.map(({ name }) => name)
  }
  expect(await names('inactive')).toEqual(['Idle'])
  expect(await names('inactive&inactiveDays=60')).toEqual([])
  expect(await names('onLeave')).toEqual(['Idle'])
  expect(await names('onPatrol')).toEqual(['Fireman'])
  expect(await names('flagged')).toEqual([])
  expect((await staff.get(`/api/patrols/overview?${period}`)).json()).toMatchObject({
    onLeave: 1,
    inactive: 1,
    inactiveDays: 14,
    members: 2,
  })
  for (const sort of ['name', 'rank', 'hours', 'quota', 'seen', 'calls', 'lastPatrolAt'])
    for (const direction of ['asc', 'desc'])
      expect((await staff.get(`/api/patrols/members?${period}&sort=${sort}&direction=${direction}`)).json()).toMatchObject({ total: 2 })
})

test('a patrol longer than a day is found in every period that it overlaps', async () => {
  const person = await t.addPerson({ departments: [{ name: 'COMM', isPrimary: true }] })
  await addPatrol(t, person, '2026-01-02T00:00:00Z', { endedAt: '2026-01-09T00:00:00Z', departmentId: 5 })
  const { total, byStatus } = (await staff.get('/api/patrols/overview?from=2026-01-06&to=2026-01-07&departmentId=5')).json()
  expect(total).toMatchObject({ seconds: 48 * 3600, patrols: 1 })
  expect(byStatus).toEqual([{ status: 3, seconds: 48 * 3600 }])
})
