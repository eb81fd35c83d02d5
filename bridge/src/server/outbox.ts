import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

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

/**
 * Journal of items that must reach the portal: one line per item put in, one per item done. A line truncated by a crash is the last one and
 * was never acknowledged, so it is dropped. Other unreadable lines are set aside and don't block delivery.
 */
export function openOutbox<T>({ path, parse, durabilityOf, complain }: Options<T>): Outbox<T> {
  const aside = `${path}.aside`
  const waiting = new Map<string, T>()
  /** Ids of the items with durability `memory`, oldest first. */
  const inMemory = new Set<string>()
  let file: number | undefined
  let length = 0
  let doneCount = 0
  /** False if the file lacks an item because a write failed. */
  let isFileComplete = true

  const attempt = (problem: string, work: () => void): boolean => {
    try {
      work()
      return true
    } catch (error) {
      complain(`${problem}: ${error instanceof Error ? error.message : String(error)}`)
      return false
    }
  }
  const appendAside = (lines: readonly string[]) =>
    attempt(`${aside} can't be written`, () => appendFileSync(aside, lines.map((line) => `${line}\n`).join('')))

  const append = (entry: object) => {
    if (file === undefined) throw new Error('it is not open')
    const line = Buffer.from(`${JSON.stringify(entry)}\n`)
    try {
      // On a full disk the write may be partial without an error.
      if (writeSync(file, line) < line.length) throw new Error('the disk is full')
      length += line.length
    } catch (error) {
      // Remove the partial line.
      ftruncateSync(file, length)
      throw error
    }
  }
  const compact = () => {
    const next = `${path}.new`
    const written = [...waiting].filter(([id]) => !inMemory.has(id))
    const text = Buffer.from(written.map(([id, item]) => `${JSON.stringify({ put: id, item })}\n`).join(''))
    const copy = openSync(next, 'w')
    try {
      if (writeSync(copy, text) < text.length) throw new Error('the disk is full')
      fsyncSync(copy)
    } finally {
      closeSync(copy)
    }
    if (file !== undefined) closeSync(file)
    file = undefined
    renameSync(next, path)
    file = openSync(path, 'a')
    ;[length, doneCount, isFileComplete] = [text.length, 0, true]
  }

  attempt(`${path} can't be opened`, () => {
    mkdirSync(dirname(path), { recursive: true })
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const completeLines = text.slice(0, text.lastIndexOf('\n') + 1)
    const damaged: string[] = []
    for (const line of completeLines.split('\n')) {
      if (line === '') continue
      try {
        const entry = JSON.parse(line) as { put?: string; item?: unknown; done?: string }
        if (entry.put !== undefined) waiting.set(entry.put, parse(entry.item))
        if (entry.done !== undefined) waiting.delete(entry.done)
      } catch {
        damaged.push(line)
      }
    }
    file = openSync(path, 'a')
    length = Buffer.byteLength(completeLines)
    if (completeLines.length < text.length) ftruncateSync(file, length)
    if (damaged.length === 0) return
    complain(`${damaged.length} damaged lines of ${path} are now in ${aside}`)
    if (appendAside(damaged)) compact()
  })

  const done = (id: string) => {
    if (!waiting.delete(id) || inMemory.delete(id)) return
    attempt(`${path} can't be written`, () => {
      // No sync: if this line is lost, the item is sent again and the portal recognises its id.
      append({ done: id })
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
      const isStored = attempt(`${path} can't be written`, () => {
        if (!isFileComplete) return compact()
        append({ put: id, item })
        if (file !== undefined && durability === 'synced') fsyncSync(file)
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
      if (item !== undefined) appendAside([JSON.stringify({ put: id, item })])
      done(id)
    },
    size: () => waiting.size,
    close: () => {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
