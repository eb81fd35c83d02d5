import { admin, isAllowed, Server, ServerRecords, type BodyOf, type saveServerRecords } from '@tenfour/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { moveGameRecords } from '../../records/history/history.port.ts'

/** How the characters and vehicles of game servers come into the portal. */
export function createServerRecords({ db, publish }: { readonly db: Db; readonly publish: Publish }) {
  return {
    get: (serverId: number): Promise<ServerRecords> => read(db, serverId),

    save: (actor: Actor, serverId: number, { version, isLedByGame, database }: BodyOf<typeof saveServerRecords>): Promise<ServerRecords> =>
      inTransaction(db, publish, async (tx, emit) => {
        // One at a time, since whether others share a database decides where its records go.
        await sql`select pg_advisory_xact_lock(hashtext('game-databases'))`.execute(tx)
        const before = await read(tx, serverId)
        if (before.version !== version) throw new AppError('conflict', 'This server has changed since you opened it')
        if (before.database !== database && !isAllowed(admin, actor.subject))
          throw new AppError('forbidden', 'Only an Admin decides which game servers share a database', 'database')
        const saved = await tx
          .updateTable('servers')
          .set((eb) => ({ game_leads: isLedByGame, game_database: database, version: eb('version', '+', 1) }))
          .where('id', '=', serverId)
          .where('version', '=', version)
          .returning(['id as serverId', 'name', 'environment', 'version', 'game_key'])
          .executeTakeFirst()
        if (!saved) throw new AppError('conflict', 'This server has changed since you opened it')
        const left = await takeRecords(tx, before.database === '' ? `#${serverId}` : before.database, saved.game_key)
        const { isLedByGame: wasLedByGame, database: was } = before
        await recordAudit(tx, actor, 'server.changed', {
          subjectType: 'server',
          subjectId: serverId,
          before: { isLedByGame: wasLedByGame, gameDatabase: was },
          after: { isLedByGame, gameDatabase: database, ...(left > 0 && { recordsLeft: left }) },
        })
        await emit('servers', {}, 'server.saved', Server.parse(saved))
        return read(tx, serverId)
      }),
  }
}

/** The records of a database that no server uses any longer come along. Returns how many could not. */
async function takeRecords(tx: Tx, from: string, to: string): Promise<number> {
  if (from === to) return 0
  const others = await tx.selectFrom('servers').select('id').where('game_key', '=', from).limit(1).execute()
  return others.length > 0 ? 0 : moveGameRecords(tx, from, to)
}

async function read(db: Db | Tx, serverId: number): Promise<ServerRecords> {
  const { rows } = await sql`
    select s.id as "serverId", s.version, s.game_leads as "isLedByGame", s.game_database as database,
      array(select distinct o.game_database from servers o where o.game_database <> '' order by o.game_database) as databases,
      (select count(*)::int from characters c where c.game_database = s.game_key and c.user_id is null and c.removed_at is null) as unowned
    from servers s where s.id = ${serverId} and not s.is_simulated and s.retired_at is null`.execute(db)
  if (!rows[0]) throw new AppError('not_found', 'There is no such server', 'serverId')
  return ServerRecords.parse(rows[0])
}
