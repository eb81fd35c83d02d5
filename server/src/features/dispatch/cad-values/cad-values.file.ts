import {
  cadValueColumns,
  cadValueFromText,
  cadValueKind,
  isOptional,
  MAX_CAD_VALUES,
  type CadValue,
  type CadValueContent,
  type CadValueField,
  type CadValueKind,
  type FileProblem,
} from '@tenfour/contract'
import { createHash } from 'node:crypto'
import { changesBetween } from '../../../platform/audit/audit.ts'
import { cellText, problemAt, readCsvFile } from '../../../platform/csv/csv-file.ts'
import type { FileRow } from '../../../platform/csv/csv-table.ts'
import { AppError } from '../../../platform/errors.ts'
import { inputProblem } from '../../../platform/http/input-problem.ts'

type ReadRow = { readonly row: number; readonly cells: Readonly<Record<string, unknown>>; readonly content: CadValueContent }
export type ReadFile = {
  readonly rows: number
  readonly read: readonly ReadRow[]
  readonly problems: readonly FileProblem[]
  readonly ignoredColumns: readonly string[]
}

/** The fields of a kind, with the values that they may refer to as choices. */
export type FileFields = readonly (readonly [string, CadValueField])[]

/** The rows of a file as values of a kind, as far as the file alone says. A property whose column is not there is left out. */
export async function readValueFile(kind: CadValueKind, fields: FileFields, file: Uint8Array): Promise<ReadFile> {
  const { rows, ignoredColumns } = await readCsvFile(file, cadValueColumns(kind), MAX_CAD_VALUES)
  const read: ReadRow[] = []
  const problems: FileProblem[] = []
  for (const row of rows) {
    const outcome = readRow(kind, fields, row)
    if ('content' in outcome) read.push(outcome)
    else problems.push(...outcome.problems)
  }
  return { rows: rows.length, read, problems, ignoredColumns }
}

function readRow(
  kind: CadValueKind,
  fields: FileFields,
  { row, fields: cells, ...rest }: FileRow,
): ReadRow | { readonly problems: readonly FileProblem[] } {
  if (cells === undefined) return { problems: [problemAt(row, {}, null, 'problem' in rest ? rest.problem : '')] }
  const isLeftOut = (name: string, field: CadValueField) =>
    isOptional(kind, name) && (cells[name] === undefined || (field.input === 'choice' && cellText(cells, name).trim() === ''))
  const given = fields
    .filter(([name, field]) => !isLeftOut(name, field))
    .map(([name, field]) => [name, cadValueFromText(field, cellText(cells, name))] as const)
  const parsed = cadValueKind(kind).content.safeParse(Object.fromEntries(given), { error: inputProblem })
  const isGiven = new Set(given.map(([name]) => name))
  if (parsed.success) return { row, cells, content: Object.fromEntries(Object.entries(parsed.data).filter(([name]) => isGiven.has(name))) }
  const { issues } = parsed.error
  // The first problem of a cell is enough.
  const first = issues.filter(({ path }, at) => issues.findIndex((other) => other.path[0] === path[0]) === at)
  return { problems: first.map(({ path, message }) => problemAt(row, cells, String(path[0]), message)) }
}

export type FilePlan = {
  readonly added: readonly CadValueContent[]
  readonly changed: readonly { readonly value: CadValue; readonly content: CadValueContent }[]
  readonly unchanged: number
  readonly problems: readonly FileProblem[]
}

/** The changes that a file makes to the values in use: a row changes the value with its code or name, or else adds one. */
export function planFile(kind: CadValueKind, { read }: ReadFile, inUse: readonly CadValue[]): FilePlan {
  const { unique } = cadValueKind(kind)
  const keyOf = (content: CadValueContent) => String(content[unique]).toLowerCase()
  const byKey = new Map(inUse.map((value) => [keyOf({ ...value.content }), value]))
  const rowOf = new Map<string, number>()
  const added: CadValueContent[] = []
  const changed: { value: CadValue; content: CadValueContent }[] = []
  const problems: FileProblem[] = []
  let unchanged = 0
  for (const { row, cells, content } of read) {
    const key = keyOf(content)
    const first = rowOf.get(key)
    if (first !== undefined) {
      problems.push(problemAt(row, cells, unique, `Row ${first} has this ${unique} already`))
      continue
    }
    rowOf.set(key, row)
    const value = byKey.get(key)
    const whole = value ? { ...value.content, ...content } : cadValueKind(kind).content.parse(content)
    if (!value && inUse.length + added.length >= MAX_CAD_VALUES) {
      problems.push(problemAt(row, cells, null, `There would be more than ${MAX_CAD_VALUES} values: retire some first`))
    } else if (!value) added.push(whole)
    else if (changesBetween({ ...value.content }, whole)) changed.push({ value, content: whole })
    else unchanged += 1
  }
  return { added, changed, unchanged, problems }
}

/** Changes with the versions of the values that a file changes. */
export const digestOf = ({ changed }: Pick<FilePlan, 'changed'>): string =>
  createHash('sha256')
    .update(JSON.stringify(changed.map(({ value: { valueId, version } }) => [valueId, version])))
    .digest('hex')

type Expected = { readonly added: number; readonly changed: number; readonly digest?: string | undefined }

export function assertExpected(plan: FilePlan, expected: Expected): void {
  const { added, changed, problems } = plan
  const [problem] = problems
  if (problem) throw new AppError('invalid_input', `Row ${problem.row}: ${problem.message}. Nothing was written`, 'file')
  if (added.length !== expected.added || changed.length !== expected.changed) {
    throw new AppError('conflict', `${added.length} values would be added and ${changed.length} changed by now: check the file again`)
  }
  if (expected.digest !== undefined && expected.digest !== digestOf(plan)) {
    throw new AppError('conflict', 'Someone else has changed values that the file changes: check the file again')
  }
}
