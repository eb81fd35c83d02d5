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

test('calls that were there from the start are not new; later ones are until they are seen', () => {
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

test('a call created by the user is not new to them', () => {
  const seen = createSeenCalls()
  seen.note(board([one]), ME)
  seen.note(board([one, three]), ME)
  expect(seen.isUnseen(3)).toBe(false)
})

test('calls that came while the connection was down are new', () => {
  const seen = createSeenCalls()
  seen.note(board([one]), ME)
  seen.note(board([one], { phase: 'lost' }), ME)
  seen.note(board([one, two]), ME)
  expect(seen.isUnseen(2)).toBe(true)
})

test('on another server nothing is new at first', () => {
  const seen = createSeenCalls()
  seen.note(board([one]), ME)
  seen.note(board([two], { serverId: 2 }), ME)
  expect(seen.isUnseen(2)).toBe(false)
})

test('a cleared call is forgotten, and listeners hear only real changes', () => {
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
