import {
  BRIDGE_OFFLINE_MS,
  ManagedServer,
  Server,
  ServerActivity,
  ServerLive,
  ServerStatus,
  UNIT_CLASS,
  UNIT_STATUS,
  type ServerInput,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'

const columns = ['id as serverId', 'name', 'environment', 'version'] as const

const savedColumns = [...columns, 'address', 'max_players as maxPlayers', 'kicks_unlisted as kicksUnlisted'] as const
const SavedServer = ManagedServer.omit({ isRetired: true, link: true, unitsOnDuty: true, activeCalls: true })
export type SavedServer = z.infer<typeof SavedServer>

export const activeServers = async (db: Db | Tx): Promise<Server[]> =>
  z.array(Server).parse(await db.selectFrom('servers').select(columns).where('retired_at', 'is', null).orderBy('id').execute())

/** For server `s`; an open patrol is a unit on duty, unless it is a civilian one. A simulated game has units without patrols. */
export const unitsOnDuty = sql<number>`(case when s.is_simulated
  then (select count(*) from units u where u.server_id = s.id and u.status <> ${sql.lit(UNIT_STATUS.offDuty)} and u.unit_class <> ${sql.lit(UNIT_CLASS.Other)})
  else (select count(*) from patrols p where p.server_id = s.id and p.ended_at is null and p.kind = 'duty') end)`
export const activeCalls = sql<number>`(select count(*) from calls c where c.server_id = s.id and c.status <> 'cleared')`

/** Stores the current counts; undefined if they have not changed. */
export async function recordActivity(tx: Tx, serverId: number): Promise<ServerActivity | undefined> {
  const { rows } = await sql`
    insert into server_activity as a (server_id, units_on_duty, active_calls)
    select s.id, ${unitsOnDuty}, ${activeCalls} from servers s where s.id = ${serverId}
    on conflict (server_id) do update set units_on_duty = excluded.units_on_duty, active_calls = excluded.active_calls
      where (a.units_on_duty, a.active_calls) <> (excluded.units_on_duty, excluded.active_calls)
    returning units_on_duty as "unitsOnDuty", active_calls as "activeCalls"`.execute(tx)
  return rows[0] === undefined ? undefined : ServerActivity.parse(rows[0])
}

/** Live status of server `s`, from its bridge `l`. */
const live = sql<unknown>`json_build_object(
  'isOnline', coalesce(l.is_online and l.last_heartbeat_at >= now() - make_interval(secs => ${BRIDGE_OFFLINE_MS / 1000}), false),
  'players', coalesce(l.players, 0), 'maxPlayers', coalesce(l.max_players, s.max_players),
  'lastHeartbeatAt', ${iso('l.last_heartbeat_at')})`.as('live')

const LiveServer = Server.extend({ ...ServerLive.shape, ...ServerActivity.shape })
export const liveServers = async (db: Db | Tx): Promise<z.infer<typeof LiveServer>[]> => {
  const rows = await db
    .selectFrom('servers as s')
    .leftJoin('server_links as l', 'l.server_id', 's.id')
    .select(['s.id as serverId', 's.name', 's.environment', 's.version', live])
    .select([unitsOnDuty.as('unitsOnDuty'), activeCalls.as('activeCalls')])
    .where('s.retired_at', 'is', null)
    .orderBy('s.id')
    .execute()
  return rows.map(({ live: status, ...server }) => LiveServer.parse({ ...server, ...ServerLive.parse(status) }))
}

/** Without the server of a simulated game, unless asked for. */
export const serverStatuses = async (db: Db, isSimulatedToo = false): Promise<ServerStatus[]> => {
  const rows = await db
    .selectFrom('servers as s')
    .leftJoin('server_links as l', 'l.server_id', 's.id')
    .select(['s.id as serverId', 's.name', 's.environment', 's.address', live])
    .select([unitsOnDuty.as('unitsOnDuty'), activeCalls.as('activeCalls')])
    .where('s.retired_at', 'is', null)
    .$if(!isSimulatedToo, (query) => query.where('s.is_simulated', '=', false))
    .orderBy('s.id')
    .execute()
  return rows.map(({ live: status, ...server }) => ServerStatus.parse({ ...server, ...ServerLive.parse(status) }))
}

/** Valid limited keys of game servers that were refused something, the last one first. */
export async function keyRefusals(db: Db): Promise<{ name: string; at: string; serverId: number | null }[]> {
  const { rows } = await sql<{ name: string; at: Date; serverId: number | null }>`
    select k.name, r.last_at as at, k.server_id as "serverId" from key_refusals r join api_keys k on k.id = r.key_id
    where k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) order by r.last_at desc limit 5`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** Omitted fields stay unchanged; an empty address is stored as null. */
const settings = ({ name, environment, address, maxPlayers, kicksUnlisted }: ServerInput) => ({
  name,
  ...(environment !== undefined && { environment }),
  ...(address !== undefined && { address: address || null }),
  ...(maxPlayers !== undefined && { max_players: maxPlayers }),
  ...(kicksUnlisted !== undefined && { kicks_unlisted: kicksUnlisted }),
})

export const insertServer = async (tx: Tx, input: ServerInput): Promise<SavedServer> =>
  SavedServer.parse(await tx.insertInto('servers').values(settings(input)).returning(savedColumns).executeTakeFirstOrThrow())

export const findServer = async (tx: Tx, serverId: number): Promise<SavedServer | undefined> => {
  const row = await tx
    .selectFrom('servers')
    .select(savedColumns)
    .where('id', '=', serverId)
    .where('is_simulated', '=', false)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return row && SavedServer.parse(row)
}

/** Updates only at `version`, if given; undefined means it was changed concurrently. */
export const updateServer = async (tx: Tx, serverId: number, input: ServerInput): Promise<SavedServer | undefined> => {
  const { version } = input
  const row = await tx
    .updateTable('servers')
    .set((eb) => ({ ...settings(input), version: eb('version', '+', 1) }))
    .where('id', '=', serverId)
    .$if(version !== undefined, (query) => query.where('version', '=', Number(version)))
    .where('retired_at', 'is', null)
    .returning(savedColumns)
    .executeTakeFirst()
  return row && SavedServer.parse(row)
}

/** After a change of environment the server no longer has the right whitelist. */
export const forgetWhitelist = (tx: Tx, serverId: number) =>
  tx
    .updateTable('server_links')
    .set({ whitelist_version: null, whitelist_acknowledged_at: null })
    .where('server_id', '=', serverId)
    .execute()
