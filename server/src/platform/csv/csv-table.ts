import type { FileColumn } from '@tenfour/contract'
import { csvRows, UnreadableFile } from './csv.ts'

/** The values of a row by the names of columns, or what is wrong with the whole row. */
export type FileRow = { readonly row: number } & (
  | { readonly fields: Readonly<Record<string, unknown>> }
  | { readonly problem: string; readonly fields?: undefined }
)
/** 'Fine min' and 'fine_min' are both `fineMin`, because people edit these files. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

type Find = (name: string) => string | undefined

/** Finds the name of a column by what a header calls it. */
export function columnFinder(columns: readonly FileColumn[]): Find {
  const nameOf = new Map(columns.flatMap(({ name, aliases = [] }) => [name, ...aliases].map((each) => [plain(each), name] as const)))
  return (name) => nameOf.get(plain(name))
}

const MAX_IGNORED = 20
const MAX_IGNORED_LENGTH = 60

/** The same finder, which notes the first columns that it does not find. */
export function ignoredColumns(findColumn: Find): { readonly find: Find; readonly ignored: ReadonlySet<string> } {
  const ignored = new Set<string>()
  const find: Find = (name) => {
    const found = findColumn(name)
    if (found === undefined && name !== '' && ignored.size < MAX_IGNORED) ignored.add(name.slice(0, MAX_IGNORED_LENGTH))
    return found
  }
  return { find, ignored }
}

/** The names of required columns that a header lacks. */
export const requiredOf = (columns: readonly FileColumn[], names: readonly (string | undefined)[]): string[] =>
  columns.filter(({ name, isRequired }) => isRequired && !names.includes(name)).map(({ name }) => name)

type Names = readonly (string | undefined)[]
type Options = {
  readonly find: Find
  readonly missing: (names: Names) => readonly string[]
  readonly maxLines: number
}

/** Rows below a header. Cells of columns that are not found are left out. */
export async function* csvTable(chunks: AsyncIterable<Buffer>, { find, missing, maxLines }: Options): AsyncGenerator<FileRow> {
  let row = 0
  let names: Names | undefined
  for await (const cells of csvRows(chunks)) {
    row += 1
    // Empty lines are counted too: reading 50 MB of line breaks would take minutes.
    if (row > maxLines) throw new UnreadableFile(`it has more than ${maxLines.toLocaleString('en')} lines`)
    if (cells.every((cell) => cell === '')) continue
    if (!names) {
      names = cells.map(find)
      assertHeader(names, missing(names))
    } else if (cells.slice(names.length).some((cell) => cell !== '')) {
      yield { row, problem: 'The row has more cells than the header: put text with commas into quotes' }
    } else {
      yield { row, fields: Object.fromEntries(names.flatMap((name, at) => (name ? [[name, cells[at] ?? '']] : []))) }
    }
  }
}

function assertHeader(names: Names, missing: readonly string[]): void {
  const twice = names.find((name, at) => name !== undefined && names.indexOf(name) !== at)
  if (twice !== undefined) throw new UnreadableFile(`the header names ${twice} twice`)
  if (missing.length > 0) throw new UnreadableFile(`the header lacks ${missing.join(', ')}`)
}
