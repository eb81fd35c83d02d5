import type { VehicleTransfer } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

type Row = {
  id: number
  vehicle_id: number
  plate: string
  model: string
  from_id: number
  from_name: string
  to_id: number
  to_name: string
  offered_at: Date
}

const toTransfer = (row: Row): VehicleTransfer => ({
  transferId: row.id,
  vehicleId: row.vehicle_id,
  plate: row.plate,
  model: row.model,
  from: { characterId: row.from_id, name: row.from_name },
  to: { characterId: row.to_id, name: row.to_name },
  offeredAt: row.offered_at.toISOString(),
})

async function select(db: Db | Tx, where: RawBuilder<unknown>): Promise<VehicleTransfer[]> {
  const { rows } = await sql<Row>`
    select o.id, o.vehicle_id, v.plate, v.model, f.id as from_id, f.name as from_name, t.id as to_id, t.name as to_name, o.offered_at
    from vehicle_transfers o
    join vehicles v on v.id = o.vehicle_id and v.removed_at is null and v.character_id = o.from_character_id
    join characters f on f.id = o.from_character_id and f.removed_at is null
    join characters t on t.id = o.to_character_id and t.removed_at is null
    where ${where} order by o.id`.execute(db)
  return rows.map(toTransfer)
}

/** Open offers to or by one of these characters. */
export const transfersOf = (db: Db | Tx, characterIds: readonly number[]): Promise<VehicleTransfer[]> =>
  select(db, sql`o.from_character_id = any(${characterIds}) or o.to_character_id = any(${characterIds})`)

export async function findOffer(
  tx: Tx,
  by: { readonly transferId: number } | { readonly vehicleId: number },
): Promise<VehicleTransfer | undefined> {
  const [offer] = await select(tx, 'transferId' in by ? sql`o.id = ${by.transferId}` : sql`o.vehicle_id = ${by.vehicleId}`)
  return offer
}

/** Inserts an offer. The caller has locked the vehicle and made sure that no other offer of it is open. */
export async function insertOffer(tx: Tx, vehicleId: number, fromId: number, toId: number): Promise<VehicleTransfer> {
  // An offer by a former owner is never shown, and would be in conflict with this one.
  await sql`delete from vehicle_transfers where vehicle_id = ${vehicleId}`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into vehicle_transfers (vehicle_id, from_character_id, to_character_id) values (${vehicleId}, ${fromId}, ${toId})
    returning id`.execute(tx)
  const [offer] = await select(tx, sql`o.id = ${rows[0]?.id}`)
  if (!offer) throw new Error(`the offer of vehicle ${vehicleId} was just written and is gone`)
  return offer
}

export const deleteOffer = (tx: Tx, transferId: number) => sql`delete from vehicle_transfers where id = ${transferId}`.execute(tx)

export type Recipient = {
  readonly characterId: number
  readonly name: string
  readonly userId: number
  readonly bornOn: string | null
}

const MAX_NAMESAKES = 100

/** Living characters of members whose names have exactly these words, in any order. Words are compared as in lookups. */
export async function findRecipients(tx: Tx, name: string): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select c.id as "characterId", c.name, c.user_id as "userId", c.born_on::text as "bornOn"
    from words_of_name(${name}) typed
    join name_words w on w.word = typed[1] and w.other = coalesce(typed[2], '')
    join characters c on c.id = w.character_id and c.removed_at is null and c.deceased_at is null
    join users u on u.id = c.user_id and u.disabled_at is null and u.deleted_at is null
    where words_of_name(c.name) @> typed and words_of_name(c.name) <@ typed
    order by c.id limit ${MAX_NAMESAKES}`.execute(tx)
  return rows
}
