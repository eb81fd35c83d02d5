import { expect, test } from 'vitest'
import { callFrom, changeSpeed, MAX_FRAME_MS, pause, play, seek, seekShare, setSpeed, startPlayback, tick } from './playback.ts'

const HOUR = 3_600_000
const evening = (over: Partial<Parameters<typeof startPlayback>[0]> = {}) =>
  startPlayback({ from: 0, to: HOUR, speed: 1, isPlaying: true, ...over }, 1000)

test('playing moves the head by the time that passed, times the speed', () => {
  expect(tick(evening(), 1100).at).toBe(100)
  expect(tick(evening({ speed: 60 }), 1100).at).toBe(6000)
  expect(tick(tick(evening({ speed: 8 }), 1100), 1200).at).toBe(1600)
})

test('a change of speed counts from where the head is', () => {
  const later = tick(setSpeed(tick(evening(), 1100), 30), 1200)
  expect(later.at).toBe(100 + 3000)
})

test('pausing holds the head, and the pause itself is never played', () => {
  const paused = tick(pause(tick(evening(), 1100)), 9000)
  expect(paused.at).toBe(100)
  expect(tick(play(paused, 20_000), 20_100).at).toBe(200)
})

test('time that passes while the tab is hidden is not played', () => {
  expect(tick(evening({ speed: 60 }), 1000 + 10 * 60_000).at).toBe(MAX_FRAME_MS * 60)
})

test('a clock that steps back does not move the head back', () => {
  expect(tick(evening({ at: 5000 }), 500).at).toBe(5000)
})

test('while tracks are awaited the head stays, and goes on from there', () => {
  const waiting = tick(evening(), 1200, true)
  expect(waiting).toMatchObject({ at: 0, isPlaying: true })
  expect(tick(waiting, 1300).at).toBe(100)
})

test('it stops at the end, and playing then starts again', () => {
  const ended = tick(evening({ at: HOUR - 50 }), 1100)
  expect(ended).toMatchObject({ at: HOUR, isPlaying: false })
  expect(play(ended, 2000)).toMatchObject({ at: 0, isPlaying: true })
})

test('seeking stays within the evening and goes on playing', () => {
  expect(seek(evening(), -1)).toMatchObject({ at: 0, isPlaying: true })
  expect(seek(evening(), HOUR + 1).at).toBe(HOUR)
  expect(seekShare(evening(), 0.5).at).toBe(HOUR / 2)
  expect(evening({ at: 99 * HOUR }).at).toBe(HOUR)
})

test('faster and slower go through the speeds and stop at the last', () => {
  expect(changeSpeed(evening({ speed: 8 }), 1).speed).toBe(30)
  expect(changeSpeed(evening({ speed: 8 }), -1).speed).toBe(2)
  expect(changeSpeed(evening({ speed: 60 }), 1).speed).toBe(60)
  expect(changeSpeed(evening({ speed: 1 }), -1).speed).toBe(1)
})

test('next and previous go from call to call', () => {
  const starts = [10_000, 60_000, 120_000]
  expect(callFrom(starts, 0, 1, 1)).toBe(10_000)
  expect(callFrom(starts, 60_000, 1, 1)).toBe(120_000)
  expect(callFrom(starts, 130_000, 1, 1)).toBeUndefined()
  expect(callFrom(starts, 90_000, -1, 1)).toBe(60_000)
  // Just after a call's start, 'previous' goes to the one before rather than to the same again.
  expect(callFrom(starts, 61_000, -1, 1)).toBe(10_000)
  expect(callFrom(starts, 10_500, -1, 1)).toBe(10_000)
  expect(callFrom(starts, 10_000, -1, 1)).toBeUndefined()
})
