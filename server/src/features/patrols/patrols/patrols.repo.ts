import type { exportSelf, Patrol, ResponseOf, TopPatrol } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

const TOP_DAYS = 7
const TOP_COUNT = 10

export async function userPatrols(db: Db, userId: number, limit: number): Promise<Patrol[]> {
  const rows = await db
    .selectFrom('patrols as p')
    .innerJoin('departments as d', 'd.id', 'p.department_id')
    .innerJoin('servers as s', 's.id', 'p.server_id')
    .select(['p.id', 'd.id as departmentId', 'd.name as departmentName', 's.id as serverId', 's.name as serverName'])
    .select(['p.started_at', 'p.ended_at', 'p.end_reason'])
    .where('p.user_id', '=', userId)
    .orderBy('p.started_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, started_at, ended_at, end_reason, ...rest }) => ({
    patrolId: id,
    ...rest,
    startedAt: started_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
    endReason: end_reason === 'silence' ? end_reason : null,
    calls: null,
  }))
}

/** The same, with the calls of the latest one counted. */
export async function latestPatrols(db: Db, userId: number, limit: number): Promise<Patrol[]> {
  const [latest, ...earlier] = await userPatrols(db, userId, limit)
  return latest ? [{ ...latest, calls: await countCalls(db, userId, latest) }, ...earlier] : []
}

/** Calls are rarely open for longer than this, so older ones are not looked at. */
const OPEN_BEFORE_HOURS = 24

async function countCalls(db: Db, userId: number, { serverId, startedAt, endedAt }: Patrol): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with span as (select ${startedAt}::timestamptz as start, coalesce(${endedAt}::timestamptz, now()) as finish)
    select count(*)::integer as count
    from span join calls c on c.server_id = ${serverId}
      and c.created_at between span.start - make_interval(hours => ${OPEN_BEFORE_HOURS}) and span.finish
    where (c.created_by = ${userId} and c.created_at >= span.start)
      or (c.cleared_by = ${userId} and c.cleared_at between span.start and span.finish)
      or exists (select from call_units u where u.call_id = c.id and ${userId} in (u.user_id, u.assigned_by)
        and u.assigned_at between span.start and span.finish)`.execute(db)
  return rows[0]?.count ?? 0
}

const EXPORT_LIMIT = 10_000

/** A member's patrols for the export of their own data. */
export async function exportPatrols(db: Db, userId: number): Promise<ResponseOf<typeof exportSelf>['patrols']> {
  const patrols = await userPatrols(db, userId, EXPORT_LIMIT)
  return patrols.map(({ startedAt, endedAt, departmentName, serverName }) => ({
    startedAt,
    endedAt,
    department: departmentName,
    server: serverName,
  }))
}

/** Only counts the part of a patrol within the last TOP_DAYS; an open patrol counts up to now. */
export async function topPatrols(db: Db): Promise<TopPatrol[]> {
  const { rows } = await sql<TopPatrol>`
    with since as (select now() - make_interval(days => ${TOP_DAYS}) as start)
    select u.id as "userId", u.name,
      floor(extract(epoch from sum(coalesce(p.ended_at, now()) - greatest(p.started_at, since.start))) / 60)::integer as minutes
    from patrols p cross join since join users u on u.id = p.user_id
    where coalesce(p.ended_at, now()) > since.start and u.disabled_at is null and u.deleted_at is null
    group by u.id having sum(coalesce(p.ended_at, now()) - greatest(p.started_at, since.start)) >= interval '1 minute'
    order by minutes desc, u.name, u.id limit ${TOP_COUNT}`.execute(db)
  return rows
}
