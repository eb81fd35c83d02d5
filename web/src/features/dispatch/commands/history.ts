import { z } from 'zod'
import type { KeyValueStore } from '../../../platform/storage/storage.ts'

const MAX_LINES = 50
const Lines = z.array(z.string()).catch([])

/** The commands this user entered in this browser, latest last. */
export function createHistory(store: KeyValueStore, userId: number) {
  const key = `commands:${userId}`
  const lines = (): readonly string[] => {
    try {
      return Lines.parse(JSON.parse(store.getItem(key) ?? '[]'))
    } catch {
      return []
    }
  }
  const others = (line: string) => lines().filter((each) => each !== line.trim())
  const keep = (kept: readonly string[]) => store.setItem(key, JSON.stringify(kept.slice(-MAX_LINES)))
  return {
    lines,
    add: (line: string) => keep([...others(line), line.trim()]),
    remove: (line: string) => keep(others(line)),
  }
}

/** One step through the history; `lines.length` is the line being typed. */
export function stepThrough(lines: readonly string[], at: number, by: 1 | -1): number {
  return Math.max(0, Math.min(lines.length, at + by))
}
