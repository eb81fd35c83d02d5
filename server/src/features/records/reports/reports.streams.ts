import type { ReportSummary, RoomEvents } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'
import type { Emit } from '../../../platform/database/transaction.ts'
import { withReturned } from './decide/reports.events.ts'

/** Tells a member's open pages what changed among their reports. */
export const emitOwnReports = <E extends keyof RoomEvents<'own-reports'>>(
  emit: Emit,
  userId: number,
  event: E,
  payload: RoomEvents<'own-reports'>[E],
): Promise<void> => emit('own-reports', { userId }, event, payload)

/** Tells members who approve reports in a department. */
export const emitQueue = <E extends keyof RoomEvents<'report-queue'>>(
  emit: Emit,
  departmentId: number,
  event: E,
  payload: RoomEvents<'report-queue'>[E],
): Promise<void> => emit('report-queue', { departmentId }, event, payload)

/** Tells the writer and the department's queue that a report was submitted, decided or voided. */
export async function emitReport(tx: Tx, emit: Emit, report: ReportSummary): Promise<void> {
  const isWaiting = report.state === 'submitted' || report.amendment === 'submitted'
  for (const own of await withReturned(tx, [report])) await emitOwnReports(emit, own.writer.userId, 'report.saved', own)
  if (isWaiting) await emitQueue(emit, report.departmentId, 'report.waiting', report)
  else await emitQueue(emit, report.departmentId, 'report.decided', { reportId: report.reportId })
}
