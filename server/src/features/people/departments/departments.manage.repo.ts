import { ManagedDepartment, type Capability, type DepartmentInput, type RankInput } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'

// Deleted accounts don't count as members; disabled ones may be enabled again and do.
const membersOf = sql`select count(*) from user_departments ud join users u on u.id = ud.user_id and u.deleted_at is null`

/** All departments with their ranks and member counts, in one statement. */
export async function managedDepartments(db: Db | Tx, departmentId?: number): Promise<ManagedDepartment[]> {
  const { rows } = await sql<{ department: unknown }>`
    select json_build_object(
      'departmentId', d.id, 'name', d.name, 'fullName', d.full_name, 'type', d.type, 'isCadEnabled', d.is_cad_enabled,
      'callSignTemplate', d.call_sign_template,
      'memberCount', (${membersOf} where ud.department_id = d.id), 'isRetired', d.retired_at is not null, 'version', d.version,
      'ranks', coalesce((
        select json_agg(json_build_object('rankId', r.id, 'rankName', r.name, 'isReserve', r.is_reserve, 'capabilities', r.capabilities,
          'memberCount', (${membersOf} where ud.rank_id = r.id), 'isRetired', r.retired_at is not null, 'version', r.version)
          order by r.sort_order, r.id)
        from ranks r where r.department_id = d.id), '[]')
    ) as department
    from departments d where ${departmentId ?? null}::integer is null or d.id = ${departmentId ?? null}
    order by d.sort_order, d.id`.execute(db)
  return z.array(ManagedDepartment).parse(rows.map((row) => row.department))
}

const departmentColumns = ['id', 'name', 'full_name', 'type', 'is_cad_enabled', 'call_sign_template', 'retired_at', 'version'] as const
const rankColumns = ['id', 'department_id', 'name', 'is_reserve', 'capabilities', 'retired_at', 'version'] as const

/** Locked until the transaction ends. `retire` also waits for members being added, and blocks new ones. */
export const lockDepartment = (tx: Tx, departmentId: number, purpose: 'change' | 'retire') =>
  tx
    .selectFrom('departments')
    .select(departmentColumns)
    .where('id', '=', departmentId)
    .$if(purpose === 'change', (query) => query.forNoKeyUpdate())
    .$if(purpose === 'retire', (query) => query.forUpdate())
    .executeTakeFirst()

export const lockRank = (tx: Tx, rankId: number, purpose: 'change' | 'retire') =>
  tx
    .selectFrom('ranks')
    .select(rankColumns)
    .where('id', '=', rankId)
    .$if(purpose === 'change', (query) => query.forNoKeyUpdate())
    .$if(purpose === 'retire', (query) => query.forUpdate())
    .executeTakeFirst()

export async function insertDepartment(tx: Tx, input: DepartmentInput): Promise<number> {
  const { id } = await tx
    .insertInto('departments')
    .values({
      ...departmentRow(input),
      // The default until quotas are set: members of the other types work outside of the game.
      needs_presence: input.type !== 'Comms' && input.type !== 'Other',
      sort_order: sql`(select coalesce(max(sort_order), 0) + 10 from departments)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const departmentRow = ({ name, fullName, type, isCadEnabled, callSignTemplate }: DepartmentInput) => ({
  name,
  full_name: fullName,
  type,
  is_cad_enabled: isCadEnabled,
  call_sign_template: callSignTemplate,
})

export const updateDepartment = (tx: Tx, departmentId: number, input: DepartmentInput) =>
  tx
    .updateTable('departments')
    .set((eb) => ({ ...departmentRow(input), version: eb('version', '+', 1) }))
    .where('id', '=', departmentId)
    .execute()

export const setRetired = (tx: Tx, table: 'departments' | 'ranks', id: number, isRetired: boolean) =>
  tx
    .updateTable(table)
    .set((eb) => ({ retired_at: isRetired ? new Date() : null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export async function insertRank(tx: Tx, departmentId: number, { rankName, isReserve, capabilities = [] }: RankInput): Promise<number> {
  const { id } = await tx
    .insertInto('ranks')
    .values({
      department_id: departmentId,
      name: rankName,
      is_reserve: isReserve,
      capabilities,
      sort_order: sql`(select coalesce(max(sort_order), 0) + 10 from ranks where department_id = ${departmentId})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateRank = (tx: Tx, rankId: number, { rankName, isReserve, capabilities }: RankInput) =>
  tx
    .updateTable('ranks')
    .set((eb) => ({
      name: rankName,
      is_reserve: isReserve,
      ...(capabilities && { capabilities }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', rankId)
    .execute()

export const setCapabilities = (tx: Tx, rankId: number, capabilities: Capability[]) =>
  tx
    .updateTable('ranks')
    .set((eb) => ({ capabilities, version: eb('version', '+', 1) }))
    .where('id', '=', rankId)
    .execute()

/** Sorts rows as listed; the ones left out keep their order and come last. */
export const setOrder = (tx: Tx, table: 'departments' | 'ranks', ids: readonly number[], left: readonly number[]) =>
  sql`update ${sql.table(table)} t set sort_order = place.nth * 10
    from unnest(${[...ids, ...left]}::integer[]) with ordinality as place (id, nth)
    where t.id = place.id and t.sort_order is distinct from place.nth * 10`.execute(tx)

/** Serializes concurrent reordering. */
export const lockDepartments = (tx: Tx) => tx.selectFrom('departments').select('id').orderBy('id').forNoKeyUpdate().execute()

export const departmentOrder = (tx: Tx) =>
  tx.selectFrom('departments').select(['id', 'name', 'retired_at']).orderBy('sort_order').orderBy('id').execute()

export const rankOrder = (tx: Tx, departmentId: number) =>
  tx
    .selectFrom('ranks')
    .select(['id', 'name', 'retired_at'])
    .where('department_id', '=', departmentId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()

/** Number of accounts, not counting deleted ones. */
export async function countMembers(tx: Tx, column: 'department_id' | 'rank_id', id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`${membersOf} where ${sql.ref(`ud.${column}`)} = ${id}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Takes a retired rank from deleted accounts, so that one that is restored doesn't return with it. */
export async function leaveRetiredRank(tx: Tx, rankId: number): Promise<void> {
  await sql`select set_config('portal.rank_reason', 'The rank was retired', true)`.execute(tx)
  await tx.updateTable('user_departments').set({ rank_id: null }).where('rank_id', '=', rankId).execute()
}
