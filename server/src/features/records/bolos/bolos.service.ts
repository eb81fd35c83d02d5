import { BOLO_MAX_DAYS, lookupUnit, MAX_BOLOS, recordKey, type Bolo, type BoloInput } from '@tenfour/contract'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { actingUnit, type ActingUnit } from '../history/history.port.ts'
import { matchBolos } from './bolos.match.ts'
import * as repo from './bolos.repo.ts'

export function createBoloService({ db, publish }: { db: Db; publish: Publish }) {
  const change = <T>(actor: Actor, serverId: number, work: (tx: Tx, emit: Emit, unit: ActingUnit) => Promise<T>): Promise<T> =>
    inTransaction(db, publish, async (tx, emit) => {
      const unit = await actingUnit(tx, actor, lookupUnit())
      if (unit.serverId !== serverId) throw new AppError('forbidden', 'You are on duty on another server')
      await repo.lockBolos(tx, serverId)
      return work(tx, emit, unit)
    }).catch((error: unknown) => {
      if (violates(error, 'bolos_character_id_fkey')) throw new AppError('invalid_input', 'There is no such person', 'characterId')
      if (violates(error, 'bolos_vehicle_id_fkey')) throw new AppError('invalid_input', 'There is no such vehicle', 'vehicleId')
      throw error
    })
  const save = async (tx: Tx, emit: Emit, boloId: number): Promise<Bolo> => {
    const bolo = await repo.findBolo(tx, boloId)
    if (!bolo) throw noSuchBolo()
    await emit('bolos', { serverId: bolo.serverId }, 'bolo.saved', bolo)
    return bolo
  }

  return {
    list: (serverId: number): Promise<Bolo[]> => repo.openBolos(db, serverId),

    create: (actor: Actor, serverId: number, input: BoloInput): Promise<Bolo> => {
      assertSensible(input)
      return change(actor, serverId, async (tx, emit, unit) => {
        if ((await repo.countOpen(tx, serverId)) >= MAX_BOLOS) {
          throw new AppError('conflict', `There are ${MAX_BOLOS} BOLOs on this server already: cancel one first`)
        }
        await assertAct(tx, 'bolo.create', actor, { characterIds: [input.characterId], vehicleIds: [input.vehicleId] })
        return save(tx, emit, await repo.insertBolo(tx, unit, serverId, input))
      })
    },

    update: (actor: Actor, serverId: number, boloId: number, { version, ...input }: BoloInput & { version: number }): Promise<Bolo> => {
      assertSensible(input)
      return change(actor, serverId, async (tx, emit) => {
        const before = await repo.lockBolo(tx, serverId, boloId)
        if (!before) throw noSuchBolo()
        const act = before.by.userId === actor.userId ? 'bolo.updateIssued' : 'bolo.update'
        await assertAct(tx, act, actor, { userIds: await membersAmong(tx, actor, boloId) })
        if (before.version !== version) throw new AppError('conflict', 'This BOLO has changed since you opened it')
        await repo.updateBolo(tx, boloId, input)
        return save(tx, emit, boloId)
      })
    },

    end: (actor: Actor, serverId: number, boloId: number, reason: string) =>
      change(actor, serverId, async (tx, emit, unit) => {
        const before = await repo.lockBolo(tx, serverId, boloId)
        if (!before) throw noSuchBolo()
        const act = before.by.userId === actor.userId ? 'bolo.endIssued' : 'bolo.end'
        await assertAct(tx, act, actor, { userIds: await membersAmong(tx, actor, boloId) })
        await repo.endBolo(tx, boloId, unit.userId, reason)
        await emit('bolos', { serverId }, 'bolo.ended', { boloId })
        return {}
      }),
  }
}

const noSuchBolo = () => new AppError('not_found', 'This BOLO was cancelled or has expired', 'boloId')

/** The member's id, if the BOLO names or matches a character or vehicle of theirs: a matching plate or name is enough. */
async function membersAmong(tx: Tx, { userId }: Actor, boloId: number): Promise<number[]> {
  const { persons, vehicles } = await repo.ownedBy(tx, userId)
  const matched = await matchBolos(tx, persons, vehicles)
  return [...matched.persons, ...matched.vehicles].flat().some((bolo) => bolo.boloId === boloId) ? [userId] : []
}

const PLATE = /^[A-Z0-9]{1,12}\*?$/
const DAY_MS = 24 * 60 * 60 * 1000

function assertSensible({ kind, plate, name, description, expiresAt }: BoloInput): void {
  if (kind === 'vehicle' && !plate && !description) throw new AppError('invalid_input', 'Enter a plate or a description', 'plate')
  if (kind === 'person' && !name && !description) throw new AppError('invalid_input', 'Enter a name or a description', 'name')
  if (kind === 'vehicle' && plate && !PLATE.test(recordKey(plate))) {
    throw new AppError('invalid_input', 'A plate has letters and digits; end it with * where you know only its beginning', 'plate')
  }
  const left = Date.parse(expiresAt) - Date.now()
  if (left <= 0) throw new AppError('invalid_input', 'Choose a time in the future', 'expiresAt')
  if (left > BOLO_MAX_DAYS * DAY_MS) throw new AppError('invalid_input', `A BOLO lasts at most ${BOLO_MAX_DAYS} days`, 'expiresAt')
}

export const bolosRoom = (db: Db): RoomSource<'bolos'> => streamRoom(db, 'bolos', (tx, { serverId }) => repo.openBolos(tx, serverId))
