import type { CurrentUser } from '@tenfour/contract'
import type { UserCache } from '../../platform/auth/current-user.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Realtime, RoomSource } from '../../platform/realtime/realtime.ts'

/** A user's own account, live. Its sequence number is the user's access version, which the database itself advances. */
export const userRoom = (db: Db, users: UserCache): RoomSource<'user'> => ({
  snapshot: async (_actor, { userId }) => {
    const loaded = await users.reload(userId)
    if (!loaded) throw new AppError('not_found', 'There is no such user')
    return { seq: loaded.version, state: loaded.user }
  },
  currentSeqs: async (params) => {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'access_version'])
      .where(
        'id',
        'in',
        params.map(({ userId }) => userId),
      )
      .execute()
    const byId = new Map(rows.map((row) => [row.id, Number(row.access_version)]))
    return params.map(({ userId }) => byId.get(userId) ?? 0)
  },
})

/** Sends what is different from what this node last knew of the user. */
export async function announceUser(
  userId: number,
  users: UserCache,
  realtime: Pick<Realtime, 'publishHere' | 'hasListenersHere'>,
): Promise<void> {
  if (!realtime.hasListenersHere(`user:${userId}`)) return
  const before = users.peek(userId)
  const after = await users.reload(userId)
  if (!after || before?.version === after.version) return
  realtime.publishHere('user', { userId }, after.version, 'user.changed', before ? changedFields(before.user, after.user) : after.user)
}

function changedFields(before: CurrentUser, after: CurrentUser): Partial<CurrentUser> {
  const differs = ([field, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof CurrentUser])
  return Object.fromEntries(Object.entries(after).filter(differs))
}
