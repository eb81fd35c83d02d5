import { randomUUID } from 'node:crypto'
import type { Outbox } from './outbox.ts'

type Entry<T> = { readonly id: string; readonly item: T }
type Options<T> = {
  readonly keyOf: (item: T) => string
  /** Whether a newer value moves to the end of the queue instead of taking the older one's place. */
  readonly isSentLast: (item: T) => boolean
  readonly max: number
  /** Called when the oldest value is dropped because there are too many. */
  readonly onDropped: (item: T) => void
}

/** State to send to the portal, kept in memory. Only the latest value of each key is kept. */
export function createLatest<T>({ keyOf, isSentLast, max, onDropped }: Options<T>) {
  const waiting = new Map<string, Entry<T>>()
  const remove = (id: string) => {
    for (const [key, entry] of waiting) if (entry.id === id) waiting.delete(key)
  }
  const outbox: Pick<Outbox<T>, 'next' | 'done' | 'setAside'> = {
    next: (skip = 0) => [...waiting.values()][skip],
    // Removes only the value with this id: a newer value has another id and stays.
    done: remove,
    setAside: remove,
  }
  return {
    ...outbox,
    /** Returns the value that was replaced. */
    put: (item: T): T | undefined => {
      const key = keyOf(item)
      const replaced = waiting.get(key)?.item
      if (isSentLast(item)) waiting.delete(key)
      waiting.set(key, { id: randomUUID(), item })
      const [oldest] = waiting
      if (waiting.size > max && oldest) {
        waiting.delete(oldest[0])
        onDropped(oldest[1].item)
      }
      return replaced
    },
    size: () => waiting.size,
  }
}
