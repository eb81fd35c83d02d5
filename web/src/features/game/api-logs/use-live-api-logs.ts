import type { ApiLog, ApiLogRange } from '@tenfour/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { queryClient } from '../../../platform/query/query-client.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { hasMissed } from '../../../platform/realtime/rooms.ts'
import { isMatch, type ApiLogsFilter } from './api-logs-filter.ts'
import { MAX_SHOWN, newestId, withCounted, withNew } from './live-api-logs.ts'
import { apiLogsQuery, rateQuery } from './api-logs.queries.ts'

type Options = {
  readonly filter: ApiLogsFilter
  readonly range: ApiLogRange
  readonly isOn: boolean
  /** The user is reading: new calls are buffered meanwhile. */
  readonly isHeld: boolean
}

/** Adds new calls to the list and the chart as they are logged. Returns how many are buffered, and how to release them. */
export function useLiveApiLogs({ filter, range, isOn, isHeld }: Options) {
  const held = useRef<ApiLog[]>([])
  /** Set when more calls were logged than were sent to this page. */
  const isPartial = useRef(false)
  const [waiting, setWaiting] = useState(0)
  const list = apiLogsQuery(filter)

  const show = (logs: readonly ApiLog[]) => {
    const isWhole = !isPartial.current && logs.length <= MAX_SHOWN
    held.current = []
    isPartial.current = false
    setWaiting(0)
    if (!isWhole) void queryClient.invalidateQueries({ queryKey: list.queryKey })
    else queryClient.setQueryData(list.queryKey, (pages) => pages && withNew(pages, logs))
  }
  const arrive = useEffectEvent((logs: readonly ApiLog[], more = 0) => {
    if (more > 0) isPartial.current = true
    const matching = logs.filter((log) => isMatch(log, filter))
    if (!isHeld) return show(matching)
    const known = new Set(held.current.map(({ apiLogId }) => apiLogId))
    const shown = newestId(queryClient.getQueryData(list.queryKey))
    const added = matching.filter(({ apiLogId }) => apiLogId > shown && !known.has(apiLogId))
    held.current = [...added, ...held.current].slice(0, MAX_SHOWN + 1)
    setWaiting(held.current.length)
  })
  const count = useEffectEvent((logs: readonly ApiLog[], dropped: number) => {
    const counted = filter.serverId === undefined ? logs : logs.filter(({ server }) => server?.serverId === filter.serverId)
    queryClient.setQueryData(rateQuery(range, filter.serverId).queryKey, (rate) => rate && withCounted(rate, counted, dropped))
  })
  const readAgainRate = useEffectEvent(() => void queryClient.invalidateQueries({ queryKey: ['api-logs', 'rate'] }))

  useEffect(() => {
    if (!isOn) return
    return subscribe(
      'api-logs',
      {},
      {
        onSnapshot: ({ items }, position) => {
          // After a reconnect, more may have been logged than the snapshot contains.
          arrive(items, hasMissed(position) ? 1 : 0)
          if (hasMissed(position)) readAgainRate()
        },
        onDelta: ({ payload: { items, more, dropped } }) => {
          arrive(items, more)
          if (more === 0) count(items, dropped)
          else readAgainRate()
        },
      },
    )
  }, [isOn])

  const release = useEffectEvent(() => {
    if (held.current.length > 0 || isPartial.current) show(held.current)
  })
  useEffect(() => {
    if (!isHeld) release()
  }, [isHeld])

  return { waiting, letIn: () => show(held.current) }
}
