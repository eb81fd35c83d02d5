/** The same plate within this time is one reading. */
const SAME_MS = 60_000
/** Per unit: this many at once, plus one per EVERY_MS. */
const BURST = 10
const EVERY_MS = 1000
const MAX_REMEMBERED = 2000

type Reading = { readonly id: string; readonly at: number }

/** Plate readers call on every game frame; this deduplicates and limits readings per unit. */
export function createPlates(now: () => number = Date.now) {
  const readings = new Map<string, Reading>()
  const buckets = new Map<string, { left: number; at: number }>()

  const forgetOld = () => {
    for (const [key, { at }] of readings) if (now() - at >= SAME_MS || readings.size > MAX_REMEMBERED) readings.delete(key)
    for (const [by, { at }] of buckets) if (now() - at >= BURST * EVERY_MS) buckets.delete(by)
  }
  const isAllowed = (by: string): boolean => {
    const bucket = buckets.get(by) ?? { left: BURST, at: now() }
    const left = Math.min(BURST, bucket.left + (now() - bucket.at) / EVERY_MS)
    buckets.set(by, { left: left >= 1 ? left - 1 : left, at: now() })
    return left >= 1
  }
  return {
    /** The id of the new or the earlier reading; null if the limit is exceeded. */
    take: (by: string, plate: string, read: () => string): string | null => {
      const key = `${by} ${plate.replace(/\s/g, '').toUpperCase()}`
      const known = readings.get(key)
      if (known && now() - known.at < SAME_MS) return known.id
      if (!isAllowed(by)) return null
      const id = read()
      readings.delete(key)
      readings.set(key, { id, at: now() })
      if (readings.size + buckets.size > MAX_REMEMBERED) forgetOld()
      return id
    },
  }
}
