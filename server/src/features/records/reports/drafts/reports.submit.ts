import { finesSwitch, REPORT_APPROVAL, type ReportContent, type ReportKind, type ReportSummary } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../../platform/database/transaction.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Settings } from '../../../../platform/settings/settings.ts'
import type { Switches } from '../../../../platform/settings/switches.ts'
import type { LicencePoints } from '../../licences/licences.port.ts'
import { draftChanged } from '../../drafts/drafts.port.ts'
import { earlierVersions } from '../decide/reports.earlier.ts'
import { writeReportEvent } from '../decide/reports.events.ts'
import { contentOf, finalize, saveNamed, columnsOf } from '../decide/reports.final.ts'
import { findReport, lockReport, lockSubjects, type HeldReport } from '../decide/reports.locks.ts'
import { readSummary } from '../read/reports.rows.ts'
import { emitOwnReports, emitReport } from '../reports.streams.ts'
import { assertComplete, imposedOnly } from './reports.complete.ts'
import { resolveContent } from './reports.content.ts'
import { deleteDraft, findDraft, lockDraft, type Draft } from './reports.drafts.repo.ts'
import { assertChangeable, draftFields } from './reports.drafts.ts'
import { findPeople } from './reports.named.ts'
import { deleteUnusedPictures, givePictures } from './reports.pictures.ts'
import { assertFits } from './reports.references.ts'
import { assertWriter } from './reports.writers.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly settings: Pick<Settings, 'get'>
  readonly switches: Pick<Switches, 'isOn'>
  readonly licencePoints: LicencePoints
}
type Submission = { readonly version: number; readonly reason: string }

/**
 * Submits a draft in one transaction: makes a version of it, gives a new report its number, and makes the report final unless its kind needs
 * approval. Locks members, report, draft and number, in this order, as everywhere in records.
 */
export const createSubmission =
  ({ db, publish, settings, switches, licencePoints }: Deps) =>
  (actor: Actor, draftId: number, { version, reason }: Submission): Promise<ReportSummary> =>
    inTransaction(db, publish, async (tx, emit) => {
      const { draft, held } = await lockDraftAndReport(tx, actor.userId, draftId, version)
      const isAmendment = held?.state === 'final'
      const hasFines = switches.isOn(finesSwitch)
      // An amendment keeps what the report imposed while there were fines.
      const content = await contentToSubmit(tx, draft, held, { reason, hasFines: hasFines || isAmendment })
      await deleteUnusedPictures(
        tx,
        draftId,
        content.evidence.flatMap(({ pictureIds }) => pictureIds),
      )
      const reportId = await writeVersion(tx, draft, held, content, isAmendment ? reason : '')
      await givePictures(tx, draftId, reportId)
      await deleteDraft(tx, draftId)
      const submitted = await findReport(tx, reportId)
      if (!submitted) throw new Error(`report ${reportId} was not written`)
      const by = { userId: draft.writerId, identifier: draft.writerIdentifier }
      const title = isAmendment ? 'Amended' : held ? 'Submitted again' : 'Submitted'
      const event = { title, reason: isAmendment ? reason : '', revisionId: submitted.proposedRevisionId }
      if (settings.get(REPORT_APPROVAL[draft.kind])) {
        // The report is found by people whom an amendment names only once it is approved.
        if (!isAmendment) await saveNamed(tx, reportId, draft.kind, content)
        await writeReportEvent(tx, by, reportId, event)
      } else await finalize({ tx, emit }, licencePoints, submitted, { ...event, by, text: 'Needs no approval', hasFines })
      const summary = await readSummary(tx, reportId)
      await emitOwnReports(emit, actor.userId, 'draft.left', { draftId })
      await emitReport(tx, emit, summary)
      return summary
    })

/** Reads the draft without a lock first, to know whose records to lock; comparing the version finds changes made before the lock. */
async function lockDraftAndReport(tx: Tx, writerId: number, draftId: number, version: number) {
  const before = await findDraft(tx, writerId, draftId)
  if (before.version !== version) throw draftChanged()
  const held = before.reportId === null ? null : await lockReport(tx, before.reportId, before.content.subjectId)
  if (!held) await lockSubjects(tx, [before.content.subjectId])
  const draft = await lockDraft(tx, writerId, draftId, version)
  await assertWriter(tx, draft)
  if (held) assertChangeable(held)
  return { draft, held }
}

/** The content with today's names and wordings. Refuses a draft that is incomplete. */
async function contentToSubmit(
  tx: Tx,
  draft: Draft,
  held: HeldReport | null,
  { reason, hasFines }: { readonly reason: string; readonly hasFines: boolean },
): Promise<ReportContent> {
  const { kind, content: input } = draft
  assertFits(draft, input)
  const resolved = await resolveContent(tx, input)
  const content = { ...resolved.content, charges: imposedOnly(kind, resolved.content.charges, hasFines) }
  if (held?.state === 'final') await assertSameSubjectAndOffences(tx, held, content, reason)
  assertComplete(kind, input, resolved, { earlier: await earlierVersions(tx, draft.reportId), hasFines })
  return { ...content, fields: await draftFields(tx, draft, input, true) }
}

async function assertSameSubjectAndOffences(tx: Tx, held: HeldReport, next: ReportContent, reason: string): Promise<void> {
  if (reason === '') throw new AppError('invalid_input', 'Enter why you amend the report', 'reason')
  const before = await contentOf(tx, held.revisionId)
  const subject = before.subject && (await findPeople(tx, [before.subject.characterId])).get(before.subject.characterId)
  if ((subject?.characterId ?? null) !== (next.subject?.characterId ?? null)) {
    throw new AppError(
      'invalid_input',
      'The subject of a final report can’t be changed: have the report voided and write another',
      'content.subjectId',
    )
  }
  const offencesIn = ({ charges }: ReportContent) =>
    JSON.stringify(charges.map(({ revisionId, counts, fine, jailMinutes }) => [revisionId, counts, fine, jailMinutes]))
  if (offencesIn(before) !== offencesIn(next)) {
    throw new AppError(
      'invalid_input',
      'The offences of a final report can’t be changed: have the report voided and write another',
      'content.charges',
    )
  }
}

/** Writes the version, and the report if it is new. Returns the id of the report, whose version is then submitted. */
async function writeVersion(tx: Tx, draft: Draft, held: HeldReport | null, content: ReportContent, reason: string): Promise<number> {
  const columns = columnsOf(draft.kind, content)
  const reportId = held?.id ?? (await insertReport(tx, draft, columns))
  const { id: revisionId } = await tx
    .insertInto('report_revisions')
    .values({
      report_id: reportId,
      content: JSON.stringify(content),
      by_user_id: draft.writerId,
      by_identifier: draft.writerIdentifier,
      reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stands = { ...columns, state: 'submitted', revision_id: revisionId }
  await tx
    .updateTable('reports')
    .set((eb) => ({
      proposed_revision_id: revisionId,
      ...(held?.state === 'final' ? { amendment: 'submitted' } : stands),
      ...(held && { submitted_at: sql<Date>`now()`, version: eb('version', '+', 1) }),
    }))
    .where('id', '=', reportId)
    .execute()
  return reportId
}

/** Inserts a report before its version: the database checks the reference to the version when the transaction ends. */
async function insertReport(tx: Tx, draft: Draft, columns: ReturnType<typeof columnsOf>): Promise<number> {
  const { id } = await tx
    .insertInto('reports')
    .values({
      ...columns,
      ...(await takeNumber(tx, draft.kind)),
      kind: draft.kind,
      state: 'submitted',
      revision_id: 0,
      proposed_revision_id: 0,
      writer_id: draft.writerId,
      writer_identifier: draft.writerIdentifier,
      department_id: draft.departmentId,
      server_id: draft.serverId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Takes the next number of a kind in this year, by the community's calendar. Its row stays locked until the transaction ends, so that numbers have no
 * gaps: take the number last, after everything that may refuse.
 */
async function takeNumber(tx: Tx, kind: ReportKind): Promise<{ year: number; number: number }> {
  const { rows } = await sql<{ year: number; number: number }>`
    insert into report_numbers as n (kind, year, last) values (${kind}, extract(year from community_today()), 1)
    on conflict (kind, year) do update set last = n.last + 1
    returning year, last as number`.execute(tx)
  const [taken] = rows
  if (!taken) throw new Error(`no number for a ${kind}`)
  return taken
}
