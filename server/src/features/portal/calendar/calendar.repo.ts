import { CalendarPreview, CommunityZone, timeZoneSetting } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { TODAY } from '../../../platform/calendar/calendar.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** Chooses the time zone as the settings page does. A trigger changes the calendar with it, and refuses a zone that the database does not know. */
export const writeTimeZone = (tx: Tx, zone: string) =>
  tx
    .insertInto('settings')
    .values({ key: timeZoneSetting.key, value: JSON.stringify(zone) })
    .onConflict((on) => on.column('key').doUpdateSet({ value: JSON.stringify(zone) }))
    .execute()

/** The names of time zones in alphabetical order, UTC first. */
export async function readZones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names order by name = 'UTC' desc, name`.execute(db)
  return rows.flatMap(({ name }) => (CommunityZone.safeParse(name).success ? name : []))
}

const { before: State } = CalendarPreview.shape

/** Today, the current week and the members on leave, by the calendar of this transaction. */
export async function readState(tx: Tx) {
  const { rows } = await sql<{ state: unknown }>`
    select json_build_object('today', t.today::text, 'weekStartsAt', community_midnight(t.monday), 'weekEndsAt', community_midnight(t.monday + 7),
      'onLeave', (select count(distinct l.user_id) from leaves l join users u on u.id = l.user_id
        where l.ended_early_at is null and t.today between l.starts_on and l.ends_on and u.disabled_at is null and u.deleted_at is null)) as state
    from (select d.today, date_trunc('week', d.today::timestamp)::date as monday from (select community_today() as today) d) t`.execute(tx)
  return State.parse(rows[0]?.state)
}

const Moved = CalendarPreview.pick({ leaves: true, licences: true, vehicles: true })

/** Counts leaves, licences and vehicles whose last day is still to come. */
export async function countMoving(tx: Tx): Promise<z.infer<typeof Moved>> {
  const { rows } = await sql`
    select (select count(*) from leaves l where l.ended_early_at is null and l.ends_on >= ${TODAY}) as leaves,
      (select count(*) from licences l where l.state = 'granted' and l.expires_on >= ${TODAY}) as licences,
      (select count(*) from vehicles v where v.removed_at is null and greatest(v.registered_until, v.insured_until) >= ${TODAY}) as vehicles`.execute(
    tx,
  )
  return Moved.parse(rows[0])
}

/** When the day begins, by the calendar of this transaction. */
export async function beginningOf(tx: Tx, day: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select community_midnight(${day}::date) as at`.execute(tx)
  return z.object({ at: z.date() }).parse(rows[0]).at
}
