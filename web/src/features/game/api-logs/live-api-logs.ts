import type { ApiLog, ApiLogRate } from '@tenfour/contract'
import type { InfiniteData } from '@tanstack/react-query'

export type LogPage = { items: ApiLog[]; hasMore: boolean }
export type LogPages = InfiniteData<LogPage>

/** Keeps a page that is left open for hours from growing without bound. */
export const MAX_SHOWN = 500
const SHOWN_AFTER = 200

/** A call is logged when it ends, so ids are not in order of start time. */
export const newestId = (pages: LogPages | undefined): number =>
  pages?.pages[0]?.items.reduce((newest, { apiLogId }) => Math.max(newest, apiLogId), 0) ?? 0
const byTime = (a: ApiLog, b: ApiLog): number => Date.parse(b.at) - Date.parse(a.at) || b.apiLogId - a.apiLogId

/** Adds new calls on top; beyond the maximum, the oldest are dropped and can be loaded again. */
export function withNew(pages: LogPages, logs: readonly ApiLog[]): LogPages {
  const shown = pages.pages.flatMap(({ items }) => items)
  const newest = newestId(pages)
  const added = logs.filter(({ apiLogId }) => apiLogId > newest).sort(byTime)
  const [first, ...rest] = pages.pages
  if (added.length === 0 || !first) return pages
  if (shown.length + added.length > MAX_SHOWN) {
    return { pages: [{ items: [...added, ...shown].slice(0, SHOWN_AFTER), hasMore: true }], pageParams: [undefined] }
  }
  return { ...pages, pages: [{ ...first, items: [...added, ...first.items] }, ...rest] }
}

/** The chart advances by the calls' own timestamps: a call in a later step adds that step, and the oldest one is dropped. */
export function withCounted(rate: ApiLogRate, logs: readonly Pick<ApiLog, 'at' | 'status'>[], dropped = 0): ApiLogRate {
  const step = rate.stepMinutes * 60_000
  const points = rate.points.map((point) => ({ ...point }))
  for (const { at, status } of logs.toReversed()) {
    const start = Math.floor(Date.parse(at) / step) * step
    for (let last = points.at(-1); last && Date.parse(last.at) < start; last = points.at(-1)) {
      points.push({ at: new Date(Date.parse(last.at) + step).toISOString(), calls: 0, errors: 0 })
      points.shift()
    }
    const point = points.find((each) => Date.parse(each.at) === start)
    if (!point) continue
    point.calls += 1
    point.errors += status >= 400 ? 1 : 0
  }
  return { ...rate, points, dropped: rate.dropped + dropped }
}
