import { MAX_NOTICES, type Notice } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { unreadOf, withNoticeDelta } from './notice-list.ts'

const AT = '2026-05-01T20:00:00.000Z'
const notice = (noticeId: number, readAt: string | null = null): Notice => ({
  noticeId,
  title: `${noticeId}`,
  text: '',
  path: null,
  createdAt: AT,
  readAt,
})
const ids = (notices: readonly Notice[]) => notices.map(({ noticeId }) => noticeId)

test('a new one comes first, and the oldest goes at the limit', () => {
  const full = Array.from({ length: MAX_NOTICES }, (_, index) => notice(MAX_NOTICES - index))
  const after = withNoticeDelta(full, { event: 'notice.added', payload: notice(MAX_NOTICES + 1) })
  expect([after.length, after[0]?.noticeId, after.at(-1)?.noticeId]).toEqual([MAX_NOTICES, MAX_NOTICES + 1, 2])
})

test('what was read here or elsewhere is no longer unread', () => {
  const after = withNoticeDelta([notice(3), notice(2), notice(1, AT)], { event: 'notices.read', payload: { noticeIds: [3], readAt: AT } })
  expect(ids(after)).toEqual([3, 2, 1])
  expect(ids(unreadOf(after))).toEqual([2])
})
