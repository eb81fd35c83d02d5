import { sql } from 'kysely'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { addPatrol } from '../../../testing/test-patrol-rows.ts'
import { startTestPortal, until, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { prunePresence } from './presence.retention.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.now()
const ago = (days: number, hours = 0) => new Date(NOW - days * DAY + hours * HOUR)

let t: TestPortal
let member: Person
beforeAll(async () => {
  t = await startTestPortal()
  member = await t.addPerson({ name: 'Member', departments: [{ name: 'LSPD', isPrimary: true }] })
})
afterAll(() => t.close())

/** Inserts an hour of presence and of a watch that began this many days ago. */
async function see({ userId }: Person, days: number, hours = 0): Promise<void> {
  const times = { started_at: ago(days, hours), ended_at: ago(days, hours + 1) }
  await t.db
    .insertInto('presence')
    .values({ user_id: userId, server_id: 1, state: 'moving', ...times })
    .execute()
  await t.db
    .insertInto('server_watches')
    .values({ server_id: 1, ...times })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
const daysAgo = (rows: readonly { started_at: Date }[]) => rows.map(({ started_at }) => Math.round((NOW - started_at.getTime()) / DAY))
const seenOf = async ({ userId }: Person) =>
  daysAgo(await t.db.selectFrom('presence').select('started_at').where('user_id', '=', userId).orderBy('started_at').execute())
const watched = async () => daysAgo(await t.db.selectFrom('server_watches').select('started_at').orderBy('started_at').execute())

test('presence is kept for 90 days, and its totals longer', async () => {
  const old = await addPatrol(t, member, ago(120), { endedAt: ago(120, 1), seenSeconds: 3600, watchedSeconds: 3600 })
  await addPatrol(t, member, ago(60), { endedAt: ago(60, 1) })
  for (const days of [300, 120, 91, 89, 60]) await see(member, days)
  await prunePresence(t.db)
  expect(await seenOf(member)).toEqual([89, 60])
  expect(await watched()).toEqual([89, 60])
  const { seen_seconds } = await t.db.selectFrom('patrols').select('seen_seconds').where('id', '=', old).executeTakeFirstOrThrow()
  expect(seen_seconds).toBe(3600)
})

test('patrols that may be settled again keep their presence, including the day that a correction may add', async () => {
  const [asks, unsettled, long, other] = await Promise.all(
    ['Asks', 'Unsettled', 'Long', 'Other'].map((name) => t.addPerson({ name, departments: [{ name: 'LSPD', isPrimary: true }] })),
  )
  const asked = await addPatrol(t, asks!, ago(150), { endedAt: ago(150, 1) })
  await sql`insert into patrol_corrections (patrol_id, asked_by, reason, counts_gaps, was_started_at, was_ended_at)
    select id, user_id, 'Crash', true, started_at, ended_at from patrols where id = ${asked}`.execute(t.db)
  await addPatrol(t, unsettled!, ago(200), { endedAt: ago(200, 1), isSettled: false })
  // The patrol ended within the time in which it can be corrected.
  await addPatrol(t, long!, ago(91), { endedAt: ago(89) })
  for (const person of [asks!, unsettled!, long!, other!]) for (const days of [200, 151, 150, 148, 91]) await see(person, days, 0)
  await prunePresence(t.db)
  expect(await seenOf(asks!)).toEqual([151, 150])
  expect(await seenOf(unsettled!)).toEqual([200])
  expect(await seenOf(long!)).toEqual([91])
  expect(await seenOf(other!)).toEqual([])
  expect(await watched()).toEqual([200, 151, 150, 91, 89, 60])
})

test('a job deletes it in as many steps as necessary', async () => {
  const person = await t.addPerson({ name: 'Often seen' })
  await sql`insert into presence (user_id, server_id, started_at, ended_at, state)
    select ${person.userId}, 1, now() - interval '400 days' + n * interval '1 minute', now() - interval '400 days' + n * interval '1 minute', 'idle'
    from generate_series(1, 4500) n`.execute(t.db)
  await enqueue(t.db, { name: 'presence-prune', payload: z.object({}) }, {})
  await until('the rows go', async () => (await seenOf(person)).length === 0)
})
