import { MAX_BOLOS, type Bolo, type BoloInput, type BoloKind } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { ActingUnit } from '../history/history.port.ts'

type Row = {
  id: number
  server_id: number
  kind: BoloKind
  plate: string
  name: string
  words: string[]
  match_key: string
  character_id: number | null
  vehicle_id: number | null
  description: string
  reason: string
  call_id: number | null
  by_user_id: number
  by_name: string
  by_identifier: string
  created_at: Date
  expires_at: Date
  hits: number
  last_hit_at: Date | null
  version: number
}
const toBolo = (row: Row): Bolo => ({
  boloId: row.id,
  serverId: row.server_id,
  kind: row.kind,
  plate: row.plate,
  name: row.name,
  characterId: row.character_id,
  vehicleId: row.vehicle_id,
  description: row.description,
  reason: row.reason,
  callId: row.call_id,
  by: { userId: row.by_user_id, name: row.by_name, identifier: row.by_identifier },
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  hits: row.hits,
  lastHitAt: row.last_hit_at?.toISOString() ?? null,
  version: row.version,
})

const columns = sql`b.*, u.name as by_name`
const isOpen = sql`b.ended_at is null and b.expires_at > now()`

async function select(db: Db | Tx, query: RawBuilder<Row>): Promise<Bolo[]> {
  const { rows } = await query.execute(db)
  return rows.map(toBolo)
}
const only = async (bolos: Promise<Bolo[]>): Promise<Bolo | undefined> => (await bolos)[0]

export const openBolos = (db: Db | Tx, serverId: number): Promise<Bolo[]> =>
  select(
    db,
    sql`select ${columns} from bolos b join users u on u.id = b.by_user_id where b.server_id = ${serverId} and ${isOpen} order by b.id desc`,
  )

/** Locks the BOLOs of a server, so that the limit holds when several are added at once. */
export const lockBolos = (tx: Tx, serverId: number) => sql`select pg_advisory_xact_lock(hashtext('bolos'), ${serverId})`.execute(tx)

const values = ({ kind, plate, name, characterId, vehicleId, description, reason, expiresAt }: BoloInput) => {
  const [own, other] = kind === 'vehicle' ? [plate, ''] : ['', name]
  const words = sql<string[]>`words_of_name(${other})`
  return {
    kind,
    plate: own,
    name: other,
    words,
    match_key:
      kind === 'vehicle'
        ? sql<string>`record_key(${own})`
        : sql<string>`coalesce((select word from unnest(${words}) word order by length(word) desc, word limit 1), '')`,
    character_id: kind === 'person' ? characterId : null,
    vehicle_id: kind === 'vehicle' ? vehicleId : null,
    description,
    reason,
    expires_at: new Date(expiresAt),
  }
}

/** On all servers. */
export async function countAllOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from bolos b where ${isOpen}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function countOpen(tx: Tx, serverId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from bolos b where b.server_id = ${serverId} and ${isOpen} limit ${MAX_BOLOS}) counted`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertBolo(tx: Tx, unit: ActingUnit, serverId: number, input: BoloInput): Promise<number> {
  const { id } = await tx
    .insertInto('bolos')
    .values({ ...values(input), server_id: serverId, call_id: unit.callId, by_user_id: unit.userId, by_identifier: unit.identifier })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateBolo = (tx: Tx, boloId: number, input: BoloInput) =>
  tx
    .updateTable('bolos')
    .set((eb) => ({ ...values(input), version: eb('version', '+', 1) }))
    .where('id', '=', boloId)
    .execute()

export const endBolo = (tx: Tx, boloId: number, userId: number, reason: string) =>
  tx
    .updateTable('bolos')
    .set({ ended_at: sql<Date>`now()`, ended_by: userId, end_reason: reason })
    .where('id', '=', boloId)
    .execute()

export const findBolo = (tx: Tx, boloId: number): Promise<Bolo | undefined> =>
  only(select(tx, sql`select ${columns} from bolos b join users u on u.id = b.by_user_id where b.id = ${boloId}`))

/** An open BOLO, locked until the transaction ends. */
export const lockBolo = (tx: Tx, serverId: number, boloId: number): Promise<Bolo | undefined> =>
  only(
    select(
      tx,
      sql`select ${columns} from bolos b join users u on u.id = b.by_user_id
        where b.id = ${boloId} and b.server_id = ${serverId} and ${isOpen} for update of b`,
    ),
  )

type Owned = {
  persons: { characterId: number; names: string[][] }[]
  vehicles: { vehicleId: number; plate: string }[]
}
/** The names and vehicles of a member's characters, as a BOLO would match them. */
export async function ownedBy(tx: Tx, userId: number): Promise<Owned> {
  const { rows: persons } = await sql<{ characterId: number; words: string[] }>`
    select id as "characterId", words_of_name(name) as words from characters where user_id = ${userId} and removed_at is null`.execute(tx)
  const { rows: vehicles } = await sql<Owned['vehicles'][number]>`
    select v.id as "vehicleId", v.plate from vehicles v join characters c on c.id = v.character_id
    where c.user_id = ${userId} and v.removed_at is null`.execute(tx)
  return { persons: persons.map(({ characterId, words }) => ({ characterId, names: [words] })), vehicles }
}

export type Candidate = { readonly bolo: Bolo; readonly words: readonly string[]; readonly matchKey: string }

/** Open BOLOs of all servers that may match; the caller compares them. */
export async function findCandidates(
  db: Db | Tx,
  keys: readonly string[],
  characterIds: readonly number[],
  vehicleIds: readonly number[],
): Promise<Candidate[]> {
  // A noted person may have been claimed since: the BOLO then means the character that claimed them.
  const { rows } = await sql<Row & { means: number | null }>`
    select ${columns}, coalesce(noted.merged_into_id, b.character_id) as means
    from bolos b join users u on u.id = b.by_user_id left join characters noted on noted.id = b.character_id
    where ${isOpen} and (b.match_key <> '' and b.match_key = any(${keys})
      or coalesce(noted.merged_into_id, b.character_id) = any(${characterIds}) or b.vehicle_id = any(${vehicleIds}))
    order by b.id`.execute(db)
  return rows.map((row) => ({ bolo: toBolo({ ...row, character_id: row.means }), words: row.words, matchKey: row.match_key }))
}

/** Counts a hit, unless the same unit hit this BOLO less than a minute ago. Returns the new count, or undefined if it did. */
export async function countHit(tx: Tx, boloId: number, userId: number): Promise<{ hits: number; at: Date } | undefined> {
  const { rows } = await sql<{ hits: number; last_hit_at: Date }>`
    with hit as (
      insert into bolo_hits as h (bolo_id, user_id) values (${boloId}, ${userId})
      on conflict (bolo_id, user_id) do update set at = now() where h.at <= now() - interval '1 minute' returning bolo_id)
    update bolos b set hits = b.hits + 1, last_hit_at = now() from hit where b.id = hit.bolo_id
    returning b.hits, b.last_hit_at`.execute(tx)
  const [hit] = rows
  return hit && { hits: hit.hits, at: hit.last_hit_at }
}
