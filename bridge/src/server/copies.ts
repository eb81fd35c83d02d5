import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'

// Copies of the portal's lists, which count while the portal is away.

/** Null if there is no copy yet, or if it can't be read: the portal sends a new one. A power failure or an editor may have truncated it. */
export function readCopy<T>(path: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(path)) return null
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** Writes a new file and puts it in the place of the old one, so that there is never half a copy. */
export function saveCopy(path: string, copy: unknown): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, JSON.stringify(copy))
  renameSync(`${path}.new`, path)
}
