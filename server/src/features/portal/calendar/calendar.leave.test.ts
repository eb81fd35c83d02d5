import { addDays, type MemberPatrols, type MemberRow, type PageOf, type PatrolOverview, startOfDay, todayOf } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseIn, putCommunityIn, putTodayAt, type TestDatabase } from '../../../testing/test-database.ts'
import { addDiscordRoles, linkMember, ROLES_IN_DISCORD } from '../../../testing/test-entitlements.ts'
import { type Http, type Person, startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'

let database: TestDatabase
let t: TestPortal
let staff: Http
let member: Person
beforeAll(async () => {
  database = await createDatabaseIn('Pacific/Honolulu')
  t = await startTestPortal({ database })
  staff = await t.as('staff')
  member = await t.addPerson({ name: 'Away', departments: [{ name: 'LSPD', rank: 'Officer I', isPrimary: true }] })
  await addDiscordRoles(t.db)
  await linkMember(t.db, member.userId)
  await sql`insert into entitlements (source_kind, gift_kind, discord_role_id) values ('leave', 'discordRole', ${ROLES_IN_DISCORD.away})`.execute(
    t.db,
  )
})
afterAll(async () => {
  await t.close()
  await database.drop()
})

/** Asks every place that says whether the member is on leave. The viewer is in Auckland, which must not matter. */
async function onLeave(day: string): Promise<Record<string, boolean>> {
  const members = async (query: string) => (await staff.get(`/api/members?${query}`)).json<PageOf<MemberRow>>().items
  const isMember = ({ userId }: { userId: number }) => userId === member.userId
  const patrols = async (query: string) =>
    (await staff.get(`/api/patrols/members?from=${day}&to=${day}&timeZone=Pacific/Auckland${query}`)).json<PageOf<MemberPatrols>>().items
  const row = (await members('pageSize=100')).find(isMember)
  const page = (await staff.get(`/api/members/${member.userId}`)).json<MemberRow>()
  const overview = (await staff.get(`/api/patrols/overview?from=${day}&to=${day}&timeZone=Pacific/Auckland`)).json<PatrolOverview>()
  const entitled = await sql`select from entitled where user_id = ${member.userId} and source = 'leave'`.execute(t.db)
  const role = await sql`select from entitled_roles where user_id = ${member.userId} and role_id = ${ROLES_IN_DISCORD.away}`.execute(t.db)
  return {
    roster: row?.isOnLeave === true,
    'end in the roster': row?.leaveEndsOn === day,
    'roster of those on leave': (await members('onLeave=true&pageSize=100')).some(isMember),
    'not in the roster of the others': !(await members('onLeave=false&pageSize=100')).some(isMember),
    "the member's page": page.isOnLeave,
    'Patrol Viewer': (await patrols('')).find(isMember)?.isOnLeave === true,
    'Patrol Viewer, only those on leave': (await patrols('&only=onLeave')).some(isMember),
    'number in the Patrol Viewer': overview.onLeave === 1,
    'what leave entitles to': entitled.rows.length === 1,
    'role in Discord': role.rows.length === 1,
  }
}

test.each([
  ['Pacific/Kiritimati', '2026-11-18'],
  ['Pacific/Pago_Pago', '2026-11-18'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['America/Santiago', '2026-09-06'],
  ['Africa/Cairo', '2026-04-24'],
  ['America/Havana', '2026-11-01'],
])('in %s a member with leave on %s is on leave everywhere or nowhere, to the second around midnight', async (zone, day) => {
  await putCommunityIn(t.db, zone)
  await sql`delete from leaves`.execute(t.db)
  await sql`insert into leaves (user_id, author_id, starts_on, ends_on, reason)
    values (${member.userId}, ${member.userId}, ${day}::date, ${day}::date, 'Exams')`.execute(t.db)
  const [start, end] = [startOfDay(zone, day).getTime(), startOfDay(zone, addDays(day, 1)).getTime()]
  for (const [moment, isOnLeave] of [
    [start - 1, false],
    [start, true],
    [end - 1, true],
    [end, false],
  ] as const) {
    await putTodayAt(t.db, new Date(moment))
    const everywhere = await onLeave(day)
    expect(everywhere, new Date(moment).toISOString()).toEqual(
      Object.fromEntries(Object.keys(everywhere).map((place) => [place, isOnLeave])),
    )
    // Pages decide by this value, from the calendar that they carry.
    expect(todayOf({ timeZone: zone, firstDay: null }, moment) === day).toBe(isOnLeave)
  }
})
