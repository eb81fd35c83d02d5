import type { PersonRecord, PersonReport, ReportRole, ReportSummary } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { isMedicalReport, reportsNaming, isOfPolice, idsOfPerson } from './reports.lists.ts'
import { withFines } from './reports.read.ts'
import { summaryColumns, summaryTables, toSummary, type SummaryRow } from './reports.rows.ts'

const NEWEST = 25
const COUNT_MAX = 1000

type Counts = PersonRecord['reportCounts']
type Row = Counts & SummaryRow & { role: ReportRole }

const countOf = (kind: string) => sql`(select count(*)::int from (select from same join reports r on r.subject_id = same.id
  where r.kind = ${kind} and r.state = 'final' limit ${COUNT_MAX}) counted)`

/**
 * Reports on a person's record: the newest reports of police that name them, how many final reports of each kind are about them, and how many
 * incident reports name them. Only two statements, the second for fines, because every lookup makes them.
 */
export async function reportsOnRecord(
  db: Db | Tx,
  characterId: number,
): Promise<{ readonly reports: PersonReport[]; readonly counts: Counts }> {
  const { rows } = await sql<Row | (Counts & { id: null })>`
    with same as materialized (${idsOfPerson(characterId)}),
    counts as materialized (
      select ${countOf('warning')} as warning, ${countOf('citation')} as citation, ${countOf('arrest')} as arrest,
        (select count(*)::int from (
          select distinct r.id from same join report_people p on p.character_id = same.id and p.kind = 'incident'
          join reports r on r.id = p.report_id and r.state = 'final' limit ${COUNT_MAX}) counted) as incident),
    page as materialized (
      select distinct on (found.report_id) found.report_id, found.role from ${reportsNaming(sql`same`, isOfPolice(), NEWEST)}
      order by found.report_id desc, found.role limit ${NEWEST})
    select counts.*, listed.* from counts left join (
      select ${summaryColumns}, page.role from page join (${summaryTables}) on r.id = page.report_id) listed on true
    order by listed.id desc`.execute(db)
  const [first] = rows
  const { warning = 0, citation = 0, arrest = 0, incident = 0 } = first ?? {}
  const reports = rows.flatMap((row) => (row.id === null ? [] : [{ ...toSummary(row), role: row.role }]))
  return { reports: await withFines(db, reports), counts: { warning, citation, arrest, incident } }
}

/** The newest patient and treatment reports about a person. */
export async function patientReports(db: Db | Tx, characterId: number): Promise<ReportSummary[]> {
  const { rows } = await sql<SummaryRow>`
    with page as materialized (
      select distinct found.report_id from ${reportsNaming(sql`(${idsOfPerson(characterId)})`, isMedicalReport, NEWEST)} order by found.report_id desc limit ${NEWEST})
    select ${summaryColumns} from page join (${summaryTables}) on r.id = page.report_id order by r.id desc`.execute(db)
  return rows.map(toSummary)
}
