import { recordKey } from '@tenfour/contract'

/** The same plate within this time counts as one reading, and all callers share its answer. */
const SAME_MS = 60_000
/** Per unit: this many at once, plus one per EVERY_MS. */
const BURST = 10
const EVERY_MS = 1000
const MAX_REMEMBERED = 2000
/** Scripts waiting for the answer to one reading. */
const MAX_WAITING = 20

type Reading<A> = { readonly key: string; readonly id: string; readonly at: number; answer?: A; waiting: ((answer: A) => void)[] }

/** Plate readers call on every game frame; this deduplicates and limits readings per unit, and remembers their answers. */
export function createPlates<A>(now: () => number = Date.now) {
  const readings = new Map<string, Reading<A>>()
  const byId = new Map<string, Reading<A>>()
  const buckets = new Map<string, { left: number; at: number }>()

  const forget = ({ key, id }: Reading<A>) => {
    readings.delete(key)
    byId.delete(id)
  }
  const forgetOld = () => {
    for (const reading of readings.values()) if (now() - reading.at >= SAME_MS || readings.size > MAX_REMEMBERED) forget(reading)
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
      const key = `${by} ${recordKey(plate)}`
      const known = readings.get(key)
      if (known && now() - known.at < SAME_MS) return known.id
      if (!isAllowed(by)) return null
      const id = read()
      if (known) forget(known)
      const reading: Reading<A> = { key, id, at: now(), waiting: [] }
      readings.set(key, reading)
      byId.set(id, reading)
      if (readings.size + buckets.size > MAX_REMEMBERED) forgetOld()
      return id
    },
    /** The answer to a reading, if there is one. */
    answerTo: (id: string): A | undefined => byId.get(id)?.answer,
    /** Calls back when the answer arrives. False if too many callers wait for it already. */
    whenAnswered: (id: string, callback: (answer: A) => void): boolean => {
      const reading = byId.get(id)
      if (!reading || reading.waiting.length >= MAX_WAITING) return false
      reading.waiting.push(callback)
      return true
    },
    answered: (id: string, answer: A): void => {
      const reading = byId.get(id)
      if (!reading) return
      reading.answer = answer
      for (const callback of reading.waiting.splice(0)) callback(answer)
    },
  }
}
export type Plates<A> = ReturnType<typeof createPlates<A>>
