import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

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
