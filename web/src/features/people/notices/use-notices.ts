import { readNotices, type Notice, MAX_NOTICES, type RoomSnapshot } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { createOwnRoom } from '../../../platform/realtime/own-room.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'

/** The member's personal notices, newest first, updated live; undefined until loaded. */
export const useNotices: (userId: number) => readonly Notice[] | undefined = createOwnRoom<'notices'>(
  (userId, handlers) => subscribe('notices', { userId }, handlers),
  withNoticeDelta,
)

/** The room brings the change, here and in other windows. */
export const markRead = (userId: number, notices: readonly Notice[]): Promise<unknown> =>
  call(readNotices, { params: { userId }, body: { noticeIds: notices.map(({ noticeId }) => noticeId) }, quiet: true }).catch(reportError)

/** Newest first, as the room has them. */
export function withNoticeDelta(notices: RoomSnapshot<'notices'>, delta: RoomDelta<'notices'>): RoomSnapshot<'notices'> {
  if (delta.event === 'notice.added') return [delta.payload, ...notices].slice(0, MAX_NOTICES)
  const { noticeIds, readAt } = delta.payload
  return notices.map((notice) => (noticeIds.includes(notice.noticeId) ? { ...notice, readAt } : notice))
}

export const unreadOf = (notices: readonly Notice[]): Notice[] => notices.filter(({ readAt }) => readAt === null)

const IN_BELL = 8
/** For the bell: the unread ones first, then the newest of the others. */
export const bellList = (notices: readonly Notice[]): Notice[] =>
  [...unreadOf(notices), ...notices.filter(({ readAt }) => readAt !== null)].slice(0, IN_BELL)

/** 'Notices, 3 unread, 2 waiting for you' */
export const bellWords = (unread: number, others: readonly string[] = []): string =>
  ['Notices', ...(unread === 0 ? [] : [`${unread} unread`]), ...others].join(', ')
