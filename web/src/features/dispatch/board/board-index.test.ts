import { expect, test } from 'vitest'
import { shallowEqual } from './use-board.ts'
import { buildBoard, buildCall, buildUnit } from './testing/build-board.ts'
import { unitsOnCall } from './board-index.ts'

const onCall = (userId: number, minute: number, over = {}) =>
  buildUnit(userId, { callId: 7, callSince: `2026-05-01T20:0${minute}:00.000Z`, ...over })

test('the primary unit comes first, then the units in the order they were sent', () => {
  const board = buildBoard([onCall(1, 3), onCall(2, 1), onCall(3, 2), buildUnit(4)], [buildCall(7, { primaryUserId: 3 }), buildCall(8)])
  expect(unitsOnCall(board, 7).map(({ userId }) => userId)).toEqual([3, 2, 1])
  expect(unitsOnCall(board, 8)).toEqual([])
})

test('lists and objects are compared one level deep, maps by identity', () => {
  const unit = buildUnit(1)
  expect(shallowEqual([unit], [unit])).toBe(true)
  expect(shallowEqual([unit], [{ ...unit }])).toBe(false)
  expect(shallowEqual({ a: 1, b: unit }, { a: 1, b: unit })).toBe(true)
  expect(shallowEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false)
  expect(shallowEqual(new Map([[1, 1]]), new Map([[1, 2]]))).toBe(false)
  expect(shallowEqual([], {})).toBe(false)
})
