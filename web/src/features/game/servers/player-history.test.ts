import { expect, test } from 'vitest'
import { chartTicks, historyNow, historyWords, isAlone, momentOf, peaks, roundTimes, stepOf } from './player-history.ts'

const point = (minute: number, players: number | null) => ({
  at: new Date(Date.UTC(2026, 10, 1, 20, minute)).toISOString(),
  players,
  maxPlayers: players === null ? null : 64,
})
const label = (at: string) => `at ${at.slice(11, 16)}`

test('the line in words: most and when, average, and what is missing', () => {
  const points = [point(0, 4), point(30, 10), point(60, null), point(90, null)]
  expect(historyWords({ stepMinutes: 30, points }, label)).toBe('Peak 10 at 20:30; average 7. Nothing was reported for 1 hour.')
  expect(historyWords({ stepMinutes: 30, points: [point(0, 0)] }, label)).toBe('Nobody played.')
  expect(historyWords({ stepMinutes: 30, points: [point(0, null)] }, label)).toBe('No players were reported in this time.')
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

test('the players of a heartbeat are in the line at the step under way, and the next step is another history', () => {
  const history = { stepMinutes: 5, points: [point(0, 4), point(5, 10), point(10, null)] }
  const linkAt = (minute: number, players: number, isOnline = true) => ({
    isOnline,
    players,
    maxPlayers: 48,
    lastHeartbeatAt: new Date(Date.UTC(2026, 10, 1, 20, minute, 20)).toISOString(),
  })
  const playersAfter = (...heartbeat: Parameters<typeof linkAt>) =>
    historyNow(history, linkAt(...heartbeat)).points.map(({ players }) => players)
  expect(playersAfter(12, 7)).toEqual([4, 10, 7])
  expect(playersAfter(8, 7), 'the most of the step stays').toEqual([4, 10, null])
  expect(playersAfter(12, 7, false)).toEqual([4, 10, null])
  expect(stepOf('day', linkAt(14, 0))).toBe(stepOf('day', linkAt(11, 0)))
  expect(stepOf('day', linkAt(15, 0))).toBe(stepOf('day', linkAt(11, 0)) + 1)
  expect(stepOf('week', { lastHeartbeatAt: null })).toBe(0)
})

test('the axis names round times', () => {
  const start = new Date(2026, 10, 1, 20, 5).getTime()
  const every = (minutes: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      at: new Date(start + index * minutes * 60_000).toISOString(),
      players: 1,
      maxPlayers: 1,
    }))
  expect(roundTimes(every(5, 288), 'day').map(momentOf('day'))).toEqual([
    '21:00',
    '00:00',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
    '15:00',
    '18:00',
  ])
  expect(roundTimes(every(5, 7 * 288), 'week')).toHaveLength(7)
})
