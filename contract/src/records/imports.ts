import { z } from 'zod'
import { FileProblem } from '../files.ts'
import { Instant } from '../values.ts'

export const ImportKind = z.enum(['people', 'vehicles', 'offences'])
export type ImportKind = z.infer<typeof ImportKind>
export const ImportFormat = z.enum(['csv', 'json'])
export type ImportFormat = z.infer<typeof ImportFormat>

/**
 * A `ready` import is checked and waits to be imported. A `cancelled` one keeps what was written before. The file of a `failed` one could not be
 * read. A `discarded` one was deleted before it was imported, by someone or after IMPORT_FILE_DAYS.
 */
export const ImportState = z.enum(['checking', 'ready', 'writing', 'done', 'cancelled', 'failed', 'discarded'])
export type ImportState = z.infer<typeof ImportState>

const Person = z.object({ userId: z.int(), name: z.string() })

/** Why undoing an import kept a record: someone has changed it since, or it has something that came later, such as a licence or a report. */
export const ImportKept = z.object({ name: z.string(), reason: z.enum(['changed', 'used']) })
export type ImportKept = z.infer<typeof ImportKept>

export const Import = z.object({
  importId: z.int(),
  /** Advanced with each change that pages are told, so that a late answer does not replace a newer state. */
  version: z.int(),
  kind: ImportKind,
  format: ImportFormat,
  fileName: z.string(),
  fileBytes: z.int(),
  state: ImportState,
  /** Why the import failed. */
  error: z.string().nullable(),
  /** The progress of the check or of the import, whichever runs. */
  percent: z.int(),
  /** Columns that the portal does not know and leaves out. */
  ignoredColumns: z.array(z.string()),
  rows: z.int(),
  /** The number of rows that importing the file would add, change or leave, according to the check. */
  toAdd: z.int(),
  toChange: z.int(),
  unchanged: z.int(),
  /** Rows that are left out, and the number of their problems; more than MAX_IMPORT_PROBLEMS are counted but not listed. */
  problemRows: z.int(),
  problems: z.int(),
  /** The number of rows that were written. */
  added: z.int(),
  changed: z.int(),
  uploadedBy: Person,
  uploadedAt: Instant,
  startedBy: Person.nullable(),
  startedAt: Instant.nullable(),
  /** When the import was done, cancelled, discarded or failed. */
  endedAt: Instant.nullable(),
  /** Until when the import can be undone; null if it can't be. */
  undoUntil: Instant.nullable(),
  /** The outcome of undoing the import; `records` are the first of those that were kept. Null if the import was not undone. */
  undone: z.object({ by: Person, at: Instant, removed: z.int(), kept: z.int(), records: z.array(ImportKept) }).nullable(),
})
export type Import = z.infer<typeof Import>

export const ImportProblem = z.object({ problemId: z.int(), ...FileProblem.shape })
export type ImportProblem = z.infer<typeof ImportProblem>
