import {
  MAX_WARRANT_DRAFTS,
  MAX_WARRANT_SUBMISSIONS,
  type BodyOf,
  type startWarrant,
  type WarrantContent,
  type WarrantContentInput,
  type WarrantDraft,
  type WarrantDraftSummary,
  type WarrantState,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { assertOwnership } from '../../../../platform/acts/acts.ts'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import { readAtOnce } from '../../../../platform/database/streams.ts'
import { inTransaction, type Emit } from '../../../../platform/database/transaction.ts'
import { AppError } from '../../../../platform/errors.ts'
import { findSupporting } from '../../../records/reports/reports.port.ts'
import { readWarrant, type WarrantRow } from '../read/warrants.rows.ts'
import { emitOwnWarrants } from '../tell/warrants.emit.ts'
import type { WarrantDeps } from '../warrants.deps.ts'
import { resolveContent, toInput } from './warrants.content.ts'
import * as repo from './warrants.drafts.repo.ts'
import { assertReferences } from './warrants.references.ts'
import { firstContent } from './warrants.start.ts'
import { isSupport } from './warrants.supports.ts'
import { actingWriter, assertWriter } from './warrants.writers.ts'

export function createDrafts({ db, publish, hasShown }: Pick<WarrantDeps, 'db' | 'publish' | 'hasShown'>) {
  const read = async (tx: Tx, writer: Actor, draftId: number): Promise<WarrantDraft> => {
    const draft = await repo.findDraft(tx, writer.userId, draftId)
    await assertWriter(tx, draft)
    const { content, offences } = await resolveContent(tx, draft.content)
    const outdated = [...offences.values()].filter(({ isCurrent }) => !isCurrent)
    const warrant = draft.warrantId === null ? null : await readWarrant(tx, draft.warrantId)
    return {
      ...(await repo.readDraftSummary(tx, draftId)),
      content,
      writer: { userId: draft.writerId, name: writer.user.name, identifier: draft.writerIdentifier },
      outdatedRevisionIds: outdated.map(({ revisionId }) => revisionId),
      remark: warrant?.state === 'returned' ? warrant.reason : '',
      createdAt: draft.createdAt.toISOString(),
    }
  }
  const add = async (tx: Tx, emit: Emit, actor: Actor, draft: repo.NewDraft): Promise<WarrantDraft> => {
    if ((await repo.countDrafts(tx, actor.userId)) >= MAX_WARRANT_DRAFTS) {
      throw new AppError('conflict', `You have ${MAX_WARRANT_DRAFTS} drafts already: submit or discard one first`)
    }
    const draftId = await repo.insertDraft(tx, draft)
    await emitOwnWarrants(emit, actor.userId, 'draft.saved', await repo.readDraftSummary(tx, draftId))
    return read(tx, actor, draftId)
  }

  return {
    list: (actor: Actor): Promise<WarrantDraftSummary[]> => repo.listDrafts(db, { writerId: actor.userId }),

    start: (actor: Actor, input: BodyOf<typeof startWarrant>): Promise<WarrantDraft> =>
      inTransaction(db, publish, async (tx, emit) => {
        const by = await actingWriter(tx, actor)
        const { departmentId, serverId } = by
        return add(tx, emit, actor, { warrantId: null, departmentId, serverId, ...(await firstContent(tx, by, input, hasShown)), by })
      }),

    change: (actor: Actor, warrantId: number): Promise<WarrantDraft> =>
      inTransaction(db, publish, async (tx, emit) => {
        const held = await lockOwn(tx, actor.userId, warrantId)
        const draftId = await repo.findDraftOf(tx, warrantId)
        if (draftId !== undefined) return read(tx, actor, draftId)
        assertChangeable(held)
        const { department_id: departmentId, server_id: serverId, writer_identifier: identifier } = held
        const by = { userId: actor.userId, identifier }
        return add(tx, emit, actor, { warrantId, departmentId, serverId, content: toInput(held.content), startedFrom: '', by })
      }),

    get: (actor: Actor, draftId: number): Promise<WarrantDraft> => readAtOnce(db, (tx) => read(tx, actor, draftId)),

    /** Evidence of the linked reports. Linking checked whether the writer may read them; a report that was voided since offers none. */
    evidence: (actor: Actor, draftId: number): Promise<WarrantContent['evidence']> =>
      readAtOnce(db, async (tx) => {
        const draft = await repo.findDraft(tx, actor.userId, draftId)
        await assertWriter(tx, draft)
        const reports = await findSupporting(tx, draft.content.reportIds)
        return draft.content.reportIds.flatMap((reportId) => {
          const report = reports.get(reportId)
          if (!report || !isSupport(report)) return []
          return report.content.evidence.map(({ text }, item) => ({ reportId, item, number: report.number, text }))
        })
      }),

    save: (actor: Actor, draftId: number, content: WarrantContentInput, version: number): Promise<{ version: number; savedAt: string }> =>
      inTransaction(db, publish, async (tx, emit) => {
        const draft = await repo.lockDraft(tx, actor.userId, draftId, version)
        await assertWriter(tx, draft)
        await assertReferences(tx, draft, content, hasShown)
        const isChanged = await repo.updateDraft(tx, draftId, content)
        const saved = await repo.readDraftSummary(tx, draftId)
        if (isChanged) await emitOwnWarrants(emit, actor.userId, 'draft.saved', saved)
        return { version: saved.version, savedAt: saved.savedAt }
      }),

    /** A writer who may no longer write warrants may still discard their draft. */
    discard: (actor: Actor, draftId: number, version: number) =>
      inTransaction(db, publish, async (tx, emit) => {
        await repo.lockDraft(tx, actor.userId, draftId, version)
        await repo.deleteDraft(tx, draftId)
        await emitOwnWarrants(emit, actor.userId, 'draft.left', { draftId })
        return {}
      }),
  }
}

/** Locks a warrant that the member wrote until the transaction ends. Warrants of others do not exist for them here. */
export async function lockOwn(tx: Tx, userId: number, warrantId: number): Promise<WarrantRow> {
  await sql`select from warrants where id = ${warrantId} and writer_id = ${userId} for update`.execute(tx)
  const held = await readWarrant(tx, warrantId)
  assertOwnership('warrant.change', { userId }, { writerId: held.writer_id })
  await assertWriter(tx, { writerId: userId, departmentId: held.department_id })
  return held
}

const NOT_RETURNED: Readonly<Record<Exclude<WarrantState, 'returned'>, string>> = {
  submitted: 'This warrant is submitted: withdraw it to change it',
  review: 'This warrant is under review: withdraw it to change it',
  denied: 'This warrant was denied: write another',
  active: 'This warrant is already signed',
  served: 'This warrant was served',
  recalled: 'This warrant was recalled: write another',
  expired: 'This warrant has expired: write another',
}

export function assertChangeable({ state, submissions }: Pick<WarrantRow, 'state' | 'submissions'>): void {
  if (state !== 'returned') throw new AppError('conflict', NOT_RETURNED[state])
  if (submissions >= MAX_WARRANT_SUBMISSIONS) {
    throw new AppError('conflict', `This warrant was submitted ${MAX_WARRANT_SUBMISSIONS} times: write another`)
  }
}
