// @vitest-environment happy-dom
import type { FirstEvening } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPortalConfig } from '../../../platform/config/config.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { goWithoutDiscord, playDepartments, refreshEvening } from './first-evening.changes.port.ts'
import { firstEveningQuery } from './use-first-evening.port.ts'

const BEFORE: FirstEvening = { isOpen: true, done: ['name'], accounts: 1, isWithoutDiscord: false }
const AFTER: FirstEvening = { ...BEFORE, done: ['name', 'departments'] }

let answerRead: ((response: Response) => void) | undefined
beforeEach(() => {
  setPortalConfig({ apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') return Response.json(AFTER)
    return new Promise<Response>((resolve) => (answerRead = resolve))
  })
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test.each([
  ['the choice of departments', () => playDepartments([2])],
  ['the word about Discord', () => goWithoutDiscord(true)],
])('a read of the steps that began before %s does not bring back the steps as they were', async (_what, change) => {
  queryClient.setQueryData(firstEveningQuery.queryKey, BEFORE)
  const read = queryClient.query({ ...firstEveningQuery, staleTime: 0 }).catch(() => undefined)
  await vi.waitFor(() => expect(answerRead).toBeDefined())
  await change()
  answerRead?.(Response.json(BEFORE))
  await read
  await vi.waitFor(() => expect(queryClient.isFetching({ queryKey: firstEveningQuery.queryKey })).toBe(0))
  expect(queryClient.getQueryData(firstEveningQuery.queryKey)).toEqual(AFTER)
})

test('the steps are read again when something they follow from has changed', async () => {
  queryClient.setQueryData(firstEveningQuery.queryKey, BEFORE)
  await refreshEvening()
  expect(queryClient.getQueryState(firstEveningQuery.queryKey)?.isInvalidated).toBe(true)
})
