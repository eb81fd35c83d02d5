import { Server, ServerStatus, type ServerInput } from '@tenfour/contract'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/database/database.ts'

const columns = ['id as serverId', 'name', 'environment', 'version'] as const

export const activeServers = async (db: Db | Tx): Promise<Server[]> =>
  z.array(Server).parse(await db.selectFrom('servers').select(columns).where('retired_at', 'is', null).orderBy('id').execute())

/** Game servers do not report yet: what would come from them is empty. A patrol under way is a unit on duty. */
export const serverStatuses = async (db: Db): Promise<ServerStatus[]> => {
  const rows = await db
    .selectFrom('servers as s')
    .leftJoin('patrols as p', (join) => join.onRef('p.server_id', '=', 's.id').on('p.ended_at', 'is', null))
    .select(['s.id as serverId', 's.name', 's.environment', (eb) => eb.fn.count<number>('p.id').as('unitsOnDuty')])
    .select((eb) =>
      eb
        .selectFrom('calls as c')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('c.server_id', '=', 's.id')
        .where('c.status', '<>', 'cleared')
        .as('activeCalls'),
    )
    .where('s.retired_at', 'is', null)
    .groupBy('s.id')
    .orderBy('s.id')
    .execute()
  const unknown = { address: null, isOnline: false, players: 0, maxPlayers: null, lastHeartbeatAt: null }
  return z.array(ServerStatus).parse(rows.map((row) => ({ ...row, ...unknown })))
}

export const insertServer = async (tx: Tx, { name, environment }: ServerInput): Promise<Server> =>
  Server.parse(await tx.insertInto('servers').values({ name, environment }).returning(columns).executeTakeFirstOrThrow())

export const findServer = async (tx: Tx, serverId: number): Promise<Server | undefined> => {
  const row = await tx.selectFrom('servers').select(columns).where('id', '=', serverId).where('retired_at', 'is', null).executeTakeFirst()
  return row && Server.parse(row)
}

/** Updates only at `version`; undefined means someone else got there first. */
export const updateServer = async (
  tx: Tx,
  serverId: number,
  version: number,
  { name, environment }: ServerInput,
): Promise<Server | undefined> => {
  const row = await tx
    .updateTable('servers')
    .set((eb) => ({ name, environment, version: eb('version', '+', 1) }))
    .where('id', '=', serverId)
    .where('version', '=', version)
    .where('retired_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
  return row && Server.parse(row)
}
