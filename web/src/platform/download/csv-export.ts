import { dayOf, timeOf } from '../format/local-times.ts'
import { useEffect, useRef, useState } from 'react'
import { downloadFile } from './download-file.ts'
import { notify } from '../notify/notify.ts'
import { errorInfo } from '../../ui/error-info.ts'

export type CsvCell = string | number | null | undefined

/** A spreadsheet would run text that starts like this as a formula; a leading apostrophe makes it plain text. */
const STARTS_FORMULA = /^[=+\-@\t\r\n]/
/** Some split a line at semicolons or tabs, quotes or not, so that a cell begins after each of them. */
const STARTS_FORMULA_LATER = /([;\t])(?=[=+\-@])/g

function cell(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = (STARTS_FORMULA.test(value) ? `'${value}` : value).replace(STARTS_FORMULA_LATER, "$1'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Local time in a format that spreadsheets sort correctly; empty for none. */
export function csvTime(at: Date | string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  return `${dayOf(date)} ${timeOf(date)}:${String(date.getSeconds()).padStart(2, '0')}`
}

/** A table as CSV. The leading byte order mark tells spreadsheets that it is UTF-8. */
export const toCsv = (header: readonly string[], rows: Iterable<readonly CsvCell[]>): string =>
  `\uFEFF${[header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`

/** Exports are meant for people to read, not as a database copy. */
export const EXPORT_LIMIT = 5000
export const EXPORT_PAGE = 100

/** Fetches every row page by page, up to the limit. Changes meanwhile shift rows onto the next page, so duplicates are dropped. */
export async function collectPages<Row>(
  fetchPage: (page: number) => Promise<{ readonly items: readonly Row[] }>,
  keyOf: (row: Row) => number,
  onProgress: (count: number) => void = () => undefined,
): Promise<{ readonly rows: Row[]; readonly isComplete: boolean }> {
  const byKey = new Map<number, Row>()
  for (let page = 1; byKey.size < EXPORT_LIMIT; page += 1) {
    const { items } = await fetchPage(page)
    for (const item of items) byKey.set(keyOf(item), item)
    onProgress(byKey.size)
    if (items.length < EXPORT_PAGE) return { rows: [...byKey.values()], isComplete: true }
  }
  return { rows: [...byKey.values()].slice(0, EXPORT_LIMIT), isComplete: false }
}

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
