import { Ping, PingAnswered } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { endSilentPatrol } from '../../patrols/patrols/patrols.port.ts'
import { pingJson } from '../desk/desk.port.ts'

export type Silence = { readonly minutes: number; readonly graceMinutes: number }

/** Whether the game server saw the member of unit `t` move since then. */
const isSeenMoving = (since: RawBuilder<unknown>) => sql`exists (
  select from presence g where g.user_id = t.user_id and g.server_id = t.server_id and g.state = 'moving' and g.ended_at > ${since})`
const lastSeen = (state: 'moving' | 'any') => sql`(select max(g.ended_at) from presence g
  where g.user_id = t.user_id and g.server_id = t.server_id and ${state === 'any' ? sql`true` : sql`g.state = 'moving'`})`

/** Closes the welfare checks of members who have moved in the game since they were asked. */
export async function settleMoving(tx: Tx): Promise<{ userId: number; answered: PingAnswered }[]> {
  const { rows } = await sql`
    with alive as (
      select p.id from pings p join units t on t.user_id = p.to_user_id
      where p.kind = 'welfare' and p.closed_at is null and ${isSeenMoving(sql`p.at`)}
      order by p.to_user_id for update of p skip locked
    ), closed as (
      update pings p set closed_at = clock_timestamp() from alive where alive.id = p.id returning p.id, p.to_user_id
    )
    select c.to_user_id as "userId", json_build_object('pingId', c.id,
      'by', json_build_object('userId', u.id, 'name', u.name, 'identifier', t.identifier)) as answered
    from closed c join users u on u.id = c.to_user_id join units t on t.user_id = u.id order by u.id`.execute(tx)
  return z.array(z.object({ userId: z.int(), answered: PingAnswered })).parse(rows)
}

/**
 * Asks every unit that has been silent for that long, once, unless the game server saw it move meanwhile. A unit that is being written
 * right now is either active or will be checked again in a minute.
 */
export async function askSilent(tx: Tx, { minutes, graceMinutes }: Silence): Promise<{ userId: number; ping: Ping }[]> {
  const { rows } = await sql<{ userId: number; ping: unknown }>`
    with silent as (
      select t.user_id from units t where t.status <> 1 and t.last_heard_at <= now() - make_interval(mins => ${minutes})
        and not ${isSeenMoving(sql`now() - make_interval(mins => ${minutes})`)}
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

/** Members whose units did not respond by the deadline. */
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

/** Minutes of silence if the unit is overdue and was not seen moving. Locks the ping, so that it can't be answered until the transaction ends. */
export async function lockOverdue(tx: Tx, userId: number): Promise<number | undefined> {
  const { rows } = await sql<{ minutes: number }>`
    select floor(extract(epoch from clock_timestamp() - greatest(t.last_heard_at, ${lastSeen('moving')})) / 60)::integer as minutes
    from pings p join units t on t.user_id = p.to_user_id
    where p.to_user_id = ${userId} and p.kind = 'welfare' and p.closed_at is null and p.deadline <= clock_timestamp()
      and not ${isSeenMoving(sql`p.at`)} for update of p`.execute(tx)
  return rows[0]?.minutes
}

/**
 * Ends a forgotten patrol at the last sign of life: when its member was last heard, or seen in the game. Later actions of others on the
 * unit don't extend it.
 */
export const endPatrolAtLastSign = (tx: Tx, userId: number) =>
  endSilentPatrol(tx, userId, sql`greatest(t.last_heard_at, ${lastSeen('any')})`)
