import type { Charge, RecordActor, ReportKind, Totals } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/database.ts'
import type { Emit } from '../../../../platform/database/transaction.ts'
import { moneyOf } from '../../../../platform/format.ts'
import { tell } from '../../../people/notices/notices.port.ts'
import { characterPath, emitOwn, findOwner } from '../../history/history.port.ts'
import type { LicencePoints } from '../../licences/licences.port.ts'
import { writeReportEvent } from '../decide/reports.events.ts'
import { emitQueue } from '../reports.streams.ts'
import { emitTerm } from './penalties.jail.ts'
import { writeMessage } from './penalties.messages.ts'
import * as repo from './penalties.repo.ts'
import { toOwnFine, findFineOf, findTerm } from './penalties.rows.ts'

/** A report that becomes final, or that is voided after it was final. */
export type SettledReport = {
  readonly reportId: number
  readonly kind: ReportKind
  readonly number: string
  /** The subject. */
  readonly characterId: number
  readonly departmentId: number
  readonly serverId: number
  readonly writer: RecordActor
  /** The totals that its kind imposes; not all of them are 0. */
  readonly totals: Totals
  readonly charges: readonly Charge[]
  /** One line with the offences. */
  readonly about: string
}

type Work = { readonly tx: Tx; readonly emit: Emit }

/** Imposes the fine, jail term and points of a report that becomes final. The caller has locked the subject's member and the report. */
export async function imposePenalties(
  { tx, emit }: Work,
  points: LicencePoints,
  { reportId, number, characterId, departmentId, serverId, writer, totals }: SettledReport,
): Promise<void> {
  const { fine: amount, jailMinutes: minutes } = totals
  const owner = await findOwner(tx, characterId)
  const userId = owner?.userId ?? null
  if (amount > 0) await repo.insertFine(tx, { reportId, characterId, departmentId, amount })
  const termId = minutes > 0 ? await repo.insertTerm(tx, { reportId, characterId, serverId, minutes }) : undefined
  await writeMessage(tx, reportId, 'imposed')
  if (totals.points > 0) await points.give(tx, emit, { characterId, points: totals.points, reason: number, by: writer, reportId })
  const fine = await findFineOf(tx, reportId)
  if (fine) await emitOwn(emit, userId, 'fine.saved', toOwnFine(fine))
  const term = termId === undefined ? undefined : await findTerm(tx, termId)
  if (term) await emitTerm(emit, term)
}

/** Withdraws the penalties of a report that is voided. The caller has locked the subject's member and the report. */
export async function withdrawPenalties(
  { tx, emit }: Work,
  points: LicencePoints,
  { reportId, number }: Pick<SettledReport, 'reportId' | 'number'>,
  { by, reason }: { readonly by: RecordActor; readonly reason: string },
): Promise<void> {
  await sql`select from fines where report_id = ${reportId} for update`.execute(tx)
  const before = await findFineOf(tx, reportId)
  const fine = before && before.state !== 'dropped' ? await repo.drop(tx, before.fineId, by.userId, reason) : undefined
  const term = await repo.endTerm(tx, sql`report_id = ${reportId}`, by.userId, reason)
  if (fine || term) await writeMessage(tx, reportId, 'changed', reason)
  await points.withdraw(tx, emit, reportId, `${number} was voided`)
  if (before && fine) {
    const { ownerId, characterName, characterId } = fine
    const amount = (await moneyOf(tx))(before.amount)
    const isPaid = before.state === 'paid'
    await writeReportEvent(tx, by, reportId, { title: 'Fine dropped', text: isPaid ? `${amount}, paid: to be paid back` : amount })
    await emitOwn(emit, ownerId, 'fine.saved', toOwnFine(fine))
    if (isPaid && ownerId !== null) {
      const text = `${characterName}: the report was voided, so that the ${amount} you paid is to be paid back`
      await tell(tx, emit, ownerId, { title: `Fine of ${number} to be paid back`, text, path: characterPath(characterId) })
    }
  }
  if (term) await emitTerm(emit, term)
  if (before && (before.state === 'contested' || before.reportedAt !== null))
    await emitQueue(emit, before.departmentId, 'fine.decided', { fineId: before.fineId })
}
