import { useEffect, useRef, useState } from 'react'
import { collectPages } from './collect-pages.ts'
import { downloadFile } from './download-file.ts'
import { notify } from '../notify/notify.ts'
import { errorInfo } from '../../ui/error-info.ts'

type CsvExport<Row> = {
  readonly fetchPage: (page: number, signal: AbortSignal) => Promise<{ readonly items: readonly Row[] }>
  readonly keyOf: (row: Row) => number
  readonly fileName: string
  readonly toFile: (rows: readonly Row[]) => string
  /** Said if there were more rows than fit. */
  readonly tooMany: string
}

/** Exports a paged list to a file, with progress and cancellation. */
export function useCsvExport() {
  const [count, setCount] = useState<number | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async <Row>({ fetchPage, keyOf, fileName, toFile, tooMany }: CsvExport<Row>) => {
    const controller = new AbortController()
    running.current = controller
    setCount(0)
    try {
      const { rows, isComplete } = await collectPages((page) => fetchPage(page, controller.signal), keyOf, setCount)
      downloadFile(fileName, toFile(rows), 'text/csv')
      if (!isComplete) notify.warning(tooMany)
    } catch (error) {
      if (!controller.signal.aborted) notify.error(`The file could not be made. ${errorInfo(error).message}`)
    } finally {
      setCount(null)
    }
  }
  return {
    /** How many rows have been fetched; null while no export is running. */
    count,
    start: <Row>(what: CsvExport<Row>) => void start(what),
    stop: () => running.current?.abort(),
  }
}
