import type { ApiLogRange, ApiLogRate } from '@tenfour/contract'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
export const clockOf = (at: string): string => clock.format(new Date(at))

/** The steps at round times: every ten minutes of an hour, every three hours of a day. */
export function roundTimes(points: ApiLogRate['points'], range: ApiLogRange): string[] {
  return points.flatMap(({ at }) => {
    const time = new Date(at)
    const isRound = range === 'hour' ? time.getMinutes() % 10 === 0 : time.getMinutes() === 0 && time.getHours() % 3 === 0
    return isRound ? [at] : []
  })
}

export type RateGroup = { readonly at: string; readonly calls: number; readonly errors: number }

/** For the table: by five minutes of the hour, or by hour of the day, newest first. */
export function rateGroups(points: ApiLogRate['points'], range: ApiLogRange): RateGroup[] {
  const groups = new Map<string, RateGroup>()
  for (const { at, calls, errors } of points) {
    const start = new Date(at)
    start.setMinutes(range === 'hour' ? start.getMinutes() - (start.getMinutes() % 5) : 0, 0, 0)
    const key = start.toISOString()
    const before = groups.get(key) ?? { at: key, calls: 0, errors: 0 }
    groups.set(key, { at: key, calls: before.calls + calls, errors: before.errors + errors })
  }
  return [...groups.values()].reverse()
}

export function rateWords({ points }: Pick<ApiLogRate, 'points'>, range: ApiLogRange): string {
  const calls = points.reduce((sum, point) => sum + point.calls, 0)
  const errors = points.reduce((sum, point) => sum + point.errors, 0)
  if (calls === 0) return `No calls in the last ${range}`
  const most = points.reduce((a, b) => (b.calls > a.calls ? b : a))
  const failed = errors === 0 ? 'none failed' : `${errors.toLocaleString('en')} failed (${((100 * errors) / calls).toFixed(1)} %)`
  return `${calls.toLocaleString('en')} ${calls === 1 ? 'call' : 'calls'} in the last ${range}, ${failed}; busiest at ${clockOf(most.at)}`
}
