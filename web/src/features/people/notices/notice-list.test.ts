import { MAX_NOTICES, type Notice } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { bellList, bellWords, unreadOf, withNoticeDelta } from './use-notices.ts'

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

test('notices read here or elsewhere are no longer unread', () => {
  const after = withNoticeDelta([notice(3), notice(2), notice(1, AT)], { event: 'notices.read', payload: { noticeIds: [3], readAt: AT } })
  expect(ids(after)).toEqual([3, 2, 1])
  expect(ids(unreadOf(after))).toEqual([2])
})

test('the bell shows unread ones first, and a few in all', () => {
  const notices = Array.from({ length: 12 }, (_, index) => notice(12 - index, index === 10 ? null : AT))
  expect(ids(bellList(notices))).toEqual([2, 12, 11, 10, 9, 8, 7, 6])
  expect([bellWords(0), bellWords(3)]).toEqual(['Notices', 'Notices, 3 unread'])
  expect(bellWords(3, ['2 waiting for you'])).toBe('Notices, 3 unread, 2 waiting for you')
})
