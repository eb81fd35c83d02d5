import {
  accessSubject,
  CurrentUser,
  groupsOutOfReach,
  isAllowed,
  levelOf,
  mayHandleUser,
  MESSAGES,
  type AccessRule,
  type UserRecord,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import { currentUserJson, loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { prepare } from '../../../platform/database/prepared.ts'
import { AppError } from '../../../platform/errors.ts'

type Row = { user: unknown; is_disabled: boolean; is_deleted: boolean; created_at: Date; last_seen_at: Date | null }

const readAnyUser = prepare<{ userId: number }, Row>(
  ($) => sql`
    select ${currentUserJson} as user, u.disabled_at is not null as is_disabled, u.deleted_at is not null as is_deleted,
      u.created_at, u.last_seen_at
    from users u where u.id = ${$('userId')}::integer and not u.is_simulated`,
)

/** An account in any state, including disabled and deleted. Who plays in a simulated game has none that anyone could manage. */
async function findAccount(db: Db | Tx, userId: number): Promise<UserRecord | undefined> {
  const [row] = await readAnyUser.run(db, { userId })
  return (
    row && {
      ...CurrentUser.parse(row.user),
      isDisabled: row.is_disabled,
      isDeleted: row.is_deleted,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    }
  )
}

export async function getAccount(db: Db | Tx, userId: number): Promise<UserRecord> {
  const account = await findAccount(db, userId)
  if (!account) throw noSuchUser()
  return account
}

/** Reads the actor's own account, or one that is not above it. */
export async function readAccount(db: Db | Tx, actor: Actor, userId: number): Promise<UserRecord> {
  const account = await getAccount(db, userId)
  if (!mayHandleUser(actor.user, account)) throw isAbove()
  return account
}

export type LockedAccount = {
  /** The actor's current rights, which may be fewer than when the request arrived. */
  readonly own: CurrentUser
  readonly account: UserRecord
}

/**
 * Locks an account for changes until the transaction ends. Also locks and rechecks the actor's own account: if two administrators revoke
 * each other's roles at the same time, the second is refused. To avoid deadlocks, accounts are locked after roles and departments, and in
 * id order.
 */
export async function lockAccount(tx: Tx, actor: Actor, userId: number, access: AccessRule): Promise<LockedAccount> {
  const { own, account } = await lockWithActor(tx, actor, userId)
  if (!isAllowed(access, accessSubject(own), { userId })) throw forbidden()
  if (!mayHandleUser(own, account)) throw isAbove()
  return { own, account }
}

/** The same without checking whether the actor may: for rights that come from a rank, whatever the roles. */
export async function lockWithActor(tx: Tx, actor: Actor, userId: number): Promise<LockedAccount> {
  const held = await tx
    .selectFrom('users')
    .select(['id', 'access_version'])
    .where('id', 'in', [actor.userId, userId])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (!held.some(({ id }) => id === userId)) throw noSuchUser()
  const isFresh = held.some(({ id, access_version }) => id === actor.userId && access_version === actor.user.version)
  const own = isFresh ? actor.user : (await loadCurrentUser(tx, actor.userId))?.user
  if (!own) throw forbidden()
  return { own, account: await getAccount(tx, userId) }
}

/** Locks several accounts until the transaction ends, in the order of their ids, so that no two transactions deadlock. */
export const lockUsers = (tx: Tx, userIds: readonly number[]) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...userIds])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

const forbidden = () => new AppError('forbidden', MESSAGES.forbidden)
const noSuchUser = () => new AppError('not_found', 'There is no such user')
const isAbove = () => new AppError('forbidden', "This account is above yours: you can't see or change it")

/**
 * The ids of the accounts above someone, by the contract's rule, for statements that read many accounts. It is a small set that is evaluated once
 * per statement. The roles are an array, so that an index finds their holders: with a join, every account with a role would be read.
 */
export const idsAbove = (own: Pick<CurrentUser, 'roles'>): RawBuilder<unknown> => sql`(
  select ur.user_id from user_roles ur where ur.role_id = any(array(
    select r.id from roles r join role_groups g on g.id = r.role_group_id
    where r.level > ${levelOf(own)} or g.name = any(${groupsOutOfReach(own)}::text[]))))`
