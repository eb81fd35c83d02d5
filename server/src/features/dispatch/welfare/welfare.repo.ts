import { Ping } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { pingJson } from '../desk/desk.port.ts'

export type Silence = { readonly minutes: number; readonly graceMinutes: number }

/**
 * Asks every unit that has been silent for that long, once. A unit that is being written right now is either active or will be checked
 * again in a minute.
 */
export async function askSilent(tx: Tx, { minutes, graceMinutes }: Silence): Promise<{ userId: number; ping: Ping }[]> {
  const { rows } = await sql<{ userId: number; ping: unknown }>`
    with silent as (
      select t.user_id from units t where t.status <> 1 and t.last_heard_at <= now() - make_interval(mins => ${minutes})
        and not exists (select from pings q where q.to_user_id = t.user_id and q.kind = 'welfare' and q.closed_at is null)
      order by t.user_id for no key update of t skip locked
    ), p as (
      insert into pings (kind, to_user_id, message, at, deadline)
      select 'welfare', user_id, ${`Nothing was heard from you for ${minutes} minutes. Are you still there?`}, now(),
        now() + make_interval(mins => ${graceMinutes})
      from silent on conflict do nothing returning *
    )
    select p.to_user_id as "userId", ${pingJson} as ping from p left join users s on s.id = p.from_user_id order by p.to_user_id`.execute(
    tx,
  )
  return z.array(z.object({ userId: z.int(), ping: Ping })).parse(rows)
}

/** Units that did not respond by the deadline. */
export async function overdue(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('pings')
    .select('to_user_id')
    .where('kind', '=', 'welfare')
    .where('closed_at', 'is', null)
    .where('deadline', '<=', sql<Date>`now()`)
    .orderBy('to_user_id')
    .execute()
  return rows.map(({ to_user_id }) => to_user_id)
}

/** Minutes of silence if the unit is still overdue. Locks the ping, so that it can't be answered until the transaction ends. */
export async function holdOverdue(tx: Tx, userId: number): Promise<number | undefined> {
  const { rows } = await sql<{ minutes: number }>`
    select floor(extract(epoch from clock_timestamp() - t.last_heard_at) / 60)::integer as minutes
    from pings p join units t on t.user_id = p.to_user_id
    where p.to_user_id = ${userId} and p.kind = 'welfare' and p.closed_at is null and p.deadline <= clock_timestamp() for update of p`.execute(
    tx,
  )
  return rows[0]?.minutes
}

/** For the patrol that ends in this transaction. */
export const markEndedBySilence = (tx: Tx, userId: number) =>
  tx.updateTable('patrols').set({ end_reason: 'silence' }).where('user_id', '=', userId).where('ended_at', 'is', null).execute()
