import type { HistoryCall } from './history-csv.ts'

/** Exports are meant for people to read, not as a database copy. */
export const EXPORT_LIMIT = 5000
export const EXPORT_PAGE = 100

type Page = { readonly items: readonly HistoryCall[] }
type Progress = (count: number) => void

/** Fetches every call of a range page by page, up to the limit. New calls shift others onto the next page, so duplicates are dropped. */
export async function collectHistory(
  fetchPage: (page: number) => Promise<Page>,
  onProgress: Progress = () => undefined,
): Promise<{ readonly calls: HistoryCall[]; readonly isComplete: boolean }> {
  const byId = new Map<number, HistoryCall>()
  for (let page = 1; byId.size < EXPORT_LIMIT; page += 1) {
    const { items } = await fetchPage(page)
    for (const item of items) byId.set(item.callId, item)
    onProgress(byId.size)
    if (items.length < EXPORT_PAGE) return { calls: [...byId.values()], isComplete: true }
  }
  return { calls: [...byId.values()].slice(0, EXPORT_LIMIT), isComplete: false }
}
