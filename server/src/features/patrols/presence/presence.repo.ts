import { PresenceState } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import type { InGame } from '../patrols/patrols.port.ts'
import { PRESENCE_TIMING, type Batch } from './presence.recorder.ts'

const MAX_ROWS = 5000

/**
 * Adds intervals and extends those that exist. All open intervals of a batch have the same end, by which the next batch recognises them.
 */
export async function writePresence(tx: Tx, { intervals, watches }: Batch): Promise<void> {
  for (let start = 0; start < intervals.length; start += MAX_ROWS) {
    const rows = intervals.slice(start, start + MAX_ROWS)
    // Rows of deleted members and servers are left out, so that they can't prevent the others from being written.
    await sql`
      insert into presence (user_id, server_id, started_at, ended_at, state)
      select x.user_id, x.server_id, to_timestamp(x.started / 1000), to_timestamp(x.ended / 1000), x.state
      from unnest(${rows.map(({ userId }) => userId)}::integer[], ${rows.map(({ serverId }) => serverId)}::integer[],
        ${rows.map(({ startedAt }) => startedAt)}::float8[], ${rows.map(({ endedAt }) => endedAt)}::float8[],
        ${rows.map(({ state }) => state)}::text[]) as x (user_id, server_id, started, ended, state)
      join users u on u.id = x.user_id join servers v on v.id = x.server_id
      order by x.user_id, x.server_id, x.started
      on conflict (user_id, server_id, started_at) do update set ended_at = excluded.ended_at, state = excluded.state`.execute(tx)
  }
  await sql`
    insert into server_watches (server_id, started_at, ended_at)
    select x.server_id, to_timestamp(x.started / 1000), to_timestamp(x.ended / 1000)
    from unnest(${watches.map(({ serverId }) => serverId)}::integer[], ${watches.map(({ startedAt }) => startedAt)}::float8[],
      ${watches.map(({ endedAt }) => endedAt)}::float8[]) as x (server_id, started, ended)
    join servers v on v.id = x.server_id order by x.server_id, x.started
    on conflict (server_id, started_at) do update set ended_at = excluded.ended_at`.execute(tx)
}

type Moment = { readonly userId: number; readonly serverId: number; readonly at: number }
const Span = z.object({ startedAt: z.number(), endedAt: z.number() })

/**
 * Intervals of the member, and watches of their server, around a moment: the last one that began before it and the first one that began
 * after it.
 */
export async function presenceAround(db: Db, { userId, serverId, at }: Moment): Promise<{ intervals: PastSpan[]; watches: PastSpan[] }> {
  const times = sql`(extract(epoch from started_at) * 1000)::float8 as "startedAt", (extract(epoch from ended_at) * 1000)::float8 as "endedAt"`
  const around = async (from: RawBuilder<unknown>) => {
    const { rows } = await sql`
      (select ${times} from ${from} and started_at <= to_timestamp(${at / 1000}) order by started_at desc limit 1) union all
      (select ${times} from ${from} and started_at > to_timestamp(${at / 1000}) order by started_at limit 1)`.execute(db)
    return z.array(Span).parse(rows)
  }
  return {
    intervals: await around(sql`presence where user_id = ${userId} and server_id = ${serverId}`),
    watches: await around(sql`server_watches where server_id = ${serverId}`),
  }
}

/** The database's clock in milliseconds: patrols start and end by it. */
export async function readClock(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
  return rows[0]?.now ?? Date.now()
}

/** A watch that was not extended for as long as a lost bridge is waited for has ended, even if no node has recorded that. */
const WATCH_SECONDS = PRESENCE_TIMING.lostMs / 1000

const Live = z.object({ userId: z.int(), state: PresenceState, since: z.iso.datetime() })
export type LivePresence = Pick<z.infer<typeof Live>, 'state' | 'since'>

/**
 * Presence of these members on the game server of their open patrol, on whichever node it is connected. Members whose server is not
 * connected are left out.
 */
export async function presenceOf(db: Db | Tx, userIds: readonly number[]): Promise<Map<number, LivePresence>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql`
    select x.user_id as "userId", x.state, ${iso('x.since')} as since from (
      select p.user_id, case when s.ended_at >= w.ended_at then s.state when d.needs_presence then 'away' end as state,
        case when s.ended_at >= w.ended_at then s.started_at else greatest(p.started_at, w.started_at, s.ended_at) end as since
      from patrols p join departments d on d.id = p.department_id
        cross join lateral (
          select * from server_watches where server_id = p.server_id order by started_at desc limit 1
        ) w
        left join lateral (
          select * from presence where user_id = p.user_id and server_id = p.server_id order by started_at desc limit 1
        ) s on true
      where p.user_id = any(${[...userIds]}::integer[]) and p.ended_at is null
        and w.ended_at > now() - make_interval(secs => ${WATCH_SECONDS})
    ) x where x.state is not null`.execute(db)
  return new Map(
    z
      .array(Live)
      .parse(rows)
      .map(({ userId, ...live }) => [userId, live]),
  )
}

/**
 * Members on an open civilian patrol whom its game server has not seen for that long, and members in `inGame` who are on another server, by
 * server.
 */
export async function unseenCivilians(
  tx: Tx,
  seconds: number,
  inGame: readonly InGame[],
): Promise<{ serverId: number; userIds: number[] }[]> {
  const { rows } = await sql<{ serverId: number; userIds: number[] }>`
    with long_ago as (select now() - make_interval(secs => ${seconds}) as at)
    select p.server_id as "serverId", array_agg(p.user_id order by p.user_id) as "userIds" from patrols p cross join long_ago
    where p.ended_at is null and p.kind = 'civilian' and (
      (p.started_at <= long_ago.at and not exists (
        select from presence s where s.user_id = p.user_id and s.server_id = p.server_id and s.ended_at > long_ago.at))
      or exists (
        select from unnest(${inGame.map(({ userId }) => userId)}::integer[], ${inGame.map(({ serverId }) => serverId)}::integer[])
          as x (user_id, server_id) where x.user_id = p.user_id and x.server_id <> p.server_id))
    group by p.server_id order by p.server_id`.execute(tx)
  return rows
}

/** A span of time in milliseconds. */
export type PastSpan = { readonly startedAt: number; readonly endedAt: number }

/** Presence is reported and written some seconds late, and scripts still save data of players who have just left. */
const TOLERANCE_MS = PRESENCE_TIMING.lostMs

/**
 * Whether a game server had reported a member as connected at a moment. While the server itself was disconnected it could report nobody:
 * then members count who were there when its connection was lost, or when it returned.
 */
export function wasConnected(
  at: number,
  { intervals, watches }: { intervals: readonly PastSpan[]; watches: readonly PastSpan[] },
): boolean {
  const isNear = ({ startedAt, endedAt }: PastSpan, moment: number) =>
    startedAt - TOLERANCE_MS <= moment && moment <= endedAt + TOLERANCE_MS
  if (intervals.some((each) => isNear(each, at))) return true
  if (watches.some(({ startedAt, endedAt }) => startedAt <= at && at <= endedAt)) return false
  const lostAt = Math.max(...watches.filter(({ endedAt }) => endedAt < at).map(({ endedAt }) => endedAt))
  const backAt = Math.min(...watches.filter(({ startedAt }) => startedAt > at).map(({ startedAt }) => startedAt))
  return intervals.some((each) => isNear(each, lostAt) || isNear(each, backAt))
}
