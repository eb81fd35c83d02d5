import type { Call } from '@tenfour/contract'
import { expect, test, vi } from 'vitest'
import { createSeenCalls } from './seen-calls.ts'
import { aCall } from '../testing/board.ts'

const ME = 7
const board = (calls: Call[], overrides = {}) => ({
  serverId: 1,
  phase: 'live',
  calls: new Map(calls.map((call) => [call.callId, call])),
  ...overrides,
})
const [one, two, three] = [aCall({ callId: 1 }), aCall({ callId: 2 }), aCall({ callId: 3, createdBy: { userId: ME, name: 'Me' } })]

test('what was there from the start is not new, what comes after is, until it is seen', () => {
  const seen = createSeenCalls()
  seen.note(board([], { phase: 'loading' }), ME)
  seen.note(board([one]), ME)
  expect(seen.isUnseen(1)).toBe(false)
  seen.note(board([one, two]), ME)
  expect(seen.isUnseen(2)).toBe(true)
  seen.note(board([one, { ...two, title: 'Other' }]), ME)
  expect(seen.isUnseen(2)).toBe(true)
  seen.see(2)
  expect(seen.isUnseen(2)).toBe(false)
})

test('what I made myself is not new to me', () => {
  const seen = createSeenCalls()
  seen.note(board([one]), ME)
  seen.note(board([one, three]), ME)
  expect(seen.isUnseen(3)).toBe(false)
})

test('what came while the connection was down is new', () => {
  const seen = createSeenCalls()
  seen.note(board([one]), ME)
  seen.note(board([one], { phase: 'lost' }), ME)
  seen.note(board([one, two]), ME)
  expect(seen.isUnseen(2)).toBe(true)
})

test('another server starts anew', () => {
  const seen = createSeenCalls()
  seen.note(board([one]), ME)
  seen.note(board([two], { serverId: 2 }), ME)
  expect(seen.isUnseen(2)).toBe(false)
})

test('a call that is over is forgotten, and only real changes are told', () => {
  const seen = createSeenCalls()
  const listener = vi.fn()
  seen.subscribe(listener)
  const shown = board([one])
  seen.note(shown, ME)
  seen.note(shown, ME)
  expect(listener).not.toHaveBeenCalled()
  seen.note(board([one, two]), ME)
  seen.note(board([one]), ME)
  expect(listener).toHaveBeenCalledTimes(2)
  expect(seen.isUnseen(2)).toBe(false)
})
