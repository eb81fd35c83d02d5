import type { CallType, listCallsByDate, ResponseOf } from '@tenfour/contract'
import { csvTime, toCsv } from '../../../../platform/download/csv.ts'
import type { DayRange } from './history-range.ts'
import { SOURCE_WORDS, STATUS_WORDS } from '../call.labels.ts'

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
      csvTime(call.createdAt),
      call.createdBy?.name,
      csvTime(call.clearedAt),
      call.clearedBy?.name,
      call.narrative,
    ]),
  )

export const historyFileName = (server: string, { from, to }: DayRange): string =>
  `calls-${server.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${from}${to === from ? '' : `-to-${to}`}.csv`
