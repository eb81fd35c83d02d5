import type { Track } from '@tenfour/contract'
import { expect, test, vi } from 'vitest'
import { buildTrack, moment, START } from './testing/evening.ts'
import { createTrackWindows, wantedWindows, WINDOW_MS, windowOf, windowTimes } from './track-windows.ts'

const HOUR = 3_600_000
const plan = { from: START, to: START + HOUR, windowMs: WINDOW_MS }
const inWindow = (index: number) => START + (index + 0.5) * WINDOW_MS

test('windows tile the time, the last one up to its end', () => {
  expect(windowTimes(plan, 0)).toEqual({ from: START, to: START + WINDOW_MS })
  expect(windowTimes({ ...plan, to: START + WINDOW_MS + 1000 }, 1)).toEqual({ from: START + WINDOW_MS, to: START + WINDOW_MS + 1000 })
  expect(windowOf(plan, START + HOUR)).toBe(11)
  expect(windowOf(plan, START - 1)).toBe(0)
})

test('the window of the head comes first, then what is ahead, and one behind for the trails', () => {
  expect(wantedWindows(plan, inWindow(5), 8)).toEqual([5, 6, 4, 7])
  expect(wantedWindows(plan, inWindow(5), 60)).toEqual([5, 6, 4, 7, 8, 9])
  expect(wantedWindows(plan, inWindow(0), 8)).toEqual([0, 1, 2])
  expect(wantedWindows(plan, inWindow(11), 8)).toEqual([11, 10])
})

type Request = { from: number; signal: AbortSignal; answer: (tracks: readonly Track[]) => void; fail: () => void }
function startWindows() {
  const requests: Request[] = []
  const onChange = vi.fn()
  const windows = createTrackWindows({
    ...plan,
    onChange,
    load: ({ from }, signal) =>
      new Promise((resolve, reject) => requests.push({ from, signal, answer: resolve, fail: () => reject(new Error('503')) })),
  })
  const asked = () => requests.map(({ from }) => (from - START) / WINDOW_MS)
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return { windows, requests, onChange, asked, settled }
}

test('two are fetched at a time, the most urgent first', async () => {
  const { windows, requests, asked, settled, onChange } = startWindows()
  windows.want(inWindow(5), 8)
  expect(asked()).toEqual([5, 6])
  expect(windows.stateAt(inWindow(5))).toBe('loading')
  requests[0]?.answer([buildTrack(7, [[1500, 10, 20]])])
  await settled()
  expect(windows.stateAt(inWindow(5))).toBe('ready')
  expect(windows.tracks().get(7)?.[0]?.start).toBe(moment(1500))
  expect(onChange).toHaveBeenCalled()
  expect(asked()).toEqual([5, 6, 4])
})

test('playing on asks for nothing twice', () => {
  const { windows, asked } = startWindows()
  windows.want(inWindow(5), 8)
  windows.want(inWindow(5) + 1000, 8)
  expect(asked()).toEqual([5, 6])
})

test('after a seek the new place does not wait for the old, and what is far away is forgotten', async () => {
  const { windows, requests, asked, settled } = startWindows()
  windows.want(inWindow(1), 8)
  requests[0]?.answer([buildTrack(7, [[400, 1, 1]])])
  await settled()
  windows.want(inWindow(9), 8)
  expect(requests.filter(({ signal }) => signal.aborted)).toHaveLength(2)
  expect(asked().slice(-2)).toEqual([9, 10])
  expect(windows.tracks().size).toBe(0)
  // An answer to what is no longer wanted changes nothing.
  requests[1]?.answer([buildTrack(8, [[700, 1, 1]])])
  await settled()
  expect(windows.tracks().size).toBe(0)
})

test('a window that can’t be loaded says so, and is asked for again on request', async () => {
  const { windows, requests, asked, settled } = startWindows()
  windows.want(inWindow(5), 8)
  requests[0]?.fail()
  await settled()
  expect(windows.stateAt(inWindow(5))).toBe('failed')
  requests[1]?.answer([])
  await settled()
  for (const { answer } of requests.slice(2)) answer([])
  await settled()
  const before = asked().length
  windows.retry()
  expect(windows.stateAt(inWindow(5))).toBe('loading')
  expect(asked().slice(before)).toEqual([5])
})
