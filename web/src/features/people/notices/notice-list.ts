import { MAX_NOTICES, type Notice, type RoomSnapshot } from '@tenfour/contract'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'

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

export const bellWords = (unread: number): string => (unread === 0 ? 'Notices' : `Notices, ${unread} unread`)
