import {
  MAX_SEARCH_ROWS,
  recordKey,
  type Bolo,
  type LookupKind,
  type PersonRow,
  type SearchRow,
  type VehicleRow,
  type WeaponRow,
} from '@tenfour/contract'
import type { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { matchBolos } from '../../bolos/bolos.port.ts'
import { distance, nameScore, nearKeys, prefixDistance } from './lookups.distance.ts'
import { personFlags, vehicleFlags, weaponFlags, type Sought } from '../records/lookups.flags.ts'
import { personFacts, vehicleFacts, type PersonFacts } from '../records/lookups.facts.ts'
import * as repo from './lookups.search.repo.ts'
import type { SeenWarrants } from '../records/lookups.warrants.ts'

/** If fewer rows than this are found, typing errors are considered. */
const FEW_ROWS = 5
/** For each typed word, this many words that may be meant are tried. */
const MAX_NEAR_WORDS = 12
/** Typing errors are considered for plates of at least this length: shorter ones have too many neighbours. */
const NEAR_PLATE_FROM = 4
const PHONE = /^[\d\s()+./-]*$/

export function searchIn(db: Db, kind: LookupKind, q: string, seen: SeenWarrants): Promise<SearchRow[]> {
  if (kind === 'person') return searchPersons(db, q, seen)
  return kind === 'vehicle' ? searchVehicles(db, q, seen) : searchWeapons(db, q, seen)
}

export type Person = z.infer<typeof PersonRow>

async function searchPersons(db: Db, q: string, seen: SeenWarrants): Promise<Person[]> {
  const found = await findPersons(db, q)
  const soughtOf = await findSought(db, found, seen)
  return found.map((person, index) => ({
    kind: 'person',
    characterId: person.characterId,
    name: person.name,
    birthYear: person.birthYear,
    formerName: person.formerName,
    flags: personFlags(person, soughtOf(index)),
    recordFlags: [...person.recordFlags],
  }))
}

/** Searches people for fire units, without anything that only police sees. */
export async function searchPatients(db: Db, q: string): Promise<Person[]> {
  const found = await findPersons(db, q)
  return found.map(({ characterId, name, birthYear, formerName, isDeceased }) => ({
    kind: 'person',
    characterId,
    name,
    birthYear,
    formerName,
    flags: isDeceased ? ['Deceased'] : [],
    recordFlags: [],
  }))
}

export const namesOf = ({ words, formerNames }: PersonFacts) => [words, ...formerNames.map((former) => former.words)]
const bolosOf = async (db: Db, persons: readonly PersonFacts[]): Promise<Bolo[][]> =>
  (
    await matchBolos(
      db,
      persons.map((person) => ({ characterId: person.characterId, names: namesOf(person) })),
      [],
    )
  ).persons

/** Which of the people are sought, in their order. */
async function findSought(db: Db, persons: readonly PersonFacts[], { wantedAmong }: SeenWarrants): Promise<(index: number) => Sought> {
  const [bolos, { characterIds: wanted }] = await Promise.all([
    bolosOf(db, persons),
    wantedAmong(db, { characterIds: persons.map(({ characterId }) => characterId) }),
  ])
  return (index) => ({ hasBolo: (bolos[index]?.length ?? 0) > 0, hasWarrant: wanted.has(persons[index]?.characterId ?? 0) })
}

type Found = PersonFacts & { readonly formerName: string | null }

async function findPersons(db: Db, q: string): Promise<Found[]> {
  const digits = q.replace(/\D/g, '')
  if (PHONE.test(q) && digits.length > 1) {
    const persons = await personFacts(db, await repo.findByPhone(db, digits))
    return persons.map((person) => ({ ...person, formerName: null }))
  }
  const { words, ids } = await repo.findByName(db, q)
  if (words.length === 0) return []
  const isExact = ids.length >= FEW_ROWS
  const persons = await personFacts(db, isExact ? ids.slice(0, MAX_SEARCH_ROWS) : [...new Set([...ids, ...(await findNear(db, words))])])
  return persons
    .flatMap((person) => ranked(person, words))
    .toSorted((a, b) => a.score - b.score)
    .slice(0, MAX_SEARCH_ROWS)
}

function ranked(person: PersonFacts, words: readonly string[]): (Found & { score: number })[] {
  const names = [
    { formerName: null, score: nameScore(words, person.words) },
    ...person.formerNames.map((former) => ({ formerName: former.name, score: nameScore(words, former.words) })),
  ]
  const [best] = names.toSorted((a, b) => a.score - b.score)
  return best && best.score < Infinity ? [{ ...person, ...best }] : []
}

async function findNear(db: Db, words: readonly string[]): Promise<number[]> {
  const [first = [], second = []] = (await repo.findNearWords(db, words.slice(0, 2))).map((found, index) =>
    nearest(words[index] ?? '', found),
  )
  if (first.length === 0) return []
  return repo.findByNearWords(db, first, second, words[1] ?? null)
}

function nearest(typed: string, found: readonly string[]): string[] {
  const scored = found.map((word) => ({ word, score: typed.length < 3 ? 2 * prefixDistance(typed, word) : scoreOf(typed, word) }))
  return scored
    .filter(({ score }) => score < 4)
    .toSorted((a, b) => a.score - b.score || a.word.length - b.word.length)
    .slice(0, MAX_NEAR_WORDS)
    .map(({ word }) => word)
}
/** Sorts whole words before beginnings, and correct words before misspelt ones. */
const scoreOf = (typed: string, word: string): number => Math.min(2 * distance(typed, word), 1 + 2 * prefixDistance(typed, word))

async function searchVehicles(db: Db, q: string, { wantedAmong }: SeenWarrants): Promise<z.infer<typeof VehicleRow>[]> {
  const key = recordKey(q)
  if (key === '') return []
  const exact = await repo.findByPlate(db, key)
  const isMisspelt = exact.length < FEW_ROWS && key.length >= NEAR_PLATE_FROM && /^[A-Z0-9]{1,12}$/.test(key)
  const near = isMisspelt ? await repo.findByNearPlates(db, nearKeys(key)) : []
  const ids = [...new Set([...exact, ...near])]
  const found = await vehicleFacts(db, exact.length < FEW_ROWS ? ids : ids.slice(0, MAX_SEARCH_ROWS))
  const isExact = new Set(exact)
  // A whole plate with one error comes before plates that only begin with the typed text.
  const score = ({ vehicleId, plate }: { vehicleId: number; plate: string }) =>
    isExact.has(vehicleId) ? 0 : distance(key, recordKey(plate))
  const rows = found.toSorted((a, b) => score(a) - score(b)).slice(0, MAX_SEARCH_ROWS)
  const [{ vehicles: bolos }, { vehicleIds: wanted }] = await Promise.all([
    matchBolos(db, [], rows),
    wantedAmong(db, { vehicleIds: rows.map(({ vehicleId }) => vehicleId) }),
  ])
  return rows.map((vehicle, index) => ({
    kind: 'vehicle',
    vehicleId: vehicle.vehicleId,
    plate: vehicle.plate,
    model: vehicle.model,
    colour: vehicle.colour,
    ownerName: vehicle.ownerName,
    flags: vehicleFlags(vehicle, { hasBolo: (bolos[index]?.length ?? 0) > 0, hasWarrant: wanted.has(vehicle.vehicleId) }),
    recordFlags: [...vehicle.recordFlags],
  }))
}

async function searchWeapons(db: Db, q: string, seen: SeenWarrants): Promise<z.infer<typeof WeaponRow>[]> {
  const key = recordKey(q)
  if (key === '') return []
  const found = await repo.findBySerial(db, key)
  const owners = await personFacts(db, [...new Set(found.map(({ characterId }) => characterId))])
  const soughtOf = await findSought(db, owners, seen)
  return found.flatMap(({ id, serial, model, characterId, recordFlags, approval }) => {
    const index = owners.findIndex((owner) => owner.characterId === characterId)
    const owner = owners[index]
    if (!owner) return []
    return {
      kind: 'weapon',
      weaponId: id,
      serial,
      model,
      ownerName: owner.name,
      flags: weaponFlags({ recordFlags, approval }, personFlags(owner, soughtOf(index))),
      recordFlags,
    }
  })
}
