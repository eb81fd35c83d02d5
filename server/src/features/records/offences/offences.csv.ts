import { MAX_OFFENCES, OFFENCE_FIELDS, OffenceInput } from '@tenfour/contract'
import { parse } from 'csv-parse/sync'
import { AppError } from '../../../platform/errors.ts'

export type ImportProblem = { readonly row: number; readonly field: string | null; readonly message: string }
export type ImportRows = { readonly offences: readonly { row: number; input: OffenceInput }[]; readonly problems: readonly ImportProblem[] }

const NUMBERS: ReadonlySet<string> = new Set(['fineMin', 'fineMax', 'jailMin', 'jailMax', 'points'])
const REQUIRED = OFFENCE_FIELDS.filter((field) => field !== 'description')
/** 'Fine min' and 'fine_min' are `fineMin`: spreadsheets are edited by people. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')
const FIELD_OF = new Map<string, string>(OFFENCE_FIELDS.map((field) => [plain(field), field]))

/** The rows of a file, each either an offence or what is wrong with it. */
export function readOffences(file: Uint8Array): ImportRows {
  const [header = [], ...rows] = recordsOf(file)
  const names = header.map((name) => FIELD_OF.get(plain(name)) ?? null)
  const missing = REQUIRED.filter((field) => !names.includes(field))
  if (missing.length > 0) throw unreadable(`The header lacks ${missing.join(', ')}`)
  if (rows.length > MAX_OFFENCES) throw unreadable(`A file has at most ${MAX_OFFENCES.toLocaleString('en')} offences`)

  const offences: { row: number; input: OffenceInput }[] = []
  const problems: ImportProblem[] = []
  const rowOf = new Map<string, number>()
  for (const [index, cells] of rows.entries()) {
    const row = index + 1
    const read = OffenceInput.safeParse(
      Object.fromEntries(names.flatMap((name, at) => (name ? [[name, valueOf(name, cells[at] ?? '')]] : []))),
    )
    if (!read.success) {
      for (const { path, message } of read.error.issues) problems.push({ row, field: path.length > 0 ? String(path[0]) : null, message })
      continue
    }
    const earlier = rowOf.get(read.data.code.toLowerCase())
    if (earlier === undefined) rowOf.set(read.data.code.toLowerCase(), row)
    else problems.push({ row, field: 'code', message: `The code is in row ${earlier} already` })
    offences.push({ row, input: read.data })
  }
  return { offences, problems }
}

const valueOf = (name: string, cell: string): unknown => (NUMBERS.has(name) ? numberOf(cell) : cell)
/** An empty cell is 0; anything else that is no number is left for the schema to refuse. */
const numberOf = (cell: string): unknown => (cell.trim() === '' ? 0 : Number(cell.replaceAll(/[$,\s]/g, '')))

function recordsOf(file: Uint8Array): string[][] {
  try {
    return parse(Buffer.from(file), {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: [',', ';', '\t'],
      trim: true,
    })
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message : 'This is not a CSV file')
  }
}

const unreadable = (why: string) => new AppError('invalid_input', `The file can't be read: ${why}`, 'file')
