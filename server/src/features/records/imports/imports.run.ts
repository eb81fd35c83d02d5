import { setImmediate } from 'node:timers/promises'
import { MAX_IMPORT_ROWS, type ImportKind } from '@tenfour/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { isUniqueViolation } from '../../../platform/database/violation.ts'
import { UnreadableFile } from '../../../platform/csv/csv.ts'
import { readRow, type RowProblem, type StagedRow } from './imports.fields.ts'
import type { FileRow } from '../../../platform/csv/csv-table.ts'
import { readFile } from './imports.file.ts'
import { offences } from './imports.offences.ts'
import { readColumns, type FieldColumns } from './imports.own-fields.ts'
import { people } from './imports.people.ts'
import type { Kind, Planned } from './imports.plan.ts'
import * as repo from './imports.repo.ts'
import type { Run } from './imports.repo.ts'
import { auditCounts, subject, tellImport } from './imports.service.ts'
import { vehicles } from './imports.vehicles.ts'

/** How many rows are read and stored in one transaction. */
const READ_ROWS = 500
/** How many rows are compared with the database at a time. */
const COMPARE_ROWS = 2000
/** How often pages are told the progress, at most. */
const TELL_MS = 400
/** The share of reading the file in the progress of a check; the rest is comparing it with the database. */
const READING_SHARE = 0.6
/** A batch is tried again when someone registers the same plate while it is written: the next attempt sees that plate. */
const MAX_TRIES = 5

type Deps = {
  readonly db: Db
  readonly publish: Publish
  /** Called after each written batch. */
  readonly afterBatch?: () => Promise<void>
}

/** `stopped`: the portal is closing, and the import has to be resumed later. */
type Outcome = 'ended' | 'stopped'

/**
 * Checks and writes imports. Each batch is a transaction that locks the import, writes its rows and moves the position on, so that no row is written
 * twice if the portal is killed, and cancelling waits for one batch at most.
 */
export function createImportRunner({ db, publish, afterBatch = async () => undefined }: Deps) {
  let isStopping = false

  /** Works on an import with its row locked; false if it was cancelled or another run took over. */
  const withImport = async (run: Run, work: (tx: Tx, emit: Emit, now: Run) => Promise<void>): Promise<boolean> =>
    inTransaction(db, publish, async (tx, emit) => {
      const now = await repo.lockRun(tx, run)
      if (!now) return false
      await work(tx, emit, now)
      return true
    })

  const createTeller = () => {
    let last = 0
    return async (tx: Tx, emit: Emit, importId: number) => {
      if (performance.now() - last < TELL_MS) return
      last = performance.now()
      await tellImport(tx, emit, importId)
    }
  }

  /** Reads the file, stores its problems, and counts what importing it would add and change. */
  async function check(run: Run): Promise<Outcome> {
    const tell = createTeller()
    if (!(await withImport(run, (tx) => repo.clearCheck(tx, run.id)))) return 'ended'
    let bytes = 0
    async function* counted() {
      for await (const chunk of repo.readChunks(db, run.id)) {
        yield chunk
        bytes += chunk.length
      }
    }
    const columns = await readColumns(db, run.kind)
    const file = readFile(run.kind, run.format, counted(), { columns })
    let rows = 0
    for await (const batch of inBatches(file.rows, READ_ROWS)) {
      if (isStopping) return 'stopped'
      rows += batch.length
      if (rows > MAX_IMPORT_ROWS) throw new UnreadableFile(`it has more than ${MAX_IMPORT_ROWS.toLocaleString('en')} rows`)
      const { staged, problems } = readBatch(run, batch, columns)
      const percent = Math.round((bytes / run.file_bytes) * READING_SHARE * 100)
      const isMine = await withImport(run, async (tx, emit) => {
        await repo.insertRows(tx, run.id, staged)
        await repo.insertProblems(tx, run.id, problems)
        await repo.saveProgress(tx, run.id, { percent, rows: batch.length, ignored: [...file.ignored] })
        await tell(tx, emit, run.id)
      })
      if (!isMine) return 'ended'
    }
    if (rows === 0) throw new UnreadableFile('it has no rows')
    return compare(run, tell)
  }

  async function compare(run: Run, tell: ReturnType<typeof createTeller>): Promise<Outcome> {
    const kind = KINDS[run.kind]
    const duplicates = await findDuplicates(db, run.id, kind)
    if (!(await withImport(run, (tx) => repo.insertProblems(tx, run.id, firstProblemOfEachRow(duplicates))))) return 'ended'
    const last = await repo.lastRow(db, run.id)
    const size = Math.max(COMPARE_ROWS, kind.batchRows)
    for (let from = 1; from <= last; from += size) {
      if (isStopping) return 'stopped'
      const to = from + size - 1
      const planned = await kind.plan(db, { importId: run.id, from, to })
      const percent = Math.round((READING_SHARE + (1 - READING_SHARE) * Math.min(1, to / last)) * 100)
      const isMine = await withImport(run, async (tx, emit) => {
        await repo.insertProblems(
          tx,
          run.id,
          planned.flatMap(({ problems }) => problems),
        )
        const counts = countActions(planned)
        await repo.saveProgress(tx, run.id, { percent, toAdd: counts.add, toChange: counts.change, unchanged: counts.same })
        await tell(tx, emit, run.id)
      })
      if (!isMine) return 'ended'
    }
    await withImport(run, async (tx, emit) => {
      await repo.moveOn(tx, run.id, ['checking'], { state: 'ready' })
      await tellImport(tx, emit, run.id)
    })
    await repo.deleteFile(db, run.id)
    return 'ended'
  }

  async function write(run: Run): Promise<Outcome> {
    const tell = createTeller()
    const kind = KINDS[run.kind]
    const last = await repo.lastRow(db, run.id)
    for (let hasMore = true; hasMore;) {
      if (isStopping) return 'stopped'
      const isMine = await retryOnConflict(() =>
        withImport(run, async (tx, emit, { position }) => {
          const to = Math.min(last, position + kind.batchRows)
          const range = { importId: run.id, from: position + 1, to }
          await kind.lock(tx, range)
          const planned = await kind.plan(tx, range)
          await repo.insertProblems(
            tx,
            run.id,
            planned.flatMap(({ problems }) => problems),
          )
          const good = planned.filter(({ problems }) => problems.length === 0)
          await kind.write(tx, emit, run, good)
          const { add: added, change: changed } = countActions(good)
          await repo.saveProgress(tx, run.id, { position: to, percent: Math.round((to / Math.max(1, last)) * 100), added, changed })
          hasMore = to < last
          if (hasMore) await tell(tx, emit, run.id)
          else await finish(tx, emit, run)
        }),
      )
      if (!isMine) return 'ended'
      await afterBatch()
      // Requests that came in meanwhile are handled first.
      await setImmediate()
    }
    await repo.deleteFile(db, run.id)
    return 'ended'
  }

  async function finish(tx: Tx, emit: Emit, run: Run): Promise<void> {
    await repo.moveOn(tx, run.id, ['writing'], { state: 'done' })
    const done = await tellImport(tx, emit, run.id)
    await recordAudit(tx, run.started_by === null ? {} : { userId: run.started_by }, 'import.finished', {
      ...subject(run.id),
      after: auditCounts(done),
    })
  }

  /** Marks an import as failed because its file is unreadable, and deletes the file and the rows read from it. */
  async function fail(run: Run, why: string): Promise<void> {
    await withImport(run, async (tx, emit) => {
      await repo.moveOn(tx, run.id, ['checking', 'writing'], { state: 'failed', error: why })
      await tellImport(tx, emit, run.id)
    })
    await repo.deleteFile(db, run.id)
  }

  return {
    run: async (importId: number): Promise<Outcome> => {
      const run = await repo.takeRun(db, importId)
      if (!run) return 'ended'
      try {
        return run.state === 'checking' ? await check(run) : await write(run)
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error
        await fail(run, `${run.state === 'checking' ? "The file can't be imported" : 'Nothing was imported'}: ${error.message}`)
        return 'ended'
      }
    },
    stop: () => void (isStopping = true),
  }
}

async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries >= MAX_TRIES || !isUniqueViolation(error)) throw error
    }
  }
}

function readBatch({ kind }: Run, batch: readonly FileRow[], columns: FieldColumns): { staged: StagedRow[]; problems: RowProblem[] } {
  const staged: StagedRow[] = []
  const problems: RowProblem[] = []
  for (const each of batch) {
    const read = readRow(kind, each, columns)
    if (Array.isArray(read)) problems.push(...read)
    else staged.push(read)
  }
  return { staged, problems }
}

async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const firstProblemOfEachRow = (problems: readonly RowProblem[]): RowProblem[] => [
  ...new Map(problems.toReversed().map((problem) => [problem.row, problem])).values(),
]

function countActions(planned: readonly Planned[]): Record<Planned['action'], number> {
  const counts = { add: 0, change: 0, same: 0 }
  for (const { action, problems } of planned) if (problems.length === 0) counts[action] += 1
  return counts
}

const KINDS: Readonly<Record<ImportKind, Kind>> = { people, vehicles, offences }

/** Problems of rows that have the same key as an earlier row. */
async function findDuplicates(db: Db | Tx, importId: number, kind: Kind): Promise<RowProblem[]> {
  const problems: RowProblem[] = []
  for (const { field, key, message } of kind.uniques) {
    const { rows } = await sql<{ row: number; first: number }>`
      select row, first from (
        select row, min(row) over (partition by key) as first
        from (select row, ${key} as key from import_rows where import_id = ${importId}) keyed where key is not null
      ) numbered where row > first order by row`.execute(db)
    for (const { row, first } of rows) problems.push({ row, field, message: message(first) })
  }
  return problems
}
