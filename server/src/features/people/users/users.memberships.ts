import type { DepartmentMembership } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AuthorizedTx } from './users.authority.ts'

/**
 * Refuses unknown or retired entries and ranks of other departments. Locks the others against being retired until the transaction ends.
 * Memberships in a retired department stay, so those that `userId` has are accepted.
 */
export async function assertMemberships(tx: Tx, memberships: readonly DepartmentMembership[], userId?: number): Promise<void> {
  if (memberships.length === 0) return
  const held = await departmentsOf(tx, userId)
  const departments = await tx
    .selectFrom('departments')
    .select(['id', 'name', 'retired_at'])
    .where(
      'id',
      'in',
      memberships.map(({ departmentId }) => departmentId),
    )
    .orderBy('id')
    .forShare()
    .execute()
  const rankIds = memberships.flatMap(({ rankId }) => (rankId === null ? [] : [rankId]))
  const ranks =
    rankIds.length === 0
      ? []
      : await tx
          .selectFrom('ranks')
          .select(['id', 'name', 'department_id', 'retired_at'])
          .where('id', 'in', rankIds)
          .orderBy('id')
          .forShare()
          .execute()
  memberships.forEach(({ departmentId, rankId }, index) => {
    const refuse = (field: string, message: string) => new AppError('invalid_input', message, `userDepartments.${index}.${field}`)
    const department = departments.find(({ id }) => id === departmentId)
    if (!department) throw refuse('departmentId', 'There is no such department')
    if (department.retired_at && !held.includes(departmentId)) throw refuse('departmentId', `${department.name} is retired`)
    if (rankId === null) return
    const rank = ranks.find(({ id }) => id === rankId)
    if (!rank || rank.department_id !== departmentId) throw refuse('rankId', `There is no such rank in ${department.name}`)
    if (rank.retired_at) throw refuse('rankId', `The rank ${rank.name} is retired`)
  })
}

async function departmentsOf(tx: Tx, userId: number | undefined): Promise<number[]> {
  if (userId === undefined) return []
  const rows = await tx.selectFrom('user_departments').select('department_id').where('user_id', '=', userId).execute()
  return rows.map(({ department_id }) => department_id)
}

/** Sets the author of rank history entries written in this transaction. */
export async function nameRankAuthor(tx: Tx, authorId: number): Promise<void> {
  await sql`select set_config('portal.rank_author', ${String(authorId)}, true)`.execute(tx)
}

/** Makes the memberships exactly these; unchanged rows are not written. */
export async function replaceMemberships(tx: AuthorizedTx, userId: number, memberships: readonly DepartmentMembership[]): Promise<void> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(memberships)}::jsonb)
    as wanted ("departmentId" integer, "rankId" integer, "isPrimary" boolean)`
  await sql`delete from user_departments where user_id = ${userId}
    and department_id not in (select "departmentId" from ${wanted})`.execute(tx)
  // Only one primary at a time: unset the old one before setting the new one.
  await sql`update user_departments ud set is_primary = false from ${wanted}
    where ud.user_id = ${userId} and ud.department_id = wanted."departmentId" and ud.is_primary and not wanted."isPrimary"`.execute(tx)
  await sql`insert into user_departments (user_id, department_id, rank_id, is_primary)
    select ${userId}, "departmentId", "rankId", "isPrimary" from ${wanted}
    on conflict (user_id, department_id) do update set rank_id = excluded.rank_id, is_primary = excluded.is_primary
    where (user_departments.rank_id, user_departments.is_primary) is distinct from (excluded.rank_id, excluded.is_primary)`.execute(tx)
}

/**
 * Lets the memberships of a department that Discord leads follow it: `present` are members with this rank, and `gone` are no longer members. Members
 * who lose their primary department get the first of their others.
 */
export async function followMemberships(
  tx: AuthorizedTx,
  departmentId: number,
  {
    present,
    gone,
  }: { readonly present: readonly { readonly userId: number; readonly rankId: number | null }[]; readonly gone: readonly number[] },
): Promise<void> {
  await sql`select set_config('portal.follows_discord', ${String(departmentId)}, true), set_config('portal.rank_author', '', true),
    set_config('portal.rank_reason', 'Follows a role in Discord', true)`.execute(tx)
  await sql`delete from user_departments where department_id = ${departmentId} and user_id = any(${[...gone]}::integer[])`.execute(tx)
  await sql`insert into user_departments as held (user_id, department_id, rank_id, is_primary)
    select x."userId", ${departmentId}, x."rankId", not exists (select from user_departments p where p.user_id = x."userId" and p.is_primary)
    from jsonb_to_recordset(${JSON.stringify(present)}::jsonb) as x ("userId" integer, "rankId" integer) order by x."userId"
    on conflict (user_id, department_id) do update set rank_id = excluded.rank_id where held.rank_id is distinct from excluded.rank_id`.execute(
    tx,
  )
  await sql`update user_departments ud set is_primary = true
    from (select distinct on (o.user_id) o.user_id, o.department_id from user_departments o join departments d on d.id = o.department_id
      where o.user_id = any(${[...gone]}::integer[])
        and not exists (select from user_departments p where p.user_id = o.user_id and p.is_primary)
      order by o.user_id, d.sort_order, d.id) as first
    where ud.user_id = first.user_id and ud.department_id = first.department_id`.execute(tx)
  await sql`select set_config('portal.follows_discord', '', true), set_config('portal.rank_reason', '', true)`.execute(tx)
}

/** For members who leave the community: until the transaction ends, they may leave departments that Discord leads. */
export const leavesEveryDepartment = (tx: AuthorizedTx) => sql`select set_config('portal.follows_discord', 'leaving', true)`.execute(tx)

export async function replacePermissions(tx: AuthorizedTx, userId: number, permissions: readonly string[]): Promise<void> {
  await sql`delete from user_permissions where user_id = ${userId} and permission <> all(${[...permissions]}::text[])`.execute(tx)
  await sql`insert into user_permissions (user_id, permission) select ${userId}, unnest(${[...permissions]}::text[])
    on conflict do nothing`.execute(tx)
}
