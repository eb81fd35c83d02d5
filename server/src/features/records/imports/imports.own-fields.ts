import { fieldColumn, IMPORT_FIELDS, type Field, type ImportKind } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import { listFields, problemWith } from '../fields/fields.port.ts'
import { dayOf, flagOf, textOf } from './imports.cells.ts'

/** The community's own fields that a file may have columns for, by the name of the column. */
export type FieldColumns = ReadonlyMap<string, Field>

export async function readColumns(db: Db, kind: ImportKind): Promise<FieldColumns> {
  const of = IMPORT_FIELDS[kind]
  const fields = of ? await listFields(db, of) : []
  return new Map(fields.filter(({ isRetired }) => !isRetired).map((field) => [fieldColumn(field.name), field]))
}

const PREFIX = /^field\s*:\s*/i
/** Compares names of fields. Names may be in any script, so all letters are kept. */
const folded = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/[\s_]/g, '')

/** Finds the column for a header: 'field: Eye colour', or 'Eye colour' if the portal has no built-in column of that name. */
export function createFinder(columns: FieldColumns, builtIn: (name: string) => string | undefined): (name: string) => string | undefined {
  const byName = new Map([...columns].map(([column, { name }]) => [folded(name), column]))
  return (name) => (PREFIX.test(name) ? undefined : builtIn(name)) ?? byName.get(folded(name.replace(PREFIX, '')))
}

type Cells = Readonly<Record<string, unknown>>
export type OwnValues = {
  /** Cells that do not belong to one of the community's own fields. */
  readonly others: Cells
  readonly values: Cells
  readonly problems: readonly { readonly column: string; readonly message: string }[]
}

export function readOwn(cells: Cells, columns: FieldColumns): OwnValues {
  const others: Record<string, unknown> = {}
  const values: Record<string, unknown> = {}
  const problems: { column: string; message: string }[] = []
  for (const [column, cell] of Object.entries(cells)) {
    const field = columns.get(column)
    if (!field) others[column] = cell
    else if (textOf(cell) !== '') {
      const value = valueOf(field, cell)
      const message = problemWith(field, value)
      if (message === undefined) values[field.fieldId] = value
      else problems.push({ column, message })
    }
  }
  return { others, values, problems }
}

const NUMBER = /^-?\d+(\.\d+)?$/
const WITH_THOUSANDS = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/
/** A comma may also be a decimal comma, so it counts as a thousands separator only where it can't be anything else. */
function numberIn(text: string): number {
  const digits = WITH_THOUSANDS.test(text) ? text.replaceAll(',', '') : text
  return NUMBER.test(digits) ? Number(digits) : Number.NaN
}

function valueOf({ type, options }: Field, cell: unknown): unknown {
  switch (type) {
    case 'number':
      return typeof cell === 'string' ? numberIn(cell.trim()) : cell
    case 'flag':
      return flagOf(cell)
    case 'date':
      return dayOf(textOf(cell))
    case 'choice': {
      const chosen = textOf(cell)
      return options.find((option) => typeof chosen === 'string' && option.toLowerCase() === chosen.toLowerCase()) ?? chosen
    }
    case 'text':
      return textOf(cell)
  }
}
