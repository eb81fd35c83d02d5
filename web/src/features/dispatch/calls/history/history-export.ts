import type { CallType, listCallsByDate, ResponseOf } from '@tenfour/contract'
import { csvTime, toCsv, EXPORT_LIMIT, useCsvExport } from '../../../../platform/download/csv-export.ts'
import { sourceWords, STATUS_WORDS } from '../call.labels.ts'
import { fetchHistoryPage, type DayRange, type HistorySearch } from './history.queries.ts'

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
      sourceWords(call),
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

/** Exports the calls of the current search to a file. */
export function useHistoryExport(serverId: number, serverName: string, types: ReadonlyMap<number, CallType>) {
  const { count, start, stop } = useCsvExport()
  return {
    count,
    start: (search: HistorySearch) =>
      start({
        fetchPage: (page, signal) => fetchHistoryPage(serverId, { ...search, page }, signal),
        keyOf: ({ callId }) => callId,
        fileName: historyFileName(serverName, search),
        toFile: (calls) => historyCsv(calls, types),
        tooMany: `The file holds the newest ${EXPORT_LIMIT.toLocaleString('en')} calls. Choose fewer days for the rest.`,
      }),
    stop,
  }
}
