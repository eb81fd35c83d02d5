import { recordKey, type Bolo, type BoloHit } from '@tenfour/contract'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Emit } from '../../../platform/database/transaction.ts'
import type { ActingUnit } from '../history/history.port.ts'
import * as repo from './bolos.repo.ts'

export type WantedPerson = {
  readonly characterId: number
  /** Every name of the person, as words. */
  readonly names: readonly (readonly string[])[]
}
/** A vehicle that is looked up, registered or not. */
export type WantedVehicle = { readonly vehicleId: number | null; readonly plate: string }

/** The open BOLOs of all servers that match each person and vehicle, in their order. One statement, whatever their number. */
export async function matchBolos(
  db: Db | Tx,
  persons: readonly WantedPerson[],
  vehicles: readonly WantedVehicle[],
): Promise<{ persons: Bolo[][]; vehicles: Bolo[][] }> {
  if (persons.length === 0 && vehicles.length === 0) return { persons: [], vehicles: [] }
  const keys = [...persons.flatMap(({ names }) => names.flat()), ...vehicles.flatMap(({ plate }) => keysOfPlate(recordKey(plate)))]
  const candidates = await repo.findCandidates(
    db,
    [...new Set(keys)],
    persons.map(({ characterId }) => characterId),
    vehicles.flatMap(({ vehicleId }) => vehicleId ?? []),
  )
  return {
    persons: persons.map((person) => candidates.filter((each) => isPerson(each, person)).map(({ bolo }) => bolo)),
    vehicles: vehicles.map((vehicle) => candidates.filter((each) => isVehicle(each, vehicle)).map(({ bolo }) => bolo)),
  }
}

/** The plate itself, and all its beginnings, which a BOLO may name with a `*`. */
const keysOfPlate = (key: string): string[] => [key, ...Array.from(key, (_, index) => `${key.slice(0, index + 1)}*`)]

/** A BOLO that names a character does not match others of the same name. */
function isPerson({ bolo, words }: repo.Candidate, { characterId, names }: WantedPerson): boolean {
  if (bolo.kind !== 'person') return false
  if (bolo.characterId !== null) return bolo.characterId === characterId
  return words.length > 0 && names.some((name) => words.every((word) => name.includes(word)))
}

const isVehicle = ({ bolo, matchKey }: repo.Candidate, { vehicleId, plate }: WantedVehicle): boolean =>
  bolo.kind === 'vehicle' &&
  ((vehicleId !== null && bolo.vehicleId === vehicleId) || (plate !== '' && keysOfPlate(recordKey(plate)).includes(matchKey)))

/**
 * Counts the hits of a unit and tells the units of each BOLO's server. Returns the BOLOs as they are now. All rows are locked before the
 * first stream, each in order, so that no two transactions wait for each other.
 */
export async function hitBolos(tx: Tx, emit: Emit, unit: ActingUnit, bolos: readonly Bolo[], what: string): Promise<Bolo[]> {
  const after: Bolo[] = []
  const hits: { serverId: number; hit: BoloHit }[] = []
  const { userId, name, identifier, callId } = unit
  for (const bolo of bolos.toSorted((a, b) => a.boloId - b.boloId)) {
    const counted = await repo.countHit(tx, bolo.boloId, userId)
    const now = counted && { hits: counted.hits, lastHitAt: counted.at.toISOString() }
    after.push({ ...bolo, ...now })
    if (!now) continue
    const hit = { boloId: bolo.boloId, what, by: { userId, name, identifier }, at: now.lastHitAt, callId, hits: now.hits }
    hits.push({ serverId: bolo.serverId, hit })
  }
  for (const { serverId, hit } of hits.toSorted((a, b) => a.serverId - b.serverId)) {
    await emit('bolos', { serverId }, 'bolo.hit', hit)
  }
  return after
}
