import { PatrolRules } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** Rules of the departments in use, or of these among them, in their order. */
export async function patrolRules(db: Db | Tx, departmentIds: readonly number[] | null): Promise<PatrolRules[]> {
  const { rows } = await sql<{ rules: unknown }>`
    select json_build_object('departmentId', d.id, 'departmentName', d.name, 'needsPresence', d.needs_presence, 'version', d.version,
      'minutes', (select minutes from patrol_quotas where department_id = d.id and rank_id is null),
      'ranks', coalesce((
        select json_agg(json_build_object('rankId', r.id, 'rankName', r.name, 'minutes', q.minutes) order by r.sort_order, r.id)
        from ranks r left join patrol_quotas q on q.department_id = d.id and q.rank_id = r.id
        where r.department_id = d.id and r.retired_at is null), '[]')) as rules
    from departments d
    where d.retired_at is null and (${departmentIds}::integer[] is null or d.id = any(${departmentIds}::integer[]))
    order by d.sort_order, d.id`.execute(db)
  return z.array(PatrolRules).parse(rows.map(({ rules }) => rules))
}

/** Locks the department until the transaction ends. */
export const lockDepartment = (tx: Tx, departmentId: number) =>
  tx
    .selectFrom('departments')
    .select(['id', 'version'])
    .where('id', '=', departmentId)
    .where('retired_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const setNeedsPresence = (tx: Tx, departmentId: number, needsPresence: boolean) =>
  tx
    .updateTable('departments')
    .set((eb) => ({ needs_presence: needsPresence, version: eb('version', '+', 1) }))
    .where('id', '=', departmentId)
    .execute()

type Quota = { readonly rankId: number | null; readonly minutes: number }

export async function replaceQuotas(tx: Tx, departmentId: number, quotas: readonly Quota[]): Promise<void> {
  await tx.deleteFrom('patrol_quotas').where('department_id', '=', departmentId).execute()
  if (quotas.length === 0) return
  await tx
    .insertInto('patrol_quotas')
    .values(quotas.map(({ rankId, minutes }) => ({ department_id: departmentId, rank_id: rankId, minutes })))
    .execute()
}
