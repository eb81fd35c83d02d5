import type { FieldAudience, FieldValues, VehicleInput } from '@tenfour/contract'
import { sql } from 'kysely'
import { assertOwnership, whyNot } from '../../../platform/acts/acts.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findOwner, isOfSource, lockOwners, type ActingUnit, type GameSource, type Owner } from '../history/history.port.ts'
import { findVehicles, type AnyVehicle } from './vehicles.rows.ts'

export type OwnedVehicle = AnyVehicle & { readonly owner: Owner | null }

/** The owner of a vehicle: null if it has none, undefined if there is no such vehicle. */
async function ownerOf(tx: Tx, vehicleId: number): Promise<Owner | null | undefined> {
  const { rows } = await sql<{ character_id: number | null }>`
    select character_id from vehicles where id = ${vehicleId} and removed_at is null`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  return row.character_id === null ? null : ((await findOwner(tx, row.character_id)) ?? null)
}

export const noSuchVehicle = () => new AppError('not_found', 'There is no such vehicle')
export const changedMeanwhile = () => new AppError('conflict', 'This vehicle has changed since you opened it')

/** The vehicle as it is now, with its owner, both locked. */
export const lockVehicle = (tx: Tx, vehicleId: number): Promise<OwnedVehicle> => lock(tx, vehicleId, () => true)

type OwnersAct = `vehicle.${'update' | 'delete' | 'offer'}`

/** The same for a vehicle of the member's own, at this version. `alsoLock` are other members whose records change. */
export async function lockOwnVehicle(
  tx: Tx,
  act: OwnersAct,
  by: { readonly userId: number },
  { vehicleId, version }: { readonly vehicleId: number; readonly version: number },
  alsoLock: readonly (number | null)[] = [],
): Promise<OwnedVehicle & { readonly characterId: number; readonly owner: Owner }> {
  const vehicle = await lock(tx, vehicleId, (owner) => owner !== null && !whyNot(act, by, { ownerIds: [owner.userId] }), alsoLock)
  const { owner, characterId } = vehicle
  if (owner === null || characterId === null) throw noSuchVehicle()
  if (vehicle.version !== version) throw changedMeanwhile()
  return { ...vehicle, owner, characterId }
}

/** Asks `mayLock` before anything is locked and again afterwards, because the vehicle may have changed hands meanwhile. */
export async function lock(
  tx: Tx,
  vehicleId: number,
  mayLock: (owner: Owner | null) => boolean,
  alsoLock: readonly (number | null)[] = [],
): Promise<OwnedVehicle> {
  const before = await ownerOf(tx, vehicleId)
  if (before === undefined || !mayLock(before)) throw noSuchVehicle()
  await lockOwners(tx, [before?.userId ?? null, ...alsoLock])
  await sql`select from vehicles where id = ${vehicleId} for update`.execute(tx)
  const vehicle = await readVehicle(tx, vehicleId)
  if (!mayLock(vehicle.owner)) throw noSuchVehicle()
  // The vehicle changed hands: only the former owner is locked.
  if ((vehicle.owner?.userId ?? null) !== (before?.userId ?? null)) throw changedMeanwhile()
  return vehicle
}

/** A vehicle of the member's own; vehicles of others do not exist for them. */
export async function findOwn(tx: Tx, act: OwnersAct, by: { readonly userId: number }, vehicleId: number): Promise<Owner> {
  const owner = await ownerOf(tx, vehicleId)
  if (!owner) throw noSuchVehicle()
  assertOwnership(act, by, { ownerIds: [owner.userId] })
  return owner
}

/** A vehicle with the fields that the reader sees; the reader is its owner unless given. */
export async function readVehicle(tx: Tx, vehicleId: number, reader: FieldAudience = 'owner'): Promise<OwnedVehicle> {
  const [vehicle] = await findVehicles(tx, [vehicleId], reader)
  if (!vehicle) throw noSuchVehicle()
  return { ...vehicle, owner: vehicle.characterId === null ? null : ((await findOwner(tx, vehicle.characterId)) ?? null) }
}

/** Counts the vehicles of all characters of a member: those in use, and those registered within a day, deleted ones included. */
export async function countVehicles(tx: Tx, userId: number): Promise<{ inUse: number; today: number }> {
  const { rows } = await sql<{ inUse: number; today: number }>`
    select count(*) filter (where v.removed_at is null and c.removed_at is null)::int as "inUse",
      count(*) filter (where v.created_at > now() - interval '1 day')::int as today
    from characters c join vehicles v on v.character_id = c.id where c.user_id = ${userId}`.execute(tx)
  return rows[0] ?? { inUse: 0, today: 0 }
}

/** The character with this id in the game's database. */
export async function externalOwner(tx: Tx, source: GameSource, externalId: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from characters c where external_id = ${externalId} and removed_at is null and ${isOfSource(sql`c`, source)}
    order by game_database is null limit 1`.execute(tx)
  return rows[0]?.id
}

/** The same for the vehicles of a character without an owner. */
export async function countUnowned(tx: Tx, characterId: number): Promise<{ inUse: number; today: number }> {
  const { rows } = await sql<{ inUse: number; today: number }>`
    select count(*) filter (where removed_at is null)::int as "inUse",
      count(*) filter (where created_at > now() - interval '1 day')::int as today
    from vehicles where character_id = ${characterId}`.execute(tx)
  return rows[0] ?? { inUse: 0, today: 0 }
}

/** The origin of the vehicle with this plate, if it has no owner. */
export async function originOfUnowned(db: Db, plate: string): Promise<string | undefined> {
  const { rows } = await sql<{ origin: string }>`
    select origin from vehicles where plate_key = record_key(${plate}) and character_id is null and removed_at is null`.execute(db)
  return rows[0]?.origin
}

/** Everything but the community's own fields, of which a reader may see only some. */
type Details = Omit<VehicleInput, 'fields'>
const columns = ({ plate, vin, model, colour, registeredUntil, insuredUntil }: Details) => ({
  plate,
  vin,
  model,
  colour,
  registered_until: registeredUntil,
  insured_until: insuredUntil,
})

export async function insertVehicle(tx: Tx, characterId: number, details: Details, fields: FieldValues = {}): Promise<number> {
  const { id } = await tx
    .insertInto('vehicles')
    .values({ ...columns(details), fields, character_id: characterId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertNoted(tx: Tx, unit: ActingUnit, noted: Pick<VehicleInput, 'plate' | 'model' | 'colour'>): Promise<number> {
  const { id } = await tx
    .insertInto('vehicles')
    .values({ ...noted, vin: '', origin: 'officer', noted_by: unit.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Changes = Partial<{
  character_id: number
  plate: string
  vin: string
  model: string
  colour: string
  registered_until: string | null
  insured_until: string | null
  fields: FieldValues
  removed_at: Date
  approval: 'waiting' | 'refused' | null
  approval_reason: string
  approval_asked_at: Date
  stolen_at: Date | null
  stolen_note: string | null
  is_stolen_by_owner: boolean | null
}>

async function change(tx: Tx, vehicleId: number, changes: Changes): Promise<void> {
  await tx
    .updateTable('vehicles')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', vehicleId)
    .execute()
}

/** Updates a vehicle. Without `fields`, the present values of fields stay. */
export const updateVehicle = (tx: Tx, vehicleId: number, details: Details, fields?: FieldValues) =>
  change(tx, vehicleId, { ...columns(details), ...(fields && { fields }) })
/** Leaves a vehicle waiting for approval from now on. */
export const askApproval = (tx: Tx, vehicleId: number) =>
  change(tx, vehicleId, { approval: 'waiting', approval_reason: '', approval_asked_at: new Date() })
/** Approves a vehicle, or refuses it for a reason. */
export const decideApproval = (tx: Tx, vehicleId: number, refusedFor: string | null) =>
  change(tx, vehicleId, { approval: refusedFor === null ? null : 'refused', approval_reason: refusedFor ?? '' })
export const removeVehicle = (tx: Tx, vehicleId: number) => change(tx, vehicleId, { removed_at: new Date() })
export const handOver = (tx: Tx, vehicleId: number, characterId: number) => change(tx, vehicleId, { character_id: characterId })
export const markStolen = (tx: Tx, vehicleId: number, note: string, isByOwner: boolean) =>
  change(tx, vehicleId, { stolen_at: new Date(), stolen_note: note, is_stolen_by_owner: isByOwner })
export const markRecovered = (tx: Tx, vehicleId: number) =>
  change(tx, vehicleId, { stolen_at: null, stolen_note: null, is_stolen_by_owner: null })

type NewImpound = { readonly lotId: number | null; readonly place: string; readonly reason: string }

export async function impound(tx: Tx, unit: ActingUnit, vehicleId: number, { lotId, place, reason }: NewImpound) {
  await tx
    .insertInto('impounds')
    .values({ vehicle_id: vehicleId, lot_id: lotId, place, reason, by_user_id: unit.userId, by_identifier: unit.identifier })
    .execute()
  await change(tx, vehicleId, {})
}

export async function release(tx: Tx, unit: ActingUnit, vehicleId: number, reason: string) {
  await tx
    .updateTable('impounds')
    .set({ released_at: new Date(), released_by: unit.userId, release_reason: reason })
    .where('vehicle_id', '=', vehicleId)
    .where('released_at', 'is', null)
    .execute()
  await change(tx, vehicleId, {})
}
