import {
  REPORT_KINDS,
  reportNumber,
  totalsOf,
  type RecordActor,
  type ReportContent,
  type ReportKind,
  type ReportRole,
} from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/database.ts'
import type { Emit } from '../../../../platform/database/transaction.ts'
import { moneyOf, oneLine } from '../../../../platform/format.ts'
import { tell } from '../../../people/notices/notices.port.ts'
import { characterPath, writeEvent } from '../../history/history.port.ts'
import type { LicencePoints } from '../../licences/licences.port.ts'
import { imposePenalties, withdrawPenalties, type SettledReport } from '../penalties/penalties.impose.ts'
import { writeReportEvent, type By } from './reports.events.ts'
import { offenceWords, penaltyWords } from '../reports.labels.ts'
import { subjectOwner, type HeldReport } from './reports.locks.ts'

export type Work = { readonly tx: Tx; readonly emit: Emit }

/** The audience of events about a report: police reads the report itself. */
const OWNER = ['owner'] as const

/** One line about the report: its offences, or the patient's complaint or treatment. */
export function aboutOf(kind: ReportKind, { charges, medical, location, narrative }: ReportContent): string {
  const ofPatient = kind === 'treatment' ? medical.treatment : medical.complaint
  return oneLine(REPORT_KINDS[kind].service === 'fire' ? ofPatient : offenceWords(charges) || location || narrative)
}

/** The columns of a report that follow from the version in force. */
export function columnsOf(kind: ReportKind, content: ReportContent) {
  const { fine, jailMinutes, points } = totalsOf(kind, content.charges)
  return {
    subject_id: content.subject?.characterId ?? null,
    call_id: content.callId,
    about: aboutOf(kind, content),
    fine,
    jail_minutes: jailMinutes,
    points,
    fields: JSON.stringify(content.fields),
  }
}

/** The people whom a report names, with their roles. The subject's role follows from the kind of report. */
function rolesOf(kind: ReportKind, { subject, people }: ReportContent): Map<number, ReportRole> {
  const roles = new Map<number, ReportRole>(people.map(({ characterId, role }) => [characterId, role]))
  if (subject) roles.set(subject.characterId, REPORT_KINDS[kind].service === 'fire' ? 'patient' : 'suspect')
  return roles
}

/** Writes the people and vehicles that the version in force names, so that the report is found by them. */
export async function saveNamed(tx: Tx, reportId: number, kind: ReportKind, content: ReportContent): Promise<void> {
  const roles = rolesOf(kind, content)
  await tx.deleteFrom('report_people').where('report_id', '=', reportId).execute()
  await tx.deleteFrom('report_vehicles').where('report_id', '=', reportId).execute()
  const people = [...roles].map(([character_id, role]) => ({ report_id: reportId, character_id, kind, role }))
  const vehicles = [...new Set(content.vehicles.map(({ vehicleId }) => vehicleId))].map((vehicle_id) => ({
    report_id: reportId,
    vehicle_id,
  }))
  if (people.length > 0) await tx.insertInto('report_people').values(people).execute()
  if (vehicles.length > 0) await tx.insertInto('report_vehicles').values(vehicles).execute()
}

export async function contentOf(tx: Tx, revisionId: number): Promise<ReportContent> {
  const { content } = await tx.selectFrom('report_revisions').select('content').where('id', '=', revisionId).executeTakeFirstOrThrow()
  return content as ReportContent
}

type Finalization = {
  readonly by: By
  readonly title: string
  readonly text?: string
  readonly reason?: string
  readonly hasFines: boolean
}

/**
 * Puts the submitted version of a report in force. `held` is locked by `lockReport`, or was inserted in this transaction after `lockSubjects`; the
 * report or an amendment of it is submitted. Penalties follow only the first time a report becomes final.
 */
export async function finalize(
  work: Work,
  points: LicencePoints,
  held: HeldReport,
  { by, title, text = '', reason = '', hasFines }: Finalization,
): Promise<void> {
  const { tx, emit } = work
  if (held.proposedRevisionId === null) throw new Error(`report ${held.id} has no submitted version`)
  const isFirst = held.state !== 'final'
  const written = await contentOf(tx, held.proposedRevisionId)
  // It may have been submitted before fines were switched off.
  const content = hasFines ? written : { ...written, charges: written.charges.map((charge) => ({ ...charge, fine: 0 })) }
  // An amendment changes neither the penalties of a final report nor its subject.
  const { call_id, about, fields, ...imposed } = columnsOf(held.kind, content)
  await tx
    .updateTable('reports')
    .set((eb) => ({
      call_id,
      about,
      fields,
      state: 'final',
      amendment: null,
      revision_id: held.proposedRevisionId ?? held.revisionId,
      proposed_revision_id: null,
      version: eb('version', '+', 1),
      ...(isFirst && { ...imposed, final_at: sql<Date>`now()` }),
    }))
    .where('id', '=', held.id)
    .execute()
  await saveNamed(tx, held.id, held.kind, content)
  await writeReportEvent(tx, by, held.id, { title, text, reason, revisionId: held.proposedRevisionId })
  if (!isFirst) return
  const { settled, userId, name } = await settledReport(tx, held, content)
  if (!settled) return
  if (REPORT_KINDS[held.kind].service === 'police') {
    const titled = `${REPORT_KINDS[held.kind].title} ${settled.number}`
    const writer = { userId: held.writerId, identifier: held.writerIdentifier }
    await writeEvent(tx, writer, { characterId: settled.characterId, title: titled, text: settled.about, audience: OWNER })
    if (userId !== null) {
      const text = [`${name}: ${settled.about}`, penaltyWords(settled.totals, await moneyOf(tx))].filter(Boolean).join('. ')
      await tell(tx, emit, userId, { title: titled, text, path: characterPath(settled.characterId) })
    }
  }
  if (imposes(settled)) await imposePenalties(work, points, settled)
}

const imposes = ({ totals }: SettledReport): boolean => totals.fine > 0 || totals.jailMinutes > 0 || totals.points > 0

/** Withdraws the penalties of a final report, and writes that to the subject's record. The caller changes the row of the report. */
export async function withdraw(
  work: Work,
  points: LicencePoints,
  held: HeldReport,
  { by, reason }: { readonly by: RecordActor; readonly reason: string },
): Promise<void> {
  const { tx, emit } = work
  const { settled, userId, name } = await settledReport(tx, held, await contentOf(tx, held.revisionId))
  if (!settled) return
  if (REPORT_KINDS[held.kind].service === 'police') {
    const title = `${REPORT_KINDS[held.kind].title} ${settled.number} voided`
    await writeEvent(tx, by, { characterId: settled.characterId, title, text: settled.about, reason, audience: OWNER })
    if (userId !== null) await tell(tx, emit, userId, { title, text: `${name}: ${reason}`, path: characterPath(settled.characterId) })
  }
  if (imposes(settled)) await withdrawPenalties(work, points, settled, { by, reason })
}

type Settled = { readonly settled: SettledReport | null; readonly userId: number | null; readonly name: string }

/** The report as penalties see it, with its subject's member; null for a report without a subject. */
async function settledReport(tx: Tx, held: HeldReport, content: ReportContent): Promise<Settled> {
  const { subject, charges } = content
  if (!subject) return { settled: null, userId: null, name: '' }
  const owner = await subjectOwner(tx, subject.characterId)
  const settled = {
    reportId: held.id,
    kind: held.kind,
    number: reportNumber(held.kind, held.year, held.number),
    characterId: owner?.characterId ?? subject.characterId,
    departmentId: held.departmentId,
    serverId: held.serverId,
    writer: { userId: held.writerId, name: held.writerName, identifier: held.writerIdentifier },
    totals: totalsOf(held.kind, charges),
    charges,
    about: aboutOf(held.kind, content),
  }
  return { settled, userId: owner?.userId ?? null, name: owner?.name ?? subject.name }
}
