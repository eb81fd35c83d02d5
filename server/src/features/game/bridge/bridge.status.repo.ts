import {
  BRIDGE_OFFLINE_MS,
  HISTORY_STEP_MINUTES,
  PlayerHistory,
  ServerLink,
  type HistoryRange,
  type PortalPayload,
  type ServerLive,
} from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'

const NEVER: ServerLink = {
  isOnline: false,
  players: 0,
  maxPlayers: null,
  lastHeartbeatAt: null,
  connectedAt: null,
  uptimeSeconds: 0,
  queued: 0,
  bridgeVersion: null,
  resource: null,
}

const columns = sql`is_online as "isOnline", players, max_players as "maxPlayers", ${iso('last_heartbeat_at')} as "lastHeartbeatAt",
  ${iso('connected_at')} as "connectedAt", uptime_seconds as "uptimeSeconds", queued, bridge_version as "bridgeVersion", resource`

export async function findLink(db: Db | Tx, serverId: number): Promise<ServerLink> {
  const { rows } = await sql`select ${columns} from server_links where server_id = ${serverId}`.execute(db)
  return rows[0] === undefined ? NEVER : ServerLink.parse(rows[0])
}

/** Locks the server's status until commit. */
export async function lockLink(tx: Tx, serverId: number): Promise<ServerLink> {
  await sql`select from server_links where server_id = ${serverId} for no key update`.execute(tx)
  return findLink(tx, serverId)
}

type Hello = PortalPayload<'hello'>
export async function saveHello(tx: Tx, serverId: number, { maxPlayers, players, version, resource }: Hello): Promise<ServerLink> {
  const { rows } = await sql`
    insert into server_links (server_id, connected_at, last_heartbeat_at, is_online, players, max_players, bridge_version, resource)
    values (${serverId}, clock_timestamp(), clock_timestamp(), true, ${players.length}, ${maxPlayers}, ${version}, ${resource})
    on conflict (server_id) do update set connected_at = excluded.connected_at, last_heartbeat_at = excluded.last_heartbeat_at, is_online = true,
      players = excluded.players, max_players = excluded.max_players, bridge_version = excluded.bridge_version, resource = excluded.resource
    returning ${columns}`.execute(tx)
  return ServerLink.parse(rows[0])
}

type Heartbeat = PortalPayload<'heartbeat'>
export async function saveHeartbeat(tx: Tx, serverId: number, beat: Heartbeat): Promise<ServerLink> {
  const { rows } = await sql`
    update server_links set last_heartbeat_at = clock_timestamp(), is_online = true, players = ${beat.players},
      max_players = ${beat.maxPlayers}, uptime_seconds = ${Math.min(Math.round(beat.uptimeSeconds), 2_147_483_647)}, queued = ${beat.queued}
    where server_id = ${serverId} returning ${columns}`.execute(tx)
  return ServerLink.parse(rows[0])
}

/** Keeps the maximum per minute. */
export async function countPlayers(
  tx: Tx,
  serverId: number,
  { players, maxPlayers }: Pick<ServerLive, 'players' | 'maxPlayers'>,
): Promise<void> {
  await sql`
    insert into server_player_counts (server_id, minute, players, max_players)
    values (${serverId}, date_trunc('minute', clock_timestamp()), ${players}, ${maxPlayers ?? 0})
    on conflict (server_id, minute) do update
      set players = greatest(server_player_counts.players, excluded.players), max_players = excluded.max_players`.execute(tx)
}

export const silentServers = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ server_id: number }>`select server_id from server_links where ${isSilent}`.execute(db)
  return rows.map(({ server_id }) => server_id)
}

/** Undefined if a heartbeat arrived meanwhile, or if it is already offline. */
export async function markOffline(tx: Tx, serverId: number): Promise<ServerLink | undefined> {
  const { rows } = await sql`
    update server_links set is_online = false, players = 0 where server_id = ${serverId} and ${isSilent} returning ${columns}`.execute(tx)
  return rows[0] === undefined ? undefined : ServerLink.parse(rows[0])
}

const isSilent = sql`is_online and last_heartbeat_at < clock_timestamp() - make_interval(secs => ${BRIDGE_OFFLINE_MS / 1000})`

const RANGE_MINUTES: Record<HistoryRange, number> = { day: 24 * 60, week: 7 * 24 * 60 }
/** Kept slightly longer than the chart shows. */
export const HISTORY_DAYS = 8

export async function playerHistory(db: Db, serverId: number, range: HistoryRange): Promise<PlayerHistory> {
  const [minutes, step] = [RANGE_MINUTES[range], HISTORY_STEP_MINUTES[range]]
  const bucket = sql`date_bin(make_interval(mins => ${step}), minute, timestamptz 'epoch')`
  const { rows } = await sql`
    with steps as (
      select generate_series(date_bin(make_interval(mins => ${step}), now() - make_interval(mins => ${minutes - step}), timestamptz 'epoch'),
        now(), make_interval(mins => ${step})) as at
    ), counted as (
      select ${bucket} as at, max(players) as players, max(max_players) as max_players from server_player_counts
      where server_id = ${serverId} and minute >= (select min(at) from steps) group by 1
    )
    select ${iso('steps.at')} as at, players, max_players as "maxPlayers" from steps left join counted using (at) order by steps.at`.execute(
    db,
  )
  return PlayerHistory.parse({ stepMinutes: step, points: rows })
}

export const pruneHistory = (db: Db) =>
  sql`delete from server_player_counts where minute < now() - make_interval(days => ${HISTORY_DAYS})`.execute(db)
