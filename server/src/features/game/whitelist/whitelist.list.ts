import { ServerWhitelist, type ServerEnvironment, type Whitelist, type WhitelistChange, type WhitelistStand } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import type { Emit } from '../../../platform/database/transaction.ts'
import { readAtOnce } from '../../../platform/database/streams.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'

type Environment = z.infer<typeof ServerEnvironment>

const STEAM = /^[0-9a-f]{15}$/
const split = (identifiers: readonly string[]) => ({
  steams: identifiers.filter((each) => STEAM.test(each)),
  others: identifiers.filter((each) => !STEAM.test(each)),
})

export async function whitelistVersion(db: Db | Tx, environment: Environment): Promise<number> {
  const row = await db.selectFrom('whitelist_versions').select('version').where('environment', '=', environment).executeTakeFirstOrThrow()
  return row.version
}

/** Everyone on the whitelist, at one version. */
export const readWhitelist = (db: Db, environment: Environment): Promise<Whitelist> =>
  readAtOnce(db, async (tx) => {
    const version = await whitelistVersion(tx, environment)
    const { rows } = await sql<{ identifier: string }>`
      select distinct identifier from whitelist_entries where environment = ${environment} order by 1`.execute(tx)
    const { steams, others } = split(rows.map(({ identifier }) => identifier))
    return { environment, version, members: steams, others }
  })

export type WhitelistDifference = Omit<WhitelistChange, 'from'>

/** Changes from that version to the newest; undefined if the history no longer goes back that far. */
export const whitelistSince = (db: Db, environment: Environment, from: number): Promise<WhitelistDifference | undefined> =>
  readAtOnce(db, async (tx) => {
    const version = await whitelistVersion(tx, environment)
    if (from > version) return undefined
    const { rows } = await sql<{ steam: string; is_added: boolean }>`
      select distinct on (steam) steam, is_added from whitelist_changes
      where environment = ${environment} and version > ${from} order by steam, version desc, is_added desc`.execute(tx)
    const { rows: counted } = await sql<{ versions: number }>`
      select count(distinct version) as versions from whitelist_changes where environment = ${environment} and version > ${from}`.execute(
      tx,
    )
    if ((counted[0]?.versions ?? 0) !== version - from) return undefined
    const of = (isAdded: boolean) => rows.filter(({ is_added }) => is_added === isAdded).map(({ steam }) => steam)
    const [added, removed] = [split(of(true)), split(of(false))]
    return {
      environment,
      version,
      added: added.steams,
      removed: removed.steams,
      ...(added.others.length > 0 && { addedOthers: added.others }),
      ...(removed.others.length > 0 && { removedOthers: removed.others }),
    }
  })

const OfServer = ServerWhitelist.extend({ serverId: z.int() })

/** Of trials `t`: members who were put on the list meanwhile would not be refused again. */
export const isStillRefused = sql`not exists (
  select from whitelist_entries e join servers s on s.environment = e.environment where s.id = t.server_id and e.user_id = t.user_id)`

/** Whitelist states of one server, even if retired, or of all servers in use. */
async function findWhitelists(db: Db | Tx, serverId: number | null): Promise<z.infer<typeof OfServer>[]> {
  const { rows } = await sql<{ whitelist: unknown }>`
    select json_build_object(
      'serverId', s.id, 'environment', s.environment, 'version', v.version,
      'isEnforced', s.enforces_whitelist, 'wouldRefuse', (
        select count(*) from whitelist_trials t where t.server_id = s.id and ${isStillRefused}),
      'members', (select count(distinct e.user_id) from whitelist_entries e where e.environment = s.environment),
      'acknowledgedVersion', l.whitelist_version, 'acknowledgedAt', ${iso('l.whitelist_acknowledged_at')},
      'lastPush', (
        select json_build_object('requestedAt', ${iso('p.requested_at')}, 'outcome', p.outcome, 'acknowledgedAt', ${iso('p.acknowledged_at')},
          'version', p.version, 'requestedBy', case when u.id is not null then json_build_object('userId', u.id, 'name', u.name) end)
        from whitelist_pushes p left join users u on u.id = p.requested_by
        where p.server_id = s.id order by p.requested_at desc, p.id desc limit 1)) as whitelist
    from servers s join whitelist_versions v on v.environment = s.environment left join server_links l on l.server_id = s.id
    where case when ${serverId}::integer is null then s.retired_at is null and not s.is_simulated else s.id = ${serverId} end order by s.id`.execute(
    db,
  )
  return rows.map(({ whitelist }) => OfServer.parse(whitelist))
}

/** Undefined if there is no such server. */
export const serverWhitelist = async (db: Db | Tx, serverId: number): Promise<z.infer<typeof OfServer> | undefined> =>
  (await findWhitelists(db, serverId))[0]

/** Tells the pages of a server's whitelist. */
export async function tellWhitelist(tx: Tx, emit: Emit, serverId: number): Promise<void> {
  const whitelist = await serverWhitelist(tx, serverId)
  if (!whitelist) return
  await emit('server', { serverId }, 'whitelist.changed', whitelist)
  await emit('whitelists', {}, 'whitelist.changed', whitelist)
}

export const whitelistsRoom = (db: Db): RoomSource<'whitelists'> => streamRoom(db, 'whitelists', (tx) => findWhitelists(tx, null))

/**
 * Records the version the server acknowledged. False if its environment was changed meanwhile, so that it does not have the right list yet.
 */
export async function recordAcknowledged(tx: Tx, serverId: number, { environment, version }: WhitelistStand): Promise<boolean> {
  // Changing the environment locks this row.
  const { rows } = await sql`select from servers where id = ${serverId} and environment = ${environment} for share`.execute(tx)
  if (rows.length === 0) return false
  await sql`update server_links set whitelist_version = ${version}, whitelist_acknowledged_at = clock_timestamp()
    where server_id = ${serverId}`.execute(tx)
  return true
}

/** The version that a server has, and the newest version. */
export async function whitelistHeld(db: Db, serverId: number): Promise<{ held: number | null; version: number } | undefined> {
  const { rows } = await sql<{ held: number | null; version: number }>`
    select l.whitelist_version as held, v.version from server_links l join servers s on s.id = l.server_id
      join whitelist_versions v on v.environment = s.environment where s.id = ${serverId}`.execute(db)
  return rows[0]
}

export type PushOutcome = 'acknowledged' | 'not connected' | 'failed'
export async function closePushes(tx: Tx, serverId: number, outcome: PushOutcome, version: number | null): Promise<void> {
  await sql`update whitelist_pushes set outcome = ${outcome}, version = ${version},
      acknowledged_at = case when ${outcome} = 'acknowledged' then clock_timestamp() end
    where server_id = ${serverId} and outcome = 'waiting'`.execute(tx)
}
