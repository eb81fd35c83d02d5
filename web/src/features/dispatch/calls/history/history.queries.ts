import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listCallsByDate } from '@tenfour/contract'
import { call } from '../../../../platform/api/client.ts'
import { dayOf } from '../../../../platform/format/local-times.ts'
import { EXPORT_PAGE } from '../../../../platform/download/csv-export.ts'

/** Days as YYYY-MM-DD, first and last inclusive. */
export type DayRange = { readonly from: string; readonly to: string }

export const MAX_DAYS = 92
const DAY_MS = 86_400_000

const two = (value: number): string => String(value).padStart(2, '0')

/** '-05:00': the local UTC offset at that time. */
function offsetOf(date: Date): string {
  const minutes = -date.getTimezoneOffset()
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** From 00:00:00 of the first day to 23:59:59 of the last in local time, each with the offset of that day. */
export function rangeParams({ from, to }: DayRange): { startISO: string; endISO: string } {
  const at = (day: string, time: string) => `${day}T${time}${offsetOf(new Date(`${day}T${time}`))}`
  return { startISO: at(from, '00:00:00'), endISO: at(to, '23:59:59') }
}

const isDay = (day: string): boolean => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`))
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** The error message for an invalid range; null if valid. */
export function rangeProblem({ from, to }: DayRange): string | null {
  if (!isDay(from) || !isDay(to)) return 'Choose a first and a last day'
  if (from > to) return 'The last day lies before the first'
  return dayNumber(to) - dayNumber(from) >= MAX_DAYS ? `Choose at most ${MAX_DAYS} days at once` : null
}

const DAYS_BACK = { today: [0, 0], yesterday: [1, 1], week: [6, 0] } as const
export type UsualRange = keyof typeof DAYS_BACK

/** Today, yesterday or the last seven calendar days. */
export function usualRange(name: UsualRange, now: Date): DayRange {
  const back = (days: number) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days))
  const [first, last] = DAYS_BACK[name]
  return { from: back(first), to: back(last) }
}

export type HistorySearch = DayRange & { readonly text: string; readonly page: number }
const HISTORY_PAGE = 50

/** The calls of a date range, one page at a time. */
export const historyQuery = (serverId: number, { from, to, text, page }: HistorySearch) =>
  queryOptions({
    queryKey: ['calls', 'history', serverId, from, to, text, page],
    queryFn: ({ signal }) =>
      call(listCallsByDate, {
        params: { ...rangeParams({ from, to }), serverId },
        query: { page, pageSize: HISTORY_PAGE, text },
        quiet: true,
        signal,
      }),
    enabled: rangeProblem({ from, to }) === null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })

export const fetchHistoryPage = (serverId: number, { from, to, text, page }: HistorySearch, signal: AbortSignal) =>
  call(listCallsByDate, {
    params: { ...rangeParams({ from, to }), serverId },
    query: { page, pageSize: EXPORT_PAGE, text },
    quiet: true,
    signal,
  })
