import { MAX_REPORT_VERSIONS, type ReportContent } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { currentIds } from '../drafts/reports.named.ts'

/** The records that earlier versions of a report name. The next version may still name them, whatever happened to them since. */
export type Earlier = {
  readonly offences: ReadonlySet<number>
  readonly people: ReadonlySet<number>
  readonly vehicles: ReadonlySet<number>
}
const NOTHING: Earlier = { offences: new Set(), people: new Set(), vehicles: new Set() }

export async function earlierVersions(db: Db | Tx, reportId: number | null): Promise<Earlier> {
  if (reportId === null) return NOTHING
  const { rows } = await sql<Pick<ReportContent, 'charges' | 'people' | 'vehicles' | 'subject'>>`
    select content -> 'charges' as charges, content -> 'people' as people, content -> 'vehicles' as vehicles, content -> 'subject' as subject
    from report_revisions where report_id = ${reportId}`.execute(db)
  const people = rows.flatMap(({ subject, people: others }) => [...(subject ? [subject] : []), ...others].map((each) => each.characterId))
  return {
    offences: new Set(rows.flatMap(({ charges }) => charges.map(({ revisionId }) => revisionId))),
    people: new Set([...people, ...(await currentIds(db, people))]),
    vehicles: new Set(rows.flatMap(({ vehicles }) => vehicles.map(({ vehicleId }) => vehicleId))),
  }
}

/** Limits the versions of a report, because all of them are read whenever a draft of the report is. */
export async function assertMoreVersions(tx: Tx, reportId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) from report_revisions where report_id = ${reportId}`.execute(tx)
  if ((rows[0]?.count ?? 0) < MAX_REPORT_VERSIONS) return
  throw new AppError('conflict', `This report has ${MAX_REPORT_VERSIONS} versions: have it voided and write another`)
}

export async function latestRevision(tx: Db | Tx, reportId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from report_revisions where report_id = ${reportId} order by id desc limit 1`.execute(tx)
  if (!rows[0]) throw new Error(`report ${reportId} has no version`)
  return rows[0].id
}

/** The remark with which the last version was returned; empty if it was not returned. */
export async function lastRemark(tx: Db | Tx, reportId: number): Promise<string> {
  const { rows } = await sql<{ reason: string }>`
    select e.reason from reports r
    join report_events e on e.report_id = r.id and e.by_user_id <> r.writer_id
    where r.id = ${reportId} and (r.state = 'returned' or r.amendment = 'returned')
      and e.revision_id = (select max(id) from report_revisions where report_id = r.id)
    order by e.id desc limit 1`.execute(tx)
  return rows[0]?.reason ?? ''
}
