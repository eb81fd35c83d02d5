import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

export type TrackBlock = {
  readonly serverId: number
  readonly userId: number
  readonly startedAt: Date
  readonly endedAt: Date
  readonly data: Uint8Array
}

/** Inserts any number of blocks in one statement. Blocks of users or servers that were deleted meanwhile are left out. */
export const insertBlocks = (db: Db, blocks: readonly TrackBlock[]) =>
  sql`insert into track_blocks (server_id, user_id, started_at, ended_at, data)
    select b.* from unnest(${blocks.map(({ serverId }) => serverId)}::integer[], ${blocks.map(({ userId }) => userId)}::integer[],
      ${blocks.map(({ startedAt }) => startedAt.toISOString())}::timestamptz[],
      ${blocks.map(({ endedAt }) => endedAt.toISOString())}::timestamptz[],
      ${blocks.map(({ data }) => Buffer.from(data))}::bytea[]) as b (server_id, user_id, started_at, ended_at, data)
    where exists (select from users u where u.id = b.user_id) and exists (select from servers s where s.id = b.server_id)`.execute(db)

/** Start of the newest blocks that fit into this many bytes; undefined if all fit. */
export async function beginOfNewest(db: Db, bytes: number): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date | null }>`
    select max(since) + interval '10 minutes' as since
    from (select since, sum(bytes) over (order by since desc) as total from track_totals) as t where total > ${bytes}`.execute(db)
  return rows[0]?.since ?? undefined
}

/** Deletes a limited number of blocks, oldest first, to keep locks short. Returns how many were deleted. */
export async function deleteBlocksBefore(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from track_blocks where id in (
      select id from track_blocks where started_at < ${before} order by started_at limit ${most})`.execute(db)
  return Number(numAffectedRows)
}

export const deleteEmptyTotals = (db: Db) => sql`delete from track_totals where blocks <= 0`.execute(db)
