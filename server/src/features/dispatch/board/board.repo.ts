import { Call, CallDetail, CallUnit, PatrolUnit, Tone, TONE_MINUTES, UnitStatus } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import type { Statement } from '../../../platform/database/portal-client.ts'
import { prepare } from '../../../platform/database/prepared.ts'
import type { Where } from './change/board.action.ts'
import type { BoardSlice, Wanted } from './change/board.slice.ts'

/** A unit `t` of user `u` in department `d`, with its assignment `a`, as the contract's PatrolUnit. */
export const unitJson = sql<unknown>`json_build_object(
  'userId', t.user_id, 'name', u.name, 'serverId', t.server_id, 'unitClass', t.unit_class, 'identifier', t.identifier, 'type', t.type, 'typeId', t.type_id,
  'department', json_build_object('departmentId', d.id, 'name', d.name, 'type', d.type),
  'beatId', t.beat_id, 'beatSince', ${iso('t.beat_since')}, 'channel', t.channel, 'status', t.status, 'statusId', t.status_id,
  'statusLabel', (select v.content ->> 'name' from cad_values v where v.id = coalesce(t.status_id, t.status)), 'statusSince', ${iso('t.status_since')},
  'onDutySince', ${iso('t.on_duty_since')}, 'callId', a.call_id, 'callSince', ${iso('a.assigned_at')})`
export const unitTables = sql`units t join users u on u.id = t.user_id join departments d on d.id = t.department_id
  left join call_units a on a.user_id = t.user_id and a.cleared_at is null`

const callFields = sql`'callId', c.id, 'serverId', c.server_id, 'callTypeId', c.call_type_id, 'priority', c.priority, 'title', c.title,
  'narrative', c.narrative, 'location', c.location, 'postal', c.postal, 'x', c.x, 'y', c.y, 'caller', c.caller, 'channel', c.channel,
  'classes', c.classes, 'source', c.source, 'number', c.number, 'handlerUserId', c.handler_id, 'mergedIntoId', c.merged_into_id, 'panicUserId', c.panic_user_id,
  'panicAcknowledgedBy', c.panic_acknowledged_by, 'status', c.status, 'disposition', c.disposition, 'version', c.version,
  'primaryUserId', (select p.user_id from call_units p where p.call_id = c.id and p.is_primary and p.cleared_at is null),
  'createdBy', case when m.id is not null then json_build_object('userId', m.id, 'name', m.name) end, 'createdAt', ${iso('c.created_at')},
  'clearedBy', case when e.id is not null then json_build_object('userId', e.id, 'name', e.name) end, 'clearedAt', ${iso('c.cleared_at')}`
/** A call `c` created by `m` and cleared by `e`, as the contract's Call. */
export const callJson = sql<unknown>`json_build_object(${callFields})`
export const callTables = sql`calls c left join users m on m.id = c.created_by left join users e on e.id = c.cleared_by`

const callUnitFields = sql`'callUnitId', a.id, 'userId', a.user_id, 'identifier', a.identifier, 'unitClass', a.unit_class,
  'isPrimary', a.is_primary, 'assignedAt', ${iso('a.assigned_at')}, 'enRouteAt', ${iso('a.en_route_at')},
  'onSceneAt', ${iso('a.on_scene_at')}, 'clearedAt', ${iso('a.cleared_at')}`

/** A call with its units and its log, as the contract's CallDetail. */
export const callDetailJson = sql<unknown>`json_build_object(${callFields},
  'units', coalesce((select json_agg(json_build_object(${callUnitFields}) order by a.id) from call_units a where a.call_id = c.id), '[]'),
  'log', coalesce((
    select json_agg(json_build_object('callLogId', l.id, 'at', ${iso('l.at')}, 'kind', l.kind, 'text', l.text,
      'isLate', l.is_late, 'takeBack', l.take_back ->> 'kind', 'takesBackId', l.takes_back_id,
      'author', case when w.id is not null then json_build_object('userId', w.id, 'name', w.name) end) order by l.id)
    from call_logs l left join users w on w.id = l.author_id where l.call_id = c.id), '[]'))`

/** An assignment, with its call and who assigned it. */
export const assignmentJson = sql<unknown>`json_build_object(${callUnitFields}, 'callId', a.call_id,
  'assignedBy', (select json_build_object('userId', s.id, 'name', s.name) from users s where s.id = a.assigned_by))`

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
const OwnStatus = z.object({ statusId: z.int(), name: z.string(), countsAs: UnitStatus })
const Slice = z.object({
  now: z.string(),
  units: z.array(PatrolUnit),
  calls: z.array(Call),
  assignments: z.array(CallUnit.extend({ callId: z.int(), assignedBy: Author.nullable() })),
  statuses: z.array(OwnStatus),
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
      'assignments', coalesce((select json_agg(${assignmentJson} order by a.id) from present a), '[]'),
      'statuses', (select json_agg(json_build_object('statusId', v.id, 'name', v.content ->> 'name', 'countsAs', v.content -> 'countsAs'))
        from cad_values v where v.kind = 'status' and v.retired_at is null)) as slice`,
)

/** Read the slice only after locking its boards. */
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
