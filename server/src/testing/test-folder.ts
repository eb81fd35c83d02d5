import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 3 * 1024 ** 3
const PREFIX = 'tenfour-test-'

/**
 * A new folder for a database: in memory if there is plenty, because making and dropping databases of 1,200 files each takes disk file systems
 * ten times as long.
 */
export function makeDatabaseFolder(): string {
  if (!hasMemory()) return mkdtempSync(join(tmpdir(), PREFIX))
  removeLeftFolders()
  return mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`))
}

function hasMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/** A killed run leaves its folders in memory, where nothing else removes them. */
function removeLeftFolders(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || isRunning(Number(pid))) continue
    const folder = join(MEMORY, name)
    const isOurs = statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.()
    if (isOurs) rmSync(folder, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
