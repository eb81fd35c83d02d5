import { recordKey, type LookupKind, type SearchRow } from '@tenfour/contract'
import type { BoloSubject } from '../../bolos/bolo-draft.port.ts'
import type { Wanted } from '../record-desk.ts'

/** The kinds of record to search. Fire units search patients. */
export type DeskKind = LookupKind | 'patient'

export const KIND_WORDS: Readonly<Record<DeskKind, string>> = { person: 'Person', vehicle: 'Vehicle', weapon: 'Weapon', patient: 'Patient' }

const MAX_PLATE = 12
const PLATE = /^[A-Z0-9]{2,12}$/

/** Whether a text can be run as a plate: only letters and digits, and no longer than a plate. */
export const isPlate = (typed: string): boolean => typed.trim().length <= MAX_PLATE && PLATE.test(recordKey(typed))

/** A name has no digits and a phone number no letters, so that both together are a plate. */
export const mustBePlate = (typed: string): boolean => isPlate(typed) && /\d/.test(typed) && /[A-Za-z]/.test(typed)

export const idOf = (row: SearchRow): number =>
  row.kind === 'person' ? row.characterId : row.kind === 'vehicle' ? row.vehicleId : row.weaponId

export const labelOf = (row: SearchRow): string => (row.kind === 'person' ? row.name : row.kind === 'vehicle' ? row.plate : row.serial)

/** Each row's own words: with the birth year where two have the same name, and its number where that is the same too. */
export function ownLabels(rows: readonly SearchRow[]): ReadonlyMap<string, SearchRow> {
  const count = (label: (row: SearchRow) => string, of: string) => rows.filter((row) => label(row) === of).length
  const withYear = (row: SearchRow) => (row.kind === 'person' && row.birthYear !== null ? `${row.name} ${row.birthYear}` : labelOf(row))
  return new Map(
    rows.map((row) => {
      if (count(labelOf, labelOf(row)) === 1) return [labelOf(row), row]
      return [count(withYear, withYear(row)) === 1 ? withYear(row) : `${withYear(row)} #${idOf(row)}`, row]
    }),
  )
}

const sameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * The row that is meant by what was typed; undefined where it could be another. A plate that only resembles another is not that one: it
 * has to begin as typed.
 */
export function meantRow(rows: readonly SearchRow[], typed: string): SearchRow | undefined {
  const named = [...ownLabels(rows)].find(([label]) => sameText(label, typed))?.[1]
  if (named) return named
  const key = recordKey(typed)
  const [first] = rows
  if (!first) return undefined
  if (first.kind === 'person') return rows.length === 1 ? first : undefined
  const exact = rows.find((row) => recordKey(labelOf(row)) === key)
  if (exact) return exact
  // Longer than any plate: a VIN, which rows do not show.
  const begun = key.length > MAX_PLATE && first.kind === 'vehicle' ? rows : rows.filter((row) => recordKey(labelOf(row)).startsWith(key))
  return begun.length === 1 ? begun[0] : undefined
}

/** Whether the typed text is run as a plate though no vehicle is registered under it. */
export const isUnknownPlate = (rows: readonly SearchRow[], typed: string): boolean =>
  isPlate(typed) && !rows.some((row) => recordKey(labelOf(row)).startsWith(recordKey(typed)))

export function wantedOf(kind: DeskKind, row: SearchRow): Wanted {
  const label = labelOf(row)
  if (row.kind === 'vehicle') return { kind: 'lookup', label, request: { by: 'vehicle', vehicleId: row.vehicleId } }
  if (row.kind === 'weapon') return { kind: 'lookup', label, request: { by: 'weapon', weaponId: row.weaponId } }
  if (kind === 'patient') return { kind: 'patient', label, characterId: row.characterId }
  return { kind: 'lookup', label, request: { by: 'character', characterId: row.characterId } }
}

type Vehicle = { readonly vehicleId: number; readonly plate: string; readonly model: string; readonly colour: string }

export const vehicleBolo = ({ vehicleId, plate, model, colour }: Vehicle): BoloSubject => ({
  kind: 'vehicle',
  plate,
  vehicleId,
  description: vehicleWords({ model, colour }),
})
export const personBolo = ({ characterId, name }: { readonly characterId: number; readonly name: string }): BoloSubject => ({
  kind: 'person',
  name,
  characterId,
})

/** 'Karin Sultan, silver'. */
export const vehicleWords = ({ model, colour }: Pick<Vehicle, 'model' | 'colour'>): string => [model, colour].filter(Boolean).join(', ')

/** The details of a row besides its label, in one line, for suggestions. */
export function rowDetail(row: SearchRow): string {
  const named = row.recordFlags.map(({ name }) => name)
  const flags = [...named, ...row.flags.filter((flag) => flag !== 'Caution' || named.length === 0)].join(', ')
  if (row.kind === 'person')
    return [row.birthYear === null ? '' : `born ${row.birthYear}`, row.formerName && `formerly ${row.formerName}`, flags]
      .filter(Boolean)
      .join(' · ')
  const what = row.kind === 'vehicle' ? vehicleWords(row) : row.model
  return [what, row.ownerName, flags].filter(Boolean).join(' · ')
}
