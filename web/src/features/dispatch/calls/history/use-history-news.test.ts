import { expect, test } from 'vitest'
import type { HistoryCall } from './history-export.ts'
import { clearedSince, newerThan, newsWords } from './use-history-news.ts'
import { aCall, before } from '../testing/board.ts'

const past = (callId: number, status: HistoryCall['status'] = 'pending'): HistoryCall => ({ ...aCall({ callId, status }), units: [] })
const board = (...callIds: number[]) => ({ phase: 'live', calls: new Map(callIds.map((callId) => [callId, aCall({ callId })])) })
const today = { from: '2026-05-01', to: '2026-05-01', text: '' }
const page = (...items: HistoryCall[]) => ({ items, page: 1 })

test('a call shown as open that has left the board was cleared', () => {
  expect(clearedSince(board(1042), page(past(1043), past(1042, 'active'), past(1041, 'cleared')))).toBe(1)
  expect(clearedSince(board(), page(past(1041, 'cleared')))).toBe(0)
})

test('a call on the board that is newer than every call shown counts as news', () => {
  expect(newerThan(board(1040, 1042, 1044), page(past(1042), past(1040)), today)).toEqual([1044])
  expect(newerThan(board(1044), page(), today)).toEqual([1044])
})

test('calls are no news on another page, on other days, or where only the portal knows whether they match', () => {
  expect(newerThan(board(1044), { items: [past(1042)], page: 2 }, today)).toEqual([])
  expect(newerThan(board(1044), page(past(1042)), { ...today, text: 'bank' })).toEqual([])
  expect(newerThan(board(1044), page(past(1042)), { ...today, from: '2026-04-01', to: '2026-04-30' })).toEqual([])
  const old = { phase: 'live', calls: new Map([[1044, aCall({ callId: 1044, createdAt: before(3 * 86_400) })]]) }
  expect(newerThan(old, page(), today)).toEqual([])
})

test('a board that is not live has no news', () => {
  expect(clearedSince({ ...board(), phase: 'lost' }, page(past(1042)))).toBe(0)
  expect(newerThan({ ...board(1044), phase: 'loading' }, page(past(1042)), today)).toEqual([])
})

test('news in words', () => {
  expect([newsWords(0, 0), newsWords(2, 0), newsWords(0, 1), newsWords(2, 1)]).toEqual(['', '2 newer', '1 cleared', '2 newer, 1 cleared'])
})
