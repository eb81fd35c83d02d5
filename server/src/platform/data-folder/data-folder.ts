import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../errors.ts'

const HEARTBEAT_MS = 2000
const STALE_MS = 10_000

export type DataFolder = { readonly path: string; readonly release: () => void }

/**
 * Takes the data folder for this process. The lock is a file with our process id that we touch every two seconds: it counts while that
 * process lives and the file is fresh, so neither a kill -9 nor a process id used again after a reboot keeps the next start out.
 */
export function openDataFolder(path: string): DataFolder {
  makeFolder(path)
  const lock = join(path, 'portal.lock')
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw new StartupError(`PORTAL_DATA_DIR ${path} can't be written to: ${reason(error)}`)
      if (attempt > 3 || isHeld(lock))
        throw new StartupError(`PORTAL_DATA_DIR ${path} is in use by another portal (process ${holder(lock)})`)
      rmSync(lock, { force: true })
    }
  }
  const heartbeat = setInterval(() => {
    const now = new Date()
    utimesSync(lock, now, now)
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    path,
    release: () => {
      clearInterval(heartbeat)
      rmSync(lock, { force: true })
    },
  }
}

/** The web client's key, made on the first start and kept for the next. */
export function keepWebKey(path: string): string {
  const file = join(path, 'api-key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
    const key = `web_${randomBytes(24).toString('base64url')}`
    writeFileSync(file, `${key}\n`, { mode: 0o600 })
    return key
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
    // The embedded database runs as another user when we are root, and has to pass through; each secret in here is private by itself.
    if (process.getuid?.() === 0) chmodSync(path, 0o711)
  } catch (error) {
    throw new StartupError(`PORTAL_DATA_DIR ${path} can't be made: ${reason(error)}`)
  }
}

function holder(lock: string): number {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return 0
  }
}

function isHeld(lock: string): boolean {
  const pid = holder(lock)
  if (!pid || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false
  }
  try {
    return Date.now() - statSync(lock).mtimeMs < STALE_MS
  } catch {
    return false
  }
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
const reason = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))
