import { RoleInUse, type RoleInput } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { AuthorizedTx } from '../users/users.port.ts'

const columns = sql`r.id as "roleId", r.name, r.level, json_build_object('roleGroupId', g.id, 'name', g.name) as "roleGroup",
  r.signs_warrants as "signsWarrants"`

/** Highest first, with the number of accounts that hold each, including deleted ones: those could be restored. */
export async function rolesInUse(db: Db | Tx, highestLevel: number): Promise<RoleInUse[]> {
  const { rows } = await sql`
    select ${columns}, r.version, (select count(*) from user_roles ur where ur.role_id = r.id) as "userCount"
    from roles r join role_groups g on g.id = r.role_group_id
    where r.level <= ${highestLevel} order by r.level desc, r.id`.execute(db)
  return z.array(RoleInUse).parse(rows)
}

export async function roleInUse(db: Db | Tx, roleId: number): Promise<RoleInUse> {
  const { rows } = await sql`
    select ${columns}, r.version, (select count(*) from user_roles ur where ur.role_id = r.id) as "userCount"
    from roles r join role_groups g on g.id = r.role_group_id where r.id = ${roleId}`.execute(db)
  return RoleInUse.parse(rows[0])
}

const groupId = ({ roleGroup }: RoleInput) => sql<number>`(select id from role_groups where name = ${roleGroup})`

export async function insertRole(tx: Tx, input: RoleInput): Promise<number> {
  const { id } = await tx
    .insertInto('roles')
    .values({ name: input.name, level: input.level, role_group_id: groupId(input), signs_warrants: input.signsWarrants ?? false })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the role only at `version`; false means it was changed concurrently. */
export async function updateRole(tx: Tx, roleId: number, version: number, input: RoleInput): Promise<boolean> {
  const changed = await tx
    .updateTable('roles')
    .set((eb) => ({
      name: input.name,
      level: input.level,
      role_group_id: groupId(input),
      version: eb('version', '+', 1),
      ...(input.signsWarrants === undefined ? {} : { signs_warrants: input.signsWarrants }),
    }))
    .where('id', '=', roleId)
    .where('version', '=', version)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Locks and returns the role; undefined if there is none. */
export const lockRole = (tx: Tx, roleId: number) =>
  tx.selectFrom('roles').select('id').where('id', '=', roleId).forUpdate().executeTakeFirst()

export const deleteRole = (tx: Tx, roleId: number) => tx.deleteFrom('roles').where('id', '=', roleId).execute()

/** Returns whether the user held the role. */
export async function deleteUserRole(tx: AuthorizedTx, userId: number, roleId: number): Promise<boolean> {
  const removed = await tx.deleteFrom('user_roles').where('user_id', '=', userId).where('role_id', '=', roleId).executeTakeFirst()
  return removed.numDeletedRows > 0n
}
