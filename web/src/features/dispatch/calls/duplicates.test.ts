import { expect, test } from 'vitest'
import { callsAtSamePlace } from './duplicates.ts'
import { aCall } from './testing/board.ts'

const calls = [
  aCall({ callId: 1, location: 'Great Ocean Hwy', postal: '5041' }),
  aCall({ callId: 2, location: 'Alta St', postal: '8077' }),
  aCall({ callId: 3, location: 'great ocean  hwy.', postal: '' }),
]
const found = (location: string, postal: string) => callsAtSamePlace({ location, postal }, calls).map(({ callId }) => callId)

test('the same postal or the same place, however it is written, is the same place', () => {
  expect(found('', '5041')).toEqual([1])
  expect(found('Great Ocean Hwy', '')).toEqual([3, 1])
  expect(found('GREAT OCEAN HWY', '8077')).toEqual([3, 2, 1])
})

test('nowhere, and the first letters of somewhere, are no place', () => {
  expect(found('', '')).toEqual([])
  expect(found('Great', '50')).toEqual([])
})

test('what is over is no duplicate', () => {
  expect(callsAtSamePlace({ location: '', postal: '5041' }, [aCall({ status: 'cleared' })])).toEqual([])
})
