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
  return {
    lines,
    add: (line: string) => {
      const kept = line.trim()
      const others = lines().filter((each) => each !== kept)
      store.setItem(key, JSON.stringify([...others, kept].slice(-MAX_LINES)))
    },
  }
}

/** One step through the history; `lines.length` is the line being typed. A command that failed is in both: it is passed over. */
export function stepThrough(lines: readonly string[], at: number, by: 1 | -1, shown = ''): number {
  const next = Math.max(0, Math.min(lines.length, at + by))
  return at === lines.length && lines[next] === shown.trim() && next > 0 ? next - 1 : next
}
