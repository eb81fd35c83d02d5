import {
  EmailAddress,
  MAX_USER_FILE_ROWS,
  SteamHex,
  USER_FILE_COLUMNS,
  UserName,
  type FileProblem,
  type UserFilePerson,
} from '@tenfour/contract'
import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { UnreadableFile } from '../../../platform/csv/csv.ts'
import { columnFinder, csvTable, ignoredColumns, requiredOf, type FileRow } from '../../../platform/csv/csv-table.ts'
import { AppError } from '../../../platform/errors.ts'
import { inputProblem } from '../../../platform/http/input-problem.ts'

const MAX_FOUND = 120
/** Empty lines are counted too. */
const MAX_LINES = 2 * MAX_USER_FILE_ROWS

type Cells = Readonly<Record<string, unknown>>
/** Cells that can't be read are empty in `person`, and are among the problems. */
export type ReadRow = { readonly cells: Cells; readonly person: UserFilePerson; readonly problems: readonly FileProblem[] }
export type ReadFile = {
  readonly rows: number
  readonly people: readonly ReadRow[]
  readonly problems: readonly FileProblem[]
  readonly ignoredColumns: readonly string[]
}

const Row = z.object({ name: UserName, email: EmailAddress, steamHex: SteamHex.default('') })
const Readable = z.object({ name: UserName.catch(''), email: EmailAddress.catch(''), steamHex: SteamHex.catch('') })
const Cell = z.string().catch('')

/** A problem with the value that the file has there. */
export const problemAt = (row: number, cells: Cells, field: string | null, message: string): FileProblem => ({
  row,
  field,
  message,
  found: field === null ? null : Cell.parse(cells[field]).slice(0, MAX_FOUND).toWellFormed().replaceAll('\0', ''),
})

/** The rows of a file as far as it alone says: departments and ranks are names that may not exist. */
export async function readUserFile(file: Uint8Array): Promise<ReadFile> {
  if (file.byteLength === 0) throw unreadable('it is empty')
  if (!isUtf8(file)) throw unreadable('it is not UTF-8 text: save it as "CSV UTF-8"')
  const people: ReadRow[] = []
  const problems: FileProblem[] = []
  const { find, ignored } = ignoredColumns(columnFinder(USER_FILE_COLUMNS))
  const missing = (names: readonly (string | undefined)[]) => requiredOf(USER_FILE_COLUMNS, names)
  let rows = 0
  try {
    for await (const each of csvTable(inOnePiece(file), { find, missing, maxLines: MAX_LINES })) {
      rows += 1
      if (rows > MAX_USER_FILE_ROWS) throw new UnreadableFile(`it has more than ${MAX_USER_FILE_ROWS} rows`)
      const read = readRow(each)
      if ('person' in read) people.push(read)
      else problems.push(...read.problems)
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? unreadable(error.message) : error
  }
  if (rows === 0) throw unreadable('it has no rows')
  return { rows, people, problems, ignoredColumns: [...ignored] }
}

async function* inOnePiece(file: Uint8Array) {
  yield Buffer.from(file.buffer, file.byteOffset, file.byteLength)
}

const unreadable = (why: string) => new AppError('invalid_input', `The file can't be read: ${why}`, 'file')

function readRow({ row, fields, ...rest }: FileRow): ReadRow | { readonly problems: readonly FileProblem[] } {
  if (fields === undefined) return { problems: [problemAt(row, {}, null, 'problem' in rest ? rest.problem : '')] }
  const issues = Row.safeParse(fields, { error: inputProblem }).error?.issues ?? []
  // The first problem of a cell is enough.
  const first = issues.filter(({ path }, at) => issues.findIndex((other) => other.path[0] === path[0]) === at)
  const [department, rank] = [Cell.parse(fields['department']) || null, Cell.parse(fields['rank']) || null]
  const { name, email, steamHex } = Readable.parse(fields)
  return {
    cells: fields,
    person: { row, name, emailAddress: email, department, rank, steamId: steamHex || null },
    problems: first.map(({ path, message }) => problemAt(row, fields, String(path[0]), message)),
  }
}
