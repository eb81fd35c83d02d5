import { expect, test } from 'vitest'
import { historyWords, peaks } from './player-history.ts'

const point = (minute: number, players: number | null) => ({
  at: new Date(Date.UTC(2026, 10, 1, 20, minute)).toISOString(),
  players,
  maxPlayers: players === null ? null : 64,
})
const label = (at: string) => `at ${at.slice(11, 16)}`

test('the line in words: most and when, average, and what is missing', () => {
  const points = [point(0, 4), point(30, 10), point(60, null), point(90, null)]
  expect(historyWords({ stepMinutes: 30, points }, label)).toBe('Most: 10, at 20:30. 7 on average. Nothing was reported for 1 hour.')
  expect(historyWords({ stepMinutes: 30, points: [point(0, 0)] }, label)).toBe('Nobody played.')
  expect(historyWords({ stepMinutes: 30, points: [point(0, null)] }, label)).toBe('Nothing was reported in this time.')
})

test('the most of each hour, with holes where nothing was reported', () => {
  const points = [point(0, 4), point(30, 10), point(60, null), point(90, 0), point(120, null)]
  expect(peaks(points, 'day').map(({ players }) => players)).toEqual([10, 0, null])
})
