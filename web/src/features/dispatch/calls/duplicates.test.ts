import { expect, test } from 'vitest'
import type { Call } from '@tenfour/contract'
import { callsAtSamePlace, mergeChoices, mergeWords, preselected } from './duplicates.ts'
import { aCall, aType, aUnit, before } from './testing/board.ts'

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

const types = new Map([
  [1, aType({ callTypeId: 1, code: '911' })],
  [4, aType()],
])
const call = aCall({ callId: 5, location: 'Alta St', postal: '8077', x: 0, y: 0 })
const far = { location: 'Route 68', postal: '4032', x: 500, y: 0 }
const choicesFor = (others: readonly Call[], text = '') => mergeChoices(call, [call, ...others], text, types)
const order = (others: readonly Call[], text = '') => choicesFor(others, text).map(({ call: { callId } }) => callId)
const picked = (others: readonly Call[], text = '') => preselected(choicesFor(others, text), text)

test('the likeliest call is offered first: by place and type and age, then the newest; never the call itself', () => {
  const others = [
    aCall({ callId: 1, ...far }),
    aCall({ callId: 2, location: 'alta st', postal: '' }),
    aCall({ callId: 3, location: 'Elsewhere', postal: '', x: 60, y: 60, callTypeId: 7 }),
    aCall({ callId: 4, ...far, callTypeId: 7 }),
    aCall({ callId: 6, ...far, callTypeId: 7 }),
  ]
  expect(order(others)).toEqual([2, 3, 1, 6, 4])
  expect(choicesFor(others).map(({ likeness }) => likeness.join())).toEqual(['same place,same type', 'same place', 'same type', '', ''])
})

test.each([
  ['at the same place and of the same type', {}, true],
  ['a block away', { location: 'Elsewhere', postal: '', x: 60, y: 60 }, true],
  ['two streets away', { location: 'Elsewhere', postal: '', x: 200, y: 0 }, false],
  ['of another type', { callTypeId: 7 }, false],
  ['a 911 call without a type', { callTypeId: 1 }, true],
  ['an hour older', { createdAt: before(3700) }, false],
  ['a panic button', { panicUserId: 7 }, false],
])('Enter picks what is likely the same: %s', (_what, over, isPicked) => {
  const other = aCall({ callId: 9, location: 'Alta St', postal: '8077', x: 0, y: 0, ...over })
  expect(picked([other])).toBe(isPicked ? 9 : undefined)
})

test('of two, Enter picks the likely one and not a newer panic button beside it', () => {
  expect(picked([aCall({ callId: 2, postal: '8077' }), aCall({ callId: 9, postal: '8077', panicUserId: 7 })])).toBe(2)
})

test('another call is found by its number or its text, and Enter picks what was asked for', () => {
  const others = [aCall({ callId: 2, ...far, title: 'Shots heard' }), aCall({ callId: 23, ...far }), aCall({ callId: 24, ...far })]
  expect([order(others, '2'), order(others, 'shots route')]).toEqual([[24, 23, 2], [2]])
  expect([picked(others, '2'), picked(others, 'shots'), picked(others, 'route')]).toEqual([2, 2, undefined])
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
