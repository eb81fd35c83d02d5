import { openJournal } from './journal.ts'

type Entry<T> = { readonly id: string; readonly item: T }
/**
 * How durable a queued item is. `synced` survives a power cut, but blocks the server's main thread on the disk. `written` survives the end
 * of the process. `memory` survives neither, and the oldest items are dropped beyond MAX_IN_MEMORY.
 */
export type Durability = 'synced' | 'written' | 'memory'
export type Outbox<T> = {
  /** Whether the item was stored as durably as required. If the disk refused it, it is only in memory. */
  readonly put: (id: string, item: T) => boolean
  /** The oldest pending item, skipping the first `skip`. Memory-only items come last. */
  readonly next: (skip?: number) => Entry<T> | undefined
  readonly done: (id: string) => void
  /** Moves the item to a separate file for inspection. */
  readonly setAside: (id: string) => void
  readonly size: () => number
  readonly close: () => void
}

type Options<T> = {
  readonly path: string
  readonly parse: (item: unknown) => T
  readonly durabilityOf: (item: T) => Durability
  /** Reports failed writes and damaged lines. */
  readonly complain: (problem: string) => void
}

const COMPACT_AFTER = 500
export const MAX_IN_MEMORY = 200

/** Items that must reach the portal: a journal with one line per item put in, one per item done. Damaged lines don't block delivery. */
export function openOutbox<T>({ path, parse, durabilityOf, complain }: Options<T>): Outbox<T> {
  const waiting = new Map<string, T>()
  /** Ids of the items with durability `memory`, oldest first. */
  const inMemory = new Set<string>()
  let doneCount = 0
  /** False if the file lacks an item because a write failed. */
  let isFileComplete = true

  const journal = openJournal({
    path,
    replay: (line) => {
      const entry = line as { put?: string; item?: unknown; done?: string }
      if (entry.put !== undefined) waiting.set(entry.put, parse(entry.item))
      if (entry.done !== undefined) waiting.delete(entry.done)
    },
    snapshot: () => [...waiting].filter(([id]) => !inMemory.has(id)).map(([id, item]) => ({ put: id, item })),
    complain,
  })
  const compact = () => {
    journal.rewrite()
    ;[doneCount, isFileComplete] = [0, true]
  }

  const done = (id: string) => {
    if (!waiting.delete(id) || inMemory.delete(id)) return
    journal.attempt(`${path} can't be written`, () => {
      // No sync: if this line is lost, the item is sent again and the portal recognises its id.
      journal.append({ done: id })
      doneCount += 1
      if (doneCount >= COMPACT_AFTER) compact()
    })
  }

  const putInMemory = (id: string) => {
    inMemory.add(id)
    const [oldest] = inMemory
    if (inMemory.size > MAX_IN_MEMORY && oldest !== undefined) done(oldest)
    return true
  }

  return {
    put: (id, item) => {
      const durability = durabilityOf(item)
      waiting.set(id, item)
      if (durability === 'memory') return putInMemory(id)
      const isStored = journal.attempt(`${path} can't be written`, () => {
        if (isFileComplete) journal.append({ put: id, item }, durability === 'synced')
        else compact()
      })
      isFileComplete = isStored
      return isStored
    },
    next: (skip = 0) => {
      let passed = 0
      for (const isInMemory of [false, true])
        for (const [id, item] of waiting) if (inMemory.has(id) === isInMemory && passed++ === skip) return { id, item }
      return undefined
    },
    done,
    setAside: (id) => {
      const item = waiting.get(id)
      if (item !== undefined) journal.setAside([JSON.stringify({ put: id, item })])
      done(id)
    },
    size: () => waiting.size,
    close: journal.close,
  }
}
