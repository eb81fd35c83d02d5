import type { OwnVehicle, VehicleTransfer } from '@tenfour/contract'
import { whyNot } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { assertAlive, characterPath, emitOwn, findOwner, writeEvent, type Owner } from '../history/history.port.ts'
import * as repo from './vehicles.repo.ts'
import { assertRoom, label, readOwn, type VehicleDeps } from './vehicles.service.ts'
import { deleteOffer, findOffer, findRecipients, insertOffer, type Recipient } from './vehicles.transfers.ts'

type Offer = { readonly name: string; readonly bornOn?: string | undefined; readonly version: number }

/** Hands a vehicle over to another character: to one of the member's own at once, to another member's once they accept. */
export function createHandOver({ db, publish, limit }: VehicleDeps) {
  return {
    offer: (actor: Actor, vehicleId: number, { name, bornOn, version }: Offer): Promise<{ transfer: VehicleTransfer | null }> =>
      inTransaction(db, publish, async (tx, emit) => {
        const from = await repo.findOwn(tx, 'vehicle.offer', actor, vehicleId)
        const recipient = chooseRecipient(await findRecipients(tx, name), from, bornOn)
        const vehicle = await repo.lockOwnVehicle(tx, 'vehicle.offer', actor, { vehicleId, version }, [recipient.userId])
        assertTransferable(vehicle)
        // The character may have been deleted or declared dead since it was found.
        const to = await findOwner(tx, recipient.characterId)
        if (!to || to.userId !== recipient.userId || to.isDeceased) throw nobodyOfThatName()
        const open = await findOffer(tx, { vehicleId })
        if (open) throw new AppError('conflict', `This vehicle is offered to ${open.to.name} already: withdraw that offer first`)
        if (to.userId === actor.userId) {
          await handOver(tx, actor, vehicle, { from: vehicle.owner, to })
          await emitOwn(emit, actor.userId, 'vehicle.saved', await readOwn(tx, vehicleId))
          return { transfer: null }
        }
        const transfer = await insertOffer(tx, vehicleId, vehicle.characterId, to.characterId)
        for (const party of byMember(vehicle.owner, to)) await emitOwn(emit, party.userId, 'transfer.saved', transfer)
        await notify(tx, emit, to, 'A vehicle is offered to you', `${label(vehicle)}, by ${transfer.from.name}`)
        return { transfer }
      }),

    accept: (actor: Actor, transferId: number): Promise<OwnVehicle> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { vehicle, from, to } = await lockOffer(
          tx,
          transferId,
          (parties) => !whyNot('vehicle.acceptOffer', actor, { ownerIds: [parties.to.userId] }),
        )
        const { vehicleId } = vehicle
        assertTransferable(vehicle)
        assertAlive(to)
        await assertRoom(tx, actor.userId, limit())
        await deleteOffer(tx, transferId)
        await handOver(tx, actor, vehicle, { from, to })
        const accepted = await readOwn(tx, vehicleId)
        for (const party of byMember(from, to)) {
          await emitOwn(emit, party.userId, 'transfer.left', { transferId })
          if (party === to) await emitOwn(emit, to.userId, 'vehicle.saved', accepted)
          else await emitOwn(emit, from.userId, 'vehicle.left', { vehicleId })
        }
        await notify(tx, emit, from, 'Vehicle handed over', `${label(vehicle)} now belongs to ${to.name}`)
        return accepted
      }),

    /** The recipient declines an offer, or the owner withdraws it. */
    decline: (actor: Actor, transferId: number): Promise<Record<string, never>> =>
      inTransaction(db, publish, async (tx, emit) => {
        const isMine = ({ userId }: Owner) => userId === actor.userId
        const { vehicle, from, to } = await lockOffer(
          tx,
          transferId,
          (parties) => !whyNot('vehicle.declineOffer', actor, { ownerIds: [parties.from.userId, parties.to.userId] }),
        )
        await deleteOffer(tx, transferId)
        const other = isMine(from) ? to : from
        const [title, text] = isMine(from)
          ? ['Offer withdrawn', `${from.name} no longer offers you ${label(vehicle)}`]
          : ['Vehicle declined', `${to.name} declined ${label(vehicle)}`]
        for (const party of byMember(from, to)) await emitOwn(emit, party.userId, 'transfer.left', { transferId })
        await notify(tx, emit, other, title, text)
        return {}
      }),
  }
}

const nobodyOfThatName = () => new AppError('invalid_input', 'No character has this name', 'name')
const noSuchOffer = () => new AppError('not_found', 'This offer is no longer open')

/** The character meant by a name, and by a birth date if several have the name. */
function chooseRecipient(found: readonly Recipient[], from: Owner, bornOn: string | undefined): Recipient {
  const others = found.filter(({ characterId }) => characterId !== from.characterId)
  if (others.length === 0) {
    throw found.length === 0 ? nobodyOfThatName() : new AppError('conflict', `This vehicle belongs to ${from.name} already`, 'name')
  }
  const matching = bornOn === undefined ? others : others.filter((each) => each.bornOn === bornOn)
  const [recipient, ...more] = matching
  if (!recipient) throw new AppError('invalid_input', 'No character of this name has this birth date', 'bornOn')
  if (more.length === 0) return recipient
  throw bornOn === undefined
    ? new AppError('invalid_input', 'Several characters have this name: enter the birth date', 'bornOn')
    : new AppError('conflict', 'Several characters have this name and birth date', 'name')
}

/** The offer with both sides locked. If `mayAnswer` says no, the offer counts as not found. */
async function lockOffer(tx: Tx, transferId: number, mayAnswer: (parties: Parties) => boolean) {
  const found = await findParties(tx, transferId)
  if (!found || !mayAnswer(found)) throw noSuchOffer()
  const vehicle = await repo.lock(tx, found.offer.vehicleId, () => true, [found.from.userId, found.to.userId])
  // The offer may have been answered or withdrawn while this waited for the lock.
  const now = await findParties(tx, transferId)
  if (!now || !mayAnswer(now)) throw noSuchOffer()
  return { ...now, vehicle }
}

type Parties = { readonly offer: VehicleTransfer; readonly from: Owner; readonly to: Owner }

async function findParties(tx: Tx, transferId: number): Promise<Parties | undefined> {
  const offer = await findOffer(tx, { transferId })
  if (!offer) return undefined
  const [from, to] = [await findOwner(tx, offer.from.characterId), await findOwner(tx, offer.to.characterId)]
  return from && to ? { offer, from, to } : undefined
}

function assertTransferable({ impound, stolen }: repo.OwnedVehicle): void {
  if (impound) throw new AppError('conflict', `This vehicle is impounded and can't change hands: ${impound.place}`)
  if (stolen) throw new AppError('conflict', "This vehicle is reported stolen and can't change hands")
}

/** Writes the handover to the records of both characters, and once to the vehicle's. */
async function handOver(tx: Tx, actor: Actor, vehicle: repo.OwnedVehicle, { from, to }: { from: Owner; to: Owner }): Promise<void> {
  const { vehicleId } = vehicle
  await repo.handOver(tx, vehicleId, to.characterId)
  const text = `${label(vehicle)} from ${from.name} to ${to.name}`
  await writeEvent(tx, actor, { characterId: from.characterId, vehicleId, title: 'Vehicle handed over', text })
  await writeEvent(tx, actor, { characterId: to.characterId, title: 'Vehicle taken over', text })
}

const notify = async (tx: Tx, emit: Emit, { userId, characterId }: Owner, title: string, text: string): Promise<void> => {
  if (userId !== null) await tell(tx, emit, userId, { title, text, path: characterPath(characterId) })
}

/** Members are told in the order of their ids, so that two transactions never wait for each other. */
const byMember = (...parties: readonly Owner[]): Owner[] => parties.toSorted((one, other) => (one.userId ?? 0) - (other.userId ?? 0))
