import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inParallel } from './lib/checks.mjs'
import { isReachable } from './lib/run-folder.mjs'
import { allSuites, selectSuites } from './lib/suites.mjs'
import { lighterPackages, missingPackages, postgresFolder } from './lib/system-packages.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'suites-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('--only', () => {
  const ids = (only) => [...new Set(selectSuites(allSuites(), only).map(({ id }) => id))]

  test('without it everything runs', () => {
    expect(ids(undefined)).toEqual(['build', 'check', 'contract', 'web', 'bridge', 'scripts', 'server:embedded', 'server:debian', 'e2e'])
  })

  test('takes names, and a stem for all that share it', () => {
    expect(ids('server')).toEqual(['server:embedded', 'server:debian'])
    expect(ids('server:debian,check')).toEqual(['check', 'server:debian'])
  })

  test('a name that does not exist is an error that lists those that do', () => {
    expect(() => ids('servr')).toThrow(/e2e.*not servr/)
    expect(() => ids('')).toThrow(/--only takes/)
  })
})

test('checks run at most as many at once as asked, and answer in order', async () => {
  let atOnce = 0
  let most = 0
  const work = async (ms) => {
    most = Math.max(most, (atOnce += 1))
    await new Promise((resolve) => setTimeout(resolve, ms))
    atOnce -= 1
    return ms
  }
  expect(await inParallel([30, 5, 10, 1], work, 2)).toEqual([30, 5, 10, 1])
  expect(most).toBe(2)
})

test("the newest of Debian's PostgreSQL versions is taken", () => {
  for (const version of ['9', '15', '17']) {
    mkdirSync(join(folder, version, 'bin'), { recursive: true })
    if (version !== '17') writeFileSync(join(folder, version, 'bin/initdb'), '', { mode: 0o755 })
  }
  expect(postgresFolder(folder)).toBe(join(folder, '15/bin'))
})

test('only packages that are missing are asked for', () => {
  const finders = { chromium: () => '/usr/bin/chromium', postgresql: () => undefined }
  expect(missingPackages(['chromium', 'postgresql'], finders)).toEqual(['postgresql'])
})

test('all that is missing is asked for at once, with the browser without windows in place of the whole one', () => {
  const none = () => undefined
  const finders = { chromium: () => '/usr/bin/chromium', 'chromium-headless-shell': none, postgresql: none }
  expect(lighterPackages(['chromium', 'postgresql'], finders)).toEqual(['chromium-headless-shell', 'postgresql'])
  expect(lighterPackages(['postgresql'], { ...finders, postgresql: () => '/usr/lib/postgresql/15/bin' })).toEqual([])
  expect(lighterPackages(['chromium'], { ...finders, 'chromium-headless-shell': () => '/usr/bin/chromium-headless-shell' })).toEqual([])
})

test('a folder inside a private one is out of reach for other users', () => {
  const inner = join(folder, 'inner')
  mkdirSync(inner)
  chmodSync(inner, 0o755)
  chmodSync(folder, 0o700)
  expect(isReachable(inner)).toBe(false)
  expect(isReachable('/')).toBe(true)
})
