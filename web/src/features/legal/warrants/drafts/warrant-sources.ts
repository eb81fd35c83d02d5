import {
  accessSubject,
  cadDepartment,
  isAllowed,
  legalStaff,
  listOwnReports,
  listPersonReports,
  lookupUnit,
  lookUpForWarrant,
  REPORT_KINDS,
  SEARCH_FROM,
  searchForWarrant,
  searchRecords,
  searchReports,
  type CurrentUser,
  type ReportSummary,
  type SearchRow,
  type WarrantContent,
} from '@tenfour/contract'
import { call } from '../../../../platform/api/client.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import type { Subject } from './warrant-content.ts'

/**
 * Where a writer finds whom and what to name. Legal staff look up for the draft, on duty or not, which is logged with it; police on duty as on the
 * desktop; an officer off duty has their own reports, and what is on the draft already.
 */
export type Source = 'legal' | 'unit' | 'own'

export function sourceFor(user: CurrentUser): Source {
  const subject = accessSubject(user)
  return isAllowed(legalStaff, subject) ? 'legal' : isAllowed(lookupUnit(), subject) ? 'unit' : 'own'
}

export type Found = Extract<SearchRow, { kind: 'person' | 'vehicle' }>

export async function findSubjects(
  source: Source,
  draftId: number,
  kind: Found['kind'],
  q: string,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const { rows } =
    source === 'legal'
      ? await call(searchForWarrant, { query: { kind, q, draftId }, signal, quiet: true })
      : await call(searchRecords, { query: { kind, q }, signal, quiet: true })
  return rows.filter((row): row is Found => row.kind === kind)
}

export const subjectOf = (row: Found): Subject =>
  row.kind === 'person'
    ? { kind: 'person', characterId: row.characterId, name: row.name, bornOn: null }
    : { kind: 'vehicle', vehicleId: row.vehicleId, plate: row.plate, model: row.model, colour: row.colour }

export type LinkedReport = WarrantContent['reports'][number]
export type Offered = Pick<ReportSummary, 'reportId' | 'number' | 'about' | 'kind' | 'state' | 'subject'>

/** Only reports of police that are submitted or final support a warrant. */
export const canSupport = ({ kind, state }: Pick<Offered, 'kind' | 'state'>): boolean =>
  REPORT_KINDS[kind].service === 'police' && (state === 'submitted' || state === 'final')

/** The reports on the subject's record. Legal staff open the record for this, which is logged with the draft. */
async function reportsOn(source: Source, draftId: number, subject: Subject | null, signal: AbortSignal): Promise<readonly Offered[]> {
  if (subject?.kind !== 'person' || source === 'own') return []
  const { characterId } = subject
  if (source === 'unit') {
    const query = { page: 1, pageSize: 25 } as const
    return (await call(listPersonReports, { params: { characterId }, query, signal, quiet: true })).items
  }
  const { record } = await call(lookUpForWarrant, { body: { target: { by: 'character', characterId }, draftId }, signal, quiet: true })
  return record?.kind === 'person' ? record.reports : []
}

const subjectReportsQuery = (source: Source, draftId: number, subject: Subject | null) => ({
  queryKey: ['warrant-draft', draftId, 'reports', source, subject?.kind === 'person' ? subject.characterId : null],
  queryFn: ({ signal }: { signal: AbortSignal }) => reportsOn(source, draftId, subject, signal),
  // Each lookup is logged: once while the draft is open.
  staleTime: Infinity,
  retry: false,
  meta: { handled: true },
})

async function reportsBy(user: CurrentUser, q: string, signal: AbortSignal): Promise<readonly Offered[]> {
  const subject = accessSubject(user)
  const query = { q, page: 1, pageSize: 10 } as const
  if (q.length < SEARCH_FROM) return []
  if (isAllowed(lookupUnit(), subject)) return (await call(searchReports, { query, signal, quiet: true })).items
  return isAllowed(cadDepartment, subject) ? (await call(listOwnReports, { query, signal, quiet: true })).items : []
}

/** Reports to link: on the subject's record, or by number and names where the writer may search reports. */
export async function findReports(
  { user, draftId, content }: { readonly user: CurrentUser; readonly draftId: number; readonly content: WarrantContent },
  q: string,
  signal: AbortSignal,
): Promise<readonly Offered[]> {
  const [onRecord, found] = await Promise.all([
    queryClient.query(subjectReportsQuery(sourceFor(user), draftId, content.subject)),
    reportsBy(user, q, signal),
  ])
  return offeredReports(onRecord, found, q, content.reports)
}

/** The reports that can support a warrant, match the search and are not linked yet; reports about the subject come first. */
export function offeredReports(
  onRecord: readonly Offered[],
  found: readonly Offered[],
  q: string,
  linked: readonly LinkedReport[],
): readonly Offered[] {
  const matching = onRecord.filter(({ number, about }) => `${number} ${about}`.toLowerCase().includes(q.toLowerCase()))
  const byId = new Map([...matching, ...found].map((each) => [each.reportId, each] as const))
  return [...byId.values()].filter((each) => canSupport(each) && !linked.some(({ reportId }) => reportId === each.reportId))
}
