import type { ApiLog, ApiLogRate } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { apiLogsFilter, isMatch, keyChoices } from './api-logs-filter.ts'
import { ApiLogsSearch } from './api-logs-search.ts'
import { MAX_SHOWN, withCounted, withNew, type LogPages } from './live-api-logs.ts'

const log = (apiLogId: number, over: Partial<ApiLog> = {}): ApiLog => ({
  apiLogId,
  at: '2026-05-01T20:00:30.000Z',
  server: { serverId: 1, name: 'One' },
  key: { keyId: 3, name: 'Server 1' },
  method: 'WS',
  path: '/bridge/event/panic',
  status: 200,
  durationMs: 3,
  bytesIn: 10,
  bytesOut: 10,
  errorCode: null,
  error: null,
  requestId: 'abc',
  ...over,
})
const pages = (...ids: number[]): LogPages => ({
  pages: [{ items: ids.map((id) => log(id)), hasMore: false }],
  pageParams: [undefined],
})
const idsOf = (list: LogPages) => list.pages.flatMap(({ items }) => items.map(({ apiLogId }) => apiLogId))

test('new calls come on top, newest first, each once', () => {
  const before = pages(3, 2)
  expect(idsOf(withNew(before, [log(4), log(3), log(5)]))).toEqual([5, 4, 3, 2])
  expect(withNew(before, [log(3)])).toBe(before)
  const slow = log(5, { at: '2026-05-01T20:00:10.000Z' })
  expect(idsOf(withNew(before, [log(4), slow])), 'one that took long began earlier').toEqual([4, 5, 3, 2])
  const outOfTurn = pages(3, 5, 4)
  expect(withNew(outOfTurn, [log(4), log(5)])).toBe(outOfTurn)
  expect(idsOf(withNew(pages(), [log(1)]))).toEqual([1])
})

test('a list grown too long lets its older part go, which can be loaded again', () => {
  const long = pages(...Array.from({ length: MAX_SHOWN }, (_, index) => MAX_SHOWN - index))
  const after = withNew(long, [log(MAX_SHOWN + 1)])
  expect(idsOf(after)).toHaveLength(200)
  expect(idsOf(after)[0]).toBe(MAX_SHOWN + 1)
  expect(after.pages[0]?.hasMore).toBe(true)
})

test('the chart counts on, and a later minute begins a step while the oldest falls out', () => {
  const rate: ApiLogRate = {
    stepMinutes: 1,
    points: ['19:58', '19:59', '20:00'].map((time) => ({ at: `2026-05-01T${time}:00.000Z`, calls: 1, errors: 0 })),
    dropped: 0,
    days: 14,
  }
  const { points } = withCounted(rate, [log(2, { at: '2026-05-01T20:02:01.000Z', status: 500 }), log(1)])
  expect(points.map(({ at, calls, errors }) => [at.slice(11, 16), calls, errors])).toEqual([
    ['20:00', 2, 0],
    ['20:01', 0, 0],
    ['20:02', 1, 1],
  ])
  expect(rate.points[2]?.calls).toBe(1)
})

test('a call that comes is in the list exactly when it fits every filter', () => {
  const matches = (search: ApiLogsSearch, over: Partial<ApiLog> = {}) => isMatch(log(1, over), apiLogsFilter(search))
  expect(matches({})).toBe(true)
  expect(matches({ serverId: 1, keyId: 3, method: 'WS', outcome: 'ok', text: 'PANIC', requestId: 'abc' })).toBe(true)
  expect(matches({ serverId: 2 })).toBe(false)
  expect(matches({ keyId: 1 }, { key: null })).toBe(false)
  expect(matches({ outcome: 'errors' }, { status: 503 })).toBe(true)
  expect(matches({ outcome: 'refused' }, { status: 503 })).toBe(false)
  expect(matches({ text: 'too much' }, { error: 'Too much at once' })).toBe(true)
  expect(matches({ to: '2026-04-01' })).toBe(false)
})

test('nonsense in the address counts as not given', () => {
  expect(ApiLogsSearch.parse({ serverId: 'x', outcome: 'ok', live: 'on', from: 'yesterday', requestId: 'a b' })).toEqual({ outcome: 'ok' })
})

test('the counts of dropped calls are added up as they arrive', () => {
  const rate: ApiLogRate = { stepMinutes: 1, points: [], dropped: 2, days: 14 }
  expect(withCounted(rate, [], 5).dropped).toBe(7)
})

test('keys are offered by their server, those of the chosen server alone, and what is chosen stays', () => {
  const key = (keyId: number, server: { serverId: number; name: string } | null, isValid = true) => ({
    keyId,
    name: `Key ${keyId}`,
    server,
    isValid,
  })
  const [one, two] = [
    { serverId: 1, name: 'One' },
    { serverId: 2, name: 'Two' },
  ]
  const keys = [key(1, one), key(2, two, false), key(3, null), key(4, one)]
  expect(keyChoices(keys, {})).toEqual([
    {
      group: 'One',
      items: [
        { value: '1', label: 'Key 1' },
        { value: '4', label: 'Key 4' },
      ],
    },
    { group: 'Two', items: [{ value: '2', label: 'Key 2 (ended)' }] },
    { group: 'Integrations', items: [{ value: '3', label: 'Key 3' }] },
  ])
  expect(keyChoices(keys, { serverId: 2, keyId: 3 })).toMatchObject([{ group: 'Two' }, { group: 'Integrations' }])
  expect(keyChoices([], { keyId: 9 })).toEqual([{ value: '9', label: 'Key 9' }])
})
