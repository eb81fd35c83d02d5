import { UNIT_CLASS, type RecordActor, type ResponseOf, type listWarrantServers } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { escapeLike } from '../../../../platform/database/like.ts'

type Servers = Omit<ResponseOf<typeof listWarrantServers>, 'days'>
type Department = Servers['departments'][number]
const MAX_MEMBERS = 20

const isPolice = sql`d.type = 'Leo' and d.retired_at is null`
const isPresent = sql`m.disabled_at is null and m.deleted_at is null`
const unitOf = sql`units u on u.user_id = m.id and u.status <> 1 and u.unit_class = ${UNIT_CLASS.Leo}`

export async function findPoliceDepartments(tx: Db | Tx, ids: readonly number[]): Promise<Department[]> {
  const { rows } = await sql<Department>`
    select d.id as "departmentId", d.name from departments d
    where d.id = any(${ids}::int[]) and ${isPolice} order by d.sort_order, d.id`.execute(tx)
  return rows
}

/** Which of the members belong to police, with the call sign they have on duty. */
export async function findPoliceMembers(tx: Db | Tx, ids: readonly number[]): Promise<RecordActor[]> {
  const { rows } = await sql<RecordActor>`
    select m.id as "userId", m.name, coalesce(u.identifier, '') as identifier from users m left join ${unitOf}
    where m.id = any(${ids}::int[]) and ${isPresent} and exists (select from user_departments ud join departments d on d.id = ud.department_id
      where ud.user_id = m.id and ${isPolice}) order by m.id`.execute(tx)
  return rows
}

/** Police departments, and members found by part of their name or the beginning of their call sign. */
export async function listPolice(db: Db, q: string): Promise<Servers> {
  const typed = escapeLike(q)
  const { rows: departments } = await sql<Department>`
    select d.id as "departmentId", d.name from departments d where ${isPolice} order by d.sort_order, d.id`.execute(db)
  const { rows: members } = await sql<Servers['members'][number]>`
    select m.id as "userId", m.name, coalesce(u.identifier, '') as identifier, coalesce(on_duty.name, home.name) as department
    from users m
    join lateral (select d.name from user_departments ud join departments d on d.id = ud.department_id
      where ud.user_id = m.id and ${isPolice} order by ud.is_primary desc, d.sort_order, d.id limit 1) home on true
    left join ${unitOf} left join departments on_duty on on_duty.id = u.department_id
    where ${isPresent} and (m.name ilike ${`%${typed}%`} or u.identifier ilike ${`${typed}%`})
    order by u.user_id is null, m.name, m.id limit ${MAX_MEMBERS}`.execute(db)
  return { departments, members }
}
