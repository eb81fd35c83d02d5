import { randomInt } from 'node:crypto'
import type { OwnVehicle, VehicleInput } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { describeChanges, checkFields, checkValues, listFields, storedFields } from '../fields/fields.port.ts'
import { assertAlive, emitOwn, lockOwners, ownCharacter, writeEvent } from '../history/history.port.ts'
import { findOffer } from './vehicles.transfers.ts'
import * as repo from './vehicles.repo.ts'

export type VehicleDeps = {
  readonly db: Db
  readonly publish: Publish
  readonly limit: () => number
  readonly needsApproval: () => boolean
}

/** Acts of members on vehicles of their own characters. */
export function createVehicleService({ db, publish, limit, needsApproval }: VehicleDeps) {
  return {
    create: (actor: Actor, { characterId, ...input }: VehicleInput & { characterId: number }): Promise<OwnVehicle> =>
      withUniqueKeys(db, input.plate, () =>
        inTransaction(db, publish, async (tx, emit) => {
          await lockOwners(tx, [actor.userId])
          const owner = await ownCharacter(tx, 'vehicle.create', actor, characterId)
          assertAlive(owner)
          await assertRoom(tx, actor.userId, limit())
          const fields = await checkFields(tx, 'vehicle', input.fields, { before: {}, filler: 'owner', isComplete: true })
          const vehicleId = await repo.insertVehicle(tx, characterId, { ...input, vin: input.vin || newVin() }, fields)
          if (needsApproval()) await repo.askApproval(tx, vehicleId)
          await writeEvent(tx, actor, { characterId, vehicleId, title: 'Vehicle registered', text: label(input) })
          return tellOwner(tx, emit, actor, vehicleId)
        }),
      ),

    update: (actor: Actor, vehicleId: number, { version, ...input }: VehicleInput & { version: number }): Promise<OwnVehicle> =>
      withUniqueKeys(db, input.plate, () =>
        inTransaction(db, publish, async (tx, emit) => {
          const before = await repo.lockOwnVehicle(tx, 'vehicle.update', actor, { vehicleId, version })
          const after = { ...input, vin: input.vin || before.vin || newVin() }
          const [definitions, stored] = [await listFields(tx, 'vehicle'), await storedFields(tx, 'vehicle', vehicleId)]
          const fields = checkValues(definitions, input.fields, { before: stored, filler: 'owner', isComplete: true })
          const changes = [...changesOf(before, after), ...describeChanges(definitions, stored, fields, ['owner', 'police'])]
          if (changes.length === 0) return before
          await assertFree(tx, before)
          await repo.updateVehicle(tx, vehicleId, after, fields)
          // A change of a refused vehicle asks for approval again.
          const isOther = APPROVED.some((detail) => before[detail] !== after[detail])
          if (before.unapproved?.state === 'refused' || (isOther && needsApproval())) await repo.askApproval(tx, vehicleId)
          const text = `${label(before)}: ${changes.join('; ')}`
          await writeEvent(tx, actor, { characterId: before.characterId, vehicleId, title: 'Vehicle changed', text })
          return tellOwner(tx, emit, actor, vehicleId)
        }),
      ),

    delete: (actor: Actor, vehicleId: number, version: number): Promise<Record<string, never>> =>
      inTransaction(db, publish, async (tx, emit) => {
        const vehicle = await repo.lockOwnVehicle(tx, 'vehicle.delete', actor, { vehicleId, version })
        await assertFree(tx, vehicle)
        await repo.removeVehicle(tx, vehicleId)
        await writeEvent(tx, actor, { characterId: vehicle.characterId, vehicleId, title: 'Vehicle deleted', text: label(vehicle) })
        await emitOwn(emit, actor.userId, 'vehicle.left', { vehicleId })
        return {}
      }),
  }
}

/** The details that are approved: a vehicle with others is another vehicle. */
const APPROVED = ['plate', 'vin', 'model'] as const

/** The name of a vehicle in texts; a noted vehicle may have no model. */
export const label = ({ plate, model }: { readonly plate: string; readonly model: string }): string =>
  model === '' ? plate : `${plate} (${model})`

export async function tellOwner(tx: Tx, emit: Emit, { userId }: { readonly userId: number }, vehicleId: number): Promise<OwnVehicle> {
  const vehicle = await readOwn(tx, vehicleId)
  await emitOwn(emit, userId, 'vehicle.saved', vehicle)
  return vehicle
}

export async function readOwn(tx: Tx, vehicleId: number): Promise<OwnVehicle> {
  const { owner, ...vehicle } = await repo.readVehicle(tx, vehicleId)
  if (owner === null) throw new Error(`vehicle ${vehicleId} has no owner`)
  return { ...vehicle, characterId: owner.characterId }
}

/** Refuses more vehicles than the limits allow. The caller has locked the member. */
export async function assertRoom(tx: Tx, userId: number, limit: number): Promise<void> {
  const { inUse, today } = await repo.countVehicles(tx, userId)
  if (inUse >= limit) {
    throw new AppError('conflict', `A member has at most ${limit} ${limit === 1 ? 'vehicle' : 'vehicles'}: delete one first`)
  }
  // Deleted vehicles stay in the table, so registering and deleting in turn needs a limit too.
  if (today >= 2 * limit) {
    throw new AppError('too_many_attempts', `You have registered ${today} vehicles within a day: try again tomorrow`)
  }
}

/** Refuses a vehicle that is impounded, or that is offered to someone. */
export async function assertFree(tx: Tx, vehicle: repo.OwnedVehicle): Promise<void> {
  if (vehicle.impound) throw new AppError('conflict', `This vehicle is impounded: ${vehicle.impound.place}`)
  const offer = await findOffer(tx, { vehicleId: vehicle.vehicleId })
  if (offer) throw new AppError('conflict', `This vehicle is offered to ${offer.to.name}: withdraw the offer first`)
}

/** Turns a violated constraint into an error that says which vehicle has the plate or VIN. */
async function withUniqueKeys<T>(db: Db, plate: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violates(error, 'vehicles_vin_key')) throw new AppError('conflict', 'Another vehicle has this VIN', 'vin')
    if (!violates(error, 'vehicles_plate_key')) throw error
    const origin = await repo.originOfUnowned(db, plate)
    const who = origin === 'officer' ? 'Police noted a vehicle with this plate' : 'A vehicle with this plate is on record without an owner'
    const message = origin === undefined ? 'Another vehicle has this plate' : `${who}: if it is yours, claim it`
    throw new AppError('conflict', message, 'plate')
  }
}

const FIELDS = {
  plate: 'plate',
  vin: 'VIN',
  model: 'model',
  colour: 'colour',
  registeredUntil: 'registered until',
  insuredUntil: 'insured until',
} as const satisfies Record<Exclude<keyof VehicleInput, 'fields'>, string>
type Details = Omit<VehicleInput, 'fields'>

export const changesOf = (before: Details, after: Details): string[] =>
  (Object.keys(FIELDS) as (keyof typeof FIELDS)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => `${FIELDS[field]} ${after[field] || 'none'}, was ${before[field] || 'none'}`)

/** Like real VINs, generated ones have 17 letters and digits, without I, O and Q. */
const VIN_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
const VIN_LENGTH = 17
export const newVin = (): string => Array.from({ length: VIN_LENGTH }, () => VIN_LETTERS[randomInt(VIN_LETTERS.length)]).join('')
