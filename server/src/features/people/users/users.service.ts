import type { Permission } from '@tenfour/contract'
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts'
import { hashPassword } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { assertAccountMayJoin, tellStaffWhy } from '../barred/barred.port.ts'
import { authorizedWithoutAsking } from './users.authority.ts'
import { insertAccount } from './users.create.ts'
import * as repo from './users.repo.ts'

type CreateUser = {
  readonly name: string
  readonly emailAddress: string
  readonly password: string
  readonly steamId?: string | undefined
  readonly roles?: readonly string[]
  readonly departments?: readonly { readonly name: string; readonly rank?: string | undefined; readonly isPrimary: boolean }[]
  readonly permissions?: readonly Permission[]
}

/** Creates an account with memberships and roles given by name. Used by setup, the CLI and the demo. */
export async function createUser(tx: Tx, actor: AuditActor, input: CreateUser): Promise<number> {
  const roleIds: number[] = []
  for (const name of input.roles ?? []) {
    const role = await repo.findRole(tx, name)
    if (!role) throw new AppError('invalid_input', `There is no role ${name}`, 'roles')
    roleIds.push(role.id)
  }
  const memberships = []
  for (const { name, rank, isPrimary } of input.departments ?? []) {
    const department = await repo.findDepartment(tx, name)
    if (!department) throw new AppError('invalid_input', `There is no department ${name}`, 'departments')
    const found = rank === undefined ? undefined : await repo.findRank(tx, department.id, rank)
    if (rank !== undefined && !found) throw new AppError('invalid_input', `There is no rank ${rank} in ${department.name}`, 'departments')
    memberships.push({ departmentId: department.id, rankId: found?.id ?? null, isPrimary })
  }
  const { userId } = await insertAccount(authorizedWithoutAsking(tx), actor, {
    name: input.name,
    emailAddress: input.emailAddress,
    passwordHash: await hashPassword(input.password),
    steamId: input.steamId,
    memberships,
    roleIds: [...new Set(roleIds)],
    permissions: input.permissions ?? [],
  })
  return userId
}

/** Setting the password ends every session of the user, by a database trigger. */
export async function resetPassword(db: Db, actor: AuditActor, emailAddress: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    const userId = await changeByEmail(tx, emailAddress, { password_hash: passwordHash })
    await recordAudit(tx, actor, 'user.password-reset', { subjectType: 'user', subjectId: userId })
  })
}

export async function setDisabled(db: Db, actor: AuditActor, emailAddress: string, isDisabled: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const userId = await changeByEmail(tx, emailAddress, { disabled_at: isDisabled ? new Date() : null }).catch(
      repo.explainAccountViolation,
    )
    if (!isDisabled) await assertAccountMayJoin(tx, userId).catch(tellStaffWhy)
    await recordAudit(tx, actor, isDisabled ? 'user.disabled' : 'user.enabled', { subjectType: 'user', subjectId: userId })
  })
}

export async function addRole(db: Db, actor: AuditActor, emailAddress: string, roleName: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await repo.findCredentials(tx, emailAddress)
    if (!user) throw unknownAccount(emailAddress)
    const role = await repo.findRole(tx, roleName)
    if (!role) throw new AppError('invalid_input', `There is no role ${roleName}`, 'role')
    if (!(await repo.insertUserRole(authorizedWithoutAsking(tx), user.id, role.id, actor.userId))) return
    await recordAudit(tx, actor, 'user.role-added', { subjectType: 'user', subjectId: user.id, after: { role: role.name } })
  })
}

async function changeByEmail(tx: Tx, emailAddress: string, change: { password_hash?: string; disabled_at?: Date | null }): Promise<number> {
  const changed = await tx
    .updateTable('users')
    .set(change)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', emailAddress.trim().toLowerCase()))
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw unknownAccount(emailAddress)
  return changed.id
}

const unknownAccount = (emailAddress: string) =>
  new AppError('not_found', `No account has the email address ${emailAddress}`, 'emailAddress')
