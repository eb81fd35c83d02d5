import { recordKey, UNIT_CLASS, type Bolo, type Flag } from '@tenfour/contract'
import type { Db } from '../../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../../platform/database/transaction.ts'
import { hitBolos } from '../../bolos/bolos.port.ts'
import { inOrder } from './lookups.flags.ts'
import { flagsOf, loggedFlags, readPlate } from './lookups.records.ts'
import * as repo from '../lookups.repo.ts'
import { seenBy, type AlertViewer, type WarrantAlerts } from './lookups.warrants.ts'

/** The answer to a camera in the game that read a plate. */
export type PlateRead = {
  readonly plate: string
  /** The vehicle; null if nobody registered the plate. */
  readonly vehicle: {
    readonly vehicleId: number
    readonly model: string
    readonly colour: string
    readonly ownerName: string | null
  } | null
  /** Flags of the vehicle and its owner, the most important first. */
  readonly flags: readonly Flag[]
  readonly bolos: readonly Bolo[]
}
export type PlateReads = {
  /**
   * The answer to a plate read in the game, for the unit that read it. Null if the member is not on duty there for police or communications, or
   * reads more plates than anyone can look at. The same plate within a minute gets the same answer and is not logged again, so a warrant signed
   * meanwhile is found a minute later. A plate that a camera only passed (`isPassed`) is logged if there is something to know about it.
   */
  readonly runPlate: (read: Read) => Promise<PlateRead | null>
}

type Read = { readonly userId: number; readonly serverId: number; readonly plate: string; readonly isPassed?: boolean }

const CACHED_MS = 60_000
const MAX_CACHED = 10_000
/** How many different plates one unit may read within a minute. */
const MAX_PLATES_A_MINUTE = 120

type Cached = { readonly at: number; readonly userId: number; readonly answer: Promise<PlateRead | null> }

export function createPlateReads({
  db,
  publish,
  warrants,
  hasBolos = () => true,
}: {
  readonly db: Db
  readonly publish: Publish
  readonly warrants: WarrantAlerts
  /** Whether the community uses BOLOs. */
  readonly hasBolos?: () => boolean
}): PlateReads {
  // Entries are in the order in which plates were read, so that the oldest come first.
  const cache = new Map<string, Cached>()
  const counts = new Map<number, number>()
  const forget = (key: string, { userId }: Cached) => {
    cache.delete(key)
    const left = (counts.get(userId) ?? 1) - 1
    if (left > 0) counts.set(userId, left)
    else counts.delete(userId)
  }
  const forgetOld = (now: number) => {
    for (const [key, cached] of cache) {
      if (now - cached.at < CACHED_MS && cache.size < MAX_CACHED) break
      forget(key, cached)
    }
  }

  const ask = (viewer: AlertViewer, { serverId, plate, isPassed = false }: Read): Promise<PlateRead | null> =>
    inTransaction(db, publish, async (tx, emit) => {
      const unit = await repo.findUnit(tx, viewer.userId)
      if (unit?.serverId !== serverId || !MAY_RUN.includes(unit.unitClass)) return null
      const { record, bolos, label } = await readPlate(tx, plate, seenBy(warrants, viewer))
      const hits = hasBolos() ? await hitBolos(tx, emit, unit, bolos, plate) : []
      const flags = flagsOf(record)
      const all = inOrder([hits.length > 0 && 'BOLO', ...flags])
      const vehicle = record?.kind === 'vehicle' ? record : null
      const found = vehicle ? [label] : []
      const seen = {
        kind: 'plate-read',
        unit,
        query: plate,
        found,
        flags: loggedFlags(record, all),
        vehicleId: vehicle?.vehicleId ?? null,
      } as const
      if (!isPassed || all.length > 0) await repo.insertLookups(tx, [seen])
      return {
        plate: vehicle?.plate ?? plate,
        vehicle: vehicle && {
          vehicleId: vehicle.vehicleId,
          model: vehicle.model,
          colour: vehicle.colour,
          ownerName: vehicle.owner?.name ?? null,
        },
        flags: all,
        bolos: hits,
      }
    })

  return {
    runPlate: async (read) => {
      const { userId, serverId, plate, isPassed } = read
      const key = `${userId} ${serverId} ${recordKey(plate)}${isPassed ? ' passed' : ''}`
      const now = Date.now()
      forgetOld(now)
      const cached = cache.get(key)
      if (cached) return cached.answer
      const count = counts.get(userId) ?? 0
      if (recordKey(plate) === '' || count >= MAX_PLATES_A_MINUTE) return null
      const answer = ask({ userId, maySign: false, isInGame: true }, read)
      const entry = { at: now, userId, answer }
      cache.set(key, entry)
      counts.set(userId, count + 1)
      // A read that failed is not kept, so that the plate is read again.
      answer.catch(() => cache.get(key) === entry && forget(key, entry))
      return answer
    },
  }
}

const MAY_RUN: readonly number[] = [UNIT_CLASS.Leo, UNIT_CLASS.Comms]
