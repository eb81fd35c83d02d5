import { expect, test } from 'vitest'
import { nearestCall } from './PlaceChips.port.tsx'
import { aCall } from './testing/board.ts'

test('the nearest open call is offered, unless it is far away or nowhere', () => {
  const calls = [
    aCall({ callId: 1, x: 900, y: 0 }),
    aCall({ callId: 2, x: 0, y: 300 }),
    aCall({ callId: 3, x: null, y: null }),
    aCall({ callId: 4, x: 0, y: 1500 }),
  ]
  expect(nearestCall(calls, { x: 0, y: 0 })?.callId).toBe(2)
  expect(nearestCall(calls, { x: 0, y: 5000 })).toBeUndefined()
})
