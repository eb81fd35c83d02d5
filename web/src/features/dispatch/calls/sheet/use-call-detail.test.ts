import type { CallDetail, CallLogEntry, CallUnit } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { freshest, withDelta } from './use-call-detail.ts'
import { aCall, before } from '../testing/board.ts'

const unit = (callUnitId: number, overrides: Partial<CallUnit> = {}): CallUnit => ({
  callUnitId,
  userId: 12,
  identifier: '4L12',
  unitClass: 1,
  isPrimary: true,
  assignedAt: before(60),
  enRouteAt: before(60),
  onSceneAt: null,
  clearedAt: null,
  ...overrides,
})
const entry = (callLogId: number): CallLogEntry => ({ callLogId, at: before(5), author: null, kind: 'change', text: 'x' })
const detail: CallDetail = { ...aCall(), units: [unit(1), unit(2)], log: [entry(1)] }

test('a change keeps the fields it does not name', () => {
  expect(withDelta(detail, { event: 'call.changed', payload: { callId: 1042, title: 'Other', version: 2 } })).toEqual({
    ...detail,
    title: 'Other',
    version: 2,
  })
})

test('a known unit is replaced in its place, and a new unit is added', () => {
  const arrived = unit(1, { onSceneAt: before(0) })
  expect(withDelta(detail, { event: 'call.unit', payload: arrived }).units).toEqual([arrived, unit(2)])
  expect(withDelta(detail, { event: 'call.unit', payload: unit(3) }).units).toHaveLength(3)
})

test('a log entry is added once', () => {
  const twice = [entry(2), entry(2)].reduce((known, payload) => withDelta(known, { event: 'call.logged', payload }), detail)
  expect(twice.log.map(({ callLogId }) => callLogId)).toEqual([1, 2])
})

test('the newer version of board and room is shown', () => {
  const newer = { ...detail, version: 3 }
  expect(freshest(aCall({ version: 2 }), newer)).toBe(newer)
  const onBoard = aCall({ version: 3 })
  expect(freshest(onBoard, newer)).toBe(onBoard)
  expect(freshest(undefined, detail)).toBe(detail)
  expect(freshest(undefined, null)).toBeUndefined()
})
