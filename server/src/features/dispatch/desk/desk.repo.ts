import { COUNT_LIMIT, OWN_CALL_HOURS, OwnCall, Ping, type PageQuery, type PingAnswered } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import { limitTo } from '../../../platform/database/page.ts'

/** A ping `p` of sender `s`, as the contract's Ping. */
export const pingJson = sql<unknown>`json_build_object('pingId', p.id, 'kind', p.kind, 'message', p.message, 'at', ${iso('p.at')},
  'deadline', ${iso('p.deadline')},
  'from', case when s.id is not null then json_build_object('userId', s.id, 'name', s.name, 'identifier', p.from_identifier) end)`

export async function openPings(db: Db | Tx, userId: number): Promise<Ping[]> {
  const { rows } = await sql<{ ping: unknown }>`
    select ${pingJson} as ping from pings p left join users s on s.id = p.from_user_id
    where p.to_user_id = ${userId} and p.closed_at is null order by p.id`.execute(db)
  return z.array(Ping).parse(rows.map(({ ping }) => ping))
}

/** Pinging again before an answer replaces the earlier ping. */
export async function savePing(tx: Tx, { from, to, message }: { from: number; to: number; message: string }): Promise<Ping> {
  const { rows } = await sql<{ ping: unknown }>`
    with p as (
      insert into pings (kind, to_user_id, from_user_id, from_identifier, message, at)
      values ('ping', ${to}, ${from}, coalesce((select identifier from units where user_id = ${from} and status <> 1), ''), ${message},
        clock_timestamp())
      on conflict (to_user_id, (coalesce(from_user_id, 0))) where closed_at is null
      do update set message = excluded.message, at = excluded.at, from_identifier = excluded.from_identifier returning *
    ) select ${pingJson} as ping from p left join users s on s.id = p.from_user_id`.execute(tx)
  return Ping.parse(rows[0]?.ping)
}

/** Undefined if it is not a ping to this member. Of two concurrent calls only one sees `wasOpen`. */
export async function closePing(tx: Tx, pingId: number, to: number): Promise<{ wasOpen: boolean; from: number | null } | undefined> {
  const closed = await tx
    .updateTable('pings')
    .set({ closed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', pingId)
    .where('to_user_id', '=', to)
    .where('closed_at', 'is', null)
    .returning('from_user_id')
    .executeTakeFirst()
  if (closed) return { wasOpen: true, from: closed.from_user_id }
  const known = await tx.selectFrom('pings').select('id').where('id', '=', pingId).where('to_user_id', '=', to).executeTakeFirst()
  return known && { wasOpen: false, from: null }
}

/** Records activity of a member on duty and closes their welfare checks; undefined if they are off duty. */
export async function markHeard(tx: Tx, userId: number): Promise<PingAnswered[] | undefined> {
  const closed = await tx
    .updateTable('pings')
    .set({ closed_at: sql<Date>`clock_timestamp()` })
    .where('to_user_id', '=', userId)
    .where('kind', '=', 'welfare')
    .where('closed_at', 'is', null)
    .returning('id')
    .execute()
  const unit = await tx
    .updateTable('units as t')
    .from('users as u')
    .set({ last_heard_at: sql<Date>`clock_timestamp()` })
    .whereRef('u.id', '=', 't.user_id')
    .where('t.user_id', '=', userId)
    .where('t.status', '<>', 1)
    .returning(['t.identifier', 'u.name'])
    .executeTakeFirst()
  return unit && closed.map(({ id }) => ({ pingId: id, by: { userId, ...unit } }))
}

/** `f` is the call the caller follows: their own, or the one it was merged into in the end. */
const ownCallTables = sql`own_calls o join calls c on c.id = o.call_id
  join lateral (
    with recursive merged as (
      select c.id, c.merged_into_id
      union all select n.id, n.merged_into_id from merged m join calls n on n.id = m.merged_into_id
    ) select n.* from merged m join calls n on n.id = m.id where m.merged_into_id is null
  ) as f on true`
const ownCallJson = sql<unknown>`json_build_object('callId', c.id, 'title', o.title, 'narrative', o.narrative, 'location', o.location,
  'postal', o.postal, 'status', f.status, 'mergedIntoId', nullif(f.id, c.id), 'createdAt', ${iso('c.created_at')},
  'clearedAt', ${iso('f.cleared_at')})`

async function selectOwnCalls(db: Db | Tx, rest: RawBuilder<unknown>): Promise<OwnCall[]> {
  const { rows } = await sql<{ call: unknown }>`select ${ownCallJson} as call from ${ownCallTables} ${rest}`.execute(db)
  return z.array(OwnCall).parse(rows.map(({ call }) => call))
}

export const recentOwnCalls = (db: Db | Tx, userId: number): Promise<OwnCall[]> =>
  selectOwnCalls(
    db,
    sql`where o.user_id = ${userId} and c.created_at > now() - make_interval(hours => ${OWN_CALL_HOURS}) order by c.id desc limit 100`,
  )

export async function ownCalls(db: Db, userId: number, { page, pageSize }: PageQuery) {
  const items = await selectOwnCalls(db, sql`where o.user_id = ${userId} order by c.id desc ${limitTo({ page, pageSize })}`)
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from own_calls where user_id = ${userId} limit ${COUNT_LIMIT + 1}) as counted`.execute(db)
  return { items, counted: rows[0]?.count ?? 0 }
}

/** A call as the member reported it; undefined if it is not theirs. */
export async function findOwnCall(db: Db, userId: number, callId: number): Promise<OwnCall | undefined> {
  const [call] = await selectOwnCalls(db, sql`where o.user_id = ${userId} and o.call_id = ${callId}`)
  return call
}

/** Calls made in the portal that are still open; those from the game are not counted. */
export async function countOpenPortalCalls(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${ownCallTables} where c.status <> 'cleared' and c.source = '911'`.execute(db)
  return rows[0]?.count ?? 0
}

type Words = Pick<OwnCall, 'callId' | 'title' | 'narrative' | 'location' | 'postal'>
export const insertOwnCall = (tx: Tx, userId: number, { callId, title, narrative, location, postal }: Words) =>
  tx.insertInto('own_calls').values({ call_id: callId, user_id: userId, title, narrative, location, postal }).execute()
