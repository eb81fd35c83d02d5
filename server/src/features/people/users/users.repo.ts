import { Role, type AvatarColor, type ThemeChoice } from '@tenfour/contract'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AuthorizedTx } from './users.authority.ts'

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

/** Returns whether the role was newly granted. */
export async function insertUserRole(tx: AuthorizedTx, userId: number, roleId: number, grantedBy: number | undefined): Promise<boolean> {
  const added = await tx
    .insertInto('user_roles')
    .values({ user_id: userId, role_id: roleId, granted_by: grantedBy ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(added.numInsertedOrUpdatedRows)
}

/** Locked until the transaction ends, so that a role's level can't change after the check. */
export async function lockRoles(tx: Tx, roleIds: readonly number[]): Promise<Role[]> {
  if (roleIds.length === 0) return []
  const rows = await tx
    .selectFrom('roles as r')
    .innerJoin('role_groups as g', 'g.id', 'r.role_group_id')
    .select(['r.id as roleId', 'r.name', 'r.level', 'r.signs_warrants as signsWarrants', 'g.id as roleGroupId', 'g.name as group'])
    .where('r.id', 'in', roleIds)
    .orderBy('r.id')
    .forShare('r')
    .execute()
  return rows.map(({ roleId, name, level, signsWarrants, roleGroupId, group }) =>
    Role.parse({ roleId, name, level, signsWarrants, roleGroup: { roleGroupId, name: group } }),
  )
}

type ProfileChange = {
  readonly name: string
  readonly emailAddress: string
  readonly steamId: string
  readonly avatarColor?: AvatarColor | undefined
  readonly passwordHash?: string | undefined
}

export async function updateProfile(tx: AuthorizedTx, userId: number, change: ProfileChange): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      name: change.name,
      email: change.emailAddress,
      steam_id: change.steamId || null,
      ...(change.avatarColor === undefined ? {} : { avatar_color: change.avatarColor }),
      ...(change.passwordHash === undefined ? {} : { password_hash: change.passwordHash }),
    })
    .where('id', '=', userId)
    .execute()
}

export const saveTheme = (db: Db, userId: number, theme: ThemeChoice) =>
  db.updateTable('users').set({ theme }).where('id', '=', userId).where('theme', '<>', theme).execute()

export async function setState(tx: AuthorizedTx, userId: number, column: 'disabled_at' | 'deleted_at', isOn: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ [column]: isOn ? new Date() : null })
    .where('id', '=', userId)
    .execute()
}

/** Whether the member has left or was let go, and is not back. */
export const isAway = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.selectFrom('departures').select('id').where('user_id', '=', userId).where('returned_at', 'is', null).executeTakeFirst()) !==
  undefined

/** Null for an account without a password. */
export const passwordHashOf = async (db: Db | Tx, userId: number): Promise<string | null | undefined> =>
  (await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst())?.password_hash

/** Until when a session counts as confirmed by Discord: it was opened there just now, or confirmed since. Null if it is not confirmed. */
export async function confirmedUntil(db: Db | Tx, sessionId: number): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(at) + make_interval(mins => ${CONFIRMED_MINUTES}) as until from (
      select greatest(confirmed_at, case when kind = 'discord' then created_at end) as at from sessions
      where id = ${sessionId} and revoked_at is null) as confirmed
    where at > now() - make_interval(mins => ${CONFIRMED_MINUTES})`.execute(db)
  return rows[0]?.until ?? null
}
const CONFIRMED_MINUTES = 10

export const confirmSession = (tx: Tx, sessionId: number) =>
  tx
    .updateTable('sessions')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()

export const charactersOf = async (db: Db, userId: number) => {
  const rows = await db.selectFrom('characters').select(['name', 'last_used_at']).where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(({ name, last_used_at }) => ({ name, lastUsedAt: last_used_at?.toISOString() ?? null }))
}

/** Raised by the database whenever the last Root would be removed. */
const LAST_ROOT = 'TF001'

/** Translates constraint violations on accounts; rethrows anything else. */
export function explainAccountViolation(error: unknown): never {
  if (violates(error, 'users_email_key')) {
    throw new AppError('conflict', 'This email address already has an account', 'emailAddress')
  }
  if (violates(error, 'users_steam_id_key')) {
    throw new AppError('conflict', 'Another account already has this Steam hex', 'steamId')
  }
  if (violates(error, 'user_departments_one_primary')) {
    throw new AppError('conflict', 'Only one department can be the primary one', 'userDepartments')
  }
  if (error instanceof pg.DatabaseError && error.code === LAST_ROOT) {
    throw new AppError('conflict', 'This is the last Root account: give someone else the Root role first')
  }
  throw error
}
