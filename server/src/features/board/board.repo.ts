import { Call, CallDetail, CallUnit, PatrolUnit } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { BoardPart } from './board.part.ts'
import { assignmentJson, callDetailJson, callJson, callTables, unitJson, unitTables } from './board.rows.ts'

/** Whose board an action is on: that of a unit, of a call, of servers by name, or every one there is. */
export type Where = { readonly userId: number } | { readonly callId: number } | { readonly serverIds: readonly number[] | 'every' }
export type Wanted = { readonly userIds: readonly number[]; readonly callIds: readonly number[] }

/** Until commit nobody else changes these boards. Answers which they are, in the order they are always locked in. */
export async function lockBoards(tx: Tx, where: Where): Promise<number[]> {
  const from =
    'userId' in where
      ? sql`units x join streams s on s.key = 'board:' || x.server_id where x.user_id = ${where.userId}`
      : 'callId' in where
        ? sql`calls x join streams s on s.key = 'board:' || x.server_id where x.id = ${where.callId}`
        : sql`(select id as server_id from servers where ${isWanted(where.serverIds)} order by id) x
            join streams s on s.key = 'board:' || x.server_id`
  const { rows } = await sql<{ id: number }>`select x.server_id as id from ${from} order by x.server_id for no key update of s`.execute(tx)
  return rows.map(({ id }) => id)
}

const isWanted = (serverIds: readonly number[] | 'every') =>
  serverIds === 'every' ? sql`true` : sql`id = any(${serverIds}) and retired_at is null`

const Author = z.object({ userId: z.int(), name: z.string() })
const Part = z.object({
  now: z.string(),
  units: z.array(PatrolUnit),
  calls: z.array(Call),
  assignments: z.array(CallUnit.extend({ callId: z.int(), assignedBy: Author.nullable() })),
})

/** The units asked for, the calls asked for, those the units are on, look after or panic in, and every unit on these. Read after the lock. */
export async function readPart(tx: Tx, serverIds: readonly number[], { userIds, callIds }: Wanted): Promise<BoardPart> {
  const { rows } = await sql<{ part: unknown }>`
    with concerned as (
      select unnest(${callIds}::integer[]) as id
      union select call_id from call_units where user_id = any(${userIds}::integer[]) and cleared_at is null
      union select id from calls where handler_id = any(${userIds}::integer[]) and status <> 'cleared' and server_id = any(${serverIds}::integer[])
      union select id from calls where panic_user_id = any(${userIds}::integer[]) and status <> 'cleared' and server_id = any(${serverIds}::integer[])
    ), present as (
      select a.* from call_units a join concerned on concerned.id = a.call_id where a.cleared_at is null
    )
    select json_build_object(
      'now', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'units', coalesce((select json_agg(${unitJson} order by t.user_id) from ${unitTables}
        where t.user_id = any(${userIds}::integer[]) or t.user_id in (select user_id from present)), '[]'),
      'calls', coalesce((select json_agg(${callJson} order by c.id) from ${callTables} where c.id in (select id from concerned)), '[]'),
      'assignments', coalesce((select json_agg(${assignmentJson} order by a.id) from present a), '[]')) as part`.execute(tx)
  return Part.parse(rows[0]?.part)
}

export async function findUnit(db: Db | Tx, userId: number): Promise<PatrolUnit | null> {
  const { rows } = await sql<{ unit: unknown }>`select ${unitJson} as unit from ${unitTables} where t.user_id = ${userId}`.execute(db)
  return PatrolUnit.nullable().parse(rows[0]?.unit ?? null)
}

export async function unitsOnDuty(db: Db | Tx, serverId: number): Promise<PatrolUnit[]> {
  const { rows } = await sql<{ units: unknown }>`
    select coalesce(json_agg(${unitJson} order by t.identifier, t.user_id), '[]') as units
    from ${unitTables} where t.server_id = ${serverId} and t.status <> 1`.execute(db)
  return z.array(PatrolUnit).parse(rows[0]?.units)
}

export async function openCalls(db: Db | Tx, serverId: number): Promise<Call[]> {
  const { rows } = await sql<{ calls: unknown }>`
    select coalesce(json_agg(${callJson} order by c.priority, c.id), '[]') as calls
    from ${callTables} where c.server_id = ${serverId} and c.status <> 'cleared'`.execute(db)
  return z.array(Call).parse(rows[0]?.calls)
}

export async function findCall(db: Db, callId: number): Promise<{ seq: number; call: CallDetail } | undefined> {
  const { rows } = await sql<{ seq: number; call: unknown }>`
    select c.seq, ${callDetailJson} as call from ${callTables} where c.id = ${callId}`.execute(db)
  const row = rows[0]
  return row && { seq: row.seq, call: CallDetail.parse(row.call) }
}

export async function boardSeqs(db: Db | Tx, serverIds: readonly number[]): Promise<number[]> {
  const keys = serverIds.map((serverId) => `board:${serverId}`)
  const rows = await db.selectFrom('streams').select(['key', 'seq']).where('key', 'in', keys).execute()
  const byKey = new Map(rows.map(({ key, seq }) => [key, Number(seq)]))
  return keys.map((key) => byKey.get(key) ?? 0)
}

export async function callSeqs(db: Db, callIds: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('calls').select(['id', 'seq']).where('id', 'in', callIds).execute()
  const byId = new Map(rows.map(({ id, seq }) => [id, Number(seq)]))
  return callIds.map((callId) => byId.get(callId) ?? 0)
}
