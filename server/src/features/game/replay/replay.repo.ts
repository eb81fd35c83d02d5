import {
  DepartmentType,
  MAX_REPLAY_CALLS,
  MAX_REPLAY_ENTRIES,
  MAX_REPLAY_PATROLS,
  ReplayCall,
  ReplayUnit,
  UNIT_CLASS,
  unitClassOf,
} from '@tenfour/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import { stretches } from '../../patrols/patrols/patrols.port.ts'

export type Period = { readonly from: Date; readonly to: Date }
/** Only one member's data, or everyone's on the server. */
export type Whose = Period & { readonly serverId: number; readonly userId?: number | undefined }
export type Found<T> = { readonly items: readonly T[]; readonly isPartial: boolean }
type Condition = RawBuilder<SqlBool>

const PatrolRow = z.object({
  patrolId: z.int(),
  userId: z.int(),
  departmentId: z.int(),
  serverId: z.int(),
  startedAt: z.date(),
  endedAt: z.date().nullable(),
})
export type PatrolRow = z.infer<typeof PatrolRow>

export async function findPatrol(db: Db | Tx, patrolId: number): Promise<PatrolRow | undefined> {
  const { rows } = await sql`select id as "patrolId", user_id as "userId", department_id as "departmentId", server_id as "serverId",
    started_at as "startedAt", ended_at as "endedAt" from patrols where id = ${patrolId}`.execute(db)
  return rows[0] === undefined ? undefined : PatrolRow.parse(rows[0])
}

export const findServerName = async (db: Db | Tx, serverId: number): Promise<string | undefined> =>
  (await db.selectFrom('servers').select('name').where('id', '=', serverId).executeTakeFirst())?.name

export const findCallTimes = (db: Db | Tx, callId: number) =>
  db.selectFrom('calls').select(['server_id', 'created_at', 'cleared_at']).where('id', '=', callId).executeTakeFirst()

/** Uses the department's current type: units of a department that has become civilian since are not shown. */
const UNIT_TYPES = DepartmentType.options.filter((type) => unitClassOf(type) !== UNIT_CLASS.Other)
export const onServer = ({ serverId, from, to }: Whose): Condition => sql<SqlBool>`p.server_id = ${serverId} and p.kind = 'duty'
  and p.started_at < ${to} and (p.started_at >= ${from}::timestamptz - interval '24 hours' or p.is_long)
  and coalesce(p.ended_at, 'infinity') > ${from} and d.type = any(${UNIT_TYPES}::text[])`
export const onePatrol = (patrolId: number): Condition => sql<SqlBool>`p.id = ${patrolId}`

const UnitRow = ReplayUnit.omit({ stretches: true, unitClass: true }).extend({ type: DepartmentType })
const Stretch = ReplayUnit.shape.stretches.element.extend({ patrolId: z.int() })

export async function readUnits(tx: Tx, { from, to }: Period, which: Condition): Promise<Found<ReplayUnit>> {
  const patrols = await atMost(
    tx,
    MAX_REPLAY_PATROLS,
    UnitRow,
    sql`select p.id as "patrolId", p.user_id as "userId", u.name, d.name as "departmentName", d.type, ${iso('p.ended_at')} as "endedAt"
      from patrols p join users u on u.id = p.user_id join departments d on d.id = p.department_id
      where ${which} order by p.started_at, p.id`,
  )
  const parts = await atMost(
    tx,
    MAX_REPLAY_ENTRIES,
    Stretch,
    sql`select p.id as "patrolId", ${iso('s.started_at')} as at, s.status, s.identifier
      from patrols p cross join lateral ${stretches} as s
      where p.id = any(${patrols.items.map(({ patrolId }) => patrolId)}::bigint[])
        and s.started_at < ${to} and coalesce(s.ended_at, 'infinity') > ${from} order by s.started_at, p.id`,
  )
  const byPatrol = Map.groupBy(parts.items, ({ patrolId }) => patrolId)
  const units = patrols.items.map(({ type, ...patrol }) => ({
    ...patrol,
    unitClass: unitClassOf(type),
    stretches: (byPatrol.get(patrol.patrolId) ?? []).map(({ at, status, identifier }) => ({ at, status, identifier })),
  }))
  return { items: units, isPartial: patrols.isPartial || parts.isPartial }
}

/** A cleared call that was created more than a day before is left out. */
export const callsOn = ({ serverId, from, to }: Whose): Condition => sql<SqlBool>`c.server_id = ${serverId} and c.created_at < ${to}
  and (c.created_at >= ${from}::timestamptz - interval '24 hours' or c.status <> 'cleared') and coalesce(c.cleared_at, 'infinity') > ${from}`
export const oneCall = (callId: number): Condition => sql<SqlBool>`c.id = ${callId}`
export const callsOf = ({ serverId, userId, from, to }: Whose): Condition => sql<SqlBool>`c.server_id = ${serverId} and c.id in (
  select a.call_id from call_units a where a.user_id = ${userId} and a.assigned_at < ${to} and coalesce(a.cleared_at, 'infinity') > ${from})`

const CallRow = ReplayCall.omit({ units: true, log: true })
const Assignment = ReplayCall.shape.units.element.extend({ callId: z.int() })
const Entry = ReplayCall.shape.log.element.extend({ callId: z.int() })

/** With `userId`, only this member's assignments, and a call's log only until they left the call. */
export async function readCalls(tx: Tx, { from, to, userId }: Omit<Whose, 'serverId'>, which: Condition): Promise<Found<ReplayCall>> {
  const calls = await atMost(
    tx,
    MAX_REPLAY_CALLS,
    CallRow,
    sql`select c.id as "callId", y.code, c.title, c.priority, c.location, c.x, c.y, ${iso('c.created_at')} as "createdAt",
      ${iso('c.cleared_at')} as "clearedAt", c.disposition
      from calls c join call_types y on y.id = c.call_type_id where ${which} order by c.created_at, c.id`,
  )
  const callIds = calls.items.map(({ callId }) => callId)
  const own = userId === undefined ? sql`true` : sql`a.user_id = ${userId}`
  const units = await atMost(
    tx,
    MAX_REPLAY_ENTRIES,
    Assignment,
    sql`select a.call_id as "callId", a.user_id as "userId", a.identifier, ${iso('a.assigned_at')} as "assignedAt",
      ${iso('a.en_route_at')} as "enRouteAt", ${iso('a.on_scene_at')} as "onSceneAt", ${iso('a.cleared_at')} as "clearedAt"
      from call_units a where a.call_id = any(${callIds}::integer[]) and ${own}
        and a.assigned_at < ${to} and coalesce(a.cleared_at, 'infinity') > ${from} order by a.assigned_at, a.id`,
  )
  const untilLeft =
    userId === undefined
      ? sql`true`
      : sql`l.at <= (select max(coalesce(a.cleared_at, 'infinity')) from call_units a where a.call_id = l.call_id and ${own})`
  const log = await atMost(
    tx,
    MAX_REPLAY_ENTRIES,
    Entry,
    sql`select l.call_id as "callId", ${iso('l.at')} as at, w.name as author, l.text
      from call_logs l left join users w on w.id = l.author_id
      where l.call_id = any(${callIds}::integer[]) and l.at between ${from} and ${to} and ${untilLeft} order by l.at, l.id`,
  )
  const unitsOf = Map.groupBy(units.items, ({ callId }) => callId)
  const logOf = Map.groupBy(log.items, ({ callId }) => callId)
  return {
    items: calls.items.map((call) => ({ ...call, units: unitsOf.get(call.callId) ?? [], log: logOf.get(call.callId) ?? [] })),
    isPartial: calls.isPartial || units.isPartial || log.isPartial,
  }
}

/** Reads one more than allowed, to know whether there are more. */
async function atMost<T extends z.ZodType>(tx: Tx, most: number, schema: T, query: RawBuilder<unknown>): Promise<Found<z.output<T>>> {
  const { rows } = await sql`${query} limit ${most + 1}`.execute(tx)
  return { items: z.array(schema).parse(rows.slice(0, most)), isPartial: rows.length > most }
}

/** Longer than any block, so that blocks which overlap a time can be found by their start. */
const BLOCK_REACH = sql`interval '10 minutes'`
const MAX_BLOCKS = 50_000
const blocks = ({ serverId, userId, from, to }: Whose, keptSince: Date) => sql`from track_blocks b
  where b.server_id = ${serverId} and ${userId === undefined ? sql`true` : sql`b.user_id = ${userId}`}
    and b.started_at > ${from}::timestamptz - ${BLOCK_REACH} and b.started_at >= ${keptSince} and b.started_at < ${to} and b.ended_at >= ${from}
  order by b.started_at`

/** The blocks that overlap this time, oldest first. */
export async function readBlocks(db: Db | Tx, whose: Whose, keptSince: Date): Promise<{ data: Buffer; startedAt: Date; endedAt: Date }[]> {
  const { rows } = await sql<{ data: Buffer; startedAt: Date; endedAt: Date }>`
    select b.data, b.started_at as "startedAt", b.ended_at as "endedAt" ${blocks(whose, keptSince)} limit ${MAX_BLOCKS}`.execute(db)
  return rows
}

/** Start of the tracks within this time; null if there are none. */
export async function tracksFrom(db: Db | Tx, whose: Whose, keptSince: Date): Promise<Date | null> {
  const { rows } = await sql<{ startedAt: Date }>`select b.started_at as "startedAt" ${blocks(whose, keptSince)} limit 1`.execute(db)
  const [first] = rows
  if (!first) return null
  return first.startedAt < whose.from ? whose.from : first.startedAt
}
