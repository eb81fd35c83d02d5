import { expect, test } from 'vitest'
import { dateTime } from '../../../../platform/format/dates.ts'
import { at, buildCorrection, buildDetail } from '../testing/build-patrol.ts'
import { correctionChanges, gapWords, lengthWords, pieceWords, timelineOf } from './timeline.ts'

const NOW = Date.parse(at(23))

test('the pieces of the status bar are the whole patrol, and a change of beat is not one of status', () => {
  const { statuses, totals } = timelineOf(buildDetail(), NOW)
  expect(statuses.map(pieceWords)).toEqual(['In service, 20:02–21:02, 1 h', 'On scene, 21:02–22:51, 1 h 49 min'])
  expect(statuses.map(({ kind }) => kind)).toEqual(['available', 'on-scene'])
  expect(statuses.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(1)
  expect(totals.map(({ words, seconds }) => [words, seconds / 60])).toEqual([
    ['On scene', 109],
    ['In service', 60],
  ])
})

test('presence is cut to the patrol, and gaps lie between', () => {
  const { game } = timelineOf(buildDetail(), NOW)
  expect(game.map(pieceWords)).toEqual([
    'Seen moving, 20:02–21:18, 1 h 16 min',
    'Not in the game, 21:18–21:36, 18 min',
    'Idle, 21:36–22:51, 1 h 15 min',
  ])
  expect(game[0]?.left).toBe(0)
})

test('the patrol under way is drawn up to now', () => {
  const open = buildDetail({
    endedAt: null,
    stretches: [{ startedAt: at(20, 2), endedAt: null, status: null, beat: null, identifier: '' }],
    kind: 'civilian',
  })
  const { to, statuses } = timelineOf(open, NOW)
  expect(to).toBe(NOW)
  expect(statuses.map(({ words, width }) => [words, width])).toEqual([['Civilian', 1]])
})

test('a patrol of no length has no pieces', () => {
  const { statuses, game } = timelineOf(buildDetail({ endedAt: at(20, 2) }), NOW)
  expect([statuses, game]).toEqual([[], []])
})

test('a gap says how it is counted, and by which person or rule', () => {
  const [gap] = buildDetail().gaps
  expect(gapWords(gap!, { rule: 'limit', minutes: 15 })).toBe('Does not count. Rule: counts up to 15 min.')
  expect(gapWords(gap!, { rule: 'limit', minutes: 20 })).toBe('Does not count. The rule has changed since.')
  expect(gapWords(gap!, { rule: 'leave-out', minutes: 20 })).toBe('Does not count. Rule: time outside the game does not count.')
  expect(gapWords({ ...gap!, isCounted: true }, { rule: 'count', minutes: 20 })).toBe('Counts. Rule: time outside the game counts.')
  expect(gapWords(gap!, undefined)).toBe('Does not count.')
  const decided = { by: { userId: 2, name: 'L. Moreau' }, at: at(23, 10), note: 'Crash log seen' }
  expect(gapWords({ ...gap!, isCounted: true, decided }, undefined)).toBe(`Counted by L. Moreau, ${dateTime(at(23, 10))}: Crash log seen`)
  expect(gapWords({ ...gap!, decided: { ...decided, note: '' } }, undefined)).toBe(`Left out by L. Moreau, ${dateTime(at(23, 10))}`)
})

test('a correction names the new time and the old one', () => {
  expect(correctionChanges(buildCorrection({ endedAt: at(23, 30) }))).toEqual([
    `End ${dateTime(at(23, 30))} instead of ${dateTime(at(22, 51))}`,
    'Count the time outside the game',
  ])
})

test('a time of seconds is not shown as nothing', () => {
  expect(lengthWords(at(20), at(20, 0, 40))).toBe('under 1 min')
  expect(lengthWords(at(20), at(20, 1, 40))).toBe('1 min')
})
