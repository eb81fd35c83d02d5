import {
  finesSwitch,
  REPORT_KINDS,
  reportNumber,
  type BodyOf,
  type decideReport,
  type RecordActor,
  type Report,
  type voidReport,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { assertAct } from '../../../../platform/acts/acts.ts'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../../platform/database/transaction.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Switches } from '../../../../platform/settings/switches.ts'
import { tell } from '../../../people/notices/notices.port.ts'
import { actingSupervisor } from '../../history/history.port.ts'
import type { LicencePoints } from '../../licences/licences.port.ts'
import { readReport } from '../read/reports.detail.ts'
import { RETURNED, VOIDED, writeReportEvent } from './reports.events.ts'
import { finalize, withdraw, type Work } from './reports.final.ts'
import { findReport, lockReport, type HeldReport } from './reports.locks.ts'
import { mayRead, readerOf } from '../read/reports.access.ts'
import { noSuchReport, readSummary, reportChanged } from '../read/reports.rows.ts'
import { reportPath } from '../reports.labels.ts'
import { emitReport } from '../reports.streams.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly licencePoints: LicencePoints
  readonly switches: Pick<Switches, 'isOn'>
}
/** The notice to the writer. */
type Outcome = { readonly title: string; readonly text: string }

/** Decisions by members who may approve reports, on reports of others in their department. */
export function createReportDecisions({ db, publish, licencePoints, switches }: Deps) {
  const carryOut = (
    act: 'report.decide' | 'report.void',
    actor: Actor,
    reportId: number,
    version: number,
    work: (work: Work, held: HeldReport, by: RecordActor) => Promise<Outcome>,
  ): Promise<Report> =>
    inTransaction(db, publish, async (tx, emit) => {
      await assertReadable(tx, actor, reportId)
      const held = await lockReport(tx, reportId)
      const by = await actingSupervisor(tx, actor, 'approveReports', held.departmentId)
      await assertAct(tx, act, actor, { characterIds: [held.subjectId], writerId: held.writerId })
      if (held.version !== version) throw reportChanged()
      const { title, text } = await work({ tx, emit }, held, by)
      await tell(tx, emit, held.writerId, { title, text, path: reportPath(reportId) })
      await emitReport(tx, emit, await readSummary(tx, reportId))
      return readReport(tx, await readerOf(tx, actor), reportId)
    })

  return {
    decide: (actor: Actor, reportId: number, { isApproved, remark, version }: BodyOf<typeof decideReport>): Promise<Report> => {
      if (!isApproved && remark === '') throw new AppError('invalid_input', 'Enter what has to be changed', 'remark')
      return carryOut('report.decide', actor, reportId, version, async (work, held, by) => {
        if (held.proposedRevisionId === null) throw new AppError('conflict', 'This report does not wait for approval')
        const what = held.state === 'final' ? `Amendment of ${titleOf(held)}` : titleOf(held)
        if (isApproved) {
          await finalize(work, licencePoints, held, {
            by,
            title: held.state === 'final' ? 'Amendment approved' : 'Approved',
            reason: remark,
            hasFines: switches.isOn(finesSwitch),
          })
          return { title: `${what} approved`, text: remark }
        }
        await returnToWriter(work.tx, held)
        const title = held.state === 'final' ? RETURNED.amendment : RETURNED.report
        await writeReportEvent(work.tx, by, held.id, { title, reason: remark, revisionId: held.proposedRevisionId })
        return { title: `${what} returned`, text: remark }
      })
    },

    void: (actor: Actor, reportId: number, { reason, version }: BodyOf<typeof voidReport>): Promise<Report> =>
      carryOut('report.void', actor, reportId, version, async (work, held, by) => {
        if (held.state === 'voided') throw new AppError('conflict', 'This report has been voided')
        await markVoided(work.tx, held.id)
        if (held.state === 'final') await withdraw(work, licencePoints, held, { by, reason })
        await writeReportEvent(work.tx, by, held.id, { title: VOIDED, reason, revisionId: held.revisionId })
        return { title: `${titleOf(held)} voided`, text: reason }
      }),
  }
}

const titleOf = ({ kind, year, number }: HeldReport): string => `${REPORT_KINDS[kind].title} ${reportNumber(kind, year, number)}`

/** A report that the caller may not read is not found. */
async function assertReadable(tx: Tx, actor: Actor, reportId: number): Promise<void> {
  const report = await findReport(tx, reportId)
  if (!report || !mayRead(await readerOf(tx, actor), report)) throw noSuchReport()
}

/** Gives a report, or an amendment, back to its writer. The earlier version stays in force, if there is one. */
const returnToWriter = (tx: Tx, { id, state }: HeldReport) =>
  tx
    .updateTable('reports')
    .set((eb) => ({
      ...(state === 'final' ? { amendment: 'returned' } : { state: 'returned' }),
      proposed_revision_id: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()

const markVoided = (tx: Tx, reportId: number) =>
  tx
    .updateTable('reports')
    .set((eb) => ({
      state: 'voided',
      amendment: null,
      proposed_revision_id: null,
      voided_at: sql<Date>`now()`,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', reportId)
    .execute()
