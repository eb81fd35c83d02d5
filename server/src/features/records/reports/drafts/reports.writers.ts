import { REPORT_KINDS, UNIT_CLASS, type Capability, type RecordActor, type ReportColleague, type ReportKind } from '@tenfour/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { escapeLike } from '../../../../platform/database/like.ts'
import { AppError } from '../../../../platform/errors.ts'

type Written = { readonly kind: ReportKind; readonly writerId: number; readonly departmentId: number }

/** Refuses a writer who no longer belongs to the report's department, or whose department no longer is police or fire. Duty does not matter. */
export async function assertWriter(tx: Db | Tx, { kind, writerId, departmentId }: Written): Promise<void> {
  const type = REPORT_KINDS[kind].service === 'fire' ? 'Fire' : 'Leo'
  if (await belongsTo(tx, writerId, departmentId, type)) return
  throw new AppError('forbidden', 'You no longer belong to the department of this report')
}

/** Whether a member belongs to this department, and it is of this type. */
export async function belongsTo(tx: Db | Tx, userId: number, departmentId: number, type: 'Leo' | 'Fire'): Promise<boolean> {
  const { rows } = await sql`
    select from user_departments ud join departments d on d.id = ud.department_id
    where ud.user_id = ${userId} and ud.department_id = ${departmentId} and d.type = ${type}`.execute(tx)
  return rows.length > 0
}

const APPROVES: Capability = 'approveReports'

/** Whether anyone but the writer may approve their report. */
export async function hasApprover(tx: Db | Tx, { writerId, departmentId }: Omit<Written, 'kind'>): Promise<boolean> {
  const { rows } = await sql`
    select from user_departments ud join ranks r on r.id = ud.rank_id join users u on u.id = ud.user_id
    where ud.department_id = ${departmentId} and ud.user_id <> ${writerId} and ${APPROVES} = any(r.capabilities)
      and u.disabled_at is null and u.deleted_at is null limit 1`.execute(tx)
  return rows.length > 0
}

/** Officers with their call sign now, or on their last call. */
export async function findOfficers(db: Db | Tx, ids: readonly number[]): Promise<Map<number, RecordActor>> {
  const { rows } = await sql<RecordActor>`
    select m.id as "userId", m.name, coalesce(u.identifier, last.identifier, '') as identifier
    from users m left join units u on u.user_id = m.id and u.status <> 1
    left join lateral (select identifier from call_units c where c.user_id = m.id order by c.id desc limit 1) last on true
    where m.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map((officer) => [officer.userId, officer]))
}

const MAX_COLLEAGUES = 20

/** Members of police and fire by part of their name or the beginning of their call sign; those on duty on the caller's server come first. */
export async function findColleagues(db: Db, userId: number, q: string): Promise<z.infer<typeof ReportColleague>[]> {
  const typed = escapeLike(q)
  const { rows } = await sql<z.infer<typeof ReportColleague>>`
    select m.id as "userId", m.name, coalesce(u.identifier, '') as identifier, coalesce(on_duty.name, home.name) as department
    from users m
    join lateral (select d.name from user_departments ud join departments d on d.id = ud.department_id
      where ud.user_id = m.id and d.type in ('Leo', 'Fire') order by ud.is_primary desc, d.sort_order, d.id limit 1) home on true
    left join units u on u.user_id = m.id and u.status <> 1 and u.unit_class in (${UNIT_CLASS.Leo}, ${UNIT_CLASS.Fire})
    left join departments on_duty on on_duty.id = u.department_id
    left join units mine on mine.user_id = ${userId} and mine.status <> 1
    where m.id <> ${userId} and m.disabled_at is null and m.deleted_at is null
      and (m.name ilike ${`%${typed}%`} or u.identifier ilike ${`${typed}%`})
    order by coalesce(u.server_id = mine.server_id, false) desc, m.name, m.id limit ${MAX_COLLEAGUES}`.execute(db)
  return rows
}
