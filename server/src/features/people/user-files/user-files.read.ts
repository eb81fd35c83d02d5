import {
  EmailAddress,
  MAX_USER_FILE_ROWS,
  SteamHex,
  USER_FILE_COLUMNS,
  UserName,
  type FileProblem,
  type UserFilePerson,
} from '@tenfour/contract'
import { z } from 'zod'
import { cellText, problemAt, readCsvFile } from '../../../platform/csv/csv-file.ts'
import type { FileRow } from '../../../platform/csv/csv-table.ts'
import { inputProblem } from '../../../platform/http/input-problem.ts'

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

/** The rows of a file as far as it alone says: departments and ranks are names that may not exist. */
export async function readUserFile(file: Uint8Array): Promise<ReadFile> {
  const people: ReadRow[] = []
  const problems: FileProblem[] = []
  const { rows, ignoredColumns } = await readCsvFile(file, USER_FILE_COLUMNS, MAX_USER_FILE_ROWS)
  for (const each of rows) {
    const read = readRow(each)
    if ('person' in read) people.push(read)
    else problems.push(...read.problems)
  }
  return { rows: rows.length, people, problems, ignoredColumns }
}

function readRow({ row, fields, ...rest }: FileRow): ReadRow | { readonly problems: readonly FileProblem[] } {
  if (fields === undefined) return { problems: [problemAt(row, {}, null, 'problem' in rest ? rest.problem : '')] }
  const issues = Row.safeParse(fields, { error: inputProblem }).error?.issues ?? []
  // The first problem of a cell is enough.
  const first = issues.filter(({ path }, at) => issues.findIndex((other) => other.path[0] === path[0]) === at)
  const [department, rank] = [cellText(fields, 'department') || null, cellText(fields, 'rank') || null]
  const { name, email, steamHex } = Readable.parse(fields)
  return {
    cells: fields,
    person: { row, name, emailAddress: email, department, rank, steamId: steamHex || null },
    problems: first.map(({ path, message }) => problemAt(row, fields, String(path[0]), message)),
  }
}
