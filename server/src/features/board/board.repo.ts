import { Call, CallDetail, CallUnit, PatrolUnit } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Statement } from '../../platform/database/portal-client.ts'
import { prepare } from '../../platform/database/prepared.ts'
import { streamSeqs } from '../../platform/database/streams.ts'
import type { BoardPart } from './board.part.ts'
import { assignmentJson, callDetailJson, callJson, callTables, unitJson, unitTables } from './board.rows.ts'

/** Whose board an action is on: that of a unit, of a call, of servers by name, or every one there is. */
export type Where = { readonly userId: number } | { readonly callId: number } | { readonly serverIds: readonly number[] | 'every' }
export type Wanted = { readonly userIds: readonly number[]; readonly callIds: readonly number[] }

/** In a plan that is kept, how many ids there are is not known; were it known at times, there would be a new plan each time. */
const idsIn = (slot: RawBuilder<unknown>) => sql`any((select ${slot}::integer[])::integer[])`

const locking = (from: RawBuilder<unknown>) =>
  sql<{ id: number }>`select x.server_id as id from ${from} order by x.server_id for no key update of s`
const lock = {
  ofUnit: prepare<{ id: number }, { id: number }>(($) =>
    locking(sql`units x join streams s on s.key = 'board:' || x.server_id where x.user_id = ${$('id')}::integer`),
  ),
  ofCall: prepare<{ id: number }, { id: number }>(($) =>
    locking(sql`calls x join streams s on s.key = 'board:' || x.server_id where x.id = ${$('id')}::integer`),
  ),
  named: prepare<{ ids: readonly number[] | null }, { id: number }>(($) =>
    locking(sql`(select id as server_id from servers
        where ${$('ids')}::integer[] is null or (id = any(${$('ids')}::integer[]) and retired_at is null) order by id) x
      join streams s on s.key = 'board:' || x.server_id`),
  ),
}

/** Until commit nobody else changes these boards. Answers which they are, in the order they are always locked in. */
export function lockBoards(db: Db | Tx, where: Where): Statement {
  if ('userId' in where) return lock.ofUnit.bind(db, { id: where.userId })
  if ('callId' in where) return lock.ofCall.bind(db, { id: where.callId })
  return lock.named.bind(db, { ids: where.serverIds === 'every' ? null : where.serverIds })
}
const Locked = z.array(z.object({ id: z.int() }))
export const lockedBoards = (rows: unknown): number[] => Locked.parse(rows).map(({ id }) => id)

type Asked = { readonly users: readonly number[]; readonly calls: readonly number[]; readonly servers: readonly number[] }
const lockAsked = prepare<Asked, unknown>(
  // Materialized: of a union that is merged into the query nothing is left once a lock had to be waited for.
  ($) => sql`
    with asked as materialized (
      select 'user' as kind, user_id as id, server_id from units where user_id = ${idsIn($('users'))}
      union all select 'call', id, server_id from calls where id = ${idsIn($('calls'))}
      union all select 'server', id, id from servers where id = ${idsIn($('servers'))} and retired_at is null)
    select x.kind, x.id, x.server_id as "serverId"
    from asked x join streams s on s.key = 'board:' || x.server_id order by x.server_id for no key update of s`,
)
/** The boards of several actions at once, in the same order as those of one. */
export function lockBoardsOf(db: Db | Tx, all: readonly Where[]): Statement {
  const users = all.flatMap((where) => ('userId' in where ? [where.userId] : []))
  const calls = all.flatMap((where) => ('callId' in where ? [where.callId] : []))
  const servers = all.flatMap((where) => ('serverIds' in where && where.serverIds !== 'every' ? where.serverIds : []))
  return lockAsked.bind(db, { users, calls, servers })
}
const LockedFor = z.array(z.object({ kind: z.enum(['user', 'call', 'server']), id: z.int(), serverId: z.int() }))
/** Which of them are an action's own. */
export function lockedFor(rows: unknown): (where: Where) => number[] {
  const locked = LockedFor.parse(rows)
  const found = (kind: string, ids: readonly number[]) =>
    locked.filter((each) => each.kind === kind && ids.includes(each.id)).map(({ serverId }) => serverId)
  return (where) => {
    if ('userId' in where) return found('user', [where.userId])
    if ('callId' in where) return found('call', [where.callId])
    return where.serverIds === 'every' ? [] : found('server', where.serverIds)
  }
}

const Author = z.object({ userId: z.int(), name: z.string() })
const Part = z.object({
  now: z.string(),
  units: z.array(PatrolUnit),
  calls: z.array(Call),
  assignments: z.array(CallUnit.extend({ callId: z.int(), assignedBy: Author.nullable() })),
})

type Place = { readonly ofUser: number | null; readonly ofCall: number | null; readonly named: readonly number[] | null }
const part = prepare<Wanted & Place, { part: unknown }>(
  ($) => sql`
    with boards as (
      select server_id from units where user_id = ${$('ofUser')}::integer
      union select server_id from calls where id = ${$('ofCall')}::integer
      union select id from servers where ${$('ofUser')}::integer is null and ${$('ofCall')}::integer is null
        and (${$('named')}::integer[] is null or id = any(${$('named')}::integer[]))
    ), concerned as (
      select unnest((select ${$('callIds')}::integer[])::integer[]) as id
      union select call_id from call_units where user_id = ${idsIn($('userIds'))} and cleared_at is null
      union select id from calls where (handler_id = ${idsIn($('userIds'))} or panic_user_id = ${idsIn($('userIds'))})
        and status <> 'cleared' and server_id in (select server_id from boards)
    ), present as (
      select a.* from call_units a join concerned on concerned.id = a.call_id where a.cleared_at is null
    )
    select json_build_object(
      'now', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'units', coalesce((select json_agg(${unitJson} order by t.user_id) from ${unitTables}
        where t.user_id in (select unnest((select ${$('userIds')}::integer[])::integer[]) union select user_id from present)), '[]'),
      'calls', coalesce((select json_agg(${callJson} order by c.id) from ${callTables} where c.id in (select id from concerned)), '[]'),
      'assignments', coalesce((select json_agg(${assignmentJson} order by a.id) from present a), '[]')) as part`,
)

/** The units asked for, the calls asked for, those the units are on, look after or panic in, and every unit on these. Read after the lock. */
export const partOf = (db: Db | Tx, where: Where, wanted: Wanted): Statement =>
  part.bind(db, {
    ofUser: 'userId' in where ? where.userId : null,
    ofCall: 'callId' in where ? where.callId : null,
    named: 'serverIds' in where && where.serverIds !== 'every' ? where.serverIds : null,
    ...wanted,
  })
const ReadPart = z.tuple([z.object({ part: Part })])
export const readPart = (rows: unknown): BoardPart => ReadPart.parse(rows)[0].part

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

const callOf = prepare<{ callId: number }, { seq: number; call: unknown }>(
  ($) => sql`select c.seq, ${callDetailJson} as call from ${callTables} where c.id = ${$('callId')}::integer`,
)
export async function findCall(db: Db, callId: number): Promise<{ seq: number; call: CallDetail } | undefined> {
  const [row] = await callOf.run(db, { callId })
  return row && { seq: row.seq, call: CallDetail.parse(row.call) }
}

export const boardSeqs = (db: Db | Tx, serverIds: readonly number[]): Promise<number[]> =>
  streamSeqs(
    db,
    serverIds.map((serverId) => `board:${serverId}`),
  )

export async function callSeqs(db: Db, callIds: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('calls').select(['id', 'seq']).where('id', 'in', callIds).execute()
  const byId = new Map(rows.map(({ id, seq }) => [id, Number(seq)]))
  return callIds.map((callId) => byId.get(callId) ?? 0)
}
