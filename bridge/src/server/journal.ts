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

type Options = {
  readonly path: string
  /** Called with each entry read at the start. Throws if the entry is damaged. */
  readonly replay: (entry: unknown) => void
  /** Everything that is still needed, as entries. */
  readonly snapshot: () => readonly object[]
  /** Reports failed writes and damaged lines. */
  readonly complain: (problem: string) => void
}

/**
 * A file of one JSON entry per line. A line truncated by a crash is the last one and was never relied on, so it is dropped. Other
 * unreadable lines are moved to a second file.
 */
export function openJournal({ path, replay, snapshot, complain }: Options) {
  const aside = `${path}.aside`
  let file: number | undefined
  let length = 0

  /** Whether it succeeded; a failure is reported. */
  const attempt = (problem: string, work: () => void): boolean => {
    try {
      work()
      return true
    } catch (error) {
      complain(`${problem}: ${error instanceof Error ? error.message : String(error)}`)
      return false
    }
  }
  const setAside = (lines: readonly string[]): boolean =>
    attempt(`${aside} can't be written`, () => appendFileSync(aside, lines.map((line) => `${line}\n`).join('')))

  const rewrite = (): void => {
    const next = `${path}.new`
    const text = Buffer.from(
      snapshot()
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(''),
    )
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
    length = text.length
  }

  attempt(`${path} can't be opened`, () => {
    mkdirSync(dirname(path), { recursive: true })
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const completeLines = text.slice(0, text.lastIndexOf('\n') + 1)
    const damaged: string[] = []
    for (const line of completeLines.split('\n')) {
      if (line === '') continue
      try {
        replay(JSON.parse(line))
      } catch {
        damaged.push(line)
      }
    }
    file = openSync(path, 'a')
    length = Buffer.byteLength(completeLines)
    if (completeLines.length < text.length) ftruncateSync(file, length)
    if (damaged.length === 0) return
    complain(`${damaged.length} damaged lines of ${path} are now in ${aside}`)
    if (setAside(damaged)) rewrite()
  })

  return {
    attempt,
    setAside,
    /** Throws if the disk refuses the entry. A synced entry survives a power cut. */
    append: (entry: object, isSynced = false): void => {
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
      if (isSynced) fsyncSync(file)
    },
    /** Replaces the file by the entries that are still needed. Throws if the disk refuses it. */
    rewrite,
    close: (): void => {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
