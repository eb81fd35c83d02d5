import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

test("starting the portal leaves a developer's tools in place", () => {
  expect(installArguments({ dev: false }, root)).toMatchObject({ dev: false, args: expect.arrayContaining(['--omit=dev', '--no-save']) })
  mkdirSync(join(root, 'node_modules/vitest'))
  expect(installArguments({ dev: false }, root)).toMatchObject({ dev: true, args: expect.arrayContaining(['--include=dev']) })
})

test('the locked Node comes first, then this one if it is new enough, else none', () => {
  expect(findNode('24.1.0', root)).toBe(process.execPath)
  expect(findNode('20.20.2', root)).toBeUndefined()
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const folder = join(root, `node_modules/node-${platform}-${process.arch}/bin`)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, process.platform === 'win32' ? 'node.exe' : 'node')
  writeFileSync(file, '')
  expect(findNode('24.1.0', root)).toBe(file)
})
