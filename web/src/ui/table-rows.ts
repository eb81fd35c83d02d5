export type CellValue = string | number | boolean | Date | null | undefined

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Numbers by value, dates by time, text in natural order ('4L2' before '4L12'). */
export function compareValues(a: NonNullable<CellValue>, b: NonNullable<CellValue>): number {
  const [left, right] = [orderable(a), orderable(b)]
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return collator.compare(String(left), String(right))
}

/** Lower case without accents, so that 'jose' matches 'José'. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every word of the query occurs in one of the values. */
export function matchesText(values: readonly CellValue[], query: string): boolean {
  const haystack = fold(values.map(valueText).join('\n'))
  return fold(query)
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}

export const valueText = (value: CellValue): string => {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? (Number.isNaN(value.getTime()) ? '' : value.toISOString()) : String(value)
}

const orderable = (value: NonNullable<CellValue>): number | string =>
  typeof value === 'string' ? value : value instanceof Date ? value.getTime() : Number(value)
