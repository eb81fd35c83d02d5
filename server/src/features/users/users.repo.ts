import type { Permission } from '@tenfour/contract'
import type { Db, Tx } from '../../platform/database/database.ts'

export const countUsers = async (db: Db | Tx): Promise<number> => {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const findCredentials = (db: Db | Tx, emailAddress: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash', 'disabled_at', 'deleted_at'])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', emailAddress.trim().toLowerCase()))
    .executeTakeFirst()

export type NewUser = {
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  readonly steamId?: string | undefined
  readonly roles?: readonly string[]
  readonly departments?: readonly { readonly name: string; readonly rank?: string | undefined; readonly isPrimary: boolean }[]
  readonly permissions?: readonly Permission[]
}

export async function insertUser(tx: Tx, user: NewUser): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({ name: user.name, email: user.email.trim(), password_hash: user.passwordHash, steam_id: user.steamId ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const permission of user.permissions ?? []) await tx.insertInto('user_permissions').values({ user_id: id, permission }).execute()
  return id
}

export const findRole = (db: Db | Tx, name: string) =>
  db
    .selectFrom('roles')
    .select(['id', 'name', 'level'])
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst()

export const findDepartment = (db: Db | Tx, name: string) =>
  db
    .selectFrom('departments')
    .select(['id', 'name'])
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    .where('retired_at', 'is', null)
    .executeTakeFirst()

export const findRank = (db: Db | Tx, departmentId: number, name: string) =>
  db
    .selectFrom('ranks')
    .select(['id', 'name'])
    .where('department_id', '=', departmentId)
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    .where('retired_at', 'is', null)
    .executeTakeFirst()
