import type { AvatarColor, DepartmentMembership, Permission, UserRecord } from '@tenfour/contract'
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts'
import { assertMayJoin } from '../barred/barred.port.ts'
import { getAccount } from './users.account.ts'
import type { AuthorizedTx } from './users.authority.ts'
import { replaceMemberships, replacePermissions } from './users.memberships.ts'
import { explainAccountViolation } from './users.repo.ts'

type NewAccount = {
  readonly name: string
  readonly emailAddress: string
  /** Null for an account that signs in with Discord. */
  readonly passwordHash: string | null
  readonly steamId?: string | undefined
  readonly avatarColor?: AvatarColor | undefined
  readonly memberships: readonly DepartmentMembership[]
  readonly roleIds: readonly number[]
  readonly permissions: readonly Permission[]
}

/** The only way to create an account. */
export async function insertAccount(tx: AuthorizedTx, actor: AuditActor, account: NewAccount): Promise<UserRecord> {
  await assertMayJoin(tx, { email: account.emailAddress, steamId: account.steamId })
  const { id: userId } = await tx
    .insertInto('users')
    .values({
      name: account.name,
      email: account.emailAddress.trim(),
      password_hash: account.passwordHash,
      steam_id: account.steamId || null,
      ...(account.avatarColor === undefined ? {} : { avatar_color: account.avatarColor }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explainAccountViolation)
  if (account.roleIds.length > 0) {
    const granted_by = actor.userId ?? null
    await tx
      .insertInto('user_roles')
      .values(account.roleIds.map((role_id) => ({ user_id: userId, role_id, granted_by })))
      .execute()
  }
  await replaceMemberships(tx, userId, account.memberships).catch(explainAccountViolation)
  await replacePermissions(tx, userId, account.permissions)
  const created = await getAccount(tx, userId)
  await recordAudit(tx, actor, 'user.created', { subjectType: 'user', subjectId: userId, after: auditedFields(created) })
  return created
}

/** Audited fields of an account, by their display names. Contains no sign-in secrets. */
export const auditedFields = ({ name, emailAddress, steamId, avatarColor, userDepartments, roles, userPermissions }: UserRecord) => ({
  name,
  emailAddress,
  steamId,
  avatarColor,
  userDepartments: userDepartments.map(({ department, rankName, isPrimary }) => ({
    department: department.name,
    rank: rankName,
    isPrimary,
  })),
  roles: roles.map((role) => role.name),
  userPermissions,
})
