import type { WarrantContentInput } from '@tenfour/contract'
import type { Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import {
  assertKnownPerson,
  assertKnownVehicle,
  assertOffences,
  findNamed,
  findSupporting,
  type HasShown,
  type SupportingReport,
} from '../../../records/reports/reports.port.ts'
import type { Draft } from './warrants.drafts.repo.ts'
import { linkableReports, namedIn } from './warrants.supports.ts'

const refuse = (message: string, field: string) => new AppError('invalid_input', message, `content.${field}`)

export const UNKNOWN_REPORT = 'There is no such report among those that you can link'
export const UNKNOWN_CALL = 'There is no such call on this server or in the reports linked'

/**
 * Each record that a save adds to a draft must exist and be known to its writer. Records that the draft named before may stay, whatever happened
 * to them since.
 */
export async function assertReferences(tx: Tx, draft: Draft, next: WarrantContentInput, hasShown: HasShown): Promise<void> {
  assertOnce(next)
  const linked = await linkedReports(tx, draft, next)
  const { callId } = next
  if (callId !== null && callId !== draft.content.callId && !(await isKnownCall(tx, draft, callId, linked))) {
    throw refuse(UNKNOWN_CALL, 'callId')
  }
  await assertSubject(tx, draft, next, linked, hasShown)
  await assertOffences(tx, draft.content, next)
  next.evidence.forEach(({ reportId, item }, index) => {
    if (!next.reportIds.includes(reportId)) throw refuse('This item belongs to a report that is not linked', `evidence.${index}.reportId`)
    const wasThere = draft.content.evidence.some((each) => each.reportId === reportId && each.item === item)
    if (!wasThere && !linked.get(reportId)?.content.evidence[item])
      throw refuse('There is no such item of evidence', `evidence.${index}.item`)
  })
}

function assertOnce({ reportIds, evidence }: WarrantContentInput): void {
  const report = reportIds.findIndex((id, index) => reportIds.indexOf(id) < index)
  if (report >= 0) throw refuse('This report is named twice', `reportIds.${report}`)
  const keys = evidence.map(({ reportId, item }) => `${reportId}:${item}`)
  const again = keys.findIndex((key, index) => keys.indexOf(key) < index)
  if (again >= 0) throw refuse('This item is named twice', `evidence.${again}.item`)
}

async function linkedReports(tx: Tx, draft: Draft, { reportIds }: WarrantContentInput): Promise<Map<number, SupportingReport>> {
  const added = reportIds.filter((id) => !draft.content.reportIds.includes(id))
  const linkable = added.length === 0 ? new Map<number, SupportingReport>() : await linkableReports(tx, draft, added)
  const wrong = reportIds.findIndex((id) => added.includes(id) && !linkable.has(id))
  if (wrong >= 0) throw refuse(UNKNOWN_REPORT, `reportIds.${wrong}`)
  return new Map([
    ...(await findSupporting(
      tx,
      reportIds.filter((id) => !added.includes(id)),
    )),
    ...linkable,
  ])
}

async function assertSubject(
  tx: Tx,
  { writerId, serverId, content: before }: Draft,
  { subject, callId }: WarrantContentInput,
  linked: ReadonlyMap<number, SupportingReport>,
  hasShown: HasShown,
): Promise<void> {
  const where = { writerId, serverId, callId }
  const named = namedIn(linked.values())
  if (subject?.kind === 'person') {
    const { characterId } = subject
    if (before.subject?.kind === 'person' && before.subject.characterId === characterId) return
    const had = before.subject?.kind === 'person' ? [before.subject.characterId] : []
    const asked = { id: characterId, field: 'content.subject.characterId', named: [...had, ...named.characterIds] }
    await assertKnownPerson(tx, where, asked, { hasShown })
  }
  if (subject?.kind === 'vehicle') {
    const { vehicleId } = subject
    const had = before.subject?.kind === 'vehicle' ? [before.subject.vehicleId] : []
    const asked = { id: vehicleId, field: 'content.subject.vehicleId', named: [...had, ...named.vehicleIds] }
    await assertKnownVehicle(tx, where, asked, { hasShown })
  }
}

/** Whether a call is on the server where the writer was on duty, or belongs to a linked report. */
export async function isKnownCall(
  tx: Tx,
  { serverId }: Pick<Draft, 'serverId'>,
  callId: number,
  linked: ReadonlyMap<number, SupportingReport>,
): Promise<boolean> {
  if ([...linked.values()].some((report) => report.callId === callId)) return true
  return serverId !== null && (await findNamed(tx, { callId })).call?.serverId === serverId
}
