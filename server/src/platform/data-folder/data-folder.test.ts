import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { until } from '../../testing/test-portal.ts'
import { StartupError } from '../errors.ts'
import { openDataFolder } from './data-folder.ts'

const parent = mkdtempSync(join(tmpdir(), 'tenfour-folder-'))
const cleanUps: (() => void)[] = []
afterAll(() => {
  for (const cleanUp of cleanUps) cleanUp()
  rmSync(parent, { recursive: true, force: true })
})
let count = 0

/** A separate folder for each test, because several wait concurrently. */
function makePlace() {
  const path = join(parent, `${(count += 1)}`, 'data')
  const lock = join(path, 'portal.lock')
  const lost: string[] = []
  return {
    path,
    lock,
    lost,
    owner: () => JSON.parse(readFileSync(lock, 'utf8')) as { pid: number; token: string; place: string },
    open: async () => {
      const opened = await openDataFolder(path, (reason) => lost.push(reason))
      cleanUps.push(opened.release)
      return opened
    },
    /** A lock as another process would leave it. */
    lockedBy: async (content: (ours: { pid: number; token: string; place: string }) => unknown, ageSeconds = 0) => {
      const own = await openDataFolder(path, () => undefined)
      const ours = JSON.parse(readFileSync(lock, 'utf8')) as { pid: number; token: string; place: string }
      own.release()
      const written = content(ours)
      writeFileSync(lock, typeof written === 'string' ? written : JSON.stringify(written))
      touch(lock, ageSeconds)
    },
  }
}
const touch = (file: string, ageSeconds = 0) => {
  const at = new Date(Date.now() - ageSeconds * 1000)
  utimesSync(file, at, at)
}
/** Heartbeats as a running portal writes them, with its own clock. */
const beat = (file: string, ageSeconds: number) => {
  const timer = setInterval(() => touch(file, ageSeconds), 1000)
  cleanUps.push(() => clearInterval(timer))
}
const deadPid = () => spawnSync(process.execPath, ['--version']).pid
const livingPid = () => {
  const living = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  cleanUps.push(() => void living.kill())
  return living.pid!
}
const HOUR = 3600

test('the folder is created, locked with our process id, and released', async () => {
  const { open, owner, lock } = makePlace()
  const opened = await open()
  expect(owner().pid).toBe(process.pid)
  expect(statSync(lock).mode & 0o077).toBe(0)
  expect(opened.isOurs()).toBe(true)
  opened.release()
  expect(existsSync(lock)).toBe(false)
})

describe('a folder held by a living portal is refused by name, and stays held', () => {
  test('on this machine, at once', async () => {
    const { open, lockedBy, owner, path } = makePlace()
    const pid = livingPid()
    await lockedBy((ours) => ({ ...ours, pid }))
    await expect(open()).rejects.toThrow(StartupError)
    await expect(open()).rejects.toThrow(`PORTAL_DATA_DIR ${path} is in use by another portal (process ${pid})`)
    expect(owner().pid).toBe(pid)
  })

  test('of an earlier version, whose lock has only its process id', async () => {
    const { open, lockedBy, lock } = makePlace()
    const pid = livingPid()
    await lockedBy(() => String(pid))
    await expect(open()).rejects.toThrow(`in use by another portal (process ${pid})`)
    expect(readFileSync(lock, 'utf8')).toBe(String(pid))
  })

  test.concurrent.each([
    ['in another container, where it has the same process id as we', 0, () => process.pid, 'another container'],
    ['on another machine, where its process id is not one of ours', 0, deadPid, 'another machine'],
    ['whose clock was set back by an hour', HOUR, livingPid, undefined],
    ['before our clock was set back by an hour', -HOUR, livingPid, undefined],
  ])('%s', async (_what, ageSeconds, pid, place) => {
    const { open, lockedBy, lock } = makePlace()
    await lockedBy((ours) => ({ pid: pid(), token: 'theirs', place: place ?? ours.place }), ageSeconds)
    beat(lock, ageSeconds)
    await expect(open()).rejects.toThrow('is in use by another portal')
    expect(readFileSync(lock, 'utf8')).toContain('theirs')
  })
})

describe('a leftover lock blocks nobody', () => {
  test.concurrent.each([
    ['a process that is gone', 0, deadPid, undefined],
    ['a process id that now is something else, long after', 60, livingPid, undefined],
    ['our own process id, from before a restart', 0, () => process.pid, undefined],
    ['a container that was killed just now', 0, () => process.pid, 'another container'],
    ['a process id that now is something else, and a clock that was set back', -HOUR, livingPid, undefined],
  ])('%s', async (_what, ageSeconds, pid, place) => {
    const { open, lockedBy, owner } = makePlace()
    await lockedBy((ours) => ({ pid: pid(), token: 'theirs', place: place ?? ours.place }), ageSeconds)
    await open()
    expect(owner()).toMatchObject({ pid: process.pid, token: expect.not.stringContaining('theirs') as string })
  })

  test.concurrent.each([
    ['half a write', ''],
    ['a damaged disk', '\0\u0001garbage'],
  ])('%s', async (_what, content) => {
    const { open, lockedBy, owner } = makePlace()
    await lockedBy(() => content)
    await open()
    expect(owner().pid).toBe(process.pid)
  })
})

describe('while it is held', () => {
  test.concurrent('a lock that is removed is written again', async () => {
    const { open, owner, lock, lost } = makePlace()
    await open()
    const before = owner()
    rmSync(lock)
    await until('it is back', () => existsSync(lock))
    expect(owner()).toEqual(before)
    expect(lost).toEqual([])
  })

  test.concurrent('a folder that another portal has taken is noticed once, and its lock is left alone', async () => {
    const { open, lock, lost, path } = makePlace()
    const opened = await open()
    const theirs = JSON.stringify({ pid: 4711, token: 'theirs', place: 'here' })
    writeFileSync(lock, theirs)
    touch(lock, HOUR)
    const { mtimeMs } = statSync(lock)
    expect(opened.isOurs()).toBe(false)
    await until('it is noticed', () => lost.length > 0)
    expect(lost).toEqual([`another portal (process 4711) has taken PORTAL_DATA_DIR ${path} while this one was paused`])
    opened.release()
    expect(readFileSync(lock, 'utf8')).toBe(theirs)
    expect(statSync(lock).mtimeMs).toBe(mtimeMs)
  })

  test.concurrent('a removed folder is noticed', async () => {
    const { open, lost, path } = makePlace()
    await open()
    rmSync(path, { recursive: true })
    await until('it is noticed', () => lost.length > 0)
    expect(lost).toEqual([`PORTAL_DATA_DIR ${path} is gone`])
  })
})

test('a folder that can not be created is named', async () => {
  const { open, path } = makePlace()
  writeFileSync(join(path, '..'), 'a file')
  await expect(open()).rejects.toThrow(`PORTAL_DATA_DIR ${path} can't be made: a file is where a folder should be`)
})

test('a folder or device in the place of the lock is named and left alone', async () => {
  const { open, lock } = makePlace()
  mkdirSync(lock, { recursive: true })
  await expect(open()).rejects.toThrow(`${lock} can't be read: a folder is in its place (EISDIR)`)
  expect(statSync(lock).isDirectory()).toBe(true)
})
