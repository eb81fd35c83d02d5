import { expect, test } from 'vitest'
import { listCalls, nextPending, waitingCalls } from './call-list.ts'
import { aCall, aType, aUnit, before } from '../testing/board.ts'

const nobody = { userId: 99, callId: null }
const lookup = { types: new Map([[4, aType()]]), unitsOn: (callId: number) => (callId === 1042 ? [aUnit({ identifier: '4L12' })] : []) }
const list = (calls: Parameters<typeof listCalls>[0], wanted: Partial<Parameters<typeof listCalls>[1]> = {}) =>
  listCalls(calls, { filter: 'active', text: '', viewer: nobody, ...lookup, ...wanted })

test('the most urgent call comes first, and of two the older; a panic button before all', () => {
  const calls = [
    aCall({ callId: 3, priority: 2 }),
    aCall({ callId: 5, priority: 1 }),
    aCall({ callId: 4, priority: 1 }),
    aCall({ callId: 9, priority: 1, panicUserId: 7 }),
    aCall({ callId: 1, priority: 4 }),
  ]
  expect(list(calls)).toEqual([9, 4, 5, 3, 1])
})

test('of the same priority, a call without a unit comes before one that has a unit, panic calls too', () => {
  const calls = [
    aCall({ callId: 1, priority: 2, status: 'active' }),
    aCall({ callId: 2, priority: 2 }),
    aCall({ callId: 3, priority: 1, status: 'active', panicUserId: 7 }),
    aCall({ callId: 4, priority: 1, panicUserId: 8 }),
    aCall({ callId: 5, priority: 1, status: 'active' }),
  ]
  expect(list(calls)).toEqual([4, 3, 5, 2, 1])
})

test('after a call is cleared, the most urgent one without a unit is next; none where every call has a unit', () => {
  const calls = [
    aCall({ callId: 1, priority: 1 }),
    aCall({ callId: 2, priority: 3 }),
    aCall({ callId: 3, priority: 2 }),
    aCall({ callId: 4, priority: 1, status: 'active' }),
  ]
  expect(nextPending(calls, 1)).toBe(3)
  expect(nextPending(calls.slice(3), 1)).toBeUndefined()
})

test('pending shows the calls that nobody is on', () => {
  expect(list([aCall({ callId: 1, status: 'active' }), aCall({ callId: 2 })], { filter: 'pending' })).toEqual([2])
})

test('“mine” lists the call the user is on, calls they handle, and calls they created that nobody handles', () => {
  const me = { userId: 7, name: 'Rosa' }
  const calls = [
    aCall({ callId: 1 }),
    aCall({ callId: 2 }),
    aCall({ callId: 3, handlerUserId: 7 }),
    aCall({ callId: 4, createdBy: me }),
    aCall({ callId: 5, createdBy: me, handlerUserId: 8 }),
  ]
  expect(list(calls, { filter: 'mine', viewer: { userId: 7, callId: 2 } })).toEqual([2, 3, 4])
})

test.each([
  ['1042', true],
  ['ROB fleeca', true],
  ['robbery in progress', true],
  ['4l12', true],
  ['5041 marsh', true],
  ['masked', true],
  ['10-31', true],
  ['10-50', false],
  ['5041 zancudo', false],
  ['  ', true],
])('the typed text %j is looked for in everything the call says', (text, isFound) => {
  const call = aCall({ title: 'Fleeca Bank', caller: 'T. Marsh', narrative: 'Two masked males' })
  expect(list([call], { text })).toEqual(isFound ? [1042] : [])
})

test('how many calls wait, and the oldest of them', () => {
  const calls = [aCall({ createdAt: before(72) }), aCall({ createdAt: before(900), status: 'active' }), aCall({ createdAt: before(10) })]
  expect(waitingCalls(calls)).toEqual({ count: 2, since: before(72) })
  expect(waitingCalls([])).toEqual({ count: 0, since: null })
})
