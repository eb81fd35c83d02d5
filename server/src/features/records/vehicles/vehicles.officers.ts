import {
  isAllowed,
  lookupUnit,
  policeUnit,
  type BodyOf,
  type FieldAudience,
  type impoundVehicle,
  type Vehicle,
  type VehicleInput,
} from '@tenfour/contract'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { findImpoundLot } from '../../dispatch/cad-values/cad-values.port.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { actingUnit, characterPath, emitOwn, writeEvent, type Owner } from '../history/history.port.ts'
import * as repo from './vehicles.repo.ts'
import { label, type VehicleDeps } from './vehicles.service.ts'

type By = { readonly userId: number; readonly identifier: string }

/** Acts of police and communications on vehicles of others, and reports of stolen vehicles by owners. */
export function createVehicleOfficers({ db, publish }: Pick<VehicleDeps, 'db' | 'publish'>) {
  return {
    reportStolen: (actor: Actor, vehicleId: number, note: string): Promise<Vehicle> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { vehicle, by } = await lockReported(tx, actor, vehicleId)
        if (vehicle.stolen) throw new AppError('conflict', 'This vehicle is reported stolen already')
        await assertAct(tx, 'vehicle.reportStolen', actor, { vehicleIds: [vehicleId] })
        await repo.markStolen(tx, vehicleId, note, vehicle.owner?.userId === actor.userId)
        return recordAndTell(tx, emit, by, vehicle, { title: 'Vehicle reported stolen', text: label(vehicle), reason: note })
      }),

    reportRecovered: (actor: Actor, vehicleId: number, note: string): Promise<Vehicle> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { vehicle, by } = await lockReported(tx, actor, vehicleId)
        if (!vehicle.stolen) throw new AppError('conflict', 'This vehicle is not reported stolen')
        await assertAct(tx, vehicle.stolen.isByOwner ? 'vehicle.recoverOwn' : 'vehicle.recover', actor, { vehicleIds: [vehicleId] })
        await repo.markRecovered(tx, vehicleId)
        return recordAndTell(tx, emit, by, vehicle, { title: 'Vehicle recovered', text: label(vehicle), reason: note })
      }),

    impound: (actor: Actor, vehicleId: number, { reason, ...into }: BodyOf<typeof impoundVehicle>): Promise<Vehicle> =>
      inTransaction(db, publish, async (tx, emit) => {
        const unit = await actingUnit(tx, actor, policeUnit())
        const vehicle = await repo.lockVehicle(tx, vehicleId)
        if (vehicle.impound) throw new AppError('conflict', 'This vehicle is impounded already')
        await assertAct(tx, 'vehicle.impound', actor, { vehicleIds: [vehicleId] })
        const place = await placeOf(tx, into)
        await repo.impound(tx, unit, vehicleId, { lotId: into.lotId ?? null, place, reason })
        return recordAndTell(tx, emit, unit, vehicle, { title: 'Vehicle impounded', text: `${label(vehicle)}, kept at ${place}`, reason })
      }),

    release: (actor: Actor, vehicleId: number, reason: string): Promise<Vehicle> =>
      inTransaction(db, publish, async (tx, emit) => {
        const unit = await actingUnit(tx, actor, policeUnit())
        const vehicle = await repo.lockVehicle(tx, vehicleId)
        if (!vehicle.impound) throw new AppError('conflict', 'This vehicle is not impounded')
        await assertAct(tx, 'vehicle.release', actor, { vehicleIds: [vehicleId] })
        await repo.release(tx, unit, vehicleId, reason)
        return recordAndTell(tx, emit, unit, vehicle, {
          title: 'Vehicle released',
          text: `${label(vehicle)}, kept at ${vehicle.impound.place} until now`,
          reason,
        })
      }),

    note: (actor: Actor, noted: Pick<VehicleInput, 'plate' | 'model' | 'colour'>): Promise<{ vehicleId: number }> =>
      inTransaction(db, publish, async (tx) => {
        const unit = await actingUnit(tx, actor, lookupUnit())
        const vehicleId = await repo.insertNoted(tx, unit, noted)
        const text = noted.colour === '' ? label(noted) : `${label(noted)}, ${noted.colour}`
        await writeEvent(tx, unit, { vehicleId, title: 'Vehicle noted', text })
        return { vehicleId }
      }).catch((error: unknown) => {
        if (!violates(error, 'vehicles_plate_key')) throw error
        throw new AppError('conflict', 'A vehicle with this plate is on record already', 'plate')
      }),
  }
}

/** Where a vehicle is kept, in the words of the lot as they are now. */
async function placeOf(tx: Tx, { lotId, place }: Pick<BodyOf<typeof impoundVehicle>, 'lotId' | 'place'>): Promise<string> {
  if (lotId === undefined) {
    if (place === '') throw new AppError('invalid_input', 'Enter where it is kept', 'place')
    return place
  }
  const lot = await findImpoundLot(tx, lotId)
  if (!lot) throw new AppError('invalid_input', 'There is no such impound lot', 'lotId')
  if (lot.isRetired) throw new AppError('conflict', 'This impound lot is no longer offered', 'lotId')
  return [lot.content.name, lot.content.address, place].filter(Boolean).join(', ')
}

/** Locks a vehicle for its owner, on duty or not, or for a unit of police or communications. For other members it does not exist. */
async function lockReported(tx: Tx, actor: Actor, vehicleId: number): Promise<{ vehicle: repo.OwnedVehicle; by: By }> {
  const isOwn = (owner: Owner | null) => owner?.userId === actor.userId
  const vehicle = await repo.lock(tx, vehicleId, (owner) => isOwn(owner) || isAllowed(lookupUnit(), actor.subject))
  const by = isOwn(vehicle.owner) ? { userId: actor.userId, identifier: '' } : await actingUnit(tx, actor, lookupUnit())
  return { vehicle, by }
}

/** Writes an event to the records of the vehicle and its owner. Tells the owner, unless they acted themselves. */
async function recordAndTell(
  tx: Tx,
  emit: Emit,
  by: By,
  { vehicleId, owner }: repo.OwnedVehicle,
  event: { readonly title: string; readonly text: string; readonly reason: string },
): Promise<Vehicle> {
  await writeEvent(tx, by, { characterId: owner?.characterId ?? null, vehicleId, ...event })
  const read = async (reader: FieldAudience): Promise<Vehicle> => {
    const { owner: _owner, ...vehicle } = await repo.readVehicle(tx, vehicleId, reader)
    return vehicle
  }
  if (owner !== null && owner.userId !== null) {
    await emitOwn(emit, owner.userId, 'vehicle.saved', { ...(await read('owner')), characterId: owner.characterId })
    if (owner.userId !== by.userId) {
      const { title, text, reason } = event
      await tell(tx, emit, owner.userId, { title, text: `${text}. ${reason}`, path: characterPath(owner.characterId) })
    }
  }
  return read(owner?.userId === by.userId ? 'owner' : 'police')
}
