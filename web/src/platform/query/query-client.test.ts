import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { refetchOnReconnect } from './query-client.ts'

const failed = (status: number) => new ApiError({ url: '/api/history', status, text: 'no' })

function setUp() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const listeners = new Set<() => void>()
  let state = 'live'
  refetchOnReconnect(client, {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  const setConnection = (next: string) => {
    state = next
    for (const listener of listeners) listener()
  }
  const shown = async (key: string, queryFn: () => Promise<string>) => {
    const leave = new QueryObserver(client, { queryKey: [key], queryFn }).subscribe(() => undefined)
    await vi.waitFor(() => expect(client.getQueryState([key])?.fetchStatus).toBe('idle'))
    return leave
  }
  return { client, setConnection, shown }
}

test('a query without an answer is sent again once the portal is back, without anybody asking', async () => {
  const { client, setConnection, shown } = setUp()
  await shown('history', vi.fn(() => Promise.resolve('calls')).mockRejectedValueOnce(failed(0)))
  expect(client.getQueryState(['history'])?.status).toBe('error')
  setConnection('lost')
  setConnection('connecting')
  setConnection('live')
  await vi.waitFor(() => expect(client.getQueryData(['history'])).toBe('calls'))
})

test('nothing else is: not what was answered, refused, or is shown no longer', async () => {
  const { setConnection, shown } = setUp()
  const answered = vi.fn(() => Promise.resolve('calls'))
  const refused = vi.fn(() => Promise.reject<string>(failed(403)))
  const left = vi.fn(() => Promise.reject<string>(failed(0)))
  await shown('answered', answered)
  await shown('refused', refused)
  const leave = await shown('left', left)
  leave()
  setConnection('lost')
  setConnection('live')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([answered, refused, left].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
})

test('a connection that first comes up asks for nothing again', async () => {
  const { setConnection, shown } = setUp()
  const failing = vi.fn(() => Promise.reject<string>(failed(0)))
  await shown('history', failing)
  setConnection('connecting')
  setConnection('live')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(failing).toHaveBeenCalledTimes(1)
})
