import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Emit } from '../../../platform/database/transaction.ts'
import type { RowProblem } from './imports.fields.ts'
import type { Run } from './imports.repo.ts'

/** A range of rows of an import, by number, both ends included. */
export type Range = { readonly importId: number; readonly from: number; readonly to: number }

/** The effect that writing a row would have on the database as it is now. */
export type Planned = {
  readonly row: number
  readonly action: 'add' | 'change' | 'same'
  readonly targetId: number | null
  readonly ownerId: number | null
  readonly problems: readonly RowProblem[]
}

export type Kind = {
  /** Fields that must be unique within the file, and how their values compare. */
  readonly uniques: readonly { readonly field: string; readonly key: RawBuilder<unknown>; readonly message: (row: number) => string }[]
  /** How many rows are written in one transaction. */
  readonly batchRows: number
  /** Locks the records that the rows change until the transaction ends, so that the plan stays right. */
  readonly lock: (tx: Tx, range: Range) => Promise<void>
  readonly plan: (db: Db | Tx, range: Range) => Promise<Planned[]>
  readonly write: (tx: Tx, emit: Emit, run: Run, planned: readonly Planned[]) => Promise<void>
}
