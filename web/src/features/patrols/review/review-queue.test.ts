import type { Correction } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { nextItem, reviewWords } from './review-queue.ts'

const items = [1, 2, 3].map((patrolId) => ({ patrolId }))

test('after a decision the next one follows, at the end the one before, and none in an empty queue', () => {
  expect(nextItem(items, 1)?.patrolId).toBe(2)
  expect(nextItem(items, 3)?.patrolId).toBe(2)
  expect(nextItem(items.slice(0, 1), 1)).toBeUndefined()
  expect(nextItem([], 1)).toBeUndefined()
})

test('one that someone else has decided meanwhile leads to the first', () => {
  expect(nextItem(items, 9)?.patrolId).toBe(1)
})

test('what waits is told in a few words', () => {
  const asked = { startedAt: null, endedAt: '2026-11-14T23:00:00.000Z', countsGaps: true } as Correction
  expect(reviewWords({ asked: null, gapSeconds: 1080 })).toBe('18 min not in the game')
  expect(reviewWords({ asked, gapSeconds: 0 })).toBe('Asks to change the end time and to count absences')
  expect(reviewWords({ asked: { ...asked, endedAt: null }, gapSeconds: 120 })).toBe('Asks to count absences; 2 min not in the game')
  expect(reviewWords({ asked: { ...asked, startedAt: asked.endedAt, countsGaps: false }, gapSeconds: 0 })).toBe(
    'Asks to change the start and end times',
  )
})
