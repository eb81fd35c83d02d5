import { readNotices, type Notice, MAX_NOTICES, type RoomSnapshot } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'

/** The member's personal notices, newest first, updated live; undefined until loaded. */
export function useNotices(userId: number): readonly Notice[] | undefined {
  const [notices, setNotices] = useState<Notice[]>()
  useEffect(
    () =>
      subscribe(
        'notices',
        { userId },
        { onSnapshot: setNotices, onDelta: (delta) => setNotices((known) => known && withNoticeDelta(known, delta)) },
      ),
    [userId],
  )
  return notices
}

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

export const bellWords = (unread: number): string => (unread === 0 ? 'Notices' : `Notices, ${unread} unread`)
