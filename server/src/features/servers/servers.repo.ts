import { BRIDGE_OFFLINE_MS, Server, ServerLive, ServerStatus, type ServerInput } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/database/database.ts'

const columns = ['id as serverId', 'name', 'environment', 'version'] as const

export const activeServers = async (db: Db | Tx): Promise<Server[]> =>
  z.array(Server).parse(await db.selectFrom('servers').select(columns).where('retired_at', 'is', null).orderBy('id').execute())

/** How server `s` is, by its bridge `l`. */
const live = sql<unknown>`json_build_object(
  'isOnline', coalesce(l.is_online and l.last_heartbeat_at >= now() - make_interval(secs => ${BRIDGE_OFFLINE_MS / 1000}), false),
  'players', coalesce(l.players, 0), 'maxPlayers', l.max_players,
  'lastHeartbeatAt', to_char(l.last_heartbeat_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`.as('live')

const LiveServer = Server.extend(ServerLive.shape)
export const liveServers = async (db: Db | Tx): Promise<z.infer<typeof LiveServer>[]> => {
  const rows = await db
    .selectFrom('servers as s')
    .leftJoin('server_links as l', 'l.server_id', 's.id')
    .select(['s.id as serverId', 's.name', 's.environment', 's.version', live])
    .where('s.retired_at', 'is', null)
    .orderBy('s.id')
    .execute()
  return rows.map(({ live: how, ...server }) => LiveServer.parse({ ...server, ...ServerLive.parse(how) }))
}

/** A patrol under way is a unit on duty. */
export const serverStatuses = async (db: Db): Promise<ServerStatus[]> => {
  const rows = await db
    .selectFrom('servers as s')
    .leftJoin('server_links as l', 'l.server_id', 's.id')
    .select(['s.id as serverId', 's.name', 's.environment', live])
    .select((eb) =>
      eb
        .selectFrom('patrols as p')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('p.server_id', '=', 's.id')
        .where('p.ended_at', 'is', null)
        .as('unitsOnDuty'),
    )
    .select((eb) =>
      eb
        .selectFrom('calls as c')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('c.server_id', '=', 's.id')
        .where('c.status', '<>', 'cleared')
        .as('activeCalls'),
    )
    .where('s.retired_at', 'is', null)
    .orderBy('s.id')
    .execute()
  return rows.map(({ live: how, ...server }) => ServerStatus.parse({ ...server, ...ServerLive.parse(how), address: null }))
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
