import { IMPORT_COLUMNS, MAX_IMPORT_ROWS, type ImportFormat, type ImportKind } from '@tenfour/contract'
import { UnreadableFile } from './imports.cells.ts'
import { csvRows } from './imports.csv.ts'
import { jsonItems } from './imports.json.ts'
import { createFinder, type FieldColumns } from './imports.own-fields.ts'

/** The values of a row by the names of columns, or what is wrong with the whole row. */
export type FileRow = { readonly row: number } & (
  | { readonly fields: Readonly<Record<string, unknown>> }
  | { readonly problem: string; readonly fields?: undefined }
)
export type FileRows = {
  readonly rows: AsyncIterable<FileRow>
  /** Unknown columns found so far, which are left out. */
  readonly ignored: ReadonlySet<string>
}

const MAX_LINES = 2 * MAX_IMPORT_ROWS
const MAX_IGNORED = 20
const MAX_IGNORED_LENGTH = 60

/** 'Fine min' and 'fine_min' are both `fineMin`, because people edit these files. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

type Options = { readonly columns?: FieldColumns; readonly maxLines?: number }

export function readFile(
  kind: ImportKind,
  format: ImportFormat,
  chunks: AsyncIterable<Buffer>,
  { columns = new Map(), maxLines = MAX_LINES }: Options = {},
): FileRows {
  const nameOf = new Map(
    IMPORT_COLUMNS[kind].flatMap(({ name, aliases = [] }) => [name, ...aliases].map((each) => [plain(each), name] as const)),
  )
  const ignored = new Set<string>()
  const findColumn = createFinder(columns, (name) => nameOf.get(plain(name)))
  const find = (name: string): string | undefined => {
    const found = findColumn(name)
    if (found === undefined && name !== '' && ignored.size < MAX_IGNORED) ignored.add(name.slice(0, MAX_IGNORED_LENGTH))
    return found
  }
  return { rows: format === 'csv' ? fromCsv(kind, csvRows(chunks), find, maxLines) : fromJson(jsonItems(chunks), find), ignored }
}

type Find = (name: string) => string | undefined

async function* fromCsv(kind: ImportKind, lines: AsyncGenerator<string[]>, find: Find, maxLines: number): AsyncGenerator<FileRow> {
  let row = 0
  let names: (string | undefined)[] | undefined
  for await (const cells of lines) {
    row += 1
    // Empty lines are counted too: reading 50 MB of line breaks would take minutes.
    if (row > maxLines) throw new UnreadableFile(`it has more than ${maxLines.toLocaleString('en')} lines`)
    if (cells.every((cell) => cell === '')) continue
    if (!names) {
      names = cells.map(find)
      assertHeader(kind, names)
    } else if (cells.slice(names.length).some((cell) => cell !== '')) {
      yield { row, problem: 'The row has more cells than the header: put text with commas into quotes' }
    } else {
      yield { row, fields: Object.fromEntries(names.flatMap((name, at) => (name ? [[name, cells[at] ?? '']] : []))) }
    }
  }
}

function assertHeader(kind: ImportKind, names: readonly (string | undefined)[]): void {
  const twice = names.find((name, at) => name !== undefined && names.indexOf(name) !== at)
  if (twice !== undefined) throw new UnreadableFile(`the header names ${twice} twice`)
  const missing = IMPORT_COLUMNS[kind].filter(({ name, isRequired }) => isRequired && !names.includes(name)).map(({ name }) => name)
  const hasName = names.includes('name') || (names.includes('firstName') && names.includes('lastName'))
  if (kind === 'people' && !hasName) missing.unshift('name')
  if (missing.length > 0) throw new UnreadableFile(`the header lacks ${missing.join(', ')}`)
}

async function* fromJson(items: AsyncGenerator, find: Find): AsyncGenerator<FileRow> {
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
