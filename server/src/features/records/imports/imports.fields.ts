import { BirthDayInput, CharacterInput, OffenceInput, trimmed, VehicleInput, type ImportKind } from '@tenfour/contract'
import { z } from 'zod'
import { inputProblem } from '../../../platform/http/input-problem.ts'
import type { FileRow } from './imports.file.ts'

export type RowProblem = { readonly row: number; readonly field: string | null; readonly message: string }
export type StagedRow = { readonly row: number; readonly input: Readonly<Record<string, unknown>> }
type Fields = Readonly<Record<string, unknown>>

const ExternalId = trimmed(80, 'An id has at most 80 characters').optional()

const PersonRow = CharacterInput.extend({
  externalId: ExternalId,
  email: trimmed(254).optional(),
  steamId: trimmed(40).optional(),
})

const VehicleRow = VehicleInput.extend({
  externalId: ExternalId,
  stolen: z.boolean('Enter yes or no').optional(),
  ownerExternalId: ExternalId,
  ownerName: trimmed(80, 'A name has at most 80 characters').optional(),
  ownerBornOn: BirthDayInput.optional(),
}).refine(({ ownerName, ownerBornOn }) => ownerName === undefined || ownerBornOn !== undefined, {
  path: ['ownerBornOn'],
  message: 'Give the birth date of the owner too',
})

/** The contract's own rules, for what a file gives. */
const KINDS: Readonly<Record<ImportKind, { schema: z.ZodType<Fields>; prepare: (fields: Fields) => Fields }>> = {
  people: { schema: PersonRow, prepare: person },
  vehicles: { schema: VehicleRow, prepare: vehicle },
  offences: { schema: OffenceInput, prepare: offence },
}

/** A validated row with the fields that the file gives, and no others: what it does not mention is not changed. */
export function readRow(kind: ImportKind, { row, ...read }: FileRow): StagedRow | RowProblem[] {
  if (read.fields === undefined) return [{ row, field: null, message: read.problem }]
  const { schema, prepare } = KINDS[kind]
  const given = prepare(read.fields)
  const parsed = schema.safeParse(given, { error: inputProblem })
  if (parsed.success) return { row, input: Object.fromEntries(Object.entries(parsed.data).filter(([name]) => given[name] !== undefined)) }
  const problems = parsed.error.issues.map(({ path, message }) => ({ row, field: path.length > 0 ? String(path[0]) : null, message }))
  // What is no day is no day between two others either: the first says enough.
  return problems.filter(({ field }, at) => problems.findIndex((other) => other.field === field) === at)
}

function person({ firstName, lastName, ...fields }: Fields): Fields {
  const given = texts(fields)
  const parts = [firstName, lastName].map(textOf).filter((part) => typeof part === 'string' && part !== '')
  return {
    ...given,
    name: given['name'] || parts.join(' '),
    bornOn: dayOf(given['bornOn'] ?? ''),
    ...withoutEmpty(given, 'externalId', 'email', 'steamId'),
  }
}

function vehicle({ stolen, ...fields }: Fields): Fields {
  const given = texts(fields)
  const day = (name: string) => (given[name] === undefined ? {} : { [name]: given[name] === '' ? null : dayOf(given[name]) })
  return {
    ...given,
    ...day('registeredUntil'),
    ...day('insuredUntil'),
    ...(stolen === undefined ? {} : { stolen: flagOf(stolen) }),
    ...withoutEmpty(given, 'externalId', 'vin', 'ownerExternalId', 'ownerName'),
    ownerBornOn: given['ownerBornOn'] ? dayOf(given['ownerBornOn']) : undefined,
  }
}

const NUMBERS = ['fineMin', 'fineMax', 'jailMin', 'jailMax', 'points'] as const
function offence(fields: Fields): Fields {
  return { ...texts(fields), ...Object.fromEntries(NUMBERS.map((name) => [name, numberOf(fields[name])])) }
}

/** JSON has numbers where CSV has text: a postal or a phone number. */
const textOf = (value: unknown): unknown => (typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : value)
const texts = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, textOf(value)]))
const withoutEmpty = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name] === '' ? undefined : fields[name]]))

const INSTANT = /^(\d{4}-\d\d-\d\d)[T ][\d:.]+(?:Z|[+-][\d:]+)?$/
/** Databases export days with a time. */
const dayOf = (value: unknown): unknown => (typeof value === 'string' ? (INSTANT.exec(value)?.[1] ?? value) : value)

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'stolen'])
const NO = new Set(['', 'no', 'n', 'false', '0'])
function flagOf(value: unknown): unknown {
  // Of a list or an object in a JSON file there is no text.
  if (typeof value === 'object') return value
  const word = String(textOf(value)).toLowerCase()
  return YES.has(word) ? true : NO.has(word) ? false : value
}

/** An empty cell is 0; anything else that is no number is left for the schema to refuse. */
const numberOf = (value: unknown): unknown =>
  typeof value !== 'string' ? value : value.trim() === '' ? 0 : Number(value.replaceAll(/[$,\s]/g, ''))
