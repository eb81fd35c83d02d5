import type { ContestedFine, Fine, JailTerm } from '@tenfour/contract'
import type { Db, Tx } from '../../../../platform/database/database.ts'

/** What came of the penalties of reports, given by who keeps them: reports show it and know nothing else of it. */
export type Penalties = {
  readonly finesOf: (db: Db | Tx, reportIds: readonly number[]) => Promise<Fine[]>
  readonly termsOf: (db: Db | Tx, reportIds: readonly number[]) => Promise<JailTerm[]>
  /** The oldest 100 that wait in a department. */
  readonly contestedIn: (tx: Tx, departmentId: number) => Promise<ContestedFine[]>
}
