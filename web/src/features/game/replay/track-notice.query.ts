import { getTrackNotice } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'

/** Apart from replay.queries.ts, which carries the tracks' decoder: account settings show it too. */
export const trackNoticeQuery = queryOptions({
  queryKey: ['replay', 'notice'],
  queryFn: ({ signal }) => call(getTrackNotice, { quiet: true, signal }),
  meta: { handled: true },
})
