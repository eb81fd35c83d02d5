import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoadingBar } from './loading-bar.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch() {
  const state = { isVisible: false, changes: 0 }
  const bar = createLoadingBar((isVisible) => Object.assign(state, { isVisible, changes: state.changes + 1 }))
  return { bar, state }
}

test('work done within 300 ms shows no bar', () => {
  const { bar, state } = watch()
  bar.setBusy(true)
  vi.advanceTimersByTime(299)
  bar.setBusy(false)
  vi.advanceTimersByTime(5000)
  expect(state.changes).toBe(0)
})

test('longer work shows the bar after 300 ms', () => {
  const { bar, state } = watch()
  bar.setBusy(true)
  vi.advanceTimersByTime(300)
  expect(state.isVisible).toBe(true)
})

test('once shown it stays for 500 ms', () => {
  const { bar, state } = watch()
  bar.setBusy(true)
  vi.advanceTimersByTime(310)
  bar.setBusy(false)
  vi.advanceTimersByTime(489)
  expect(state.isVisible).toBe(true)
  vi.advanceTimersByTime(1)
  expect(state.isVisible).toBe(false)
})

test('after the minimum it goes as soon as the work is done', () => {
  const { bar, state } = watch()
  bar.setBusy(true)
  vi.advanceTimersByTime(2000)
  bar.setBusy(false)
  vi.advanceTimersByTime(0)
  expect(state.isVisible).toBe(false)
})

test('work that follows while it is still shown keeps it shown, without a flicker', () => {
  const { bar, state } = watch()
  bar.setBusy(true)
  vi.advanceTimersByTime(350)
  bar.setBusy(false)
  vi.advanceTimersByTime(100)
  bar.setBusy(true)
  vi.advanceTimersByTime(3000)
  expect(state).toEqual({ isVisible: true, changes: 1 })
  bar.setBusy(false)
  vi.advanceTimersByTime(0)
  expect(state).toEqual({ isVisible: false, changes: 2 })
})

test('short pieces of work with pauses between them never add up to a bar', () => {
  const { bar, state } = watch()
  for (let index = 0; index < 10; index += 1) {
    bar.setBusy(true)
    vi.advanceTimersByTime(200)
    bar.setBusy(false)
    vi.advanceTimersByTime(10)
  }
  expect(state.changes).toBe(0)
})
