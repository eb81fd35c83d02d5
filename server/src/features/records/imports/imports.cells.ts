// Functions below read cells of a CSV file and values of a JSON file. A value that they can't read is left for the schema to refuse.

/** A value as text: in JSON, postals and phone numbers may be numbers. */
export const textOf = (value: unknown): unknown =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : value

const INSTANT = /^(\d{4}-\d\d-\d\d)[T ][\d:.]+(?:Z|[+-][\d:]+)?$/
/** The day of a date that may have a time, as databases export it. */
export const dayOf = (value: unknown): unknown => (typeof value === 'string' ? (INSTANT.exec(value)?.[1] ?? value) : value)

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'stolen'])
const NO = new Set(['', 'no', 'n', 'false', '0'])
export function flagOf(value: unknown): unknown {
  // Lists and objects in a JSON file can't be read as text.
  if (typeof value === 'object') return value
  const word = String(textOf(value)).toLowerCase()
  return YES.has(word) ? true : NO.has(word) ? false : value
}

/** A number; an empty cell is 0. The schema refuses everything else that is not a number. */
export const numberOf = (value: unknown): unknown =>
  typeof value !== 'string' ? value : value.trim() === '' ? 0 : Number(value.replaceAll(/[$,\s]/g, ''))
