import { expect, test } from 'vitest'
import { chartTicks, historyWords, isAlone, peaks } from './player-history.ts'

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

test('the scale goes up to what there is room for, in whole numbers', () => {
  expect(chartTicks([point(0, 12), point(30, null)])).toEqual([0, 16, 32, 48, 64])
  expect(chartTicks([point(0, null)])).toEqual([0, 1, 2, 3, 4])
})

test('a report between two holes is a point', () => {
  const points = [point(0, null), point(5, 3), point(10, null), point(15, 3), point(20, 4)]
  expect(points.map((_point, index) => isAlone(points, index))).toEqual([false, true, false, false, false])
})
