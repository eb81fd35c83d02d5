import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { StartupError } from '../errors.ts'
import { fileReason, isCode } from './file-error.ts'

const HEARTBEAT_MS = 2000
const STALE_MS = 10_000
/** How long to watch a lock whose owner can't be checked: three heartbeats. */
const WATCH_MS = 6000

/**
 * Who holds the folder. The token distinguishes owners with the same pid; `place` is the machine and container in which the pid is valid.
 */
const Owner = z.object({ pid: z.int(), token: z.string(), place: z.string() })
type Owner = z.infer<typeof Owner>
/** Earlier versions wrote only the pid. */
const Lock = z.union([Owner, z.int().transform((pid): Owner => ({ pid, token: '', place: here() }))])

export type FolderLock = { readonly isOurs: () => boolean; readonly release: () => void }

/**
 * Locks the folder for this process with a file that is touched every two seconds. Neither a kill -9 nor a reused pid blocks the next
 * start. `onLost` is called once if the lock is lost.
 */
export async function lockFolder(file: string, onLost: (reason: string) => void): Promise<FolderLock> {
  const content = JSON.stringify({ pid: process.pid, token: randomBytes(12).toString('hex'), place: here() } satisfies Owner)
  const folder = dirname(file)
  for (let attempt = 0; !create(file, content); attempt += 1) {
    const holder = await findHolder(file)
    if (holder !== undefined || attempt > 3) {
      throw new StartupError(
        `PORTAL_DATA_DIR ${folder} is in use by another portal (${holder ?? 'just started'}): stop that one, or give this one another folder`,
      )
    }
    rmSync(file, { force: true })
  }

  const beat = (): string | undefined => {
    const found = read(file)
    if (found === undefined) return create(file, content) ? undefined : beat()
    if (found !== content) return `another portal (${nameOf(found)}) has taken PORTAL_DATA_DIR ${folder} while this one was paused`
    const now = new Date()
    utimesSync(file, now, now)
    return undefined
  }
  const heartbeat = setInterval(() => {
    const lost = attemptBeat(beat, folder)
    if (lost === undefined) return
    clearInterval(heartbeat)
    onLost(lost)
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    isOurs: () => isOurs(file, content),
    release: () => {
      clearInterval(heartbeat)
      if (isOurs(file, content)) rmSync(file, { force: true })
    },
  }
}

/** A full or failing disk is no reason to stop: the next heartbeat retries. A missing folder is. */
function attemptBeat(beat: () => string | undefined, folder: string): string | undefined {
  try {
    return beat()
  } catch (error) {
    return isCode(error, 'ENOENT', 'ENOTDIR') ? `PORTAL_DATA_DIR ${folder} is gone` : undefined
  }
}

/** False if there is already a lock. */
function create(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    // On a full disk the file is created but stays empty.
    if (isCode(error, 'ENOSPC', 'EDQUOT')) rmSync(file, { force: true })
    throw error
  }
}

/** Undefined if there is none. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** A lock that is currently missing or unreadable does not belong to someone else. */
function isOurs(file: string, content: string): boolean {
  try {
    return (read(file) ?? content) === content
  } catch {
    return true
  }
}

function parse(text: string): Owner | undefined {
  try {
    return Lock.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

const nameOf = (text: string) => `process ${parse(text)?.pid ?? 'unknown'}`

/**
 * Who holds the folder, if anyone. If the pid can be checked, a dead process holds nothing, and a living one with a fresh lock holds it. In
 * all other cases (another container or machine, a reused pid, a changed clock, a damaged lock) only a heartbeat proves that there is a
 * portal, so wait for one.
 */
async function findHolder(file: string): Promise<string | undefined> {
  const text = readLock(file)
  if (text === undefined) return undefined
  const owner = parse(text)
  if (owner?.place === here()) {
    if (owner.pid === process.pid || !isAlive(owner.pid)) return undefined
    const age = Date.now() - touchedAt(file)
    if (age >= 0 && age < STALE_MS) return nameOf(text)
  }
  const before = touchedAt(file)
  for (const end = performance.now() + WATCH_MS; performance.now() < end; await sleep(100)) {
    const now = readLock(file)
    if (now === undefined) return undefined
    if (now !== text || touchedAt(file) !== before) return nameOf(now)
  }
  return undefined
}

function readLock(file: string): string | undefined {
  try {
    return read(file)
  } catch (error) {
    throw new StartupError(`${file} can't be read: ${fileReason(error)}, once no portal runs in this folder`)
  }
}

const touchedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !isCode(error, 'ESRCH')
  }
}

/** Pids are only comparable within one boot of one machine, and within one container. */
function here(): string {
  try {
    return `${hostname()} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    // Not Linux, or /proc is not accessible.
    return hostname()
  }
}
