import type { JailTerm, ReportSummary } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { inJail, withJailDelta, withQueueDelta } from './live-lists.ts'

const AT = Date.parse('2026-05-01T22:00:00.000Z')
const term = (termId: number, minutes: number, over: Partial<JailTerm> = {}): JailTerm => ({
  termId,
  reportId: termId,
  number: `A-2026-000${termId}`,
  characterId: termId,
  name: `Character ${termId}`,
  serverId: 1,
  minutes,
  from: new Date(AT).toISOString(),
  until: new Date(AT + minutes * 60_000).toISOString(),
  released: null,
  ...over,
})
const waiting = (reportId: number, minute: number) =>
  ({ reportId, submittedAt: new Date(AT + minute * 60_000).toISOString() }) as ReportSummary

test('people released soonest come first, and released people leave the list', () => {
  const two = withJailDelta([term(1, 20)], { event: 'term.saved', payload: term(2, 5) })
  expect(two.map(({ termId }) => termId)).toEqual([2, 1])
  const released = term(2, 5, { released: { at: new Date(AT).toISOString(), reason: 'Bail' } })
  expect(withJailDelta(two, { event: 'term.saved', payload: released }).map(({ termId }) => termId)).toEqual([1])
  expect(withJailDelta(two, { event: 'term.ended', payload: { termId: 1 } }).map(({ termId }) => termId)).toEqual([2])
})
test('a term that is over is not shown, without an event', () => {
  expect(inJail([term(1, 5), term(2, 20)], AT + 6 * 60_000).map(({ termId }) => termId)).toEqual([2])
})
test('the report that waits longest comes first, and leaves once it is decided', () => {
  const queue = withQueueDelta([waiting(2, 5)], { event: 'report.waiting', payload: waiting(1, 1) })
  expect(queue.map(({ reportId }) => reportId)).toEqual([1, 2])
  expect(withQueueDelta(queue, { event: 'report.decided', payload: { reportId: 1 } }).map(({ reportId }) => reportId)).toEqual([2])
})
