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

const two = (value: number): string => String(value).padStart(2, '0')

/** Local time in a format that spreadsheets sort correctly; empty for none. */
export function csvTime(at: Date | string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(two).join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

/** A table as CSV. The leading byte order mark tells spreadsheets that it is UTF-8. */
export const toCsv = (header: readonly string[], rows: Iterable<readonly CsvCell[]>): string =>
  `\uFEFF${[header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
