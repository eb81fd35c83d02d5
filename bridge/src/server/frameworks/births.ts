const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T.*)?$/

/**
 * A date of birth as YYYY-MM-DD, from the forms in which frameworks keep it: `1990-01-31`, `31/01/1990` (es_extended, ox_core), `01/31/1990` where that can
 * only be meant, and the milliseconds of a column of dates. Undefined if it can not be read, as '00-00-0000', which qbx_core has for none.
 */
export function readBirth(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) < 1e14 ? real(new Date(value).toISOString()) : undefined
  if (typeof value !== 'string') return undefined
  const [, year, month, day] = YEAR_FIRST.exec(value.trim()) ?? []
  if (year && month && day) return dateOf(year, month, day)
  const [, first, second, last] = DAY_FIRST.exec(value.trim()) ?? []
  if (!first || !second || !last) return undefined
  return Number(second) > 12 ? dateOf(last, first, second) : dateOf(last, second, first)
}

const dateOf = (year: string, month: string, day: string) => real(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)

/** The day, if the calendar has it and the portal takes it. */
function real(text: string): string | undefined {
  const day = text.slice(0, 10)
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) return undefined
  return day >= '1900-01-01' && at.getTime() <= Date.now() ? day : undefined
}
