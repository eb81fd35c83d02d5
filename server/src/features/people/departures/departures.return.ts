import { isSteamHex, managesDepartures, mayHandleUser, type DepartmentMembership, type Role, type UserRecord } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { assertAccountMayJoin } from '../barred/barred.port.ts'
import {
  insertUserRole,
  lockAccount,
  lockRoles,
  replaceMemberships,
  replacePermissions,
  type Authorize,
  type LockedAccount,
} from '../users/users.port.ts'
import { closeDeparture, openDeparture, type Had } from './departures.write.ts'

type Away = LockedAccount & {
  readonly departureId: number
  readonly had: Had
  readonly roles: readonly Role[]
  readonly departments: Departments
}
type Departments = ReadonlyMap<number, { readonly retired_at: Date | null; readonly ranks: ReadonlySet<number> }>

const notAway = () => new AppError('conflict', 'This member has not left, or is back already')

/** Locks roles, departments and a former member until the transaction ends, in this order. Refuses members who had a role above the actor's. */
export async function lockFormerMember(tx: Tx, actor: Actor, userId: number): Promise<Away> {
  const before = await openDeparture(tx, userId)
  const roles = await lockRoles(tx, before?.had.roles.map(({ roleId }) => roleId) ?? [])
  const departments = await lockDepartments(tx, before?.had.departments ?? [])
  const locked = await lockAccount(tx, actor, userId, managesDepartures)
  const departure = await openDeparture(tx, userId)
  if (!before || departure?.departureId !== before.departureId) throw notAway()
  if (!mayHandleUser(locked.own, { userId, roles })) {
    throw new AppError('forbidden', 'This member had a role above yours: ask someone with that role')
  }
  return { ...locked, ...departure, roles, departments }
}

/** Gives a former member back everything they had, except parts that the actor may not give now or that no longer exist. Returns these, with the reason. */
export async function giveBack(tx: Tx, actor: Actor, authorize: Authorize, away: Away): Promise<string[]> {
  const { own, account, had, roles, departments, departureId } = away
  const { userId } = account
  const giver = { actor, own }
  const skipped: string[] = []
  await assertAccountMayJoin(tx, userId)
  if (!(await closeDeparture(tx, departureId, actor.userId))) throw notAway()
  // The account has nothing yet, so that this alone gives nothing but access.
  await authorize(tx, giver, {
    changes: [{ userId, signIn: { account, act: 'reinstate them' } }],
    write: (allowed) => allowed.updateTable('users').set({ disabled_at: null, deleted_at: null }).where('id', '=', userId).execute(),
  })

  for (const { roleId, name } of had.roles) {
    const role = roles.find((each) => each.roleId === roleId)
    const why = role
      ? await whyNot(tx, () =>
          authorize(tx, giver, {
            changes: [{ userId, roles: [role] }],
            write: (allowed) => insertUserRole(allowed, userId, roleId, actor.userId),
          }),
        )
      : 'it no longer exists'
    if (why !== null) skipped.push(`The role ${name}: ${why}`)
  }

  const permissions = [...account.userPermissions]
  for (const permission of had.permissions) {
    const why = await whyNot(tx, () =>
      authorize(tx, giver, {
        changes: [{ userId, permissions: [permission] }],
        write: (allowed) => replacePermissions(allowed, userId, [...permissions, permission]),
      }),
    )
    if (why === null) permissions.push(permission)
    else skipped.push(`The permission ${permission}: ${why}`)
  }

  const memberships: DepartmentMembership[] = account.userDepartments.map(({ departmentId, rankId, isPrimary }) => ({
    departmentId,
    rankId,
    isPrimary,
  }))
  const give = async (membership: DepartmentMembership) => {
    const why = await whyNot(tx, () =>
      authorize(tx, giver, {
        changes: [{ userId, ranks: true }],
        write: (allowed) => replaceMemberships(allowed, userId, [...memberships, membership]),
      }),
    )
    if (why === null) memberships.push(membership)
    return why
  }
  for (const { departmentId, name, rankId, rankName, isPrimary: wasPrimary } of had.departments) {
    if (memberships.some((each) => each.departmentId === departmentId)) continue
    const isPrimary = wasPrimary && !memberships.some((each) => each.isPrimary)
    const department = departments.get(departmentId)
    const isRankKept = rankId === null || department?.ranks.has(rankId) === true
    if (!department || department.retired_at !== null) {
      skipped.push(`The department ${name}: it is retired`)
      continue
    }
    const why = isRankKept ? await give({ departmentId, rankId, isPrimary }) : 'it is retired'
    if (why === null) continue
    const whyAtAll = rankId === null ? why : await give({ departmentId, rankId: null, isPrimary })
    skipped.push(whyAtAll === null ? `The rank ${rankName} in ${name}: ${why}` : `The department ${name}: ${whyAtAll}`)
  }

  if (had.isWhitelisted || had.isWhitelistedDev) skipped.push(...(await giveWhitelists(tx, account, had)))
  return skipped
}

/** Why a part may not be given; null once it is. A part that is refused leaves nothing behind. */
async function whyNot(tx: Tx, give: () => Promise<unknown>): Promise<string | null> {
  await sql`savepoint given_back`.execute(tx)
  const refusal = await give().then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error.message
      throw error
    },
  )
  if (refusal !== null) await sql`rollback to savepoint given_back`.execute(tx)
  await sql`release savepoint given_back`.execute(tx)
  return refusal
}

/** Locks the department and the rank against being retired until the transaction ends. */
async function lockDepartments(tx: Tx, had: Had['departments']): Promise<Departments> {
  const ids = had.map(({ departmentId }) => departmentId)
  if (ids.length === 0) return new Map()
  const departments = await tx
    .selectFrom('departments')
    .select(['id', 'retired_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()
  const rankIds = had.flatMap(({ rankId }) => rankId ?? [])
  const ranks =
    rankIds.length === 0
      ? []
      : await tx
          .selectFrom('ranks')
          .select(['id', 'department_id'])
          .where('id', 'in', rankIds)
          .where('retired_at', 'is', null)
          .orderBy('id')
          .forShare()
          .execute()
  return new Map(
    departments.map(({ id, retired_at }) => [
      id,
      { retired_at, ranks: new Set(ranks.filter(({ department_id }) => department_id === id).map((rank) => rank.id)) },
    ]),
  )
}

/** Everyone who may reinstate members may also whitelist them. */
async function giveWhitelists(tx: Tx, { userId, steamId }: UserRecord, had: Had): Promise<string[]> {
  if (!isSteamHex(steamId ?? '')) return ['The whitelist: they have no valid Steam hex']
  await tx
    .updateTable('users')
    .set({ is_whitelisted: had.isWhitelisted, is_whitelisted_dev: had.isWhitelistedDev })
    .where('id', '=', userId)
    .execute()
  return []
}
