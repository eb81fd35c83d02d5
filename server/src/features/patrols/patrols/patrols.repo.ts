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
  }))
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
