import { expect, test } from 'vitest'
import { callsAtSamePlace, mergeChoices, mergeWords } from './duplicates.ts'
import { aCall, aUnit } from './testing/board.ts'

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

test('an empty text, or the first letters of a place, match no call', () => {
  expect(found('', '')).toEqual([])
  expect(found('Great', '50')).toEqual([])
})

test('a cleared call is no duplicate', () => {
  expect(callsAtSamePlace({ location: '', postal: '5041' }, [aCall({ status: 'cleared' })])).toEqual([])
})

const call = aCall({ callId: 5, location: 'Alta St', postal: '8077' })
const others = [
  call,
  aCall({ callId: 1, location: 'alta st', postal: '' }),
  aCall({ callId: 2, title: 'Shots heard', location: 'Forum Dr', postal: '9104' }),
  aCall({ callId: 3, location: 'Route 68', postal: '1' }),
]
const choicesFor = (text: string) => mergeChoices(call, others, text).map(({ callId }) => callId)

test('a call at the same place is offered first, then the newest; never the call itself', () => {
  expect(choicesFor('')).toEqual([1, 3, 2])
})

test('another call is found by its number or its text', () => {
  expect(choicesFor('2')).toEqual([2])
  expect(choicesFor('shots forum')).toEqual([2])
})

test('the effects of merging are listed before it is done', () => {
  const into = aCall({ callId: 9, priority: 2 })
  expect(mergeWords(aCall({ callId: 5, priority: 1 }), into, [aUnit({ identifier: '4L12' })])).toEqual([
    'Call 5 is cleared as “Merged into call 9”.',
    '4L12 goes to call 9.',
    'Its notes are copied into the log of call 9, with who wrote them.',
    'Call 9 keeps its priority, 2; that of call 5 is 1.',
  ])
  expect(mergeWords(aCall({ callId: 5, priority: 3 }), into, [])).toHaveLength(3)
})
