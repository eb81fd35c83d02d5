export type CsvCell = string | number | null | undefined

/** A spreadsheet would run what begins like this as a formula; with an apostrophe before it, it is text. */
const STARTS_FORMULA = /^[=+\-@\t\r\n]/

function cell(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = STARTS_FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A table as spreadsheets read it. The mark in front tells them that it is UTF-8. */
export const toCsv = (header: readonly string[], rows: Iterable<readonly CsvCell[]>): string =>
  `\uFEFF${[header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
