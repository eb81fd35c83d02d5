import { expect, test, vi } from 'vitest'
import { createSignOfLife, SIGN_OF_LIFE_INTERVAL_MS } from './desk-signals.ts'

function setUp() {
  let now = 1000
  let isHeld = false
  const send = vi.fn()
  const input = createSignOfLife(
    send,
    () => isHeld,
    () => now,
  )
  return { send, input, pass: (ms: number) => void (now += ms), hold: (held: boolean) => void (isHeld = held) }
}

test('the first input is a sign of life, and then one every five minutes at most', () => {
  const { send, input, pass } = setUp()
  input()
  input()
  pass(SIGN_OF_LIFE_INTERVAL_MS - 1)
  input()
  expect(send).toHaveBeenCalledOnce()
  pass(1)
  input()
  expect(send).toHaveBeenCalledTimes(2)
})

test('who is being asked answers by answering, not by moving the mouse', () => {
  const { send, input, hold } = setUp()
  hold(true)
  input()
  expect(send).not.toHaveBeenCalled()
  hold(false)
  input()
  expect(send).toHaveBeenCalledOnce()
})
