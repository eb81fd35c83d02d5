import { expect, test } from 'vitest'
import { mergeChoices, mergeWords } from './merge-choices.ts'
import { aCall, aUnit } from '../testing/board.ts'

const call = aCall({ callId: 5, location: 'Alta St', postal: '8077' })
const others = [
  call,
  aCall({ callId: 1, location: 'alta st', postal: '' }),
  aCall({ callId: 2, title: 'Shots heard', location: 'Forum Dr', postal: '9104' }),
  aCall({ callId: 3, location: 'Route 68', postal: '1' }),
]
const found = (text: string) => mergeChoices(call, others, text).map(({ callId }) => callId)

test('a call at the same place is offered first, then the newest; never the call itself', () => {
  expect(found('')).toEqual([1, 3, 2])
})

test('another is found by its number or by what it says', () => {
  expect(found('2')).toEqual([2])
  expect(found('shots forum')).toEqual([2])
})

test('what merging does is said before it is done', () => {
  const into = aCall({ callId: 9, priority: 2 })
  expect(mergeWords(aCall({ callId: 5, priority: 1 }), into, [aUnit({ identifier: '4L12' })])).toEqual([
    'Call 5 is cleared as “Merged into call 9”.',
    '4L12 goes to call 9.',
    'Its notes are copied into the log of call 9, with who wrote them.',
    'Call 9 keeps its priority, 2; that of call 5 is 1.',
  ])
  expect(mergeWords(aCall({ callId: 5, priority: 3 }), into, [])).toHaveLength(3)
})
