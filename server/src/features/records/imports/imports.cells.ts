/** The file as a whole can't be imported; the message says why. */
export class UnreadableFile extends Error {}

/** What the cells of a CSV file and the values of a JSON file mean. What means nothing is left for the schema to refuse. */

/** JSON has numbers where CSV has text: a postal or a phone number. */
export const textOf = (value: unknown): unknown =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : value

const INSTANT = /^(\d{4}-\d\d-\d\d)[T ][\d:.]+(?:Z|[+-][\d:]+)?$/
/** Databases export days with a time. */
export const dayOf = (value: unknown): unknown => (typeof value === 'string' ? (INSTANT.exec(value)?.[1] ?? value) : value)

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'stolen'])
const NO = new Set(['', 'no', 'n', 'false', '0'])
export function flagOf(value: unknown): unknown {
  // Of a list or an object in a JSON file there is no text.
  if (typeof value === 'object') return value
  const word = String(textOf(value)).toLowerCase()
  return YES.has(word) ? true : NO.has(word) ? false : value
}

/** An empty cell is 0; anything else that is no number is left for the schema to refuse. */
export const numberOf = (value: unknown): unknown =>
  typeof value !== 'string' ? value : value.trim() === '' ? 0 : Number(value.replaceAll(/[$,\s]/g, ''))
