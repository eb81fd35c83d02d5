import type { CurrentUser } from '@tenfour/contract'
import type { UserCache, VersionedUser } from '../../../platform/auth/current-user.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { RoomSource } from '../../../platform/realtime/rooms.ts'

type UserRoom = RoomSource<'user'> & {
  /** Sends the changes since the last message to the room's sockets on this node. */
  readonly announce: (userId: number, realtime: Pick<Realtime, 'publishHere' | 'hasListenersHere'>) => Promise<void>
}

/** A user's own account, live. Its sequence number is the user's access version, maintained by the database. */
export function createUserRoom(db: Db, users: UserCache): UserRoom {
  // Separate from the cache: any request of the user refreshes that, and the difference would be lost.
  const sent = new Map<number, VersionedUser>()
  return { ...userRoom(db, users, sent), announce: (userId, realtime) => announceUser(userId, users, sent, realtime) }
}

const userRoom = (db: Db, users: UserCache, sent: Map<number, VersionedUser>): RoomSource<'user'> => ({
  snapshot: async (_actor, { userId }) => {
    const loaded = await users.reload(userId)
    if (!loaded) throw new AppError('not_found', 'There is no such user')
    // Other sockets in the room may have an older state and still need the changes since then.
    if (!sent.has(userId)) sent.set(userId, loaded)
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

async function announceUser(
  userId: number,
  users: UserCache,
  sent: Map<number, VersionedUser>,
  realtime: Pick<Realtime, 'publishHere' | 'hasListenersHere'>,
): Promise<void> {
  if (!realtime.hasListenersHere(`user:${userId}`)) return void sent.delete(userId)
  const after = await users.reload(userId)
  const before = sent.get(userId)
  if (!after || (before && before.version >= after.version)) return
  sent.set(userId, after)
  realtime.publishHere('user', { userId }, after.version, 'user.changed', before ? changedFields(before.user, after.user) : after.user)
}

function changedFields(before: CurrentUser, after: CurrentUser): Partial<CurrentUser> {
  const differs = ([field, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof CurrentUser])
  return Object.fromEntries(Object.entries(after).filter(differs))
}
