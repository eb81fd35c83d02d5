import type { Charge, RecordActor, ReportKind, Totals } from '@tenfour/contract'
import type { Tx } from '../../../../platform/database/database.ts'
import type { AfterCommit, Emit } from '../../../../platform/database/transaction.ts'

/** A report at the moment it becomes final or is voided after it was. */
export type SettledReport = {
  readonly reportId: number
  readonly kind: ReportKind
  readonly number: string
  /** The subject. */
  readonly characterId: number
  readonly departmentId: number
  readonly serverId: number
  readonly writer: RecordActor
  /** What its kind imposes; nothing is called where all of it is 0. */
  readonly totals: Totals
  readonly charges: readonly Charge[]
  /** The offences in a line. */
  readonly about: string
}

type Work = { readonly tx: Tx; readonly emit: Emit; readonly after: AfterCommit }

/** What follows from a report, given by who imposes it. Runs in the report's transaction, so it happens with it or not at all. */
export type Consequences = {
  readonly impose: (work: Work, report: SettledReport) => Promise<void>
  readonly withdraw: (work: Work, report: SettledReport, by: RecordActor, reason: string) => Promise<void>
}
