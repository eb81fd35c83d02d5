import type { MemberPatrols, PageOf, PatrolOverview } from '@tenfour/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putCommunityIn } from '../../../testing/test-database.ts'
import { addGap, addPatrol } from '../../../testing/test-patrol-rows.ts'
import { startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'

const HOUR_MS = 3_600_000
const FIRST = Date.parse('2026-01-20T00:00:00Z')
const DAYS = 100

let t: TestPortal
let staff: Http
let people: readonly Person[]
beforeAll(async () => {
  t = await startTestPortal()
  staff = await t.as('staff')
  const departments = [{ name: 'LSPD', isPrimary: true }]
  people = [await t.addPerson({ departments }), await t.addPerson({ departments }), await t.addPerson({ departments })]
  // Patrols around every border of a day: short and long ones, some not settled, some with an absence, for two departments. In unsettled
  // patrols the job would change nothing while answers are compared.
  for (const [index, person] of people.entries()) {
    for (let day = index; day < DAYS; day += 2) {
      const from = FIRST + day * 24 * HOUR_MS + ((day * 7 + index * 5) % 17) * HOUR_MS + day * 1013
      const to = from + (day % 23 === 0 ? 30 : 1 + (day % 5)) * HOUR_MS + 417
      const departmentId = day % 7 === 0 ? 3 : 2
      const seen = { seenSeconds: 1800, watchedSeconds: 3600 }
      const id = await addPatrol(t, person, new Date(from), {
        endedAt: new Date(to),
        departmentId,
        calls: day % 4,
        isSettled: day % 5 !== 0,
        ...seen,
      })
      if (day % 3 === 0 && day % 5 !== 0)
        await addGap(t, id, { from: new Date(from + 600_000), to: new Date(from + 1_800_000), isCounted: day % 2 === 0 })
    }
  }
})
afterAll(() => t.close())

type Overview = { total: object; days: { day: string; departmentId: number; countedSeconds: number }[]; byStatus: { seconds: number }[] }
type Members = { items: { userId: number; countedSeconds: number; patrols: number; calls: number; isFlagged: boolean }[] }

const since = (day: string, timeZone: string) => sql`(${day}::timestamp at time zone ${timeZone}::text)`
const until = (day: string, timeZone: string) => sql`((${day}::timestamp + interval '1 day') at time zone ${timeZone}::text)`

/** The expected totals, computed from the definition alone: all counted time, cut to the period. */
async function byDefinition(from: string, to: string, timeZone: string) {
  const cut = sql`counted_time c join users u on u.id = c.user_id and u.disabled_at is null and u.deleted_at is null
    cross join lateral (select overlap_seconds(c.started_at, c.ended_at, ${since(from, timeZone)}, ${until(to, timeZone)}) as seconds) o
    where c.started_at < ${until(to, timeZone)} and c.ended_at > ${since(from, timeZone)}`
  const sums = sql`coalesce(sum(c.sign * o.seconds), 0)::integer as "countedSeconds", (count(*) filter (where c.sign = 1))::integer as patrols,
    coalesce(sum(c.calls), 0)::integer as calls`
  const total = await sql`select ${sums}, coalesce(sum(o.seconds) filter (where c.sign = 1), 0)::integer as seconds from ${cut}`.execute(
    t.db,
  )
  const members =
    await sql`select c.user_id as "userId", ${sums}, bool_or(c.is_flagged) as "isFlagged" from ${cut} group by 1 order by 1`.execute(t.db)
  const days =
    await sql`select to_char(day, 'YYYY-MM-DD') as day, c.department_id as "departmentId", sum(c.sign * overlap_seconds(c.started_at,
      c.ended_at, day at time zone ${timeZone}::text, (day + interval '1 day') at time zone ${timeZone}::text))::integer as "countedSeconds"
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') day join counted_time c
      on c.started_at < (day + interval '1 day') at time zone ${timeZone}::text and c.ended_at > day at time zone ${timeZone}::text
      join users u on u.id = c.user_id and u.disabled_at is null and u.deleted_at is null
    group by day, c.department_id order by day, c.department_id`.execute(t.db)
  return { total: total.rows[0], members: members.rows, days: days.rows }
}

const dayAt = (day: number) => new Date(FIRST + day * 24 * HOUR_MS).toISOString().slice(0, 10)
const PERIODS = fc.oneof(
  fc
    .tuple(fc.integer({ min: -3, max: DAYS }), fc.integer({ min: 0, max: 70 }))
    .map(([first, length]) => [dayAt(first), dayAt(first + length)] as const),
  fc.constantFrom(['2026-02-01', '2026-02-28'] as const, ['2026-03-01', '2026-03-31'] as const, ['2026-02-01', '2026-04-30'] as const),
)
const ZONES = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati')

const expectSame = () =>
  fc.assert(
    fc.asyncProperty(PERIODS, ZONES, async ([from, to], timeZone) => {
      await putCommunityIn(t.db, timeZone)
      const expected = await byDefinition(from, to, timeZone)
      const period = `from=${from}&to=${to}`
      const overview: Overview = (await staff.get(`/api/patrols/overview?${period}`)).json()
      const members: Members = (await staff.get(`/api/patrols/members?${period}`)).json()
      expect(overview.total).toEqual(expected.total)
      expect(overview.days.filter(({ countedSeconds }) => countedSeconds !== 0)).toEqual(expected.days)
      expect(overview.byStatus.reduce((sum, { seconds }) => sum + seconds, 0)).toBe((expected.total as { seconds: number }).seconds)
      expect(
        members.items
          .filter(({ patrols }) => patrols > 0)
          .map(({ userId, countedSeconds, patrols, calls, isFlagged }) => ({ userId, countedSeconds, patrols, calls, isFlagged }))
          .toSorted((a, b) => a.userId - b.userId),
      ).toEqual(expected.members)
    }),
    { numRuns: 15 },
  )

test('totals over any days in any time zone are the sum of the counted time', expectSame)

test('totals follow later settling, decisions, corrections, moves and deletions, and leave out disabled members', async () => {
  await sql`update patrols set settled_at = now(), calls = 3 where settled_at is null and id % 2 = 0`.execute(t.db)
  await sql`update patrol_gaps set is_counted = not is_counted where id % 2 = 0`.execute(t.db)
  await sql`update patrol_gaps set ended_at = ended_at - interval '7 minutes' where id % 3 = 0`.execute(t.db)
  await sql`update patrols set ended_at = ended_at - interval '50 minutes', settled_at = null, calls = null where id % 5 = 0`.execute(t.db)
  await sql`delete from patrol_gaps g using patrols p where p.id = g.patrol_id and p.settled_at is null`.execute(t.db)
  await sql`update patrols set settled_at = now(), calls = 1 where id % 10 = 0`.execute(t.db)
  await sql`delete from patrols where id % 11 = 0`.execute(t.db)
  await sql`update users set disabled_at = now() where id = ${people[1]?.userId}`.execute(t.db)
  await expectSame()
})

test('in a month, quotas by week are summed over its weeks, and each week has to be met by itself', async () => {
  await putCommunityIn(t.db, 'UTC')
  const person = await t.addPerson({ name: 'Weekly', departments: [{ name: 'BCSO', rank: 'Deputy', isPrimary: true }] })
  await t.db.insertInto('patrol_quotas').values({ department_id: 3, rank_id: null, minutes: 120 }).execute()
  const patrol = (day: string, hours: number) =>
    addPatrol(t, person, `${day}T10:00:00Z`, { endedAt: `${day}T${10 + hours}:00:00Z`, departmentId: 3 })
  // The first week of April begins in March; the week of the 28th belongs to May.
  await patrol('2025-03-31', 3)
  await patrol('2025-04-08', 1)
  await patrol('2025-04-29', 5)
  await t.db
    .insertInto('leaves')
    .values({ user_id: person.userId, author_id: person.userId, starts_on: '2025-04-14', ends_on: '2025-04-20', reason: 'Holidays' })
    .execute()
  const april = 'from=2025-04-01&to=2025-04-30&departmentId=3'
  const { items } = (await staff.get(`/api/patrols/members?${april}`)).json<PageOf<MemberPatrols>>()
  expect(items).toMatchObject([
    {
      countedSeconds: 6 * 3600,
      quota: { minutes: 480, leaveDays: 7, dueMinutes: 360, countedSeconds: 4 * 3600, weeks: { missed: 2, over: 4 } },
    },
  ])
  expect((await staff.get(`/api/patrols/members?${april}&only=belowQuota`)).json()).toMatchObject({ total: 1 })
  expect((await staff.get(`/api/patrols/overview?${april}`)).json()).toMatchObject({ belowQuota: 1 })
  const week = (await staff.get('/api/patrols/members?from=2025-03-31&to=2025-04-06&departmentId=3')).json<PageOf<MemberPatrols>>()
  expect(week.items[0]?.quota).toEqual({ minutes: 120, leaveDays: 0, dueMinutes: 120, countedSeconds: 3 * 3600, weeks: null })
})

test('a period that is under way is compared to as much of the one before as has passed of it', async () => {
  await putCommunityIn(t.db, 'UTC')
  const person = await t.addPerson({ departments: [{ name: 'FIRE', isPrimary: true }] })
  const today = new Date().toISOString().slice(0, 10)
  const midnight = Date.parse(`${today}T00:00:00Z`)
  const at = (days: number, ms = 0) => new Date(midnight + days * 86_400_000 + ms)
  // Three days are asked for: yesterday, today and tomorrow. Of those before, the last one has no counterpart yet.
  await addPatrol(t, person, at(-4), { endedAt: at(-4, 3_600_000), departmentId: 6 })
  await addPatrol(t, person, at(-2, 1), { endedAt: at(-2, 3_600_001), departmentId: 6 })
  const day = (days: number) => at(days).toISOString().slice(0, 10)
  const { before } = (await staff.get(`/api/patrols/overview?from=${day(-1)}&to=${day(1)}&departmentId=6`)).json<PatrolOverview>()
  expect(before).toMatchObject({ countedSeconds: 3600, patrols: 1 })
  const over = (await staff.get(`/api/patrols/overview?from=${day(-1)}&to=${day(-1)}&departmentId=6`)).json<PatrolOverview>()
  expect(over.before).toMatchObject({ countedSeconds: 3600, patrols: 1 })
})
