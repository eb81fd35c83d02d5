import { ApiLogKey, type ApiLog, type ApiLogFilter, type ApiLogOutcome } from '@tenfour/contract'
import { sql, type SqlBool } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'

/** Keys by their hashes, except those of the web client, which is not logged. */
export async function keysByHash(db: Db, hashes: readonly Buffer[]): Promise<Map<string, { keyId: number; serverId: number | null }>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'server_id', 'key_hash'])
    .where('key_hash', 'in', [...hashes])
    .where('kind', '<>', 'web')
    .execute()
  return new Map(rows.map((row) => [row.key_hash.toString('hex'), { keyId: row.id, serverId: row.server_id }]))
}

export type ApiLogRow = {
  readonly at: string
  readonly server_id: number | null
  readonly key_id: number | null
  readonly method: string
  readonly path: string
  readonly status: number
  readonly duration_ms: number
  readonly bytes_in: number
  readonly bytes_out: number
  readonly error_code: string | null
  readonly error: string | null
  readonly request_id: string
}

/** One statement with one parameter for any number of rows. Returns their ids, oldest first. */
export async function insertLogs(tx: Tx, rows: readonly ApiLogRow[]): Promise<number[]> {
  const { rows: inserted } = await sql<{ id: number }>`
    insert into api_logs (at, server_id, key_id, method, path, status, duration_ms, bytes_in, bytes_out, error_code, error, request_id)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (at timestamptz, server_id integer, key_id integer, method text,
      path text, status smallint, duration_ms real, bytes_in integer, bytes_out integer, error_code text, error text, request_id text)
    returning id`.execute(tx)
  return inserted.map(({ id }) => Number(id))
}

export type MinuteCount = {
  readonly minute: string
  readonly server_id: number
  readonly calls: number
  readonly errors: number
  readonly dropped: number
}
/** In key order, so that two nodes can't deadlock. */
export const addToMinutes = (tx: Tx, counts: readonly MinuteCount[]) =>
  sql`insert into api_log_minutes as m (minute, server_id, calls, errors, dropped)
    select minute, server_id, calls, errors, dropped from json_to_recordset(${JSON.stringify(counts)}::json)
      as r (minute timestamptz, server_id integer, calls integer, errors integer, dropped integer) order by minute, server_id
    on conflict (minute, server_id) do update
      set calls = m.calls + excluded.calls, errors = m.errors + excluded.errors, dropped = m.dropped + excluded.dropped`.execute(tx)

const logs = (db: Db | Tx) =>
  db
    .selectFrom('api_logs as l')
    .leftJoin('servers as s', 's.id', 'l.server_id')
    .leftJoin('api_keys as k', 'k.id', 'l.key_id')
    .select(['l.id', 'l.at', 'l.server_id', 'l.key_id', 'l.method', 'l.path', 'l.status', 'l.duration_ms', 'l.bytes_in', 'l.bytes_out'])
    .select(['l.error_code', 'l.error', 'l.request_id', 's.name as server_name', 'k.name as key_name'])
    .orderBy('l.at', 'desc')
    .orderBy('l.id', 'desc')
type LogRow = Awaited<ReturnType<ReturnType<typeof logs>['execute']>>[number]

const apiLog = (row: LogRow): ApiLog => ({
  apiLogId: Number(row.id),
  at: row.at.toISOString(),
  server: row.server_id === null ? null : { serverId: row.server_id, name: row.server_name ?? `Server ${row.server_id}` },
  key: row.key_id === null ? null : { keyId: row.key_id, name: row.key_name ?? `Key ${row.key_id}` },
  method: row.method,
  path: row.path,
  status: row.status,
  durationMs: Math.round(row.duration_ms * 10) / 10,
  bytesIn: row.bytes_in,
  bytesOut: row.bytes_out,
  errorCode: row.error_code,
  error: row.error,
  requestId: row.request_id,
})

export const logsById = async (tx: Tx, ids: readonly number[]): Promise<ApiLog[]> =>
  ids.length === 0
    ? []
    : (
        await logs(tx)
          .where('l.id', 'in', [...ids])
          .execute()
      ).map(apiLog)

const OUTCOMES: Record<ApiLogOutcome, ReturnType<typeof sql<SqlBool>>> = {
  ok: sql<SqlBool>`l.status < 400`,
  refused: sql<SqlBool>`l.status >= 400 and l.status < 500`,
  failed: sql<SqlBool>`l.status >= 500`,
  errors: sql<SqlBool>`l.status >= 400`,
}

/** Fetches one more than requested to know whether there are more. */
export async function findLogs(db: Db | Tx, filter: ApiLogFilter): Promise<{ items: ApiLog[]; hasMore: boolean }> {
  const { serverId, keyId, method, outcome, text, requestId, from, to, before, limit } = filter
  const like = `%${escapeLike(text ?? '')}%`
  const rows = await logs(db)
    .$if(serverId !== undefined, (query) => query.where('l.server_id', '=', serverId ?? 0))
    .$if(keyId !== undefined, (query) => query.where('l.key_id', '=', keyId ?? 0))
    .$if(method !== undefined, (query) => query.where('l.method', '=', method ?? ''))
    .$if(outcome !== undefined, (query) => query.where(OUTCOMES[outcome ?? 'errors']))
    .$if(Boolean(text), (query) =>
      query.where((eb) => eb.or([eb('l.path', 'ilike', like), eb('l.error', 'ilike', like), eb('l.error_code', 'ilike', like)])),
    )
    .$if(requestId !== undefined, (query) => query.where('l.request_id', '=', requestId ?? ''))
    .$if(from !== undefined, (query) => query.where('l.at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('l.at', '<=', new Date(to ?? 0)))
    .$if(before !== undefined, (query) => query.where(sql<SqlBool>`(l.at, l.id) < (select at, id from api_logs where id = ${before ?? 0})`))
    .limit(limit + 1)
    .execute()
  return { items: rows.slice(0, limit).map(apiLog), hasMore: rows.length > limit }
}

/** Calls within the last hour whose key was refused, or that failed in the portal, and the last of them. */
export async function countRefused(db: Db): Promise<{ count: number; at: string | null }> {
  const { rows } = await sql<{ count: number; at: Date | null }>`
    select count(*)::integer as count, max(at) as at from api_logs where at >= now() - interval '1 hour'
      and status >= 400 and (status in (401, 403, 429) or status >= 500)`.execute(db)
  return { count: rows[0]?.count ?? 0, at: rows[0]?.at?.toISOString() ?? null }
}

export async function keysOfCallers(db: Db): Promise<ApiLogKey[]> {
  const { rows } = await sql`
    select k.id as "keyId", k.name, case when s.id is not null then json_build_object('serverId', s.id, 'name', s.name) end as server,
      k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) as "isValid"
    from api_keys k left join servers s on s.id = k.server_id where k.kind <> 'web' order by lower(k.name), k.id`.execute(db)
  return rows.map((row) => ApiLogKey.parse(row))
}

/** One point per step, including empty ones. */
export async function countLogs(
  db: Db,
  { steps, stepMinutes, serverId }: { steps: number; stepMinutes: number; serverId?: number | undefined },
) {
  const { rows } = await sql<{ at: Date; calls: number; errors: number; dropped: number }>`
    with step as (
      select generate_series(last - make_interval(mins => ${(steps - 1) * stepMinutes}), last, make_interval(mins => ${stepMinutes})) as at
      from (select date_bin(make_interval(mins => ${stepMinutes}), now(), 'epoch') as last) l
    )
    select step.at, coalesce(sum(m.calls), 0)::integer as calls, coalesce(sum(m.errors), 0)::integer as errors,
      coalesce(sum(m.dropped), 0)::integer as dropped
    from step left join api_log_minutes m on m.minute >= step.at and m.minute < step.at + make_interval(mins => ${stepMinutes})
      and (${serverId ?? null}::integer is null or m.server_id in (${serverId ?? null}, 0) and (m.server_id <> 0 or m.dropped > 0))
    group by step.at order by step.at`.execute(db)
  return rows
}

/** Deletes a limited number of rows at a time, to keep locks short. Returns how many were deleted. */
export async function deleteLogsBefore(db: Db, days: number, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from api_logs where id in (
      select id from api_logs where at < now() - make_interval(days => ${days}) order by at limit ${most})`.execute(db)
  return Number(numAffectedRows)
}
export const deleteMinutesBefore = (db: Db, days: number) =>
  sql`delete from api_log_minutes where minute < now() - make_interval(days => ${days})`.execute(db)
