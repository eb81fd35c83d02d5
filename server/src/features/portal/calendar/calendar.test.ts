import fc from 'fast-check'
import {
  addDays,
  type CalendarPreview,
  dayIn,
  mondayOf,
  type PatrolOverview,
  type SettingState,
  startOfDay,
  timeZoneSetting,
  todayOf,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCalendar } from '../../../platform/calendar/calendar.ts'
import { createDatabaseIn, putCommunityIn, putTodayAt, type TestDatabase } from '../../../testing/test-database.ts'
import { addPatrol } from '../../../testing/test-patrol-rows.ts'
import { type Http, type Person, startTestPortal, type TestPortal, until } from '../../../testing/test-portal.ts'
import { warrantRows } from '../../../testing/test-warrant-rows.ts'

let database: TestDatabase
let t: TestPortal
let admin: Http
let member: Person
beforeAll(async () => {
  database = await createDatabaseIn('Pacific/Honolulu')
  t = await startTestPortal({ database })
  admin = await t.as('admin')
  member = await t.addPerson({ name: 'Night', departments: [{ name: 'LSPD', rank: 'Officer I', isPrimary: true }] })
})
afterAll(async () => {
  await t.close()
  await database.drop()
})

const PATH = `/api/settings/${timeZoneSetting.key}`
const stateOf = async () =>
  (await admin.get('/api/settings')).json<SettingState[]>().find(({ key }) => key === timeZoneSetting.key) as SettingState
const choose = async (value: string) => admin.put(PATH, { value, version: (await stateOf()).version })
const reset = async () => admin.delete(`${PATH}?version=${(await stateOf()).version}`)
const midnight = async (day: string) =>
  (await sql<{ at: Date }>`select community_midnight(${day}::date) as at`.execute(t.db)).rows[0]?.at.toISOString()
const dayAt = async (moment: Date) =>
  (await sql<{ day: string }>`select community_day(${moment}::timestamptz)::text as day`.execute(t.db)).rows[0]?.day
const realToday = () =>
  sql`create or replace function community_today() returns date language sql stable parallel safe
  return community_day(now())`.execute(t.db)

beforeEach(async () => {
  await sql`delete from settings where key = ${timeZoneSetting.key}`.execute(t.db)
  await putCommunityIn(t.db, 'UTC')
  await realToday()
  // The next choice would conflict with the version of a deleted one.
  await until('the portal has read that nothing is chosen', async () => (await stateOf()).version === 0)
})

/** Node and PostgreSQL have rules of different years for some other zones. */
const STEADY = [
  'UTC',
  'Africa/Cairo',
  'America/Havana',
  'America/Los_Angeles',
  'America/New_York',
  'America/Santiago',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Europe/London',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

describe('the days of a zone', () => {
  test('begin in the database where they begin in the contract, around every change of the clocks', async () => {
    const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-04-24', '2026-09-06', '2026-10-25', '2026-11-01']
    const days = changes.flatMap((day) => [addDays(day, -1), day, addDays(day, 1)])
    const { rows } = await sql<{ zone: string; day: string; at: Date }>`
      select zone, day, zone_midnight(day::date, zone) as at from unnest(${[...STEADY]}::text[]) zone cross join unnest(${days}::text[]) day`.execute(
      t.db,
    )
    expect(rows).toHaveLength(STEADY.length * days.length)
    expect(rows.filter(({ zone, day, at }) => at.getTime() !== startOfDay(zone, day).getTime())).toEqual([])
  })

  test('are those of the community, in a database that has another time zone', async () => {
    await putCommunityIn(t.db, 'America/Santiago')
    for (const moment of ['2026-09-06T03:59:59.999Z', '2026-09-06T04:00:00Z', '2026-04-05T03:30:00Z', '2026-04-05T04:00:00Z']) {
      expect(await dayAt(new Date(moment))).toBe(dayIn('America/Santiago', Date.parse(moment)))
    }
  })
})

test('every connection counts in UTC, whatever the database and the role say', async () => {
  for (const { db } of [t.database, t.database.background]) {
    expect((await sql`show timezone`.execute(db)).rows).toEqual([{ TimeZone: 'UTC' }])
  }
})

describe('the time zones that can be chosen', () => {
  test('are listed for anyone who can open the portal, UTC first, without offsets and abbreviations', async () => {
    const zones = (await t.http().get('/api/calendar/time-zones')).json<string[]>()
    expect(zones[0]).toBe('UTC')
    expect(zones).toEqual(expect.arrayContaining(['Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati']))
    expect(zones.filter((zone) => zone !== 'UTC' && !zone.includes('/'))).toEqual([])
    expect(zones.filter((zone) => /^(Etc|posix|right|US)\//.test(zone))).toEqual([])
  })

  test.each(['Mars/Olympus', 'EST', '+01:00', '', 5])('%j is refused at its field, and nothing changes', async (value) => {
    const response = await admin.put(PATH, { value, version: 0 })
    expect([response.statusCode, response.json().field]).toEqual([400, 'value'])
    expect((await admin.get(`/api/calendar/preview?timeZone=${encodeURIComponent(String(value))}`)).json()).toMatchObject({
      code: 'invalid_input',
      field: 'timeZone',
    })
    expect(await readCalendar(t.db)).toEqual({ timeZone: 'UTC', firstDay: null })
  })

  test('a zone that only the database knows is refused, and so is one that only the portal knows', async () => {
    await expect(sql`insert into settings (key, value) values (${timeZoneSetting.key}, '"Mars/Olympus"')`.execute(t.db)).rejects.toThrow(
      'the time zone "Mars/Olympus" is not known',
    )
    expect((await choose('US/Eastern')).json()).toMatchObject({ code: 'invalid_input', field: 'value' })
  })
})

describe('set-up', () => {
  test('uses the time zone of the founder for all days, and pages carry it', async () => {
    const fresh = await startTestPortal({ database: await createDatabaseIn('Pacific/Honolulu') })
    try {
      const answers = {
        code: await fresh.app.setup.code(),
        communityName: 'Twin Falls RP',
        name: 'Jo',
        emailAddress: 'jo@example.com',
        password: 'long enough 1',
      }
      const refused = await fresh.http().post('/api/setup', { ...answers, timeZone: 'Mars/Olympus' })
      expect([refused.statusCode, refused.json().field]).toEqual([400, 'timeZone'])
      expect((await fresh.http().post('/api/setup', { ...answers, timeZone: 'America/Chicago' })).statusCode).toBe(200)
      expect(await readCalendar(fresh.db)).toEqual({ timeZone: 'America/Chicago', firstDay: null })
      const config = async () => (await fresh.http().get('/portal-config.json')).json<{ calendar: object }>().calendar
      await until('pages carry it', async () => JSON.stringify(await config()).includes('America/Chicago'))
      expect(await config()).toEqual({ timeZone: 'America/Chicago', firstDay: null })
    } finally {
      await fresh.close()
      await fresh.database.drop()
    }
  })
})

describe('another time zone', () => {
  const patrols: number[] = []
  beforeEach(async () => {
    if (patrols.length > 0) return
    // One patrol over each of the last Mondays and firsts of a month, where a week or a month ends.
    const today = dayIn('UTC', Date.now())
    const monday = mondayOf(today)
    const first = `${today.slice(0, 7)}-01`
    for (const day of new Set([monday, addDays(monday, -7), addDays(monday, -14), first])) {
      const at = Date.parse(day)
      if (at + 20 * 3_600_000 > Date.now()) continue
      patrols.push(await addPatrol(t, member, new Date(at - 15 * 3_600_000), { endedAt: new Date(at + 15 * 3_600_000) }).catch(() => 0))
    }
  })
  const totals = async () => {
    const today = dayIn('UTC', Date.now())
    const monday = mondayOf(today)
    const lastOfMonth = addDays(`${today.slice(0, 7)}-01`, -1)
    const periods = [
      [addDays(monday, -7), addDays(monday, -1)],
      [addDays(monday, -14), addDays(monday, -8)],
      [`${lastOfMonth.slice(0, 7)}-01`, lastOfMonth],
    ] as const
    const staff = await t.as('staff')
    return Promise.all(
      periods.map(async ([from, to]) => (await staff.get(`/api/patrols/overview?from=${from}&to=${to}`)).json<PatrolOverview>().total),
    )
  }

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin'])('%s moves no week and no month that is over', async (zone) => {
    const before = await totals()
    expect((await choose(zone)).json()).toMatchObject({ value: zone, source: 'portal' })
    expect(await totals()).toEqual(before)
    const calendar = await readCalendar(t.db)
    expect(calendar).toEqual({ timeZone: zone, firstDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string })
    const later = addDays(dayIn('UTC', Date.now()), 3)
    expect(await midnight(later)).toBe(startOfDay(zone, later).toISOString())
    expect(await dayAt(new Date())).toBe(todayOf(calendar, Date.now()))
    // UTC again restores everything as it was.
    expect((await reset()).json()).toMatchObject({ value: 'UTC', source: 'default' })
    expect(await totals()).toEqual(before)
    expect(await midnight(later)).toBe(`${later}T00:00:00.000Z`)
  })

  test('a preview says what moves, and moves nothing', async () => {
    await sql`insert into leaves (user_id, author_id, starts_on, ends_on, reason)
      values (${member.userId}, ${member.userId}, community_today() - 3, community_today() + 30, 'Exams')`.execute(t.db)
    const { version } = await stateOf()
    const preview = (await admin.get('/api/calendar/preview?timeZone=America/Bogota')).json<CalendarPreview>()
    expect(preview).toMatchObject({ laterMinutes: 300, leaves: 1, licences: 0, vehicles: 0, before: { onLeave: 1 }, after: { onLeave: 1 } })
    expect(preview.before.today).toBe(dayIn('UTC', Date.now()))
    expect(preview.before.weekStartsAt).toBe(`${mondayOf(preview.before.today)}T00:00:00.000Z`)
    expect(await readCalendar(t.db)).toEqual({ timeZone: 'UTC', firstDay: null })
    expect((await stateOf()).version).toBe(version)
    expect((await admin.get('/api/calendar/preview?timeZone=UTC')).json()).toMatchObject({ laterMinutes: 0, leaves: 0 })
    expect((await (await t.as('staff')).get('/api/calendar/preview?timeZone=UTC')).statusCode).toBe(403)
    await sql`delete from leaves`.execute(t.db)
  })

  test('does not move a signed expiry, or points that were given', async () => {
    await warrantRows(t).put(member, { state: 'active', signer: await t.addPerson() })
    await sql`with driver as (insert into characters (name, born_on, origin) values ('Ada Nwosu', '1990-01-31', 'officer') returning id),
      licence as (insert into licences (character_id, type, state, expires_on) select id, 'DRIVERS', 'granted', '2027-01-01' from driver returning id)
      insert into licence_points (licence_id, points, reason, lapses_at) select id, 3, 'Speeding', now() + interval '1 day' from licence`.execute(
      t.db,
    )
    const moments = async () =>
      (await sql`select lapses_at as at from licence_points union all select expires_at from warrants`.execute(t.db)).rows
    const before = await moments()
    expect(before).toEqual([{ at: expect.any(Date) }, { at: expect.any(Date) }])
    expect((await choose('Pacific/Kiritimati')).statusCode).toBe(200)
    expect(await moments()).toEqual(before)
  })

  test('reaches open pages', async () => {
    expect((await choose('Asia/Tokyo')).statusCode).toBe(200)
    const config = async () => (await t.http().get('/portal-config.json')).json<{ calendar: { timeZone: string } }>().calendar
    await until('pages carry it', async () => (await config()).timeZone === 'Asia/Tokyo')
  })

  test('keeps days consecutive and the past unchanged, whatever is chosen and whenever, and the contract agrees', async () => {
    const ZONES = [
      'UTC',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Europe/Berlin',
      'America/Havana',
      'America/Santiago',
      'Asia/Kathmandu',
    ]
    const steps = fc.array(fc.record({ hours: fc.integer({ min: 0, max: 24 * 20 }), zone: fc.constantFrom(...ZONES) }), {
      minLength: 1,
      maxLength: 5,
    })
    const days = Array.from({ length: 130 }, (_, index) => addDays('2026-08-25', index))
    const midnights = async () =>
      (
        await sql<{ at: Date }>`select community_midnight(day::date) as at from unnest(${days}::text[]) with ordinality d (day, place)
          order by place`.execute(t.db)
      ).rows.map(({ at }) => at.getTime())
    const property = fc.asyncProperty(steps, fc.constantFrom(...ZONES), async (changes, first) => {
      await putCommunityIn(t.db, first)
      let now = Date.parse('2026-08-28T00:00:00Z')
      for (const { hours, zone } of changes) {
        now += hours * 3_600_000
        await putTodayAt(t.db, new Date(now))
        const [before, dayBefore] = [await midnights(), await dayAt(new Date(now))]
        await sql`insert into settings (key, value) values (${timeZoneSetting.key}, to_jsonb(${zone}::text))
          on conflict (key) do update set value = excluded.value`.execute(t.db)
        const after = await midnights()
        expect(after).toEqual(after.toSorted((a, b) => a - b))
        const kept = [mondayOf(dayBefore ?? ''), `${dayBefore?.slice(0, 7)}-01`].toSorted()[1] ?? ''
        const keptDays = days.filter((day) => day <= kept).length
        expect(after.slice(0, keptDays)).toEqual(before.slice(0, keptDays))
        const calendar = await readCalendar(t.db)
        expect(await dayAt(new Date(now))).toBe(todayOf(calendar, now))
        for (const index of [keptDays, keptDays + 1, keptDays + 9]) {
          const at = after[index]
          if (at === undefined || after[index + 1] === at) continue
          expect(await dayAt(new Date(at))).toBe(days[index])
        }
      }
    })
    await fc.assert(property, { numRuns: 12 })
  })
})
