import { IMPORT_COLUMNS, MAX_IMPORT_ROWS, type ImportFormat, type ImportKind } from '@tenfour/contract'
import { columnFinder, csvTable, ignoredColumns, requiredOf, type FileRow } from '../../../platform/csv/csv-table.ts'
import { jsonItems } from './imports.json.ts'
import { createFinder, type FieldColumns } from './imports.own-fields.ts'

export type FileRows = {
  readonly rows: AsyncIterable<FileRow>
  /** Unknown columns found so far, which are left out. */
  readonly ignored: ReadonlySet<string>
}

const MAX_LINES = 2 * MAX_IMPORT_ROWS

type Options = { readonly columns?: FieldColumns; readonly maxLines?: number }

export function readFile(
  kind: ImportKind,
  format: ImportFormat,
  chunks: AsyncIterable<Buffer>,
  { columns = new Map(), maxLines = MAX_LINES }: Options = {},
): FileRows {
  const nameOf = columnFinder(IMPORT_COLUMNS[kind])
  const { find, ignored } = ignoredColumns(createFinder(columns, nameOf))
  const missing = (names: readonly (string | undefined)[]) => missingColumns(kind, names)
  return { rows: format === 'csv' ? csvTable(chunks, { find, missing, maxLines }) : fromJson(jsonItems(chunks), find), ignored }
}

function missingColumns(kind: ImportKind, names: readonly (string | undefined)[]): string[] {
  const hasName = names.includes('name') || (names.includes('firstName') && names.includes('lastName'))
  return [...(kind === 'people' && !hasName ? ['name'] : []), ...requiredOf(IMPORT_COLUMNS[kind], names)]
}

async function* fromJson(items: AsyncGenerator, find: (name: string) => string | undefined): AsyncGenerator<FileRow> {
  let row = 0
  for await (const item of items) {
    row += 1
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      yield { row, problem: 'Each item of the list is an object' }
      continue
    }
    const fields: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(item)) {
      const name = find(key)
      if (name) fields[name] = value ?? ''
    }
    yield { row, fields }
  }
}
