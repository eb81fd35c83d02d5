import type { CallType } from '@tenfour/contract'
import { useEffect, useRef, useState } from 'react'
import { downloadFile } from '../../../../platform/download/download-file.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { errorInfo } from '../../../../ui/error-info.ts'
import { fetchHistoryPage, type HistorySearch } from '../calls.queries.ts'
import { historyCsv, historyFileName } from './history-csv.ts'
import { collectHistory, EXPORT_LIMIT } from './history-export.ts'

/** Exports the calls of the current search to a file, with progress and cancellation. */
export function useHistoryExport(serverId: number, serverName: string, types: ReadonlyMap<number, CallType>) {
  const [count, setCount] = useState<number | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (search: HistorySearch) => {
    const controller = new AbortController()
    running.current = controller
    setCount(0)
    try {
      const { calls, isComplete } = await collectHistory(
        (page) => fetchHistoryPage(serverId, { ...search, page }, controller.signal),
        setCount,
      )
      downloadFile(historyFileName(serverName, search), historyCsv(calls, types), 'text/csv')
      if (!isComplete)
        notify.warning(`The file holds the newest ${EXPORT_LIMIT.toLocaleString('en')} calls. Choose fewer days for the rest.`)
    } catch (error) {
      if (!controller.signal.aborted) notify.error(`The file could not be made. ${errorInfo(error).message}`)
    } finally {
      setCount(null)
    }
  }
  return {
    /** How many calls have been fetched; null while no export is running. */
    count,
    start: (search: HistorySearch) => void start(search),
    stop: () => running.current?.abort(),
  }
}
