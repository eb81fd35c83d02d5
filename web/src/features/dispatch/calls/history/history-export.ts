import type { HistoryCall } from './history-csv.ts'

/** A file for a person to read, not a copy of the database. */
export const EXPORT_LIMIT = 5000
export const EXPORT_PAGE = 100

type Page = { readonly items: readonly HistoryCall[] }
type Progress = (count: number) => void

/** Every call of a range, page by page, up to the limit. Calls that come up meanwhile push others onto the next page: each is taken once. */
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
