import { readNotices, type Notice } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { withNoticeDelta } from './notice-list.ts'

/** What the member was told personally, newest first, updated live; undefined until loaded. */
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
