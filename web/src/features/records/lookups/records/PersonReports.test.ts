import type { PersonReport, RecordEvent } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { fineWords, withEvents } from './PersonReports.tsx'

const report = (over: Partial<PersonReport>): PersonReport =>
  ({
    reportId: 1,
    kind: 'citation',
    number: 'C-2026-0042',
    role: 'suspect',
    state: 'final',
    amendment: null,
    fineState: null,
    jailMinutes: 0,
    submittedAt: '2026-05-01T12:00:00.000Z',
    finalAt: null,
    ...over,
  }) as PersonReport
const event = (at: string) => ({ eventId: 9, at }) as RecordEvent

test('reports and events are one list, newest first, a report by the time it became final', () => {
  const lines = withEvents(
    [report({ finalAt: '2026-05-03T12:00:00.000Z' })],
    [event('2026-05-02T12:00:00.000Z'), event('2026-05-04T12:00:00.000Z')],
  )
  expect(lines.map((line) => ('eventId' in line ? line.at : line.finalAt))).toEqual([
    '2026-05-04T12:00:00.000Z',
    '2026-05-03T12:00:00.000Z',
    '2026-05-02T12:00:00.000Z',
  ])
})
test('a report that is listed is not listed a second time as an event', () => {
  const at = '2026-05-02T12:00:00.000Z'
  const events = ['Citation C-2026-0042', 'Citation C-2026-0041', 'Licence suspended'].map((title) => ({ ...event(at), title }))
  expect(withEvents([report({ finalAt: at })], events).map((line) => ('eventId' in line ? line.title : line.number))).toEqual([
    'C-2026-0042',
    'Citation C-2026-0041',
    'Licence suspended',
  ])
})
test('a line tells the unpaid fine, the person’s role, and that a voided report does not count', () => {
  const fineState = { amount: 420, state: 'unpaid' } as PersonReport['fineState']
  expect(fineWords(report({ fineState, jailMinutes: 5 }))).toBe(' · $420 unpaid · 5 min jail')
  expect(fineWords(report({ role: 'witness', state: 'submitted' }))).toBe(' · as witness · waits for approval')
  expect(fineWords(report({ state: 'voided', fineState: { amount: 420, state: 'dropped' } as PersonReport['fineState'] }))).toBe(
    ' · voided · fine dropped',
  )
})
