import { expect, test } from 'vitest'
import { headlineOf, isUnclaimed } from './call.labels.ts'
import { aCall, aType } from './testing/board.ts'

const types = new Map([
  [1, aType({ callTypeId: 1, code: '911', name: 'Emergency call' })],
  [4, aType()],
])
const call = aCall({ callTypeId: 1, title: 'Emergency call', narrative: 'Smoke from the roof\nTwo people inside' })

test('a 911 call without a type is named by the first line of what the caller said', () => {
  expect(headlineOf(call, types)).toBe('Smoke from the roof')
  expect(headlineOf({ ...call, narrative: ' ' }, types)).toBe('Emergency call')
})

test('a meaningful title stays, and so does the title of any other call', () => {
  expect(headlineOf({ ...call, title: 'House fire' }, types)).toBe('House fire')
  expect(headlineOf({ ...call, callTypeId: 4, title: 'Robbery in progress' }, types)).toBe('Robbery in progress')
  expect(headlineOf({ ...call, source: 'dispatcher' }, types)).toBe('Emergency call')
  expect(headlineOf(call, new Map())).toBe('Emergency call')
})

test('a 911 call is unclaimed until a dispatcher handles it or a unit is on it', () => {
  expect(isUnclaimed(call)).toBe(true)
  expect(isUnclaimed({ ...call, source: '911-game' })).toBe(true)
  expect(isUnclaimed({ ...call, handlerUserId: 3 })).toBe(false)
  expect(isUnclaimed({ ...call, status: 'active' })).toBe(false)
  expect(isUnclaimed({ ...call, source: 'officer' })).toBe(false)
})
