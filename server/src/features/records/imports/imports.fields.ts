import { BirthDayInput, CharacterInput, OffenceInput, trimmed, VehicleInput, type ImportKind } from '@tenfour/contract'
import { z } from 'zod'
import { inputProblem } from '../../../platform/http/input-problem.ts'
import { dayOf, flagOf, numberOf, textOf } from './imports.cells.ts'
import type { FileRow } from '../../../platform/csv/csv-table.ts'
import { readOwn, type FieldColumns } from './imports.own-fields.ts'

export type RowProblem = {
  readonly row: number
  readonly field: string | null
  readonly message: string
  /** The value in the file, of a row that was not stored. */
  readonly found?: string
}
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

/** The contract's rules, applied to rows of a file. */
const KINDS: Readonly<Record<ImportKind, { schema: z.ZodType<Fields>; prepare: (fields: Fields) => Fields }>> = {
  people: { schema: PersonRow, prepare: person },
  vehicles: { schema: VehicleRow, prepare: vehicle },
  offences: { schema: OffenceInput, prepare: offence },
}

/** A validated row with only the fields that the file gives: other fields of the record are not changed. */
export function readRow(kind: ImportKind, { row, ...read }: FileRow, columns: FieldColumns = new Map()): StagedRow | RowProblem[] {
  if (read.fields === undefined) return [{ row, field: null, message: read.problem }]
  const { schema, prepare } = KINDS[kind]
  const own = readOwn(read.fields, columns)
  const given: Fields = { ...prepare(own.others), ...(Object.keys(own.values).length > 0 && { fields: own.values }) }
  const parsed = schema.safeParse(given, { error: inputProblem })
  if (parsed.success && own.problems.length === 0) {
    return { row, input: Object.fromEntries(Object.entries(parsed.data).filter(([name]) => given[name] !== undefined)) }
  }
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => ({ row, field: fieldAt(path, columns), message })),
    ...own.problems.map(({ column, message }) => ({ row, field: column, message })),
  ]
  // An invalid date also fails the range checks: the first problem of a field is enough.
  return problems
    .filter(({ field }, at) => problems.findIndex((other) => other.field === field) === at)
    .map((problem) => ({ ...problem, ...foundIn(read.fields ?? {}, problem.field) }))
}

export const MAX_FOUND = 120

/** Notes for medics alone, which the problems of a file don't show. */
const UNSHOWN = new Set(['medicalNotes', 'contacts'])

/** The cell as it is in the file; a name may be in two of them. Of a list or an object, and of what can't be stored, nothing is kept. */
function foundIn(fields: Fields, field: string | null): Pick<RowProblem, 'found'> {
  if (field !== null && UNSHOWN.has(field)) return {}
  const value = field === 'name' && fields['name'] === undefined ? [fields['firstName'], fields['lastName']] : [fields[field ?? '']]
  const words = value.map((each) => textOf(each) ?? '').map((each) => (typeof each === 'boolean' ? String(each) : each))
  if (!words.every((each) => typeof each === 'string')) return {}
  return { found: words.join(' ').trim().slice(0, MAX_FOUND).toWellFormed().replaceAll('\0', '') }
}

function fieldAt([first, second]: readonly PropertyKey[], columns: FieldColumns): string | null {
  if (first === undefined) return null
  const own = first === 'fields' && [...columns].find(([, { fieldId }]) => String(fieldId) === second)
  return own ? own[0] : String(first)
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

const texts = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, textOf(value)]))
const withoutEmpty = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name] === '' ? undefined : fields[name]]))
