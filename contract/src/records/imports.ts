import { z } from 'zod'
import { Instant } from '../values.ts'

export const ImportKind = z.enum(['people', 'vehicles', 'offences'])
export type ImportKind = z.infer<typeof ImportKind>
export const ImportFormat = z.enum(['csv', 'json'])
export type ImportFormat = z.infer<typeof ImportFormat>

/**
 * `ready` is checked and waits to be imported. `cancelled` keeps what was written until then. `failed` could not be read. `discarded` was
 * deleted, by someone or after IMPORT_FILE_DAYS, before it was imported.
 */
export const ImportState = z.enum(['checking', 'ready', 'writing', 'done', 'cancelled', 'failed', 'discarded'])
export type ImportState = z.infer<typeof ImportState>

const Person = z.object({ userId: z.int(), name: z.string() })

export const Import = z.object({
  importId: z.int(),
  /** Advanced with each change that is told, so that a late answer does not replace a newer state. */
  version: z.int(),
  kind: ImportKind,
  format: ImportFormat,
  fileName: z.string(),
  fileBytes: z.int(),
  state: ImportState,
  /** Why it failed. */
  error: z.string().nullable(),
  /** Of the check or the import, whichever runs. */
  percent: z.int(),
  /** Columns that the portal does not know and leaves out. */
  ignoredColumns: z.array(z.string()),
  rows: z.int(),
  /** What importing it would do, by the check. */
  toAdd: z.int(),
  toChange: z.int(),
  unchanged: z.int(),
  /** Rows that are left out, and all that is wrong with them; more than MAX_IMPORT_PROBLEMS are counted but not listed. */
  problemRows: z.int(),
  problems: z.int(),
  /** What was written. */
  added: z.int(),
  changed: z.int(),
  uploadedBy: Person,
  uploadedAt: Instant,
  startedBy: Person.nullable(),
  startedAt: Instant.nullable(),
  /** When it was done, cancelled, discarded or failed. */
  endedAt: Instant.nullable(),
})
export type Import = z.infer<typeof Import>

/** `row` is the number a spreadsheet shows, so 2 is the first one after the header; in a JSON file the place in the list, from 1. */
export const ImportProblem = z.object({ problemId: z.int(), row: z.int(), field: z.string().nullable(), message: z.string() })
export type ImportProblem = z.infer<typeof ImportProblem>
