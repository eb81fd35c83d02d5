import { BRIDGE_OFFLINE_MS, ManagedServer, ServerKey } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import { activeCalls, unitsOnDuty } from './servers.repo.ts'

const link = sql`json_build_object(
  'isOnline', coalesce(l.is_online and l.last_heartbeat_at >= now() - make_interval(secs => ${BRIDGE_OFFLINE_MS / 1000}), false),
  'players', coalesce(l.players, 0), 'maxPlayers', l.max_players, 'lastHeartbeatAt', ${iso('l.last_heartbeat_at')},
  'connectedAt', ${iso('l.connected_at')}, 'uptimeSeconds', coalesce(l.uptime_seconds, 0), 'queued', coalesce(l.queued, 0),
  'bridgeVersion', l.bridge_version, 'resource', l.resource)`

/** Servers in use come first. A simulated game is managed as a whole: see its feature. */
export async function managedServers(db: Db | Tx, serverId: number | null = null): Promise<ManagedServer[]> {
  const { rows } = await sql`
    select s.id as "serverId", s.name, s.environment, s.version, s.address, s.max_players as "maxPlayers", s.kicks_unlisted as "kicksUnlisted",
      s.retired_at is not null as "isRetired", ${link} as link, ${unitsOnDuty} as "unitsOnDuty", ${activeCalls} as "activeCalls"
    from servers s left join server_links l on l.server_id = s.id
    where not s.is_simulated and (${serverId}::integer is null or s.id = ${serverId})
    order by s.retired_at is not null, s.id`.execute(db)
  return rows.map((row) => ManagedServer.parse(row))
}

/** Nobody can go on duty there until commit: creating a unit waits for this row. */
export async function lockServer(tx: Tx, serverId: number): Promise<void> {
  await sql`select from servers where id = ${serverId} for update`.execute(tx)
}

/** False if it is not at that version, or already in that state. */
export const setRetired = async (tx: Tx, serverId: number, version: number, isRetired: boolean): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update servers set retired_at = case when ${isRetired} then now() end, version = version + 1
    where id = ${serverId} and version = ${version} and (retired_at is not null) <> ${isRetired}`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether the server exists, retired or not. */
export const isServer = async (db: Db, serverId: number): Promise<boolean> =>
  (await db.selectFrom('servers').select('id').where('id', '=', serverId).executeTakeFirst()) !== undefined

export async function serverKeys(db: Db, serverId: number): Promise<ServerKey[]> {
  const { rows } = await sql`
    select k.id as "keyId", kind, name, ${iso('created_at')} as "createdAt", ${iso('last_used_at')} as "lastUsedAt",
      ${iso('expires_at')} as "expiresAt", ${iso('revoked_at')} as "revokedAt", is_limited as "isLimited",
      case when r.key_id is not null then
        json_build_object('since', ${iso('r.since')}, 'lastAt', ${iso('r.last_at')}, 'message', r.message) end as refused
    from api_keys k left join key_refusals r on r.key_id = k.id where server_id = ${serverId} and kind in ('server', 'display')
      and not exists (select from servers s where s.id = server_id and s.is_simulated) order by k.id desc`.execute(db)
  return rows.map((row) => ServerKey.parse(row))
}
