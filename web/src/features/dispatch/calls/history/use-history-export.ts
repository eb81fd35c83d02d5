import type { CallType } from '@tenfour/contract'
import { EXPORT_LIMIT } from '../../../../platform/download/collect-pages.ts'
import { useCsvExport } from '../../../../platform/download/use-csv-export.ts'
import { fetchHistoryPage, type HistorySearch } from '../calls.queries.ts'
import { historyCsv, historyFileName } from './history-csv.ts'

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
