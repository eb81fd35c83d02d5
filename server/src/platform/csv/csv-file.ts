import type { FileColumn, FileProblem } from '@tenfour/contract'
import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { UnreadableFile } from './csv.ts'
import { columnFinder, csvTable, ignoredColumns, requiredOf, type FileRow } from './csv-table.ts'

type SmallFile = { readonly rows: readonly FileRow[]; readonly ignoredColumns: readonly string[] }

/** The rows of a CSV file that came as a whole, of at most so many. Empty lines are counted too. */
export async function readCsvFile(file: Uint8Array, columns: readonly FileColumn[], maxRows: number): Promise<SmallFile> {
  if (file.byteLength === 0) throw unreadable('it is empty')
  if (!isUtf8(file)) throw unreadable('it is not UTF-8 text: save it as "CSV UTF-8"')
  const rows: FileRow[] = []
  const { find, ignored } = ignoredColumns(columnFinder(columns))
  const missing = (names: readonly (string | undefined)[]) => requiredOf(columns, names)
  try {
    for await (const row of csvTable(inOnePiece(file), { find, missing, maxLines: 2 * maxRows })) {
      rows.push(row)
      if (rows.length > maxRows) throw new UnreadableFile(`it has more than ${maxRows} rows`)
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? unreadable(error.message) : error
  }
  if (rows.length === 0) throw unreadable('it has no rows')
  return { rows, ignoredColumns: [...ignored] }
}

async function* inOnePiece(file: Uint8Array) {
  yield Buffer.from(file.buffer, file.byteOffset, file.byteLength)
}

const unreadable = (why: string) => new AppError('invalid_input', `The file can't be read: ${why}`, 'file')

const MAX_FOUND = 120
const Cell = z.string().catch('')
type Cells = Readonly<Record<string, unknown>>
export const cellText = (cells: Cells, name: string): string => Cell.parse(cells[name])

/** A problem with the value that the file has there. */
export const problemAt = (row: number, cells: Cells, field: string | null, message: string): FileProblem => ({
  row,
  field,
  message,
  found: field === null ? null : cellText(cells, field).slice(0, MAX_FOUND).toWellFormed().replaceAll('\0', ''),
})
