import { addDays, MAX_GAME_VEHICLES, type GameVehicle, type VehicleInput } from '@tenfour/contract'
import { sql } from 'kysely'
import { readToday } from '../../../platform/calendar/calendar.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import {
  assertAlive,
  emitOwn,
  findOwner,
  isOfSource,
  lockOwners,
  sourceOf,
  writeEvent,
  type GameServer,
  type GameSource,
  type Owner,
  type RecordPlayer,
} from '../history/history.port.ts'
import { createGarages, type Saved } from './vehicles.garages.ts'
import * as repo from './vehicles.repo.ts'
import { assertFree, changesOf, label, newVin, tellOwner } from './vehicles.service.ts'

const NEW_DAYS = 365
/** A vehicle above this limit is refused as a conflict: after an error that says 'try later', the game server would send it again and again. */
const MAX_NEW_A_DAY = 2 * MAX_GAME_VEHICLES

export type GameVehicles = ReturnType<typeof createGameVehicles>

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly countChange: HourlyLimit
  /** For each game server: changes, and new records, of vehicles of characters without an owner. */
  readonly countUnowned: HourlyLimit
  readonly countNewUnowned: HourlyLimit
}

/** Vehicles that game servers register and change for their players. */
export function createGameVehicles({ db, publish, countChange, countUnowned, countNewUnowned }: Deps) {
  const save = async (player: RecordPlayer, server: GameServer, input: Saved): Promise<number> => {
    try {
      return await inTransaction(db, publish, async (tx, emit) => {
        const source = await sourceOf(tx, server)
        const known = await findId(tx, source, input)
        const former = known === undefined ? null : await formerOwner(tx, known)
        await lockOwners(tx, [player.userId, input.isInTable ? former : null])
        const owner = await ownerFor(tx, player, source, input)
        const { userId } = owner
        if (userId === null && known === undefined) await countNewUnowned(server.serverId)
        const [vehicleId, isChanged] =
          known === undefined ? [await register(tx, source, owner, input), true] : [known, await change(tx, source, owner, known, input)]
        if (!isChanged) return vehicleId
        await (userId === null ? countUnowned(server.serverId) : countChange(userId))
        if (userId !== null) await tellOwner(tx, emit, { userId }, vehicleId)
        if (former !== null && former !== userId) await emitOwn(emit, former, 'vehicle.left', { vehicleId })
        return vehicleId
      })
    } catch (error) {
      if (violates(error, 'vehicles_plate_key')) throw registeredToAnother(input.plate)
      if (violates(error, 'vehicles_vin_key')) throw new AppError('conflict', `Another vehicle has the VIN ${input.vin}`, 'vin')
      throw error
    }
  }

  return {
    /** Registers the vehicle to a character of the player, or changes it. A noted vehicle gets its owner. */
    save: (player: RecordPlayer, server: GameServer, input: GameVehicle): Promise<number> => save(player, server, input),
    ...createGarages({ db, publish, save }),
  }
}

async function formerOwner(tx: Tx, vehicleId: number): Promise<number | null> {
  return (await repo.readVehicle(tx, vehicleId)).owner?.userId ?? null
}

const registeredToAnother = (plate: string) => new AppError('conflict', `${plate} is registered to someone else`, 'plate')

async function register(tx: Tx, { database }: GameSource, owner: Owner, input: GameVehicle): Promise<number> {
  assertAlive(owner)
  await assertRoom(tx, owner)
  const vehicle = { plate: input.plate, vin: '', model: input.model, colour: '', ...(await newDates(tx)), ...givenColumns(input) }
  const vehicleId = await repo.insertVehicle(tx, owner.characterId, { ...vehicle, vin: vehicle.vin || newVin() })
  await tx
    .updateTable('vehicles')
    .set({ origin: 'game', external_id: input.externalId ?? null, game_database: database })
    .where('id', '=', vehicleId)
    .execute()
  await writeEvent(tx, null, { characterId: owner.characterId, vehicleId, title: 'Vehicle registered', text: label(vehicle) })
  return vehicleId
}

/** Changes a vehicle. Returns whether anything changed. */
async function change(tx: Tx, source: GameSource, owner: Owner, vehicleId: number, input: Saved): Promise<boolean> {
  // Of vehicles whose owner has no account, a game changes those of its own database.
  const isOurs = await isFrom(tx, source, vehicleId)
  // A vehicle of this game belongs to the character that the game's own table names.
  const isSold = input.isInTable === true && isOurs && !source.isLimited
  const isOwnedBy = (current: Owner | null) =>
    current === null || isSold || (current.userId === owner.userId && (owner.userId !== null || isOurs))
  const { owner: current, plate } = await repo.readVehicle(tx, vehicleId)
  // Refused before anything is locked: someone who holds the other member's lock may wait for this one.
  if (!isOwnedBy(current)) throw registeredToAnother(plate)
  const before = await repo.lock(tx, vehicleId, isOwnedBy)
  const isNoted = before.owner === null
  const after = { ...detailsOf(before), ...(isNoted && (await newDates(tx))), ...givenColumns(input) }
  after.vin ||= newVin()
  const changes = changesOf(before, after)
  const isSameOwner = before.owner?.characterId === owner.characterId
  if (input.externalId !== undefined)
    await tx.updateTable('vehicles').set({ external_id: input.externalId }).where('id', '=', vehicleId).execute()
  // A vehicle that was noted or imported is the game's from now on.
  if (isNoted && !isOurs)
    await sql`update vehicles set game_database = ${source.database} where id = ${vehicleId} and game_database is null`.execute(tx)
  if (isSameOwner && changes.length === 0) return false
  if (isNoted) await assertRoom(tx, owner)
  else if (!isSold) await assertFree(tx, before)
  await repo.updateVehicle(tx, vehicleId, after)
  if (!isSameOwner) {
    assertAlive(owner)
    await repo.handOver(tx, vehicleId, owner.characterId)
  }
  const title = isNoted ? 'Vehicle registered' : isSameOwner ? 'Vehicle changed' : 'Vehicle handed over'
  const what = isSameOwner ? label(before) : `${label(before)} to ${owner.name}`
  const text = changes.length === 0 ? what : `${what}: ${changes.join('; ')}`
  await writeEvent(tx, null, { characterId: owner.characterId, vehicleId, title, text })
  return true
}

/** The game neither changes the community's own fields, nor has to give required ones. */
type Details = Omit<VehicleInput, 'fields'>
const detailsOf = ({ plate, vin, model, colour, registeredUntil, insuredUntil }: Details): Details => ({
  plate,
  vin,
  model,
  colour,
  registeredUntil,
  insuredUntil,
})
/** The columns that the game gives; others stay as they are. */
const givenColumns = ({
  externalId: _id,
  ownerExternalId: _owner,
  characterId: _character,
  isInTable: _table,
  ...fields
}: Saved): Partial<Details> => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
const newDates = async (tx: Tx) => {
  const until = addDays(await readToday(tx), NEW_DAYS)
  return { registeredUntil: until, insuredUntil: until }
}

/** A character of the player's, or one of the game's without an owner, which the player has not proved to be theirs. */
async function ownerFor(tx: Tx, player: RecordPlayer, source: GameSource, { ownerExternalId, characterId }: GameVehicle): Promise<Owner> {
  const isNamed = ownerExternalId !== undefined || characterId !== undefined
  const played = () => (player.userId === null ? undefined : playedOn(tx, player.userId, source.serverId))
  const id = characterId ?? (await (ownerExternalId === undefined ? played() : repo.externalOwner(tx, source, ownerExternalId)))
  const owner = id === undefined ? undefined : await findOwner(tx, id)
  if (owner && (owner.userId === null ? await isUnowned(tx, source, owner) : owner.userId === player.userId)) return owner
  throw new AppError('not_found', isNamed ? 'The player has no such character' : 'The player plays no character: name the owner')
}
async function playedOn(tx: Tx, userId: number, serverId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select character_id as id from played_characters where user_id = ${userId} and server_id = ${serverId}`.execute(tx)
  return rows[0]?.id
}
async function isUnowned(tx: Tx, { database }: GameSource, { characterId }: Owner): Promise<boolean> {
  const { rows } = await sql`select from characters where id = ${characterId} and user_id is null and game_database = ${database}`.execute(
    tx,
  )
  return rows.length > 0
}
async function isFrom(tx: Tx, { database }: GameSource, vehicleId: number): Promise<boolean> {
  const { rows } = await sql`select from vehicles where id = ${vehicleId} and game_database = ${database}`.execute(tx)
  return rows.length > 0
}

/** Finds a vehicle by its id in the game, or else by its plate. */
async function findId(
  tx: Tx,
  source: GameSource,
  { externalId = null, plate }: { externalId?: string | null | undefined; plate: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from vehicles v where removed_at is null
      and (external_id = ${externalId}::text and ${isOfSource(sql`v`, source)} or plate_key = record_key(${plate}))
    order by external_id = ${externalId}::text and ${isOfSource(sql`v`, source)} desc nulls last, game_database is null limit 1`.execute(tx)
  return rows[0]?.id
}

async function assertRoom(tx: Tx, { userId, characterId }: Owner): Promise<void> {
  const { inUse, today } = userId === null ? await repo.countUnowned(tx, characterId) : await repo.countVehicles(tx, userId)
  if (inUse >= MAX_GAME_VEHICLES) throw new AppError('conflict', `The player has ${inUse} vehicles, which is the most`)
  if (today >= MAX_NEW_A_DAY) throw new AppError('conflict', `The player has ${today} new vehicles within a day, which is the most`)
}
