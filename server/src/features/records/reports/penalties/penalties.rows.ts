import {
  MAX_JAILED,
  reportNumber,
  type ContestedFine,
  type Fine,
  type FineDecision,
  type FineState,
  type JailTerm,
  type OwnFine,
  type PageQuery,
  type ReportKind,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { limitOfLongList } from '../../../../platform/database/page.ts'
import { DECIDE_FIRST } from '../read/reports.lists.ts'

type FineRow = {
  id: number
  report_id: number
  character_id: number
  amount: number
  original_amount: number
  state: FineState
  contest_reason: string
  contested_at: Date | null
  decision: FineDecision | null
  decision_reason: string
  decided_at: Date | null
  paid_at: Date | null
  reported_at: Date | null
  version: number
}
const toFine = (row: FineRow): Fine => ({
  fineId: row.id,
  reportId: row.report_id,
  characterId: row.character_id,
  amount: row.amount,
  originalAmount: row.original_amount,
  state: row.state,
  contestReason: row.contest_reason,
  contestedAt: row.contested_at?.toISOString() ?? null,
  decision: row.decision,
  decisionReason: row.decision_reason,
  decidedAt: row.decided_at?.toISOString() ?? null,
  paidAt: row.paid_at?.toISOString() ?? null,
  reportedAt: row.reported_at?.toISOString() ?? null,
  version: row.version,
})

export async function finesOf(db: Db | Tx, reportIds: readonly number[]): Promise<Fine[]> {
  const { rows } = await sql<FineRow>`select * from fines where report_id = any(${reportIds}) order by id`.execute(db)
  return rows.map(toFine)
}

/** A fine with its report and owner; the owner is null if the character is noted or deleted. */
export type HeldFine = ContestedFine & { readonly serverId: number; readonly ownerId: number | null }
type HeldRow = FineRow & {
  kind: ReportKind
  year: number
  number: number
  about: string
  imposed_at: Date
  character_name: string
  owner_id: number | null
  department_id: number
  server_id: number
  writer_id: number
  writer_name: string
  writer_identifier: string
}
const toHeld = (row: HeldRow): HeldFine => ({
  ...toFine(row),
  number: reportNumber(row.kind, row.year, row.number),
  about: row.about,
  imposedAt: row.imposed_at.toISOString(),
  characterName: row.character_name,
  writer: { userId: row.writer_id, name: row.writer_name, identifier: row.writer_identifier },
  departmentId: row.department_id,
  serverId: row.server_id,
  ownerId: row.owner_id,
})

/** Fines whose ids `page` selects; reports and names are joined to these fines alone. */
async function selectFines(db: Db | Tx, page: RawBuilder<unknown>, order: RawBuilder<unknown> = sql`f.id desc`): Promise<HeldFine[]> {
  const { rows } = await sql<HeldRow>`
    with page as materialized (${page})
    select f.*, r.kind, r.year, r.number, r.about, r.server_id, r.writer_id, r.writer_identifier, w.name as writer_name,
      c.name as character_name, case when c.removed_at is null then c.user_id end as owner_id
    from page join fines f on f.id = page.id join reports r on r.id = f.report_id join users w on w.id = r.writer_id
    join characters c on c.id = f.character_id
    order by ${order}`.execute(db)
  return rows.map(toHeld)
}

export async function findFine(tx: Tx, fineId: number): Promise<HeldFine | undefined> {
  const [fine] = await selectFines(tx, sql`select ${fineId}::int as id`)
  return fine
}

export async function findFineOf(tx: Tx, reportId: number): Promise<HeldFine | undefined> {
  const [fine] = await selectFines(tx, sql`select id from fines where report_id = ${reportId}`)
  return fine
}

/** Fines of characters: those to be paid or decided first, then the newest. */
export const ownFines = async (tx: Tx, characterIds: readonly number[], limit: number): Promise<OwnFine[]> =>
  (
    await selectFines(
      tx,
      sql`select id from fines where character_id = any(${characterIds})
        order by state in ('unpaid', 'contested') desc, id desc limit ${limit}`,
    )
  ).map(toOwnFine)

const MAX_IN_ROOM = 100

/** Contested fines of a department, oldest first, for the room of members who decide them. */
export const contestedIn = (tx: Tx, departmentId: number): Promise<ContestedFine[]> =>
  contestedFines(tx, departmentId, { page: 1, pageSize: MAX_IN_ROOM })

export async function contestedFines(db: Db | Tx, departmentId: number, query: PageQuery): Promise<ContestedFine[]> {
  const waiting = sql`select id from fines where department_id = ${departmentId} and state = 'contested'
    order by contested_at, id ${limitOfLongList(query, DECIDE_FIRST)}`
  return (await selectFines(db, waiting, sql`f.contested_at, f.id`)).map(toContestedFine)
}

/** Fines that their owners reported as paid. */
export async function reportedFines(db: Db | Tx, departmentId: number, query: PageQuery): Promise<ContestedFine[]> {
  const waiting = sql`select id from fines where department_id = ${departmentId} and reported_at is not null
    order by reported_at, id ${limitOfLongList(query, DECIDE_FIRST)}`
  return (await selectFines(db, waiting, sql`f.reported_at, f.id`)).map(toContestedFine)
}

export async function countReported(db: Db, departmentId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from fines where department_id = ${departmentId} and reported_at is not null limit ${limit}) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function countContested(db: Db, departmentId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from fines where department_id = ${departmentId} and state = 'contested' limit ${limit}) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export const toContestedFine = ({ ownerId: _owner, serverId: _server, ...fine }: HeldFine): ContestedFine => fine
export const toOwnFine = (fine: HeldFine): OwnFine => {
  const { characterName: _name, writer: _writer, departmentId: _department, ...own } = toContestedFine(fine)
  return own
}
export const toFineState = (fine: HeldFine): Fine => {
  const { number: _number, about: _about, imposedAt: _imposed, ...plain } = toOwnFine(fine)
  return plain
}

type TermRow = {
  id: number
  report_id: number
  kind: ReportKind
  year: number
  number: number
  character_id: number
  name: string
  server_id: number
  minutes: number
  from_at: Date
  until_at: Date
  released_at: Date | null
  release_reason: string | null
}
const toTerm = (row: TermRow): JailTerm => ({
  termId: row.id,
  reportId: row.report_id,
  number: reportNumber(row.kind, row.year, row.number),
  characterId: row.character_id,
  name: row.name,
  serverId: row.server_id,
  minutes: row.minutes,
  from: row.from_at.toISOString(),
  until: row.until_at.toISOString(),
  released: row.released_at && { at: row.released_at.toISOString(), reason: row.release_reason ?? '' },
})

/** Whether the term `t` is being served. */
export const isServed = sql`t.released_at is null and t.until_at > now()`

export async function selectTerms(db: Db | Tx, where: RawBuilder<unknown>): Promise<JailTerm[]> {
  const { rows } = await sql<TermRow>`
    select t.*, r.kind, r.year, r.number, c.name
    from jail_terms t join reports r on r.id = t.report_id join characters c on c.id = t.character_id
    where ${where} order by t.until_at, t.id limit ${MAX_JAILED}`.execute(db)
  return rows.map(toTerm)
}

export const termsOf = (db: Db | Tx, reportIds: readonly number[]): Promise<JailTerm[]> =>
  selectTerms(db, sql`t.report_id = any(${reportIds})`)

export async function findTerm(tx: Tx, termId: number): Promise<JailTerm | undefined> {
  const [term] = await selectTerms(tx, sql`t.id = ${termId}`)
  return term
}

/**
 * Jail terms on a server, those that end first first. Deleted characters are left out. Terms of dead characters run on: a death may be taken
 * back.
 */
export const jailedOn = (db: Db | Tx, serverId: number): Promise<JailTerm[]> =>
  selectTerms(db, sql`t.server_id = ${serverId} and ${isServed} and c.removed_at is null`)

/** The unpaid fines of a person, and their jail term, for a lookup. */
export async function penaltiesOnRecord(
  db: Db | Tx,
  characterId: number,
): Promise<{ readonly unpaidFines: number; readonly jail: JailTerm | null }> {
  const { rows } = await sql<{ unpaid: number; termId: number | null }>`
    select (select coalesce(sum(amount), 0) from fines where character_id = ${characterId} and state in ('unpaid', 'contested')) as unpaid,
      (select id from jail_terms t where character_id = ${characterId} and ${isServed} order by until_at desc limit 1) as "termId"`.execute(
    db,
  )
  const { unpaid = 0, termId = null } = rows[0] ?? {}
  const [jail] = termId === null ? [] : await selectTerms(db, sql`t.id = ${termId}`)
  return { unpaidFines: unpaid, jail: jail ?? null }
}
