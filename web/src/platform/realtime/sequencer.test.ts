import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSequencer, GAP_WAIT_MS } from './sequencer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(at?: number) {
  const seen: string[] = []
  const rejoin = vi.fn()
  const room = createSequencer({
    onSnapshot: (snapshot) => seen.push(`snapshot ${String(snapshot)}`),
    onDelta: (event) => seen.push(event),
    rejoin,
  })
  if (at !== undefined) room.snapshot(at, at)
  return { room, seen, rejoin }
}

test('deltas that follow each other are applied as they come', () => {
  const { room, seen } = open(5)
  room.delta(6, 'a', null)
  room.delta(7, 'b', null)
  expect(seen).toEqual(['snapshot 5', 'a', 'b'])
})

test('a delta that the snapshot already holds, or that came before, is ignored', () => {
  const { room, seen } = open(5)
  room.delta(5, 'old', null)
  room.delta(6, 'a', null)
  room.delta(6, 'again', null)
  expect(seen).toEqual(['snapshot 5', 'a'])
})

test('deltas that overtook each other are put back in order without a new snapshot', () => {
  const { room, seen, rejoin } = open(5)
  room.delta(8, 'c', null)
  room.delta(7, 'b', null)
  vi.advanceTimersByTime(GAP_WAIT_MS - 1)
  room.delta(6, 'a', null)
  vi.advanceTimersByTime(10_000)
  expect(seen).toEqual(['snapshot 5', 'a', 'b', 'c'])
  expect(rejoin).not.toHaveBeenCalled()
})

test('a gap that stays open for 300 ms asks for a fresh snapshot, once', () => {
  const { room, seen, rejoin } = open(5)
  room.delta(7, 'b', null)
  vi.advanceTimersByTime(GAP_WAIT_MS)
  room.delta(8, 'c', null)
  vi.advanceTimersByTime(10_000)
  expect(rejoin).toHaveBeenCalledTimes(1)
  room.snapshot(7, 7)
  expect(seen).toEqual(['snapshot 5', 'snapshot 7', 'c'])
})

test('one of several gaps being closed does not hide the other', () => {
  const { room, rejoin } = open(5)
  room.delta(7, 'b', null)
  room.delta(9, 'd', null)
  vi.advanceTimersByTime(200)
  room.delta(6, 'a', null)
  vi.advanceTimersByTime(GAP_WAIT_MS)
  expect(rejoin).toHaveBeenCalledTimes(1)
})

test('a heartbeat ahead of us means that the last delta was lost', () => {
  const { room, rejoin } = open(5)
  room.heartbeat(5)
  vi.advanceTimersByTime(10_000)
  expect(rejoin).not.toHaveBeenCalled()
  room.heartbeat(6)
  vi.advanceTimersByTime(GAP_WAIT_MS)
  expect(rejoin).toHaveBeenCalledTimes(1)
})

test('a heartbeat that only overtook its delta costs nothing', () => {
  const { room, seen, rejoin } = open(5)
  room.heartbeat(6)
  room.delta(6, 'a', null)
  vi.advanceTimersByTime(10_000)
  expect(seen).toEqual(['snapshot 5', 'a'])
  expect(rejoin).not.toHaveBeenCalled()
})

test('deltas that arrive before the snapshot wait for it', () => {
  const { room, seen } = open()
  room.delta(4, 'held by the snapshot', null)
  room.delta(6, 'a', null)
  expect(seen).toEqual([])
  room.snapshot(5, 5)
  expect(seen).toEqual(['snapshot 5', 'a'])
})

test('after a lost connection only the next snapshot counts, even a lower one', () => {
  const { room, seen, rejoin } = open(50)
  room.delta(52, 'lost', null)
  room.reset()
  room.snapshot(3, 3)
  vi.advanceTimersByTime(10_000)
  room.delta(4, 'a', null)
  expect(seen).toEqual(['snapshot 50', 'snapshot 3', 'a'])
  expect(rejoin).not.toHaveBeenCalled()
})
