import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/database.ts'
import { findSupportingFor, type SupportingReport } from '../../../records/reports/reports.port.ts'

type LinkedBy = { readonly writerId: number; readonly draftId: number | null; readonly warrantId: number | null }

/**
 * Which of these reports the writer may link: final or submitted reports of police that they may read, or that name someone whom they looked up
 * for this draft or warrant, or within a day for another one.
 */
export async function linkableReports(
  tx: Tx,
  { writerId, draftId, warrantId }: LinkedBy,
  reportIds: readonly number[],
): Promise<Map<number, SupportingReport>> {
  const { rows } = await sql<{ id: number }>`
    with mine as materialized (
      select distinct coalesce(c.merged_into_id, c.id) as id from lookups l join characters c on c.id = l.character_id
      where l.user_id = ${writerId} and (l.warrant_draft_id = ${draftId} or l.warrant_id = ${warrantId}
        or (l.warrant_draft_id is not null or l.warrant_id is not null) and l.at > now() - interval '24 hours'))
    select distinct p.report_id as id from report_people p join characters c on c.id = p.character_id
    join mine on mine.id = coalesce(c.merged_into_id, c.id) where p.report_id = any(${reportIds}::int[])`.execute(tx)
  const seen = new Set(rows.map(({ id }) => id))
  const found = await findSupportingFor(tx, writerId, reportIds)
  return new Map([...found].filter(([id, report]) => isSupport(report) && (report.isReadable || seen.has(id))))
}

export const isSupport = ({ isMedical, state }: Pick<SupportingReport, 'isMedical' | 'state'>): boolean =>
  !isMedical && (state === 'final' || state === 'submitted')

/** The people and vehicles that these reports name, and that their readers therefore know. */
export const namedIn = (reports: Iterable<SupportingReport>) => {
  const contents = [...reports].map(({ content }) => content)
  return {
    characterIds: contents.flatMap(({ subject, people }) => [...(subject ? [subject] : []), ...people].map((each) => each.characterId)),
    vehicleIds: contents.flatMap(({ vehicles }) => vehicles.map(({ vehicleId }) => vehicleId)),
  }
}
