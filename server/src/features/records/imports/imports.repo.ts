import {
  IMPORT_UNDO_HOURS,
  MAX_IMPORT_PROBLEMS,
  type Import,
  type ImportFormat,
  type ImportKept,
  type ImportKind,
  type ImportProblem,
  type PageQuery,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { limitTo } from '../../../platform/database/page.ts'
import { MAX_FOUND, type RowProblem, type StagedRow } from './imports.fields.ts'

type Row = {
  id: number
  version: number
  kind: ImportKind
  format: ImportFormat
  file_name: string
  file_bytes: number
  state: Import['state']
  error: string | null
  percent: number
  ignored_columns: string[]
  row_count: number
  to_add: number
  to_change: number
  unchanged: number
  problem_rows: number
  problems: number
  added: number
  changed: number
  uploaded_by: number
  uploader: string
  uploaded_at: Date
  started_by: number | null
  starter: string | null
  started_at: Date | null
  ended_at: Date | null
  undo_until: Date | null
  undone_at: Date | null
  undone_by: number | null
  undoer: string | null
  removed: number
  kept: number
  kept_records: ImportKept[]
}

const toImport = (row: Row): Import => ({
  importId: row.id,
  version: row.version,
  kind: row.kind,
  format: row.format,
  fileName: row.file_name,
  fileBytes: row.file_bytes,
  state: row.state,
  error: row.error,
  percent: row.percent,
  ignoredColumns: row.ignored_columns,
  rows: row.row_count,
  toAdd: row.to_add,
  toChange: row.to_change,
  unchanged: row.unchanged,
  problemRows: row.problem_rows,
  problems: row.problems,
  added: row.added,
  changed: row.changed,
  uploadedBy: { userId: row.uploaded_by, name: row.uploader },
  uploadedAt: row.uploaded_at.toISOString(),
  startedBy: row.started_by === null ? null : { userId: row.started_by, name: row.starter ?? '' },
  startedAt: row.started_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  undoUntil: row.undo_until?.toISOString() ?? null,
  undone:
    row.undone_at === null || row.undone_by === null
      ? null
      : {
          by: { userId: row.undone_by, name: row.undoer ?? '' },
          at: row.undone_at.toISOString(),
          removed: row.removed,
          kept: row.kept,
          records: row.kept_records,
        },
})

const UNDO_TIME = sql`make_interval(hours => ${sql.lit(IMPORT_UNDO_HOURS)})`
const undoUntil = sql`case when i.state in ('done', 'cancelled') and i.undone_at is null and i.ended_at > now() - ${UNDO_TIME}
  and exists (select from import_added a where a.import_id = i.id) then i.ended_at + ${UNDO_TIME} end`

async function select(db: Db | Tx, rest: RawBuilder<unknown>): Promise<Import[]> {
  const { rows } = await sql<Row>`
    select i.*, u.name as uploader, s.name as starter, z.name as undoer, ${undoUntil} as undo_until
    from imports i join users u on u.id = i.uploaded_by left join users s on s.id = i.started_by left join users z on z.id = i.undone_by ${rest}`.execute(
    db,
  )
  return rows.map(toImport)
}

export const listImports = (db: Db | Tx, { page, pageSize }: PageQuery): Promise<Import[]> =>
  select(db, sql`order by i.id desc ${limitTo({ page, pageSize })}`)

export async function countImports(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findImport(db: Db | Tx, importId: number): Promise<Import | undefined> {
  const [found] = await select(db, sql`where i.id = ${importId}`)
  return found
}

export async function advanceVersion(tx: Tx, importId: number): Promise<void> {
  await tx
    .updateTable('imports')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', importId)
    .execute()
}

export async function listProblems(db: Db, importId: number, { page, pageSize }: PageQuery): Promise<ImportProblem[]> {
  const rows = await db
    .selectFrom('import_problems')
    .select(['id', 'row', 'field', 'message', 'found'])
    .where('import_id', '=', importId)
    .orderBy('row')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return rows.map(({ id, ...problem }) => ({ problemId: id, ...problem }))
}

export async function countReady(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow()
  return count
}

export type NewImport = { readonly kind: ImportKind; readonly format: ImportFormat; readonly fileName: string }

/** The file is stored in pieces of this size, so that reading it again takes little memory. */
const CHUNK_BYTES = 1_000_000

export async function insertImport(tx: Tx, userId: number, { kind, format, fileName }: NewImport, file: Uint8Array): Promise<number> {
  const { id } = await tx
    .insertInto('imports')
    .values({ kind, format, file_name: fileName, file_bytes: file.byteLength, uploaded_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let at = 0; at < file.byteLength; at += CHUNK_BYTES) {
    const content = Buffer.from(file.buffer, file.byteOffset + at, Math.min(CHUNK_BYTES, file.byteLength - at))
    await tx
      .insertInto('import_chunks')
      .values({ import_id: id, nth: at / CHUNK_BYTES, content })
      .execute()
  }
  return id
}

/** Yields the file piece by piece. */
export async function* readChunks(db: Db, importId: number): AsyncGenerator<Buffer> {
  for (let nth = 0; ; nth += 1) {
    const chunk = await db
      .selectFrom('import_chunks')
      .select('content')
      .where('import_id', '=', importId)
      .where('nth', '=', nth)
      .executeTakeFirst()
    if (!chunk) return
    yield chunk.content
  }
}

/** Changes the state of an import if it is in one of these states. Returns whether it was. */
export async function moveOn(
  tx: Tx,
  importId: number,
  from: readonly Import['state'][],
  change: { state: Import['state']; error?: string; startedBy?: number },
): Promise<boolean> {
  const hasEnded = !['checking', 'ready', 'writing'].includes(change.state)
  const moved = await tx
    .updateTable('imports')
    .set({
      state: change.state,
      percent:
        change.state === 'ready' || change.state === 'done' ? 100 : sql`case when ${change.state === 'writing'} then 0 else percent end`,
      touched_at: sql`now()`,
      ...(change.error === undefined ? {} : { error: change.error }),
      ...(change.startedBy === undefined ? {} : { started_by: change.startedBy, started_at: sql`now()` }),
      ...(hasEnded ? { ended_at: sql`now()` } : {}),
    })
    .where('id', '=', importId)
    .where('state', 'in', [...from])
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

export type Run = {
  readonly id: number
  readonly kind: ImportKind
  readonly format: ImportFormat
  readonly state: 'checking' | 'writing'
  readonly attempt: number
  readonly file_name: string
  readonly file_bytes: number
  readonly position: number
  readonly started_by: number | null
}

const runColumns = ['id', 'kind', 'format', 'state', 'attempt', 'file_name', 'file_bytes', 'position', 'started_by'] as const

/** Takes over the work on an import: a run that worked on it before stops at its next batch. */
export const takeRun = (db: Db, importId: number): Promise<Run | undefined> =>
  db
    .updateTable('imports')
    .set((eb) => ({ attempt: eb('attempt', '+', 1), touched_at: sql`now()` }))
    .where('id', '=', importId)
    .where('state', 'in', ['checking', 'writing'])
    .returning(runColumns)
    .executeTakeFirst() as Promise<Run | undefined>

/** Locks an import until the transaction ends; undefined if it was cancelled or another run took over. */
export const lockRun = (tx: Tx, { id, attempt, state }: Run): Promise<Run | undefined> =>
  tx
    .selectFrom('imports')
    .select(runColumns)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst() as Promise<Run | undefined>

/** Deletes what an earlier check wrote: a check always starts from the beginning. */
export async function clearCheck(tx: Tx, importId: number): Promise<void> {
  await tx.deleteFrom('import_rows').where('import_id', '=', importId).execute()
  await tx.deleteFrom('import_problems').where('import_id', '=', importId).execute()
  await tx
    .updateTable('imports')
    .set({ percent: 0, row_count: 0, to_add: 0, to_change: 0, unchanged: 0, problem_rows: 0, problems: 0, ignored_columns: [] })
    .where('id', '=', importId)
    .execute()
}

export type Progress = {
  readonly percent?: number
  readonly position?: number
  readonly ignored?: readonly string[]
  readonly rows?: number
  readonly toAdd?: number
  readonly toChange?: number
  readonly unchanged?: number
  readonly added?: number
  readonly changed?: number
}

/** Saves the progress of an import, and adds to its counts. */
export async function saveProgress(tx: Tx, importId: number, progress: Progress): Promise<void> {
  const { percent, position, ignored, rows = 0, toAdd = 0, toChange = 0, unchanged = 0, added = 0, changed = 0 } = progress
  await tx
    .updateTable('imports')
    .set((eb) => ({
      touched_at: sql`now()`,
      row_count: eb('row_count', '+', rows),
      to_add: eb('to_add', '+', toAdd),
      to_change: eb('to_change', '+', toChange),
      unchanged: eb('unchanged', '+', unchanged),
      added: eb('added', '+', added),
      changed: eb('changed', '+', changed),
      ...(percent === undefined ? {} : { percent }),
      ...(position === undefined ? {} : { position }),
      ...(ignored === undefined ? {} : { ignored_columns: [...ignored] }),
    }))
    .where('id', '=', importId)
    .execute()
}

export async function insertRows(tx: Tx, importId: number, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into import_rows (import_id, row, input)
    select ${importId}, x.row, x.input from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(row integer, input jsonb)`.execute(tx)
}

/** Stores problems up to the limit, counts all of them, and excludes their rows from what is written. */
export async function insertProblems(tx: Tx, importId: number, problems: readonly RowProblem[]): Promise<void> {
  if (problems.length === 0) return
  const rows = [...new Set(problems.map(({ row }) => row))]
  const before = await tx.selectFrom('imports').select('problems').where('id', '=', importId).executeTakeFirstOrThrow()
  const kept = problems.slice(0, Math.max(0, MAX_IMPORT_PROBLEMS - before.problems))
  if (kept.length > 0) {
    await sql`insert into import_problems (import_id, row, field, message, found)
      select ${importId}, x.row, x.field, x.message,
        coalesce(x.found, case when r.row is not null then left(coalesce(r.input ->> x.field, ''), ${MAX_FOUND}) end)
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) x(row integer, field text, message text, found text)
      left join import_rows r on r.import_id = ${importId} and r.row = x.row`.execute(tx)
  }
  await sql`update import_rows set is_left_out = true where import_id = ${importId} and row = any(${rows}::integer[])`.execute(tx)
  await tx
    .updateTable('imports')
    .set((eb) => ({ problems: eb('problems', '+', problems.length), problem_rows: eb('problem_rows', '+', rows.length) }))
    .where('id', '=', importId)
    .execute()
}

export async function lastRow(db: Db | Tx, importId: number): Promise<number> {
  const { last } = await db
    .selectFrom('import_rows')
    .select((eb) => eb.fn.max<number | null>('row').as('last'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

export const runningImports = (db: Db, silentForMs: number): Promise<{ id: number }[]> =>
  db
    .selectFrom('imports')
    .select('id')
    .where('state', 'in', ['checking', 'writing'])
    .where('touched_at', '<=', sql<Date>`now() - ${silentForMs} * interval '1 millisecond'`)
    .execute()

export const expiredImports = (db: Db, days: number): Promise<{ id: number }[]> =>
  db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'ready')
    .where('uploaded_at', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .execute()

export async function deleteOld(db: Db, days: number): Promise<void> {
  await sql`delete from import_added a using imports i where i.id = a.import_id and i.ended_at < now() - ${UNDO_TIME}`.execute(db)
  await db
    .deleteFrom('imports')
    .where('ended_at', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .execute()
}

/** Deletes the file once it is checked, and the rows read from it once the import has ended. */
export async function deleteFile(db: Db | Tx, importId: number): Promise<void> {
  const ended = sql`exists (select from imports i where i.id = import_id and i.state not in ('checking', 'ready', 'writing'))`
  await sql`delete from import_chunks where import_id = ${importId}
    and not exists (select from imports i where i.id = import_id and i.state = 'checking')`.execute(db)
  await sql`delete from import_rows where import_id = ${importId} and ${ended}`.execute(db)
}
