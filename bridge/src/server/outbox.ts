import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

type Entry<T> = { readonly id: string; readonly item: T }
export type Outbox<T> = {
  /** On disk when this returns. */
  readonly put: (id: string, item: T) => void
  /** The oldest that is not done yet. */
  readonly next: () => Entry<T> | undefined
  readonly done: (id: string) => void
  readonly size: () => number
  readonly close: () => void
}

const COMPACT_AFTER = 500

/**
 * What must reach the portal, kept in a journal until it has: one line for each thing put in, one for each thing done. A line that a crash cut
 * short is the last one, and had not been promised to anybody.
 */
export function openOutbox<T>(path: string, parse: (item: unknown) => T): Outbox<T> {
  mkdirSync(dirname(path), { recursive: true })
  const waiting = new Map<string, T>()
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  for (const line of whole.split('\n')) {
    if (line === '') continue
    const entry = JSON.parse(line) as { put?: string; item?: unknown; done?: string }
    if (entry.put !== undefined) waiting.set(entry.put, parse(entry.item))
    if (entry.done !== undefined) waiting.delete(entry.done)
  }
  let file = openSync(path, 'a')
  if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole))
  let finished = 0

  const append = (entry: object) => void writeSync(file, `${JSON.stringify(entry)}\n`)
  const compact = () => {
    const next = `${path}.new`
    const copy = openSync(next, 'w')
    for (const [id, item] of waiting) writeSync(copy, `${JSON.stringify({ put: id, item })}\n`)
    fsyncSync(copy)
    closeSync(copy)
    closeSync(file)
    renameSync(next, path)
    file = openSync(path, 'a')
    finished = 0
  }

  return {
    put: (id, item) => {
      append({ put: id, item })
      fsyncSync(file)
      waiting.set(id, item)
    },
    next: () => {
      const first = waiting.entries().next()
      return first.done ? undefined : { id: first.value[0], item: first.value[1] }
    },
    done: (id) => {
      if (!waiting.delete(id)) return
      // Not waited for: what is forgotten to be done is sent again, and the portal knows it by its id.
      append({ done: id })
      finished += 1
      if (finished >= COMPACT_AFTER) compact()
    },
    size: () => waiting.size,
    close: () => closeSync(file),
  }
}
