import { reportNumber, type OwnReport, type PageOf, type PageQuery, type ReportContent, type ReportKind } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { countOf, limitOfLongList, toPage } from '../../../../platform/database/page.ts'
import { listFields, visibleFields } from '../../fields/fields.port.ts'
import { findOwner, noSuchOwn } from '../../history/history.port.ts'
import { voidReason } from '../decide/reports.events.ts'
import { idsOfPerson } from './reports.lists.ts'
import { finesOf, termsOf } from '../penalties/penalties.rows.ts'
import { noSuchReport } from './reports.rows.ts'

type Row = {
  id: number
  kind: ReportKind
  year: number
  number: number
  state: OwnReport['state']
  writer_identifier: string
  department: string
  character_id: number
  character_name: string
  user_id: number | null
  fine: number
  jail_minutes: number
  points: number
  final_at: Date
  voided_at: Date | null
  void_reason: string | null
  fields: ReportContent['fields']
} & Pick<ReportContent, 'charges' | 'location'> & { occurred_at: string | null }

/** Whether the subject of the report `r` gets a copy of it. They never get one of a report that was voided before it was final. */
const isCopied = sql`r.kind in ('warning', 'citation', 'arrest') and r.state in ('final', 'voided') and r.final_at is not null`

async function select(db: Db | Tx, page: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with page as materialized (${page})
    select r.id, r.kind, r.year, r.number, r.state, r.writer_identifier, d.name as department, s.id as character_id,
      s.name as character_name, s.user_id, r.fine, r.jail_minutes, r.points, r.final_at, r.voided_at, r.fields,
      v.content -> 'charges' as charges, v.content ->> 'location' as location, v.content ->> 'occurredAt' as occurred_at,
      ${voidReason} as void_reason
    from page join reports r on r.id = page.id join report_revisions v on v.id = r.revision_id join departments d on d.id = r.department_id
    join characters q on q.id = r.subject_id join characters s on s.id = coalesce(q.merged_into_id, q.id) and s.removed_at is null
    order by r.id desc`.execute(db)
  return rows
}

/** Copies of reports for their subjects, without narrative and other people. */
export function createReportCopies(db: Db) {
  const toCopies = async (rows: readonly Row[]): Promise<OwnReport[]> => {
    const idsWith = (has: (row: Row) => boolean) => rows.filter(has).map(({ id }) => id)
    const [fined, jailed] = [idsWith(({ fine }) => fine > 0), idsWith(({ jail_minutes }) => jail_minutes > 0)]
    const hasFields = rows.some(({ fields }) => Object.keys(fields).length > 0)
    const [fines, terms, definitions] = await Promise.all([
      fined.length > 0 ? finesOf(db, fined) : [],
      jailed.length > 0 ? termsOf(db, jailed) : [],
      hasFields ? listFields(db) : [],
    ])
    return rows.map((row) => ({
      reportId: row.id,
      characterId: row.character_id,
      characterName: row.character_name,
      kind: row.kind,
      number: reportNumber(row.kind, row.year, row.number),
      state: row.state,
      department: row.department,
      officer: row.writer_identifier,
      occurredAt: row.occurred_at,
      location: row.location,
      charges: row.charges,
      fine: row.fine,
      jailMinutes: row.jail_minutes,
      points: row.points,
      finalAt: row.final_at.toISOString(),
      voided: row.voided_at && { at: row.voided_at.toISOString(), reason: row.void_reason ?? '' },
      fineState: fines.find(({ reportId }) => reportId === row.id) ?? null,
      jail: terms.find(({ reportId }) => reportId === row.id) ?? null,
      fields: visibleFields(definitions, row.kind, row.fields, 'owner'),
    }))
  }

  return {
    list: async ({ userId }: Actor, characterId: number, query: PageQuery): Promise<PageOf<OwnReport>> => {
      if ((await findOwner(db, characterId))?.userId !== userId) throw noSuchOwn()
      const from = sql`from reports r where r.subject_id = any(array(${idsOfPerson(characterId)})) and ${isCopied}`
      const rows = await select(db, sql`select r.id ${from} order by r.id desc ${limitOfLongList(query)}`)
      return toPage(await toCopies(rows), await countOf(db, from), query)
    },

    get: async ({ userId }: Actor, reportId: number): Promise<OwnReport> => {
      const rows = await select(db, sql`select r.id from reports r where r.id = ${reportId} and ${isCopied}`)
      const [copy] = await toCopies(rows.filter(({ user_id }) => user_id === userId))
      if (!copy) throw noSuchReport()
      return copy
    },
  }
}
