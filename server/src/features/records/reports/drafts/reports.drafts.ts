import {
  fireUnit,
  MAX_REPORT_DRAFTS,
  medicalSwitch,
  policeUnit,
  REPORT_APPROVAL,
  REPORT_KINDS,
  type BodyOf,
  ReportContentInput,
  type ReportDraft,
  type ReportDraftSummary,
  type startReport,
} from '@tenfour/contract'
import { assertOwnership } from '../../../../platform/acts/acts.ts'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { readAtOnce } from '../../../../platform/database/streams.ts'
import { inTransaction, type Emit, type Publish } from '../../../../platform/database/transaction.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Settings } from '../../../../platform/settings/settings.ts'
import type { Switches } from '../../../../platform/settings/switches.ts'
import { checkFields } from '../../fields/fields.port.ts'
import { actingUnit } from '../../history/history.port.ts'
import { resolveContent, toInput } from './reports.content.ts'
import * as repo from './reports.drafts.repo.ts'
import { assertMoreVersions, earlierVersions, lastRemark, latestRevision } from '../decide/reports.earlier.ts'
import { firstContent } from './reports.facts.ts'
import { contentOf } from '../decide/reports.final.ts'
import type { HasServed, HasShown, Shown } from './reports.known.ts'
import { lockReport, type HeldReport } from '../decide/reports.locks.ts'
import { deleteUnusedPictures } from './reports.pictures.ts'
import { assertFits, assertReferences } from './reports.references.ts'
import { emitOwnReports } from '../reports.streams.ts'
import { assertWriter, findColleagues, hasApprover } from './reports.writers.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly settings: Pick<Settings, 'get'>
  readonly switches: Pick<Switches, 'isOn'>
  readonly hasShown: HasShown
  readonly hasServed: HasServed
}

export function createDrafts({ db, publish, settings, switches, hasShown, hasServed }: Deps) {
  const shown: Shown = { hasShown, hasServed }
  const read = async (tx: Tx, writer: Actor, draftId: number): Promise<ReportDraft> => {
    const draft = await repo.findDraft(tx, writer.userId, draftId)
    await assertWriter(tx, draft)
    const { kind, reportId, departmentId, serverId, writerId, writerIdentifier } = draft
    const { content, offences } = await resolveContent(tx, draft.content)
    const earlier = await earlierVersions(tx, reportId)
    const outdated = [...offences.values()].filter(({ isCurrent, revisionId }) => !isCurrent && !earlier.offences.has(revisionId))
    return {
      ...(await repo.readDraftSummary(tx, draftId)),
      content,
      writer: { userId: writerId, name: writer.user.name, identifier: writerIdentifier },
      departmentId,
      serverId,
      outdatedRevisionIds: outdated.map(({ revisionId }) => revisionId),
      remark: reportId === null ? '' : await lastRemark(tx, reportId),
      approval: { isNeeded: settings.get(REPORT_APPROVAL[kind]), hasApprover: await hasApprover(tx, draft) },
      createdAt: draft.createdAt.toISOString(),
    }
  }
  const add = async (tx: Tx, emit: Emit, actor: Actor, draft: Parameters<typeof repo.insertDraft>[1]): Promise<ReportDraft> => {
    if ((await repo.countDrafts(tx, actor.userId)) >= MAX_REPORT_DRAFTS) {
      throw new AppError('conflict', `You have ${MAX_REPORT_DRAFTS} drafts already: submit or discard one first`)
    }
    const added = await read(tx, actor, await repo.insertDraft(tx, draft))
    await emitOwnReports(emit, actor.userId, 'draft.saved', summaryOf(added))
    return added
  }

  return {
    list: (actor: Actor): Promise<ReportDraftSummary[]> => repo.listDrafts(db, { writerId: actor.userId }),

    start: (actor: Actor, input: BodyOf<typeof startReport>): Promise<ReportDraft> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { kind } = input
        const isMedical = REPORT_KINDS[kind].service === 'fire'
        if (isMedical && !switches.isOn(medicalSwitch)) throw new AppError('feature_off', medicalSwitch.offMessage)
        const unit = await actingUnit(tx, actor, isMedical ? fireUnit() : policeUnit())
        const { departmentId, serverId } = unit
        const facts = await firstContent(tx, unit, input, shown)
        const draft = { draftId: 0, kind, reportId: null, writerId: unit.userId, departmentId, serverId, content: facts }
        const content = input.prefill ? await prefilled(tx, draft, input.prefill, shown) : facts
        return add(tx, emit, actor, { kind, reportId: null, departmentId, serverId, content, by: unit })
      }),

    change: (actor: Actor, reportId: number): Promise<ReportDraft> =>
      inTransaction(db, publish, async (tx, emit) => {
        const held = await lockReport(tx, reportId)
        assertOwnership('report.change', actor, held)
        await assertWriter(tx, held)
        const draftId = await repo.findDraftOf(tx, reportId)
        if (draftId !== undefined) return read(tx, actor, draftId)
        assertChangeable(held)
        await assertMoreVersions(tx, reportId)
        const { kind, departmentId, serverId } = held
        // The draft begins with the returned version if there is one, otherwise with the version in force.
        const isReturned = held.state === 'returned' || held.amendment === 'returned'
        const revisionId = isReturned ? await latestRevision(tx, reportId) : held.revisionId
        const content = toInput(await contentOf(tx, revisionId))
        const by = { userId: actor.userId, identifier: held.writerIdentifier }
        return add(tx, emit, actor, { kind, reportId, departmentId, serverId, content, by })
      }),

    get: (actor: Actor, draftId: number): Promise<ReportDraft> => readAtOnce(db, (tx) => read(tx, actor, draftId)),

    save: (actor: Actor, draftId: number, content: ReportContentInput, version: number): Promise<{ version: number; savedAt: string }> =>
      inTransaction(db, publish, async (tx, emit) => {
        const draft = await repo.lockDraft(tx, actor.userId, draftId, version)
        await assertWriter(tx, draft)
        const next = await checkedContent(tx, draft, content, shown)
        const isChanged = await repo.updateDraft(tx, draftId, next)
        const saved = await repo.readDraftSummary(tx, draftId)
        if (isChanged) await emitOwnReports(emit, actor.userId, 'draft.saved', saved)
        return { version: saved.version, savedAt: saved.savedAt }
      }),

    discard: (actor: Actor, draftId: number, version: number) =>
      inTransaction(db, publish, async (tx, emit) => {
        await repo.lockDraft(tx, actor.userId, draftId, version)
        await deleteUnusedPictures(tx, draftId, [])
        await repo.deleteDraft(tx, draftId)
        await emitOwnReports(emit, actor.userId, 'draft.left', { draftId })
        return {}
      }),

    colleagues: (actor: Actor, q: string) => findColleagues(db, actor.userId, q),
  }
}

export function assertChangeable({ state, amendment }: Pick<HeldReport, 'state' | 'amendment'>): void {
  if (state === 'voided') throw new AppError('conflict', 'This report is voided')
  if (state === 'submitted' || amendment === 'submitted') throw new AppError('conflict', 'This report waits for approval')
}

type ToCheck = Parameters<typeof assertReferences>[1] & Pick<repo.Draft, 'kind' | 'content'>

async function checkedContent(tx: Tx, draft: ToCheck, content: ReportContentInput, shown: Shown): Promise<ReportContentInput> {
  assertFits(draft, content)
  await assertReferences(tx, draft, content, shown)
  return { ...inUtc(content), fields: await draftFields(tx, draft, content, false) }
}

/** The content of a new draft with values that the caller gives, which replace those of the call. Checked like a save. */
async function prefilled(
  tx: Tx,
  draft: ToCheck,
  prefill: NonNullable<BodyOf<typeof startReport>['prefill']>,
  shown: Shown,
): Promise<ReportContentInput> {
  try {
    return await checkedContent(tx, draft, ReportContentInput.parse({ ...draft.content, ...prefill }), shown)
  } catch (error) {
    throw error instanceof AppError && error.field
      ? new AppError(error.code, error.message, error.field.replace(/^content\./, 'prefill.'))
      : error
  }
}

/** Values of the community's own fields as they are stored in a draft. */
export async function draftFields(
  tx: Tx,
  { kind, content: before }: Pick<repo.Draft, 'kind' | 'content'>,
  { fields }: ReportContentInput,
  isComplete: boolean,
) {
  try {
    return await checkFields(tx, kind, fields, { before: before.fields, filler: 'writer', isComplete })
  } catch (error) {
    throw error instanceof AppError && error.field ? new AppError(error.code, error.message, `content.${error.field}`) : error
  }
}

const utc = (at: string | null): string | null => at && new Date(at).toISOString()
const inUtc = (content: ReportContentInput): ReportContentInput => ({
  ...content,
  occurredAt: utc(content.occurredAt),
  evidence: content.evidence.map((item) => ({ ...item, heldSince: utc(item.heldSince) })),
})

const summaryOf = ({ draftId, kind, changes, subjectName, callId, version, savedAt }: ReportDraft): ReportDraftSummary => ({
  draftId,
  kind,
  changes,
  subjectName,
  callId,
  version,
  savedAt,
})
