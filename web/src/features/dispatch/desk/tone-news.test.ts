import type { Tone } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { tonesFor } from './tone-news.ts'

const AT = '2026-05-01T21:00:00.000Z'
const tone = (toneId: number, over: Partial<Tone> = {}): Tone => ({
  toneId,
  serverId: 1,
  classes: [3],
  message: 'Structure fire',
  callId: null,
  by: { userId: 9, name: 'Remy Stone' },
  at: AT,
  ...over,
})
const read = (tones: readonly Tone[], over = {}) =>
  tonesFor(tones, { userId: 1, unitClass: 3, dismissed: new Set(), openedAt: Date.parse(AT), now: Date.parse(AT) + 60_000, ...over }).map(
    ({ toneId }) => toneId,
  )

test('a tone is for its classes, and not for who sounded it', () => {
  expect(read([tone(1), tone(2, { classes: [1] }), tone(3, { classes: [1, 3] }), tone(4, { by: { userId: 1, name: 'Me' } })])).toEqual([
    1, 3,
  ])
})

test('what was put away or is ten minutes old is over', () => {
  expect(read([tone(1), tone(2)], { dismissed: new Set([1]) })).toEqual([2])
  expect(read([tone(1)], { now: Date.parse(AT) + 600_000 })).toEqual([])
  expect(read([tone(1)], { openedAt: Date.parse(AT) + 61_000 })).toEqual([])
})
