import { expect, test, vi } from 'vitest'
import { toCsv, collectPages, EXPORT_LIMIT, EXPORT_PAGE } from './csv-export.ts'

const lines = (text: string) => text.slice(1).split('\r\n')

test('commas, quotes and line breaks stay within their cell', () => {
  expect(
    lines(
      toCsv(
        ['Call', 'Title'],
        [
          [1042, 'Robbery, "Fleeca"'],
          [7, 'two\nlines'],
        ],
      ),
    ),
  ).toEqual(['Call,Title', '1042,"Robbery, ""Fleeca"""', '7,"two\nlines"', ''])
})

test.each(['=HYPERLINK("http://evil")', '+1', '-1', '@SUM(A1)', '\tx', '\r=1'])('%j is text to a spreadsheet, not a formula', (text) => {
  expect(
    toCsv(['Title'], [[text]])
      .split('\r\n')
      .slice(1)
      .join('\r\n'),
  ).toMatch(/^"?'/)
})

test.each(['x;=1+1', 'x\t@SUM(A1)', 'x;;-1'])('%j is text to a spreadsheet that splits at semicolons or tabs', (text) => {
  const cells = lines(toCsv(['Title'], [[text]]))[1]?.split(/[;\t"]/) ?? []
  expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
})

test('a number stays a number, and what is missing is empty', () => {
  expect(lines(toCsv(['a', 'b', 'c'], [[-1, null, undefined]]))[1]).toBe('-1,,')
})

test('the file says that it is UTF-8', () => {
  expect(toCsv(['Größe'], [])).toBe('\uFEFFGröße\r\n')
})

type Row = { readonly id: number }
const pageOf = (first: number, count: number) => ({ items: Array.from({ length: count }, (_, at): Row => ({ id: first - at })) })
const keyOf = ({ id }: Row) => id

test('every page is fetched until one is not full', async () => {
  const fetchPage = vi.fn(async (page: number) => (page === 1 ? pageOf(1000, EXPORT_PAGE) : pageOf(900, 7)))
  const onProgress = vi.fn()
  const { rows, isComplete } = await collectPages(fetchPage, keyOf, onProgress)
  expect(rows).toHaveLength(107)
  expect(isComplete).toBe(true)
  expect(onProgress.mock.calls).toEqual([[100], [107]])
})

test('a row that slid onto the next page is in the file once', async () => {
  const { rows } = await collectPages(async (page) => (page === 1 ? pageOf(1000, EXPORT_PAGE) : pageOf(902, 10)), keyOf)
  expect(rows.map(keyOf)).toEqual([...new Set(rows.map(keyOf))])
  expect(rows).toHaveLength(108)
})

test('a list without end stops at the limit, and says so', async () => {
  const { rows, isComplete } = await collectPages(async (page) => pageOf(1_000_000 - page * EXPORT_PAGE, EXPORT_PAGE), keyOf)
  expect(rows).toHaveLength(EXPORT_LIMIT)
  expect(isComplete).toBe(false)
})
