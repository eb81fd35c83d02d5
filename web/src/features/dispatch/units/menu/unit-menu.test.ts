import type { Call } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { buildCall } from '../../board/testing/build-board.ts'
import { buildUnit } from '../testing/build-unit.ts'
import { callsFor, common, unitsTitle } from './unit-menu.ts'

const call = (callId: number, over: Partial<Call> = {}): Call =>
  buildCall(callId, { priority: 3, createdAt: `2026-05-01T21:00:${String(callId % 60).padStart(2, '0')}.000Z`, ...over })
const ids = (calls: readonly Call[]) => calls.map(({ callId }) => callId)

test('a unit is offered the selected call first, then what concerns it, the most urgent and oldest first', () => {
  const calls = [call(1), call(2, { priority: 1, classes: [3] }), call(3, { priority: 2 }), call(4), call(5, { priority: 4 })]
  expect(ids(callsFor(calls, [buildUnit()], 5))).toEqual([5, 3, 1, 4, 2])
})

test('the call that all of them are on already is not offered', () => {
  const calls = [call(1), call(2)]
  expect(ids(callsFor(calls, [buildUnit({ callId: 1 })], null))).toEqual([2])
  expect(ids(callsFor(calls, [buildUnit({ callId: 1 }), buildUnit({ userId: 2 })], null))).toEqual([1, 2])
})

test('a value that several units share is told, a value they differ in is not', () => {
  const units = [buildUnit({ status: 6 }), buildUnit({ userId: 2, status: 6, beatId: 3 })]
  expect(common(units, ({ status }) => status)).toBe(6)
  expect(common(units, ({ beatId }) => beatId)).toBeUndefined()
  expect(unitsTitle(units)).toBe('2 units')
  expect(unitsTitle([buildUnit()])).toBe('4L12 · Rosa Delgado')
})
