import type { RecordActor, WarrantContent, WarrantSummary } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { moneyOf } from '../../../../platform/format.ts'
import { draftChanged } from '../../../records/drafts/drafts.port.ts'
import { recordStep } from '../decide/warrants.step.ts'
import { addEntry } from '../history/warrants.facts.ts'
import type { WarrantRow } from '../read/warrants.rows.ts'
import { emitOwnWarrants } from '../tell/warrants.emit.ts'
import type { WarrantDeps } from '../warrants.deps.ts'
import { assertComplete } from './warrants.complete.ts'
import { aboutOf, changesBetween, resolveContent, subjectName } from './warrants.content.ts'
import { deleteDraft, findDraft, lockDraft, type Draft } from './warrants.drafts.repo.ts'
import { assertChangeable, lockOwn } from './warrants.drafts.ts'
import { insertWithDrawnNumber } from './warrants.numbers.ts'
import { assertWriter } from './warrants.writers.ts'

type Deps = Pick<WarrantDeps, 'db' | 'publish' | 'historyKey'>

/** Submits a draft in one transaction; a new warrant gets its number. Locks the warrant, the draft and the subject, in this order. */
export const createSubmission =
  ({ db, publish, historyKey }: Deps) =>
  (actor: Actor, draftId: number, version: number): Promise<WarrantSummary> =>
    inTransaction(db, publish, async (tx, emit, _after, emitAll) => {
      const { draft, before } = await lockDraftAndWarrant(tx, actor.userId, draftId, version)
      const content = await contentToSubmit(tx, draft)
      const by = { userId: draft.writerId, name: actor.user.name, identifier: draft.writerIdentifier }
      const columns = columnsOf(content)
      const warrantId = before ? await submitAgain(tx, before.id, columns) : await insertWarrant(tx, draft, columns)
      await linkReports(tx, warrantId, content)
      await sql`update lookups set warrant_id = ${warrantId} where warrant_draft_id = ${draftId}`.execute(tx)
      await deleteDraft(tx, draftId)
      if (!before) await recordStart(tx, historyKey, warrantId, draft, by)
      const step = before
        ? { title: 'Submitted again', changes: changesBetween(contentWithClaims(before), content, await moneyOf(tx)) }
        : { title: 'Submitted', changes: [] }
      const summary = await recordStep(tx, emitAll, historyKey, { warrantId, before, by, ...step, content })
      await emitOwnWarrants(emit, actor.userId, 'draft.left', { draftId })
      return summary
    })

/** Reads the draft without a lock first, to know which warrant it changes; comparing the version finds changes made before the lock. */
async function lockDraftAndWarrant(tx: Tx, writerId: number, draftId: number, version: number) {
  const { warrantId, version: found } = await findDraft(tx, writerId, draftId)
  if (found !== version) throw draftChanged()
  const before = warrantId === null ? null : await lockOwn(tx, writerId, warrantId)
  const draft = await lockDraft(tx, writerId, draftId, version)
  await assertWriter(tx, draft)
  if (before) assertChangeable(before)
  return { draft, before }
}

/** The content with today's names and wordings. Refuses a draft that is incomplete. */
async function contentToSubmit(tx: Tx, { content: input }: Draft): Promise<WarrantContent> {
  await lockSubject(tx, input.subject)
  const resolved = await resolveContent(tx, input)
  assertComplete(input, resolved)
  const { content } = resolved
  return content.type === 'search' ? content : { ...content, searchFor: '' }
}

/** Locks the subject, so that nobody removes them or records their death between the check and the submission. */
async function lockSubject(tx: Tx, subject: Draft['content']['subject']): Promise<void> {
  if (subject?.kind === 'person') {
    await sql`select from characters q join characters c on c.id = coalesce(q.merged_into_id, q.id)
      where q.id = ${subject.characterId} for share of q, c`.execute(tx)
  }
  if (subject?.kind === 'vehicle') await sql`select from vehicles where id = ${subject.vehicleId} for share`.execute(tx)
}

/** The submitted content with the character who has claimed a noted person since, which is not a change by the writer. */
function contentWithClaims({ content, character_id: characterId }: WarrantRow): WarrantContent {
  const { subject } = content
  return subject?.kind === 'person' && characterId !== null ? { ...content, subject: { ...subject, characterId } } : content
}

/** The columns that follow from the content submitted last. */
function columnsOf(content: WarrantContent) {
  const { type, subject, callId, bail } = content
  if (!subject) throw new Error('a warrant without a subject')
  return {
    type,
    content: JSON.stringify(content),
    subject_kind: subject.kind,
    character_id: subject.kind === 'person' ? subject.characterId : null,
    vehicle_id: subject.kind === 'vehicle' ? subject.vehicleId : null,
    subject_name: subjectName(subject),
    about: aboutOf(content),
    call_id: callId,
    bail,
  }
}
type ContentColumns = ReturnType<typeof columnsOf>

const insertWarrant = (tx: Tx, draft: Draft, columns: ContentColumns): Promise<number> =>
  insertWithDrawnNumber(tx, async (drawn) => {
    const inserted = await tx
      .insertInto('warrants')
      .values({
        ...columns,
        ...drawn,
        state: 'submitted',
        writer_id: draft.writerId,
        writer_identifier: draft.writerIdentifier,
        department_id: draft.departmentId,
        server_id: draft.serverId,
        draft_id: draft.draftId,
      })
      .onConflict((clash) => clash.doNothing())
      .returning('id')
      .executeTakeFirst()
    return inserted !== undefined
  })

async function submitAgain(tx: Tx, warrantId: number, columns: ContentColumns): Promise<number> {
  await tx
    .updateTable('warrants')
    .set((eb) => ({
      ...columns,
      state: 'submitted',
      reviewer_id: null,
      is_ready: false,
      reason: '',
      submissions: eb('submissions', '+', 1),
      submitted_at: sql<Date>`now()`,
      since: sql<Date>`now()`,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', warrantId)
    .execute()
  return warrantId
}

async function linkReports(tx: Tx, warrantId: number, { reports }: WarrantContent): Promise<void> {
  await tx.deleteFrom('warrant_reports').where('warrant_id', '=', warrantId).execute()
  if (reports.length === 0) return
  await tx
    .insertInto('warrant_reports')
    .values(reports.map(({ reportId }) => ({ warrant_id: warrantId, report_id: reportId })))
    .execute()
}

/** The first entry of a warrant says when its draft was begun. Nobody is told of this entry. */
const recordStart = (tx: Tx, key: Buffer, warrantId: number, draft: Draft, by: RecordActor): Promise<void> =>
  addEntry(tx, key, { warrantId, title: 'Drafted', text: draft.startedFrom, reason: '', changes: [], by, at: draft.createdAt })
