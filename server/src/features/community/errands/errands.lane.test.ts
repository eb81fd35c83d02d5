import { expect, test } from 'vitest'
import { createErrandLane, MAX_AT_ONCE } from './errands.lane.ts'

const FIRST = 5000
const createLane = () => {
  const clock = { now: 1_000_000 }
  const lane = createErrandLane(
    (troubles) => FIRST * 2 ** troubles,
    () => clock.now,
  )
  return { lane, pass: (ms: number) => void (clock.now += ms) }
}

test('a lane runs a limited number of errands at once', () => {
  const { lane } = createLane()
  for (let running = 0; running < MAX_AT_ONCE; running += 1) {
    expect(lane.free()).toBe(MAX_AT_ONCE - running)
    lane.begin()
  }
  expect(lane.free()).toBe(0)
  lane.end()
  expect(lane.free()).toBe(1)
})

test('several failures in the same moment are one trouble, and pause the lane once', () => {
  const { lane, pass } = createLane()
  const begun = Array.from({ length: MAX_AT_ONCE }, lane.begin)
  for (const wave of begun) {
    lane.noteTrouble(wave)
    lane.end()
  }
  expect(lane.quietFor()).toBe(FIRST)
  expect(lane.free()).toBe(0)
  pass(FIRST)
  expect(lane.free(), 'one finds out whether Discord is back').toBe(1)
})

test('each further trouble doubles the wait, and an answer ends it', () => {
  const { lane, pass } = createLane()
  for (const wait of [FIRST, 2 * FIRST, 4 * FIRST]) {
    lane.noteTrouble(lane.begin())
    lane.end()
    expect(lane.quietFor()).toBe(wait)
    pass(wait)
  }
  lane.begin()
  lane.noteAnswer()
  lane.end()
  expect(lane.free()).toBe(MAX_AT_ONCE)
  lane.noteTrouble(lane.begin())
  expect(lane.quietFor()).toBe(FIRST)
})

test('after `forget` nothing waits, and failures of errands that began before do not count', () => {
  const { lane } = createLane()
  const before = lane.begin()
  lane.pause(60_000)
  expect([lane.quietFor(), lane.free()]).toEqual([60_000, 0])
  lane.forget()
  expect(lane.free()).toBe(MAX_AT_ONCE - 1)
  lane.noteTrouble(before)
  expect(lane.quietFor()).toBe(0)
})
