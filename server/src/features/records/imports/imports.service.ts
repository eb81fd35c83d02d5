import { isUtf8 } from 'node:buffer'
import {
  IMPORT_DAYS,
  IMPORT_FILE_DAYS,
  MAX_IMPORT_PROBLEMS,
  MAX_WAITING_IMPORTS,
  type Import,
  type ImportFormat,
  type PageQuery,
} from '@tenfour/contract'
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import * as repo from './imports.repo.ts'
import { advanceVersion, findImport, type NewImport } from './imports.repo.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  /** Enqueues a job in the transaction that causes it, as `queueClean` does. */
  readonly queueRun: (tx: Tx | Db, importId: number) => Promise<void>
  readonly queueClean: (tx: Tx, importId: number) => Promise<void>
}

export function createImportService({ db, publish, queueRun, queueClean }: Deps) {
  const find = async (importId: number): Promise<Import> => {
    const found = await repo.findImport(db, importId)
    if (!found) throw noSuchImport()
    return found
  }

  const discard = (importId: number, actor: AuditActor): Promise<Import> =>
    inTransaction(db, publish, async (tx, emit) => {
      if (!(await repo.moveOn(tx, importId, ['ready'], { state: 'discarded' }))) throw await refusal(tx, importId)
      await queueClean(tx, importId)
      const discarded = await tellImport(tx, emit, importId)
      await recordAudit(tx, actor, 'import.discarded', { ...subject(importId), after: auditCounts(discarded) })
      return discarded
    })

  return {
    list: async (page: PageQuery) => {
      const [items, total] = await Promise.all([repo.listImports(db, page), repo.countImports(db)])
      return toPage(items, total, page)
    },
    get: find,
    problems: async (importId: number, page: PageQuery) => {
      const { problems } = await find(importId)
      const items = await repo.listProblems(db, importId, page)
      return { items, total: Math.min(problems, MAX_IMPORT_PROBLEMS), isTotalExact: true, page: page.page, pageSize: page.pageSize }
    },

    upload: async (actor: Actor, about: NewImport, file: Uint8Array): Promise<Import> => {
      assertReadable(file, about.format)
      return oneAtATime(() =>
        inTransaction(db, publish, async (tx, emit) => {
          const importId = await repo.insertImport(tx, actor.userId, about, file)
          // Only one import is checked at a time, so that no other one can become ready meanwhile.
          if ((await repo.countReady(tx)) >= MAX_WAITING_IMPORTS) {
            throw new AppError('conflict', `${MAX_WAITING_IMPORTS} checked files wait to be imported: import or delete one first`)
          }
          await queueRun(tx, importId)
          const { kind, fileName } = about
          await recordAudit(tx, actor, 'import.uploaded', { ...subject(importId), after: { kind, fileName, bytes: file.byteLength } })
          return tellImport(tx, emit, importId)
        }),
      )
    },

    start: (actor: Actor, importId: number): Promise<Import> =>
      oneAtATime(() =>
        inTransaction(db, publish, async (tx, emit) => {
          const { kind, state, problemRows, toAdd, toChange } = await find(importId)
          if (state === 'ready' && kind === 'offences' && problemRows > 0) {
            throw new AppError('conflict', 'Offences are imported all or none: correct the rows with problems and upload the file again')
          }
          if (state === 'ready' && toAdd + toChange === 0) throw new AppError('conflict', 'There is nothing to import')
          if (!(await repo.moveOn(tx, importId, ['ready'], { state: 'writing', startedBy: actor.userId })))
            throw await refusal(tx, importId)
          await queueRun(tx, importId)
          const started = await tellImport(tx, emit, importId)
          await recordAudit(tx, actor, 'import.started', { ...subject(importId), after: { ...auditCounts(started), toAdd, toChange } })
          return started
        }),
      ),

    /** Cancels an import: the batch that is being written is finished, and no other one begins. */
    cancel: (actor: Actor, importId: number): Promise<Import> =>
      inTransaction(db, publish, async (tx, emit) => {
        if (!(await repo.moveOn(tx, importId, ['checking', 'writing'], { state: 'cancelled' }))) throw await refusal(tx, importId)
        await queueClean(tx, importId)
        const cancelled = await tellImport(tx, emit, importId)
        await recordAudit(tx, actor, 'import.cancelled', { ...subject(importId), after: auditCounts(cancelled) })
        return cancelled
      }),

    discard: (actor: Actor, importId: number): Promise<Import> => discard(importId, actor),

    /** Resumes imports whose portal was killed. */
    resume: async (silentForMs: number): Promise<void> => {
      for (const { id } of await repo.runningImports(db, silentForMs)) await queueRun(db, id)
    },

    prune: async (): Promise<void> => {
      for (const { id } of await repo.expiredImports(db, IMPORT_FILE_DAYS)) await discard(id, {})
      await repo.deleteOld(db, IMPORT_DAYS)
    },
  }
}

export const noSuchImport = () => new AppError('not_found', 'There is no such import')

const WORDS: Readonly<Record<Import['state'], string>> = {
  checking: 'is being checked',
  ready: 'waits to be imported',
  writing: 'is being imported',
  done: 'was imported already',
  cancelled: 'was cancelled',
  failed: "can't be imported",
  discarded: 'was deleted',
}
async function refusal(tx: Tx, importId: number): Promise<AppError> {
  const found = await repo.findImport(tx, importId)
  return found ? new AppError('conflict', `This file ${WORDS[found.state]}`) : noSuchImport()
}

const oneAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw violates(error, 'imports_running_key')
      ? new AppError('conflict', 'Another import is being checked or written: wait until it is done, or cancel it')
      : error
  })

const STARTS_LIST = /^\uFEFF?\s*\[/

function assertReadable(file: Uint8Array, format: ImportFormat): void {
  if (file.byteLength === 0) throw new AppError('invalid_input', 'The file is empty', 'file')
  if (!isUtf8(file)) throw new AppError('invalid_input', 'The file is not UTF-8 text: save it as "CSV UTF-8"', 'file')
  if (format === 'json' && !STARTS_LIST.test(Buffer.from(file.buffer, file.byteOffset, Math.min(1000, file.byteLength)).toString())) {
    throw new AppError('invalid_input', 'A JSON file is a list of objects: [{ … }, { … }]', 'file')
  }
}

const FIRST_PAGE = { page: 1, pageSize: 25 }

export const importsRoom = (db: Db): RoomSource<'imports'> => streamRoom(db, 'imports', (tx) => repo.listImports(tx, FIRST_PAGE))

/** Tells admins the state of an import, in the transaction that changes it. */
export async function tellImport(tx: Tx, emit: Emit, importId: number): Promise<Import> {
  await advanceVersion(tx, importId)
  const found = await findImport(tx, importId)
  if (!found) throw new Error(`import ${importId} was just changed and is gone`)
  await emit('imports', {}, 'import.saved', found)
  return found
}

export const subject = (importId: number) => ({ subjectType: 'import', subjectId: importId }) as const

export const auditCounts = ({ kind, fileName, rows, added, changed, problemRows }: Import) => ({
  kind,
  fileName,
  rows,
  added,
  changed,
  problemRows,
})
