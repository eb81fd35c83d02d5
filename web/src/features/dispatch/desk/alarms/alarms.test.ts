import { expect, test } from 'vitest'
import { createStore } from '../../../../platform/storage/storage.ts'
import { buildCall, buildCallType, buildUnit } from '../../board/testing/build-board.ts'
import { createAcknowledged } from './acknowledged.ts'
import { acknowledgedWords, alarmsFor, alarmWords, ownPanicOf, titleMarkOf } from './alarms.ts'

const nothing: ReadonlySet<number> = new Set()
const dispatcher = { userId: 1, isDispatcher: true, acknowledged: nothing }
const officer = { userId: 2, isDispatcher: false, acknowledged: nothing }
const calls = [
  buildCall(1, { source: '911' }),
  buildCall(2, { source: '911-game', handlerUserId: 9 }),
  buildCall(3, { source: 'officer', panicUserId: 7, status: 'active' }),
  buildCall(4, { source: 'dispatcher' }),
  buildCall(5, { source: '911-game' }),
  buildCall(6, { source: 'officer', panicUserId: 2 }),
]
const idsOf = (alarms: ReturnType<typeof alarmsFor>) => alarms.map(({ call }) => call.callId)

test('a dispatcher is told of panic first, then of 911 calls that nobody has claimed', () => {
  expect(alarmsFor(calls, dispatcher).map(({ kind, call }) => [kind, call.callId])).toEqual([
    ['panic', 3],
    ['panic', 6],
    ['911', 1],
    ['911', 5],
  ])
})

test('others are told of panic, but not of their own', () => {
  expect(idsOf(alarmsFor(calls, officer))).toEqual([3])
})

test('a call that was acknowledged, claimed or cleared is no alarm', () => {
  expect(idsOf(alarmsFor(calls, { ...dispatcher, acknowledged: new Set([3, 1]) }))).toEqual([6, 5])
  const elsewhere = [{ userId: 1, identifier: 'D-1', name: 'Dana' }]
  expect(alarmsFor([buildCall(3, { panicUserId: 7, panicAcknowledgedBy: elsewhere })], dispatcher)).toEqual([])
  const over = calls.map((call) => ({ ...call, status: call.panicUserId === null ? ('active' as const) : ('cleared' as const) }))
  expect(alarmsFor(over, dispatcher)).toEqual([])
})

test('a panic alarm names the unit, a 911 call its text and caller; both name the place', () => {
  const types = new Map([[1, buildCallType(1, '911', { name: 'Call 1' })]])
  const known = { units: new Map([[7, buildUnit(7, { identifier: '4L7', name: 'Asta Rowe' })]]), types }
  const [panic, , smoke] = alarmsFor(
    [
      { ...calls[0]!, narrative: 'Smoke', caller: 'Milo' },
      { ...calls[2]!, location: 'Alta St', postal: '8077', caller: 'Asta Rowe' },
      calls[5]!,
    ],
    dispatcher,
  )
  expect(alarmWords(panic!, known)).toEqual({ headline: '4L7 Asta Rowe', details: 'Alta St 8077' })
  expect(alarmWords(panic!, { ...known, units: new Map() })).toMatchObject({ headline: 'Call 3', details: 'Asta Rowe · Alta St 8077' })
  expect(alarmWords(smoke!, known)).toEqual({ headline: 'Smoke', details: 'Milo · No location · unclaimed' })
})

test('the title says how many there are, and the worst of them', () => {
  expect(titleMarkOf(alarmsFor(calls, dispatcher))).toBe('(4) PANIC · ')
  expect(titleMarkOf(alarmsFor(calls.slice(0, 2), dispatcher))).toBe('(1) 911 · ')
  expect(titleMarkOf([])).toBeNull()
})

test('the sender sees who acknowledged, and nothing once the call is cleared or the sender has stood down', () => {
  const by = [1, 2, 3].map((userId) => ({ userId, identifier: `D-${userId}`, name: `Member ${userId}` }))
  expect(ownPanicOf(calls, 7)?.callId).toBe(3)
  expect(ownPanicOf(calls, 8)).toBeUndefined()
  expect(ownPanicOf([buildCall(3, { panicUserId: 7, status: 'cleared' }), buildCall(4)], 7)).toBeUndefined()
  expect(acknowledgedWords(buildCall(3))).toBe('Nobody has acknowledged it yet')
  expect(acknowledgedWords(buildCall(3, { panicAcknowledgedBy: by.slice(0, 1) }))).toBe('Acknowledged by D-1 Member 1')
  expect(acknowledgedWords(buildCall(3, { panicAcknowledgedBy: by }))).toBe('Acknowledged by D-1 Member 1, D-2 Member 2 and 1 more')
})

test('acknowledged calls are remembered per user, up to a bound, and nonsense in the store is no error', () => {
  const items = new Map<string, string>([['acknowledged-alarms.v1.3', '{"broken']])
  const store = createStore(() => ({
    length: 0,
    clear: () => undefined,
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }))
  const tabs = { addEventListener: () => undefined, removeEventListener: () => undefined }
  createAcknowledged(3, store, tabs).add([10])
  createAcknowledged(3, store, tabs).add([11])
  expect([...createAcknowledged(3, store, tabs).get()]).toEqual([10, 11])
  expect(createAcknowledged(4, store, tabs).get().size).toBe(0)
  createAcknowledged(3, store, tabs).add(Array.from({ length: 300 }, (_, index) => 100 + index))
  expect(createAcknowledged(3, store, tabs).get().size).toBe(200)
})
