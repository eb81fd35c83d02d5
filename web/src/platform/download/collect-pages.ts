/** Exports are meant for people to read, not as a database copy. */
export const EXPORT_LIMIT = 5000
export const EXPORT_PAGE = 100

/** Fetches every row page by page, up to the limit. Changes meanwhile shift rows onto the next page, so duplicates are dropped. */
export async function collectPages<Row>(
  fetchPage: (page: number) => Promise<{ readonly items: readonly Row[] }>,
  keyOf: (row: Row) => number,
  onProgress: (count: number) => void = () => undefined,
): Promise<{ readonly rows: Row[]; readonly isComplete: boolean }> {
  const byKey = new Map<number, Row>()
  for (let page = 1; byKey.size < EXPORT_LIMIT; page += 1) {
    const { items } = await fetchPage(page)
    for (const item of items) byKey.set(keyOf(item), item)
    onProgress(byKey.size)
    if (items.length < EXPORT_PAGE) return { rows: [...byKey.values()], isComplete: true }
  }
  return { rows: [...byKey.values()].slice(0, EXPORT_LIMIT), isComplete: false }
}
