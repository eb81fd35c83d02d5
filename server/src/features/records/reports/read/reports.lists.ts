import {
  COUNT_LIMIT,
  REPORT_KINDS,
  ReportKind,
  type PageOf,
  type PageQuery,
  type PersonReport,
  type ReportFilter,
  type ReportRole,
  type ReportSummary,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { escapeLike } from '../../../../platform/database/like.ts'
import { countOf, limitOfLongList, toPage } from '../../../../platform/database/page.ts'
import { listSummaries, summaryColumns, summaryTables, toSummary, type SummaryRow } from './reports.rows.ts'

type Filter = Omit<ReportFilter, 'page' | 'pageSize'>

/** Reports for which `scope` holds, newest first. */
export async function listReports(
  db: Db | Tx,
  scope: RawBuilder<unknown>,
  { page, pageSize, ...filter }: ReportFilter,
): Promise<PageOf<ReportSummary>> {
  const limit = limitOfLongList({ page, pageSize })
  const found = filter.q === undefined || filter.q === '' ? sql`true` : await matchesText(db, filter.q)
  const from = sql`from reports r where ${scope} and ${found} and ${conditions(filter)}`
  const items = await listSummaries(db, sql`select r.id ${from} order by r.id desc ${limit}`)
  return toPage(items, await countOf(db, from), { page, pageSize })
}

function conditions({ kind, state, callId, departmentId, from, to, fieldId, fieldValue }: Filter): RawBuilder<unknown> {
  const all = [
    kind && sql`r.kind = ${kind}`,
    state && sql`r.state = ${state}`,
    callId && sql`r.call_id = ${callId}`,
    departmentId && sql`r.department_id = ${departmentId}`,
    from && sql`r.created_at >= ${new Date(from)}`,
    to && sql`r.created_at < ${new Date(to)}`,
    fieldId && fieldValue && hasValue(fieldId, fieldValue),
  ].filter((condition) => typeof condition === 'object')
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

/** Whether a report has a value that begins with this text, in a field of its kind that its readers see. */
const hasValue = (fieldId: number, value: string) => {
  const key = sql`field_key(to_jsonb(${value}::text))`
  return sql`r.id in (
    select v.subject_id from field_values v where v.field_id = ${fieldId} and v.value >= ${key} and v.value < ${key} || chr(1114111))
    and r.kind = (select f.of from record_fields f where f.id = ${fieldId}
      and f.audience && array[case when f.of in ('patient', 'treatment') then 'fire' else 'police' end])`
}

const NUMBER = /^([a-z]{1,2})-?(\d{4})-(\d{1,9})$/i
const DIGITS = /^\d{1,9}$/
/** How many people and writers of a name are looked for. */
const MAX_NAMED = 2000
const MAX_WRITERS = 200

/** Matches a whole report number, its last part, or words of the subject's or the writer's name. */
async function matchesText(db: Db | Tx, q: string): Promise<RawBuilder<unknown>> {
  const [, prefix = '', year, number] = NUMBER.exec(q) ?? []
  const kind = ReportKind.options.find((each) => REPORT_KINDS[each].prefix === prefix.toUpperCase())
  if (kind) return sql`r.kind = ${kind} and r.year = ${Number(year)} and r.number = ${Number(number)}`
  if (DIGITS.test(q)) return sql`(r.kind, r.year, r.number) in (select n.kind, n.year, ${Number(q)}::int from report_numbers n)`
  const words = q.split(/\s+/).map((word) => sql`lower(u.name) like lower(${`%${escapeLike(word)}%`})`)
  const { rows } = await sql<{ subjects: number[]; writers: number[] }>`
    with named as (select distinct id from find_names(${q}, ${MAX_NAMED}) id)
    select array(select id from named union all select c.id from characters c join named on c.merged_into_id = named.id) as subjects,
      array(select u.id from users u where ${sql.join(words, sql` and `)} limit ${MAX_WRITERS}) as writers`.execute(db)
  const { subjects, writers } = rows[0] ?? { subjects: [], writers: [] }
  return sql`(r.subject_id = any(${subjects}) or r.writer_id = any(${writers}))`
}

export const DECIDE_FIRST = 'decide those that have waited longest, the others move up'

/** Reports that wait for approval in a department, oldest first. */
export async function listWaiting(db: Db, departmentId: number, query: PageQuery): Promise<PageOf<ReportSummary>> {
  const from = sql`from reports r where r.department_id = ${departmentId} and r.proposed_revision_id is not null`
  const items = await listSummaries(
    db,
    sql`select r.id ${from} order by r.submitted_at, r.id ${limitOfLongList(query, DECIDE_FIRST)}`,
    sql`r.submitted_at, r.id`,
  )
  return toPage(items, await countOf(db, from), query)
}

/** The ids of a character and of the noted persons that it claimed. */
export const idsOfPerson = (characterId: number) => sql`
  select c.id from characters q join characters c on c.id = coalesce(q.merged_into_id, q.id) or c.merged_into_id = coalesce(q.merged_into_id, q.id)
  where q.id = ${characterId}`

/** The condition on reports of police; for one kind, its index has everything that is needed. */
export const isOfPolice = (kind?: ReportKind): RawBuilder<unknown> => {
  if (kind === undefined) return sql`not p.is_medical`
  return REPORT_KINDS[kind].service === 'police' ? sql`p.kind = ${kind}` : sql`false`
}
export const isMedicalReport = sql`p.is_medical`

/** Reports that name one of these characters, at most `max` for each of them. */
export const reportsNaming = (same: RawBuilder<unknown>, kinds: RawBuilder<unknown>, max: number) => sql`
  ${same} same cross join lateral (
    select p.report_id, p.role from report_people p where p.character_id = same.id and ${kinds} order by p.report_id desc limit ${max}) found`

export type PersonSummary = Omit<PersonReport, 'fineState'>

/** Reports that name a person, newest first. */
export async function listAbout(
  db: Db | Tx,
  characterId: number,
  kinds: RawBuilder<unknown>,
  query: PageQuery,
): Promise<PageOf<PersonSummary>> {
  const limit = limitOfLongList(query)
  const same = sql`(${idsOfPerson(characterId)})`
  const { rows } = await sql<SummaryRow & { role: ReportRole }>`
    with page as materialized (
      select distinct on (found.report_id) found.report_id, found.role from ${reportsNaming(same, kinds, query.page * query.pageSize)}
      order by found.report_id desc, found.role ${limit})
    select ${summaryColumns}, page.role from page join (${summaryTables}) on r.id = page.report_id order by r.id desc`.execute(db)
  const counted = await countOf(db, sql`distinct found.report_id from ${reportsNaming(same, kinds, COUNT_LIMIT + 1)}`)
  return toPage(
    rows.map((row) => ({ ...toSummary(row), role: row.role })),
    counted,
    query,
  )
}
