import type { Identifiers } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'

/** The game server that hands a record in, and whether its key is limited. */
export type GameServer = { readonly serverId: number; readonly isLimited: boolean }
/** The player of a record. `userId` is null for players without an account; members are recognised by identifiers that they have proved or only typed. */
export type RecordPlayer = { readonly userId: number | null; readonly isProved: boolean; readonly identifiers: Identifiers }

/** The database of the game that the ids of a server's records belong to. */
export type GameSource = GameServer & { readonly database: string; readonly isLedByGame: boolean }

const SHARED_AND_LIMITED =
  'This game server shares the database of another, and its key is limited: an admin has to renew the key before it can write there'

/** Where a server's records belong. Refuses a limited key for a database that servers share. */
export async function sourceOf(tx: Db | Tx, server: GameServer): Promise<GameSource> {
  const row = await tx
    .selectFrom('servers')
    .select(['game_key as database', 'game_database as shared', 'game_leads as isLedByGame'])
    .where('id', '=', server.serverId)
    .executeTakeFirstOrThrow()
  if (row.shared !== '' && server.isLimited) throw new AppError('forbidden', SHARED_AND_LIMITED)
  return { ...server, database: row.database, isLedByGame: row.isLedByGame }
}

/** Whether the id of a record `row` is one of the source; records of earlier versions belong to no database. */
export const isOfSource = (row: RawBuilder<unknown>, { database }: GameSource) =>
  sql<boolean>`(${row}.game_database is null or ${row}.game_database = ${database})`

/**
 * Gives records to another database. A record whose id is taken there stays where it is, and is not changed by the game any longer. Returns how many
 * stayed.
 */
export async function moveGameRecords(tx: Tx, from: string, to: string): Promise<number> {
  for (const table of ['characters', 'vehicles'] as const)
    await sql`
      update ${sql.table(table)} r set game_database = ${to} where r.game_database = ${from} and not exists (
        select from ${sql.table(table)} o where o.game_database = ${to} and o.external_id = r.external_id and o.removed_at is null)`.execute(
      tx,
    )
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from characters where game_database = ${from}`.execute(tx)
  return rows[0]?.count ?? 0
}
