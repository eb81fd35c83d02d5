import { decideLeave, listLeaveRequests, type ResponseOf } from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'

const REQUESTS = ['leave-requests'] as const
export const PAGE_SIZE = 25
export type RequestState = 'asked' | 'decided'
export type RequestToDecide = ResponseOf<typeof listLeaveRequests>['items'][number]

export const leaveRequestsQuery = (state: RequestState, page: number) =>
  queryOptions({
    queryKey: [...REQUESTS, state, page],
    queryFn: ({ signal }) => call(listLeaveRequests, { query: { state, page, pageSize: PAGE_SIZE }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

/** For the number that wait. */
export const waitingQuery = queryOptions({
  queryKey: [...REQUESTS, 'waiting'],
  queryFn: ({ signal }) => call(listLeaveRequests, { query: { state: 'asked', pageSize: 1 }, quiet: true, signal }),
  meta: { handled: true },
})

export const refreshRequests = (): Promise<void> => queryClient.invalidateQueries({ queryKey: REQUESTS })

/** Starts with the first who follows and stops with the last. */
export function createShared(start: () => () => void) {
  let followers = 0
  let stop: (() => void) | undefined
  return (): (() => void) => {
    followers += 1
    stop ??= start()
    return () => {
      followers -= 1
      if (followers > 0) return
      stop?.()
      stop = undefined
    }
  }
}

/** The tab's badge and the page follow together: a change is read again once. */
const followRequests = createShared(() => {
  const refresh = () => void refreshRequests().catch(reportError)
  return subscribe('leave-requests', {}, { onSnapshot: (_requests, { seq, known }) => known !== seq && refresh(), onDelta: refresh })
})

/** Follows requests as they are made, withdrawn and decided. */
export const useLiveRequests = (): void => useEffect(followRequests, [])

export const decideRequest = (requestId: number, isGranted: boolean, note: string): Promise<unknown> =>
  call(decideLeave, { params: { requestId }, body: { isGranted, note } })
