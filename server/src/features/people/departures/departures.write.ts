import { Permission, whyNotChange, type CurrentUser, type DepartureKind, type UserRecord } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { leavesEveryDepartment, replaceMemberships, replacePermissions, type AuthorizedTx } from '../users/users.port.ts'

/** Everything a member had when they left, with the names of that time. */
export const Had = z.object({
  departments: z.array(
    z.object({
      departmentId: z.int(),
      name: z.string(),
      rankId: z.int().nullable(),
      rankName: z.string().nullable(),
      isPrimary: z.boolean(),
    }),
  ),
  roles: z.array(z.object({ roleId: z.int(), name: z.string() })),
  permissions: z.array(Permission),
  isWhitelisted: z.boolean(),
  isWhitelistedDev: z.boolean(),
})
export type Had = z.infer<typeof Had>

const hadBy = (account: UserRecord): Had => ({
  departments: account.userDepartments.map(({ departmentId, department, rankId, rankName, isPrimary }) => ({
    departmentId,
    name: department.name,
    rankId,
    rankName,
    isPrimary,
  })),
  roles: account.roles.map(({ roleId, name }) => ({ roleId, name })),
  permissions: account.userPermissions,
  isWhitelisted: account.isWhitelisted,
  isWhitelistedDev: account.isWhitelistedDev,
})

/** Everything that letting a member go changes, for who may change it. */
export const changesOfLeaving = (account: UserRecord) => ({
  userId: account.userId,
  ranks: true,
  roles: account.roles,
  permissions: account.userPermissions,
})
export const whyNotLetGo = (own: CurrentUser, account: UserRecord): string[] =>
  own.userId === account.userId
    ? ["You can't let yourself go: leave in your account settings"]
    : whyNotChange(own, changesOfLeaving(account)).map(({ message }) => message)

type Leaving = { readonly kind: DepartureKind; readonly reason: string; readonly byId: number | null }

/**
 * Takes everything from an account, and keeps what it had. Triggers end its sessions, grants and whitelists; Discord roles that the portal gave
 * are taken after the commit. The account is locked by then.
 */
export async function depart(tx: AuthorizedTx, account: UserRecord, { kind, reason, byId }: Leaving): Promise<void> {
  const { userId } = account
  await tx
    .insertInto('departures')
    .values({ user_id: userId, kind, reason, by_id: byId, had: JSON.stringify(hadBy(account)) })
    .execute()
  await leavesEveryDepartment(tx)
  await replaceMemberships(tx, userId, [])
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  await replacePermissions(tx, userId, [])
  await sql`update users set disabled_at = coalesce(disabled_at, now()), is_whitelisted = false, is_whitelisted_dev = false
    where id = ${userId}`.execute(tx)
}

/** The departure of a member who is not back. */
export async function openDeparture(db: Db | Tx, userId: number): Promise<{ departureId: number; had: Had } | undefined> {
  const row = await db
    .selectFrom('departures')
    .select(['id', 'had'])
    .where('user_id', '=', userId)
    .where('returned_at', 'is', null)
    .executeTakeFirst()
  return row && { departureId: row.id, had: Had.parse(row.had) }
}

/** False if the member is back already. */
export async function closeDeparture(tx: Tx, departureId: number, returnedBy: number): Promise<boolean> {
  const closed = await tx
    .updateTable('departures')
    .set({ returned_at: sql<Date>`now()`, returned_by: returnedBy })
    .where('id', '=', departureId)
    .where('returned_at', 'is', null)
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}
