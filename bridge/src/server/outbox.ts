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
 * How safe something is while it waits. Synced outlives a power cut, and costs the server's main thread the time that its disk takes;
 * written outlives the end of the process; what waits in memory outlives nothing, and the oldest goes when there is too much of it.
 */
export type Keeping = 'synced' | 'written' | 'memory'
export type Outbox<T> = {
  /** Whether it is kept as it should be when this returns. Where the disk does not take it, it waits in memory alone. */
  readonly put: (id: string, item: T) => boolean
  /** The oldest that is not done yet, or the one after it. What waits in memory alone comes after the rest. */
  readonly next: (skip?: number) => Entry<T> | undefined
  readonly done: (id: string) => void
  /** Out of the way, for people to look at. */
  readonly setAside: (id: string) => void
  readonly size: () => number
  readonly close: () => void
}

type Options<T> = {
  readonly path: string
  readonly parse: (item: unknown) => T
  readonly keepingOf: (item: T) => Keeping
  /** What the disk refuses, or has damaged. */
  readonly complain: (problem: string) => void
}

const COMPACT_AFTER = 500
export const MAX_IN_MEMORY = 200

/**
 * What must reach the portal, kept in a journal until it has: one line for each thing put in, one for each thing done. A line that a crash cut
 * short is the last one, and had not been promised to anybody. What else can't be read is set aside, and keeps nothing from being delivered.
 */
export function openOutbox<T>({ path, parse, keepingOf, complain }: Options<T>): Outbox<T> {
  const aside = `${path}.aside`
  const waiting = new Map<string, T>()
  /** Those of them that are never written down, oldest first. */
  const inMemory = new Set<string>()
  let file: number | undefined
  let length = 0
  let finished = 0
  /** Whether what waits is all in the file. */
  let isWhole = true

  const attempt = (what: string, work: () => void): boolean => {
    try {
      work()
      return true
    } catch (error) {
      complain(`${what}: ${error instanceof Error ? error.message : String(error)}`)
      return false
    }
  }
  const keepAside = (lines: readonly string[]) =>
    attempt(`${aside} can't be written`, () => appendFileSync(aside, lines.map((line) => `${line}\n`).join('')))

  const append = (entry: object) => {
    if (file === undefined) throw new Error('it is not open')
    const line = Buffer.from(`${JSON.stringify(entry)}\n`)
    try {
      // A full disk may take part of it and say so only by the number.
      if (writeSync(file, line) < line.length) throw new Error('the disk is full')
      length += line.length
    } catch (error) {
      // What was begun must not run into the next line.
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
    ;[length, finished, isWhole] = [text.length, 0, true]
  }

  attempt(`${path} can't be opened`, () => {
    mkdirSync(dirname(path), { recursive: true })
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    const damaged: string[] = []
    for (const line of whole.split('\n')) {
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
    length = Buffer.byteLength(whole)
    if (whole.length < text.length) ftruncateSync(file, length)
    if (damaged.length === 0) return
    complain(`${damaged.length} damaged lines of ${path} are now in ${aside}`)
    if (keepAside(damaged)) compact()
  })

  const done = (id: string) => {
    if (!waiting.delete(id) || inMemory.delete(id)) return
    attempt(`${path} can't be written`, () => {
      // Not waited for: what is forgotten to be done is sent again, and the portal knows it by its id.
      append({ done: id })
      finished += 1
      if (finished >= COMPACT_AFTER) compact()
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
      const keeping = keepingOf(item)
      waiting.set(id, item)
      if (keeping === 'memory') return putInMemory(id)
      const isKept = attempt(`${path} can't be written`, () => {
        if (!isWhole) return compact()
        append({ put: id, item })
        if (file !== undefined && keeping === 'synced') fsyncSync(file)
      })
      isWhole = isKept
      return isKept
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
      if (item !== undefined) keepAside([JSON.stringify({ put: id, item })])
      done(id)
    },
    size: () => waiting.size,
    close: () => {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
