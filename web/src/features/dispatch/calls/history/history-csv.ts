import type { CallType, listCallsByDate, ResponseOf } from '@tenfour/contract'
import { toCsv } from '../../../../platform/download/csv.ts'
import { dayOf, type DayRange } from './history-range.ts'
import { SOURCE_WORDS, STATUS_WORDS } from '../call-words.ts'

export type HistoryCall = ResponseOf<typeof listCallsByDate>['items'][number]

const HEADER = [
  'Call',
  'Priority',
  'Type',
  'Title',
  'Location',
  'Postal',
  'Caller',
  'Source',
  'Status',
  'Disposition',
  'Units',
  'Created',
  'Created by',
  'Cleared',
  'Cleared by',
  'Narrative',
]

const two = (value: number): string => String(value).padStart(2, '0')
/** Local time in a format that spreadsheets sort correctly. */
const stamp = (instant: string | null): string => {
  if (instant === null) return ''
  const date = new Date(instant)
  return `${dayOf(date)} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

export const historyCsv = (calls: readonly HistoryCall[], types: ReadonlyMap<number, CallType>): string =>
  toCsv(
    HEADER,
    calls.map((call) => [
      call.callId,
      call.priority,
      types.get(call.callTypeId)?.code,
      call.title,
      call.location,
      call.postal,
      call.caller,
      SOURCE_WORDS[call.source],
      STATUS_WORDS[call.status],
      call.disposition,
      call.units.join(' '),
      stamp(call.createdAt),
      call.createdBy?.name,
      stamp(call.clearedAt),
      call.clearedBy?.name,
      call.narrative,
    ]),
  )

export const historyFileName = (server: string, { from, to }: DayRange): string =>
  `calls-${server.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${from}${to === from ? '' : `-to-${to}`}.csv`
