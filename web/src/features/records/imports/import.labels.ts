import {
  FIELD_TYPE_WORDS,
  fieldColumn,
  IMPORT_COLUMNS,
  IMPORT_FIELDS,
  IMPORT_FILE_BYTES,
  type Field,
  type Import,
  type ImportKept,
  type ImportFormat,
  type ImportKind,
} from '@tenfour/contract'
import { toCsv } from '../../../platform/download/csv-export.ts'
import { counted } from '../../../platform/format/text.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'
import { fieldsOf } from '../fields/fields.port.ts'

export const KIND_WORDS: Readonly<Record<ImportKind, string>> = { people: 'People', vehicles: 'Vehicles', offences: 'Offences' }

/** The names of a record of each kind, one and many. */
export const RECORD_WORDS: Readonly<Record<ImportKind, readonly [one: string, many: string]>> = {
  people: ['person', 'people'],
  vehicles: ['vehicle', 'vehicles'],
  offences: ['offence', 'offences'],
}

export const KEPT_WORDS: Readonly<Record<ImportKept['reason'], string>> = {
  changed: 'changed since',
  used: 'used since',
}

export const isRunning = ({ state }: Pick<Import, 'state'>): boolean => state === 'checking' || state === 'writing'

const number = (value: number): string => value.toLocaleString('en')

export function stateOf({ state, problemRows, undone }: Import): { readonly tone: StatusTone; readonly word: string } {
  if (undone) return { tone: 'off', word: 'Undone' }
  switch (state) {
    case 'checking':
      return { tone: 'info', word: 'Checking' }
    case 'ready':
      return problemRows > 0 ? { tone: 'warning', word: 'Problems found' } : { tone: 'info', word: 'Checked' }
    case 'writing':
      return { tone: 'info', word: 'Importing' }
    case 'done':
      return { tone: 'success', word: 'Imported' }
    case 'cancelled':
      return { tone: 'warning', word: 'Cancelled' }
    case 'failed':
      return { tone: 'danger', word: 'Failed' }
    case 'discarded':
      return { tone: 'off', word: 'Deleted' }
  }
}

/** The outcome of an import, for the list: '2 added, 1 changed'. */
export function outcomeOf({ state, added, changed, rows, undone }: Import): string {
  if (undone) return `${number(undone.removed)} removed, ${number(undone.kept)} kept`
  if (state === 'done' || (state === 'cancelled' && added + changed > 0)) return `${number(added)} added, ${number(changed)} changed`
  return rows === 0 ? '' : counted(rows, 'row')
}

/** Why it can't be imported; null if it can. */
export function whyNot({ kind, toAdd, toChange, problemRows }: Import): string | null {
  if (kind === 'offences' && problemRows > 0) return 'Offences are imported all or none. Correct the rows below and upload the file again.'
  if (toAdd + toChange > 0) return null
  return problemRows > 0
    ? 'Every row has a problem. Correct them and upload the file again.'
    : 'Everything in the file is already in the portal.'
}

/** The format by the file's name, since browsers disagree about types; null for any other file. */
export function formatOf(fileName: string): ImportFormat | null {
  if (/\.(csv|tsv|txt)$/i.test(fileName)) return 'csv'
  return /\.json$/i.test(fileName) ? 'json' : null
}

export function problemWith({ name, size }: { readonly name: string; readonly size: number }): string | null {
  if (formatOf(name) === null) return 'Choose a file that ends in .csv or .json.'
  if (size === 0) return 'The file is empty.'
  return size > IMPORT_FILE_BYTES ? `The file is too large: at most ${IMPORT_FILE_BYTES / 1_000_000} MB.` : null
}

/** A name is one column here; the file may also have two. */
const NOT_IN_TEMPLATE = new Set(['firstName', 'lastName'])
export const templateOf = (kind: ImportKind, fields: readonly Field[]): string =>
  toCsv(
    columnsOf(kind, fields)
      .map(({ name }) => name)
      .filter((name) => !NOT_IN_TEMPLATE.has(name)),
    [],
  )

type ColumnHelp = { readonly name: string; readonly help: string; readonly isRequired?: boolean | undefined }

/** The columns of a kind, with those for the community's own fields last. */
export function columnsOf(kind: ImportKind, fields: readonly Field[]): readonly ColumnHelp[] {
  const of = IMPORT_FIELDS[kind]
  const own = of ? fieldsOf(fields, of) : []
  return [...IMPORT_COLUMNS[kind], ...own.map((field) => ({ name: fieldColumn(field.name), help: fieldHelp(field) }))]
}

/** 'One of Manual, Automatic. As printed on the card'. */
const fieldHelp = ({ type, options, help }: Field): string =>
  [type === 'choice' ? `One of ${options.join(', ')}` : FIELD_TYPE_WORDS[type], help].filter(Boolean).join('. ')
