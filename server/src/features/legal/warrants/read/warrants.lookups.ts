import {
  warrantNumber,
  type BodyOf,
  type lookUpForWarrant,
  type LookupResult,
  type PageOf,
  type PageQuery,
  type QueryOf,
  type searchForWarrant,
  type SearchRow,
  type WarrantLookup,
} from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { escapeLike } from '../../../../platform/database/like.ts'
import { countOf, limitOfLongList, toPage } from '../../../../platform/database/page.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { FindLooker, Purpose } from '../../../records/lookups/lookups.port.ts'
import { noSuchDraft } from '../../../records/drafts/drafts.port.ts'
import { readSupport, type Support } from '../../../records/reports/reports.port.ts'
import type { WarrantDeps } from '../warrants.deps.ts'
import { noSuchWarrant } from './warrants.rows.ts'
import { actingLegal, isKnownTo, viewerOf, type Viewer } from './warrants.viewers.ts'

type Asked = { readonly warrantId?: number | undefined; readonly draftId?: number | undefined }
type ForLookups = Pick<WarrantDeps, 'db' | 'lookups'>

/** Lookups that legal staff makes for a warrant, on duty or not. */
export const createWarrantLookups = ({ db, lookups }: ForLookups) => ({
  search: (actor: Actor, { kind, q, ...purpose }: QueryOf<typeof searchForWarrant>): Promise<{ rows: SearchRow[] }> =>
    lookups.searchFor(actor, lookerFor(actor, purpose), kind, q),

  lookUp: (actor: Actor, { target, ...purpose }: BodyOf<typeof lookUpForWarrant>): Promise<LookupResult> =>
    lookups.lookUpFor(actor, lookerFor(actor, purpose), target),

  /** A report that supports the warrant, as police reads it. The warrant may be closed. */
  report: (actor: Actor, warrantId: number, reportId: number): Promise<Support> => {
    const findLooker: FindLooker = async (tx) => asLooker(await actingLegal(tx, actor), await knownWarrant(tx, viewerOf(actor), warrantId))
    return lookups.readFor(actor, findLooker, async (tx) => {
      const { rows } = await sql`select from warrant_reports where warrant_id = ${warrantId} and report_id = ${reportId}`.execute(tx)
      if (rows.length === 0) throw noSuchReportHere()
      const value = await readSupport(tx, reportId)
      if (!value) throw noSuchReportHere()
      return { value, query: value.number, found: value.about === '' ? [] : [value.about] }
    })
  },

  list: (actor: Actor, query: PageQuery & { warrantId?: number | undefined; q?: string | undefined }): Promise<PageOf<WarrantLookup>> =>
    listLookups(db, viewerOf(actor), query),
})

const noSuchReportHere = () => new AppError('not_found', 'This warrant has no such report', 'reportId')

/** Never as a unit, even on duty: supervisors who read the department's log must not learn whom a coming warrant is about. */
const asLooker = ({ userId, identifier }: { userId: number; identifier: string }, purpose: Purpose) => ({
  userId,
  identifier,
  departmentId: null,
  serverId: null,
  callId: null,
  purpose,
})

/** A lookup is for a draft of the caller's own, or for an open warrant that they may know of. */
const lookerFor =
  (actor: Actor, { warrantId, draftId }: Asked): FindLooker =>
  async (tx) => {
    const by = await actingLegal(tx, actor)
    const purpose =
      draftId === undefined ? await knownWarrant(tx, viewerOf(actor), warrantId ?? 0, true) : await ownDraft(tx, actor, draftId)
    return asLooker(by, purpose)
  }

async function ownDraft(tx: Db | Tx, { userId }: Actor, draftId: number): Promise<Purpose> {
  const { rows } = await sql<Purpose>`
    select warrant_id as "warrantId", id as "draftId" from warrant_drafts where id = ${draftId} and writer_id = ${userId}`.execute(tx)
  if (!rows[0]) throw noSuchDraft()
  return rows[0]
}

async function knownWarrant(tx: Db | Tx, viewer: Viewer, warrantId: number, mustBeOpen = false): Promise<Purpose> {
  const { rows } = await sql<{ isClosed: boolean }>`
    select w.closed_at is not null as "isClosed" from warrants w where w.id = ${warrantId} and ${isKnownTo(viewer)}`.execute(tx)
  const [warrant] = rows
  if (!warrant) throw noSuchWarrant()
  if (mustBeOpen && warrant.isClosed) throw new AppError('conflict', 'This warrant is closed: you can no longer look anything up for it')
  return { warrantId, draftId: null }
}

type Row = Pick<WarrantLookup, 'lookupId' | 'kind' | 'query' | 'found'> & {
  readonly userId: number
  readonly name: string
  readonly identifier: string
  readonly at: Date
  readonly warrantId: number | null
  readonly year: number | null
  readonly number: number | null
}
const toLookup = ({ userId, name, identifier, at, warrantId, year, number, ...row }: Row): WarrantLookup => ({
  ...row,
  by: { userId, name, identifier },
  at: at.toISOString(),
  warrant: warrantId === null || year === null || number === null ? null : { warrantId, number: warrantNumber(year, number) },
})

/** Whether the lookup `l` is for a confidential draft about the viewer's own character or vehicle. */
const isOfKeptDraft = ({ userId }: Viewer) => sql<boolean>`exists (
  select from warrant_drafts d
  left join vehicles v on v.id = (d.content #>> '{subject,vehicleId}')::int
  join characters q on q.id = coalesce((d.content #>> '{subject,characterId}')::int, v.character_id)
  join characters o on o.id = coalesce(q.merged_into_id, q.id)
  where d.id = l.warrant_draft_id and d.content -> 'isConfidential' = 'true' and d.writer_id <> ${userId} and o.user_id = ${userId})`

async function listLookups(
  db: Db,
  viewer: Viewer,
  { warrantId, q, ...page }: PageQuery & { warrantId?: number | undefined; q?: string | undefined },
): Promise<PageOf<WarrantLookup>> {
  const like = `%${escapeLike(q ?? '')}%`
  const all = [
    warrantId === undefined ? sql`(l.warrant_id is not null or l.warrant_draft_id is not null)` : sql`l.warrant_id = ${warrantId}`,
    sql`(w.id is null or ${isKnownTo(viewer)})`,
    sql`not ${isOfKeptDraft(viewer)}`,
    ...(q ? [sql`(l.query ilike ${like} or u.name ilike ${like} or array_to_string(l.found, ' ') ilike ${like})`] : []),
  ]
  const from = sql`from lookups l join users u on u.id = l.user_id left join warrants w on w.id = l.warrant_id
    where ${sql.join(all, sql` and `)}`
  const { rows } = await sql<Row>`
    select l.id as "lookupId", l.kind, l.query, l.found, l.user_id as "userId", u.name, l.identifier, l.at,
      l.warrant_id as "warrantId", w.year, w.number
    ${from} order by l.id desc ${limitOfLongList(page)}`.execute(db)
  return toPage(rows.map(toLookup), await countOf(db, from), page)
}
