import { Call, CallDetail, CallUnit, PatrolUnit, Tone, TONE_MINUTES } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Statement } from '../../../platform/database/portal-client.ts'
import { prepare } from '../../../platform/database/prepared.ts'
import type { Where } from './change/board.action.ts'
import { assignmentJson, callDetailJson, callJson, callTables, unitJson, unitTables } from './board.rows.ts'
import type { BoardSlice, Wanted } from './change/board.slice.ts'

/** As a subquery, so that the planner can't see the number of ids and keeps using the generic plan. */
const idsIn = (slot: RawBuilder<unknown>) => sql`any((select ${slot}::integer[])::integer[])`

type LockRequest = { readonly users: readonly number[]; readonly calls: readonly number[]; readonly servers: readonly number[] | null }
const lock = prepare<LockRequest, unknown>(
  // Materialized: when the query is re-evaluated after waiting for a lock, an inlined union would return no rows.
  ($) => sql`
    with asked as materialized (
      select 'user' as kind, user_id as id, server_id from units where user_id = ${idsIn($('users'))}
      union all select 'call', id, server_id from calls where id = ${idsIn($('calls'))}
      union all select 'server', id, id from servers
        where ${$('servers')}::integer[] is null or (id = any(${$('servers')}::integer[]) and retired_at is null))
    select x.kind, x.id, x.server_id as "serverId"
    from asked x join streams s on s.key = 'board:' || x.server_id order by x.server_id for no key update of s`,
)

/** Locks these boards until commit, always in the same order. */
export function lockBoards(db: Db | Tx, all: readonly Where[]): Statement {
  const users = all.flatMap((where) => ('userId' in where ? [where.userId] : []))
  const calls = all.flatMap((where) => ('callId' in where ? [where.callId] : []))
  const named = all.map((where) => ('serverIds' in where ? (where.serverIds ?? []) : []))
  return lock.bind(db, { users, calls, servers: named.includes('every') ? null : named.flat().filter((id) => id !== 'every') })
}
const Locked = z.array(z.object({ kind: z.enum(['user', 'call', 'server']), id: z.int(), serverId: z.int() }))
/** Finds the locked boards of an action. A unit that moved while waiting for the lock is on another board by now. */
export function readLocked(rows: unknown): (where: Where) => number[] {
  const locked = Locked.parse(rows)
  const boardsOf = (kind: string, ids: readonly number[] | 'every') =>
    locked.filter((each) => each.kind === kind && (ids === 'every' || ids.includes(each.id))).map(({ serverId }) => serverId)
  return (where) => [
    ...new Set([
      ...('userId' in where ? boardsOf('user', [where.userId]) : []),
      ...('callId' in where ? boardsOf('call', [where.callId]) : []),
      ...('serverIds' in where ? boardsOf('server', where.serverIds ?? []) : []),
    ]),
  ]
}

const Author = z.object({ userId: z.int(), name: z.string() })
const Slice = z.object({
  now: z.string(),
  units: z.array(PatrolUnit),
  calls: z.array(Call),
  assignments: z.array(CallUnit.extend({ callId: z.int(), assignedBy: Author.nullable() })),
})

const slice = prepare<Wanted, { slice: unknown }>(
  ($) => sql`
    with concerned as (
      select unnest((select ${$('callIds')}::integer[])::integer[]) as id
      union select call_id from call_units where user_id = ${idsIn($('userIds'))} and cleared_at is null
      union select id from calls where handler_id = ${idsIn($('userIds'))} and status <> 'cleared'
      union select id from calls where panic_user_id = ${idsIn($('userIds'))} and status <> 'cleared'
    ), present as (
      select a.* from call_units a join concerned on concerned.id = a.call_id where a.cleared_at is null
    )
    select json_build_object(
      'now', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'units', coalesce((select json_agg(${unitJson} order by t.user_id) from ${unitTables}
        where t.user_id in (select unnest((select ${$('userIds')}::integer[])::integer[]) union select user_id from present)), '[]'),
      'calls', coalesce((select json_agg(${callJson} order by c.id) from ${callTables} where c.id in (select id from concerned)), '[]'),
      'assignments', coalesce((select json_agg(${assignmentJson} order by a.id) from present a), '[]')) as slice`,
)

/** Must be read after locking. */
export const sliceOf = (db: Db | Tx, { userIds, callIds }: Wanted): Statement => slice.bind(db, { userIds, callIds })
const ReadSlice = z.tuple([z.object({ slice: Slice })])
export const readSlice = (rows: unknown): BoardSlice => ReadSlice.parse(rows)[0].slice

const unitOf = prepare<{ userId: number }, { unit: unknown }>(
  ($) => sql`select ${unitJson} as unit from ${unitTables} where t.user_id = ${$('userId')}::integer`,
)
export async function findUnit(db: Db | Tx, userId: number): Promise<PatrolUnit | null> {
  const [row] = await unitOf.run(db, { userId })
  return PatrolUnit.nullable().parse(row?.unit ?? null)
}

const unitsOf = prepare<{ serverId: number }, { units: unknown }>(
  ($) => sql`
    select coalesce(json_agg(${unitJson} order by t.identifier, t.user_id), '[]') as units
    from ${unitTables} where t.server_id = ${$('serverId')}::integer and t.status <> 1`,
)
export async function unitsOnDuty(db: Db | Tx, serverId: number): Promise<PatrolUnit[]> {
  const [row] = await unitsOf.run(db, { serverId })
  return z.array(PatrolUnit).parse(row?.units)
}

const callsOf = prepare<{ serverId: number }, { calls: unknown }>(
  ($) => sql`
    select coalesce(json_agg(${callJson} order by c.priority, c.id), '[]') as calls
    from ${callTables} where c.server_id = ${$('serverId')}::integer and c.status <> 'cleared'`,
)
export async function openCalls(db: Db | Tx, serverId: number): Promise<Call[]> {
  const [row] = await callsOf.run(db, { serverId })
  return z.array(Call).parse(row?.calls)
}

/** Recent tones on a server, oldest first. */
export async function recentTones(db: Db | Tx, serverId: number): Promise<Tone[]> {
  const rows = await db
    .selectFrom('tones as t')
    .innerJoin('users as u', 'u.id', 't.sounded_by')
    .select(['t.id', 't.classes', 't.message', 't.call_id', 't.at', 'u.id as userId', 'u.name'])
    .where('t.server_id', '=', serverId)
    .where('t.at', '>', sql<Date>`now() - make_interval(mins => ${TONE_MINUTES})`)
    .orderBy('t.id')
    .execute()
  return rows.map(({ id, classes, message, call_id, at, userId, name }) =>
    Tone.parse({ toneId: id, serverId, classes, message, callId: call_id, by: { userId, name }, at: at.toISOString() }),
  )
}

const callOf = prepare<{ callId: number }, { seq: number; call: unknown }>(
  ($) => sql`select c.seq, ${callDetailJson} as call from ${callTables} where c.id = ${$('callId')}::integer`,
)
export async function findCall(db: Db, callId: number): Promise<{ seq: number; call: CallDetail } | undefined> {
  const [row] = await callOf.run(db, { callId })
  return row && { seq: row.seq, call: CallDetail.parse(row.call) }
}

export async function callSeqs(db: Db, callIds: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('calls').select(['id', 'seq']).where('id', 'in', callIds).execute()
  const byId = new Map(rows.map(({ id, seq }) => [id, Number(seq)]))
  return callIds.map((callId) => byId.get(callId) ?? 0)
}
