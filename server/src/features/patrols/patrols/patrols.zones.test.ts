import { afterAll, beforeAll, expect, test } from 'vitest'
import { putCommunityIn } from '../../../testing/test-database.ts'
import { addGap, addPatrol } from '../../../testing/test-patrol-rows.ts'
import { startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'

const HOUR = 3600
const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu'] as const

let t: TestPortal
let staff: Http
let member: Person
beforeAll(async () => {
  t = await startTestPortal()
  staff = await t.as('staff')
  member = await t.addPerson({ name: 'Night', departments: [{ name: 'LSPD', rank: 'Officer I', isPrimary: true }] })
  // A whole day around each change of the clock in Berlin (29 March, 25 October), St. John's and Havana (8 March,
  // 1 November), Santiago (4 April, 6 September) and Cairo (24 April).
  for (const day of ['2026-03-08', '2026-03-29', '2026-04-04', '2026-04-24', '2026-09-06', '2026-10-25', '2026-11-01']) {
    const noon = Date.parse(`${day}T12:00:00Z`)
    const id = await addPatrol(t, member, new Date(noon - 24 * HOUR * 1000), { endedAt: new Date(noon + 24 * HOUR * 1000 + 417), calls: 2 })
    await addGap(t, id, { from: new Date(noon - 14 * HOUR * 1000), to: new Date(noon - 11 * HOUR * 1000 + 250) })
  }
})
afterAll(() => t.close())

type Overview = {
  total: { countedSeconds: number; seconds: number }
  days: { day: string; countedSeconds: number }[]
  byStatus: { seconds: number }[]
}
/** The viewer is in Auckland; their time zone does not count. */
const overview = async (from: string, to: string, more = ''): Promise<Overview> =>
  (await staff.get(`/api/patrols/overview?from=${from}&to=${to}&timeZone=Pacific/Auckland${more}`)).json()

test.each([
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/St_Johns', '2026-03-08', 23],
  ['America/St_Johns', '2026-11-01', 25],
  ['America/Santiago', '2026-04-04', 25],
  ['America/Santiago', '2026-09-06', 23],
  ['Africa/Cairo', '2026-04-24', 23],
  ['America/Havana', '2026-11-01', 25],
  ['Asia/Kathmandu', '2026-03-29', 24],
  ['UTC', '2026-10-25', 24],
])('a day in %s on %s has %i hours', async (timeZone, day, hours) => {
  await putCommunityIn(t.db, timeZone)
  const { total, days } = await overview(day, day)
  expect(total.seconds).toBe(hours * HOUR)
  expect(days).toEqual([{ day, departmentId: 2, countedSeconds: total.countedSeconds }])
})

test.each(ZONES)('in %s the days add up to the total, and a patrol over midnight counts on both', async (timeZone) => {
  await putCommunityIn(t.db, timeZone)
  const spring = await overview('2026-03-01', '2026-03-31')
  expect(spring.days.length).toBe(6)
  expect(spring.days.reduce((sum, { countedSeconds }) => sum + countedSeconds, 0)).toBe(spring.total.countedSeconds)
  expect(spring.total.seconds).toBe(2 * 48 * HOUR)
  expect(spring.total.countedSeconds).toBe(2 * 45 * HOUR)
  expect(spring.byStatus).toEqual([{ status: 3, seconds: spring.total.seconds }])
  // If a period is split at any day, its parts add up to the whole.
  for (const day of ['07', '08', '28', '29']) {
    const next = String(Number(day) + 1).padStart(2, '0')
    const [before, after] = [await overview('2026-03-01', `2026-03-${day}`), await overview(`2026-03-${next}`, '2026-03-31')]
    expect(before.total.countedSeconds + after.total.countedSeconds).toBe(spring.total.countedSeconds)
    expect(before.byStatus.concat(after.byStatus).reduce((sum, { seconds }) => sum + seconds, 0)).toBe(spring.total.seconds)
  }
})

test.each(ZONES)('in %s the calendar of a member has the same days as the viewer, over a year', async (timeZone) => {
  await putCommunityIn(t.db, timeZone)
  const DAY = 24 * HOUR * 1000
  const nights = await t.addPerson({ departments: [{ name: 'BCSO', isPrimary: true }] })
  const today = Math.floor(Date.now() / DAY) * DAY
  for (let back = 350; back > 3; back -= 10) {
    const evening = today - back * DAY + 20 * HOUR * 1000
    await addPatrol(t, nights, new Date(evening), { endedAt: new Date(evening + 11 * HOUR * 1000), departmentId: 3 })
  }
  const { days } = (await t.http(nights.token).get(`/api/patrols/summary/${nights.userId}?timeZone=Pacific/Auckland`)).json() as Overview
  const day = (back: number) => new Date(today - back * DAY).toISOString().slice(0, 10)
  const seen = await overview(day(352), day(0), '&departmentId=3')
  expect(days).toEqual(seen.days.map(({ day: each, countedSeconds }) => ({ day: each, countedSeconds })))
  expect(days.reduce((sum, { countedSeconds }) => sum + countedSeconds, 0)).toBe(35 * 11 * HOUR)
  await t.db.deleteFrom('patrols').where('user_id', '=', nights.userId).execute()
})
