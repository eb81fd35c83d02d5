import type {
  PageOf,
  PageQuery,
  WarrantAlert,
  WarrantCounts,
  WarrantFilter,
  WarrantState,
  WarrantSummary,
  WarrantTab,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { escapeLike } from '../../../../platform/database/like.ts'
import { countOf, limitOfLongList, toPage } from '../../../../platform/database/page.ts'
import { alertColumns, alertTables, toAlert, type AlertRow } from './warrants.alerts.ts'
import { listWarrantRows, toSummary } from './warrants.rows.ts'
import { isInForce, isKnownTo, subjectUserId, type Viewer } from './warrants.viewers.ts'

/** Neither signed nor denied. By the table's constraints this means submitted, under review or returned. */
const isUndecided = sql`w.signed_at is null and w.closed_at is null`
const isMine = ({ userId, maySign }: Viewer) => sql`(case w.state when 'returned' then w.writer_id = ${userId}
  when 'submitted' then w.writer_id <> ${userId}
  else w.writer_id <> ${userId} and (case when w.is_ready then ${maySign} else w.reviewer_id = ${userId} end) end)`

/** Whether the warrant `w` is in a tab; the same rule as the contract's `tabOf`. */
export const isIn = (tab: WarrantTab, viewer: Viewer): RawBuilder<unknown> => {
  switch (tab) {
    case 'mine':
      return sql`${isUndecided} and ${isMine(viewer)}`
    case 'others':
      return sql`${isUndecided} and not ${isMine(viewer)}`
    case 'active':
      return sql`w.state = 'active'`
    case 'closed':
      return sql`w.closed_at is not null`
  }
}

/** A closed warrant has been in its state since it was closed, and the index is on that time. */
const SORTS: Readonly<Record<WarrantFilter['sort'], (tab: WarrantTab) => readonly RawBuilder<unknown>[]>> = {
  since: (tab) => [tab === 'closed' ? sql`w.closed_at` : sql`w.since`],
  number: () => [sql`w.year`, sql`w.number`],
  subject: () => [sql`lower(w.subject_name)`],
  expiresAt: () => [sql`w.expires_at`],
}
const orderOf = ({ sort, tab, direction }: WarrantFilter) => {
  const way = sql.raw(direction)
  return sql.join([...SORTS[sort](tab), sql`w.id`].map((column) => sql`${column} ${way}`))
}

type TypeAndText = {
  readonly type?: WarrantSummary['type'] | undefined
  readonly state?: WarrantState | undefined
  readonly q?: string | undefined
}

async function conditions(db: Db | Tx, scope: RawBuilder<unknown>, viewer: Viewer, { type, state, q }: TypeAndText) {
  const all = [
    scope,
    isKnownTo(viewer),
    ...(type ? [sql`w.type = ${type}`] : []),
    ...(state ? [sql`w.state = ${state}`] : []),
    ...(q ? [await matchesText(db, q)] : []),
  ]
  return sql`from warrants w where ${sql.join(all, sql` and `)}`
}

async function pageOf(
  db: Db | Tx,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  query: PageQuery,
): Promise<PageOf<WarrantSummary>> {
  const page = sql`select w.id ${from} order by ${order} ${limitOfLongList(query)}`
  const rows = await listWarrantRows(db, page, order)
  return toPage(rows.map(toSummary), await countOf(db, from), query)
}

export async function listWarrants(db: Db | Tx, viewer: Viewer, filter: WarrantFilter): Promise<PageOf<WarrantSummary>> {
  return pageOf(db, await conditions(db, isIn(filter.tab, viewer), viewer, filter), orderOf(filter), filter)
}

/** The warrants that the viewer wrote, newest first. */
export async function listOwn(db: Db | Tx, viewer: Viewer, query: PageQuery & TypeAndText): Promise<PageOf<WarrantSummary>> {
  const from = await conditions(db, sql`w.writer_id = ${viewer.userId}`, viewer, query)
  return pageOf(db, from, sql`w.submitted_at desc, w.id`, query)
}

/** Warrants in force, the one signed last first. */
export async function listActive(db: Db | Tx, viewer: Viewer, query: PageQuery & TypeAndText): Promise<PageOf<WarrantAlert>> {
  const from = await conditions(db, isInForce, viewer, query)
  const { rows } = await sql<AlertRow>`
    with page as materialized (select w.id ${from} order by w.signed_at desc, w.id ${limitOfLongList(query)})
    select ${alertColumns} from page join (${alertTables}) on w.id = page.id order by w.signed_at desc, w.id`.execute(db)
  return toPage(rows.map(toAlert), await countOf(db, from), query)
}

const MAX_OPEN = 100
/** The member's own warrants that are not decided yet, newest first. */
export async function undecidedOf(db: Db | Tx, userId: number): Promise<WarrantSummary[]> {
  const order = sql`w.submitted_at desc, w.id`
  const page = sql`select w.id from warrants w where w.writer_id = ${userId} and ${isUndecided} order by ${order} limit ${MAX_OPEN}`
  return (await listWarrantRows(db, page, order)).map(toSummary)
}

const MAX_COUNT = 1000
const EXPIRING_DAYS = 7

export async function countTabs(db: Db | Tx, viewer: Viewer): Promise<WarrantCounts> {
  const count = (condition: RawBuilder<unknown>) =>
    sql`(select count(*) from (select from warrants w where ${condition} and ${isKnownTo(viewer)} limit ${MAX_COUNT}) counted)::int`
  const { rows } = await sql<WarrantCounts>`
    select ${count(isIn('mine', viewer))} as mine, ${count(isIn('others', viewer))} as others, ${count(isIn('active', viewer))} as active,
      ${count(isIn('closed', viewer))} as closed,
      ${count(sql`w.state = 'active' and w.expires_at < now() + make_interval(days => ${EXPIRING_DAYS})`)} as expiring`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('counting warrants returned no row')
  return counts
}

/** Warrants that the viewer may review, sign or deny. */
export function countToDecide(db: Db | Tx, viewer: Viewer): Promise<number> {
  return countOf(
    db,
    sql`from warrants w where ${isIn('mine', viewer)} and w.state <> 'returned' and ${isKnownTo(viewer)}
      and ${subjectUserId} is distinct from ${viewer.userId}`,
  )
}

const NUMBER = /^w-?(\d{4})-(\d{1,9})$/i
const DIGITS = /^\d{1,9}$/
const MAX_WORDS = 8
/** How many writers of a name are looked for. */
const MAX_WRITERS = 200

/** Matches a whole warrant number, its last part, or words that are each in the subject, the offences or the writer's name. */
async function matchesText(db: Db | Tx, q: string): Promise<RawBuilder<unknown>> {
  const [, year, number] = NUMBER.exec(q) ?? []
  if (year !== undefined) return sql`(w.year = ${Number(year)} and w.number = ${Number(number)})`
  const words = q.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const patterns = words.map((word) => `%${escapeLike(word.toLowerCase())}%`)
  const writers: RawBuilder<unknown>[] = []
  for (const pattern of patterns) {
    const { rows } = await sql<{ id: number }>`
      select u.id from users u where lower(u.name) like ${pattern} and exists (select from warrants w where w.writer_id = u.id)
      limit ${MAX_WRITERS}`.execute(db)
    writers.push(sql`${rows.map(({ id }) => id)}::int[]`)
  }
  const named = sql.join(
    patterns.map((pattern, index) => sql`(${searchedText} like ${pattern} or w.writer_id = any(${writers[index]}))`),
    sql` and `,
  )
  return DIGITS.test(q) ? sql`(w.number = ${Number(q)} or ${named})` : sql`(${named})`
}

/** Written exactly as in the index. */
const searchedText = sql`lower(w.subject_name || ' ' || w.about)`

export async function countActive(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from warrants w where ${isInForce}`.execute(db)
  return rows[0]?.count ?? 0
}
