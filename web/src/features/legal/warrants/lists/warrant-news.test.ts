import type { WarrantCounts } from '@tenfour/contract'
import { describe, expect, test, vi } from 'vitest'
import type { RoomPosition } from '../../../../platform/realtime/rooms.ts'
import { buildUser } from '../../../../app/testing/build-user.ts'
import { warrantOf } from '../testing/warrant.ts'
import { countsAfter, countsWith, createWarrantNews, newsOf, type WarrantNews } from './warrant-news.ts'

const COUNTS: WarrantCounts = { mine: 3, others: 5, active: 11, closed: 40, expiring: 2 }
const CLERK = { userId: 1, maySign: false }
const SIGNER = { userId: 1, maySign: true }
const NOW = Date.parse('2026-11-14T22:00:00.000Z')
const submitted = { state: 'submitted' as const, isReady: false, writerId: 7, reviewerId: null }
const inDays = (days: number) => new Date(NOW + days * 86_400_000).toISOString()

test('a new warrant waits for everyone but its writer', () => {
  const change = { warrant: warrantOf(1), was: null }
  expect(countsAfter(COUNTS, change, CLERK, NOW)).toEqual({ ...COUNTS, mine: 4 })
  expect(countsAfter(COUNTS, change, { userId: 7, maySign: true }, NOW)).toEqual({ ...COUNTS, others: 6 })
})

test('a warrant that another reviewer took waits for others; passed on, it waits for the judges', () => {
  const reviewer = { userId: 2, identifier: '', name: 'O. Brandt' }
  const taken = warrantOf(1, { state: 'review', reviewer })
  expect(countsAfter(COUNTS, { warrant: taken, was: submitted }, SIGNER, NOW)).toEqual({ ...COUNTS, mine: 2, others: 6 })
  const was = { ...submitted, state: 'review' as const, reviewerId: 2 }
  const passed = { ...taken, isReady: true }
  expect(countsAfter(COUNTS, { warrant: passed, was }, SIGNER, NOW)).toEqual({ ...COUNTS, mine: 4, others: 4 })
  expect(countsAfter(COUNTS, { warrant: passed, was }, CLERK, NOW)).toEqual(COUNTS)
})

test('a warrant signed for less than a week expires this week, until it is served', () => {
  const signed = warrantOf(1, { state: 'active', expiresAt: inDays(3) })
  expect(countsAfter(COUNTS, { warrant: signed, was: submitted }, SIGNER, NOW)).toEqual({ ...COUNTS, mine: 2, active: 12, expiring: 3 })
  const was = { ...submitted, state: 'active' as const }
  const served = { ...signed, state: 'served' as const }
  expect(countsAfter(COUNTS, { warrant: served, was }, SIGNER, NOW)).toEqual({ ...COUNTS, active: 10, closed: 41, expiring: 1 })
  const long = warrantOf(2, { state: 'active', expiresAt: inDays(30) })
  expect(countsAfter(COUNTS, { warrant: long, was: submitted }, SIGNER, NOW).expiring).toBe(2)
})

test('a warrant that became confidential leaves the shared room, and comes in the rooms of those who may know', () => {
  const left = { event: 'warrant.left' as const, payload: { warrantId: 1, was: submitted } }
  expect(countsWith(COUNTS, left, SIGNER)).toEqual({ ...COUNTS, mine: 2 })
  expect(newsOf(left)).toEqual({ leftId: 1 })
  const warrant = warrantOf(1, { state: 'active', isConfidential: true, expiresAt: inDays(300) })
  const told = { event: 'confidential.saved' as const, payload: { warrant, was: null } }
  expect(countsWith(COUNTS, told, SIGNER)).toEqual({ ...COUNTS, active: 12 })
  expect(newsOf(told)).toEqual({ warrant })
})

test('drafts and alerts of units change no count', () => {
  const delta = { event: 'draft.left' as const, payload: { draftId: 1 } }
  expect(countsWith(COUNTS, delta, SIGNER)).toBe(COUNTS)
  expect(newsOf(delta)).toBeNull()
})

test('no count goes below zero', () => {
  const none = { mine: 0, others: 0, active: 0, closed: 0, expiring: 0 }
  expect(countsWith(none, { event: 'warrant.left', payload: { warrantId: 1, was: submitted } }, SIGNER)).toEqual(none)
})

describe('the rooms', () => {
  const FIRST = { seq: 1, known: null }
  type Handlers = { onSnapshot: (snapshot: object, position: RoomPosition) => void; onDelta: (delta: unknown) => void }
  const own = (counts: WarrantCounts | null = COUNTS) => ({ drafts: [], own: [], counts })
  function setUp() {
    const rooms = new Map<string, Handlers>()
    const join = vi.fn((name: string, _: object, handlers: Handlers) => {
      rooms.set(name, handlers)
      return () => undefined
    })
    const count = vi.fn(() => Promise.resolve({ ...COUNTS, expiring: 1 }))
    const news = createWarrantNews({ join: join as unknown as Parameters<typeof createWarrantNews>[0]['join'], count })
    const user = buildUser({ groups: ['Legal Services'] })
    const heard = vi.fn<(each: WarrantNews) => void>()
    const leave = news.follow(user, heard)
    return { room: (name: string) => rooms.get(name)!, counts: news.countsOf(user).get, count, heard, leave }
  }

  test('a snapshot of either room after missed changes tells of a gap, and one that others on the page caused does not', async () => {
    const { room, counts, count, heard, leave } = setUp()
    room('own-warrants').onSnapshot(own(), FIRST)
    room('warrants').onSnapshot({}, FIRST)
    room('own-warrants').onSnapshot(own(), { seq: 1, known: 1 })
    expect(heard).not.toHaveBeenCalled()
    room('warrants').onSnapshot({}, { seq: 2, known: 1 })
    expect(heard.mock.calls).toEqual([[{ isGap: true }]])
    expect(count).toHaveBeenCalledTimes(1)
    room('own-warrants').onSnapshot(own({ ...COUNTS, mine: 9 }), { seq: 2, known: 1 })
    expect(heard).toHaveBeenCalledTimes(2)
    expect(counts()?.mine).toBe(9)
    await Promise.resolve()
    leave()
  })

  test('when an active warrant leaves, the warrants that expire this week are counted again, as no event says whether it was one', async () => {
    const { room, counts, leave } = setUp()
    room('own-warrants').onSnapshot(own(), FIRST)
    const was = { ...submitted, state: 'active' as const }
    room('own-warrants').onDelta({ event: 'confidential.left', payload: { warrantId: 1, was } })
    await vi.waitFor(() => expect(counts()?.expiring).toBe(1))
    leave()
  })
})
