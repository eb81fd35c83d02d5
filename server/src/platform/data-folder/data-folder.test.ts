import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '../errors.ts'
import { keepWebKey, openDataFolder, type DataFolder } from './data-folder.ts'

let parent: string
let path: string
let lock: string
let opened: DataFolder | undefined
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tenfour-folder-'))
  path = join(parent, 'deeper', 'data')
  lock = join(path, 'portal.lock')
})
afterEach(() => {
  opened?.release()
  opened = undefined
  rmSync(parent, { recursive: true, force: true })
})

/** A lock as another process would leave it. */
const lockedBy = (pid: number | string, ageSeconds = 0) => {
  openDataFolder(path).release()
  writeFileSync(lock, String(pid))
  const at = new Date(Date.now() - ageSeconds * 1000)
  utimesSync(lock, at, at)
}
const deadPid = () => spawnSync(process.execPath, ['--version']).pid

test('the folder is made, taken with our process id, and given back', () => {
  opened = openDataFolder(path)
  expect(readFileSync(lock, 'utf8')).toBe(String(process.pid))
  expect(statSync(lock).mode & 0o077).toBe(0)
  opened.release()
  expect(existsSync(lock)).toBe(false)
})

test('a folder that a living portal holds is refused by name, and stays its own', async () => {
  const living = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  try {
    lockedBy(living.pid!)
    expect(() => openDataFolder(path)).toThrow(StartupError)
    expect(() => openDataFolder(path)).toThrow(`PORTAL_DATA_DIR ${path} is in use by another portal (process ${living.pid})`)
    expect(readFileSync(lock, 'utf8')).toBe(String(living.pid))
  } finally {
    living.kill()
  }
})

test.each([
  ['a process that is gone', () => lockedBy(deadPid())],
  ['a process id that now is something else, long after', () => lockedBy(process.ppid, 60)],
  ['half a write', () => lockedBy('')],
  ['our own process id, from before a restart', () => lockedBy(process.pid)],
])('a lock left by %s keeps nobody out', (_what, leave) => {
  leave()
  opened = openDataFolder(path)
  expect(readFileSync(lock, 'utf8')).toBe(String(process.pid))
})

test('a folder that can not be made is named', () => {
  writeFileSync(join(parent, 'deeper'), 'a file')
  expect(() => openDataFolder(path)).toThrow(`PORTAL_DATA_DIR ${path} can't be made`)
})

test('the key of the web client is made once, kept, and private', () => {
  opened = openDataFolder(path)
  const key = keepWebKey(path)
  expect(key).toMatch(/^web_[\w-]{32}$/)
  expect(keepWebKey(path)).toBe(key)
  expect(statSync(join(path, 'api-key')).mode & 0o077).toBe(0)
})
