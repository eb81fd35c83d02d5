import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepHistoryKey, keepWebKey, readHistoryKey } from './kept-file.ts'

let path: string
let warnings: string[]
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'tenfour-kept-'))
  warnings = []
})
afterEach(() => rmSync(path, { recursive: true, force: true }))
const keep = () => keepWebKey(path, (line) => warnings.push(line))

test('the key of the web client is created once, kept, and private', () => {
  const key = keep()
  expect(key).toMatch(/^web_[\w-]{32}$/)
  expect(keep()).toBe(key)
  expect(statSync(join(path, 'api-key')).mode & 0o077).toBe(0)
  expect(readdirSync(path)).toEqual(['api-key'])
  expect(warnings).toEqual([])
})

test.each([
  ['empty', ''],
  ['of blanks', ' \n'],
  ['cut off', 'web_abc'],
  ['garbage', '\0\0\0\0web_0123456789012345678901234567890'],
  ['too long', 'x'.repeat(201)],
])('a key file that is %s is kept aside, and a new key is created', (_what, content) => {
  const file = join(path, 'api-key')
  for (const kept of [`${file}.damaged`, `${file}.damaged-2`]) {
    writeFileSync(file, content)
    const key = keep()
    expect(key).toMatch(/^web_[\w-]{32}$/)
    expect(readFileSync(file, 'utf8').trim()).toBe(key)
    expect(readFileSync(kept, 'utf8')).toBe(content)
    expect(warnings.splice(0)).toEqual([`${file} is damaged: a new key was made, and the old file is kept as ${kept}`])
  }
})

test('a folder in its place is named and left', () => {
  const file = join(path, 'api-key')
  mkdirSync(file)
  expect(keep).toThrow(`${file} can't be read: a folder is in its place (EISDIR)`)
  expect(readdirSync(path)).toEqual(['api-key'])
})

test('the key of the history is created once, kept, and private; reading it creates none', () => {
  expect(readHistoryKey(path)).toBeUndefined()
  expect(readdirSync(path)).toEqual([])
  const key = keepHistoryKey(path, (line) => warnings.push(line))
  expect(key).toMatch(/^[\w-]{64}$/)
  expect(keepHistoryKey(path, (line) => warnings.push(line))).toBe(key)
  expect(readHistoryKey(path)).toBe(key)
  expect(statSync(join(path, 'history-key')).mode & 0o077).toBe(0)
  expect(readdirSync(path)).toEqual(['history-key'])
  expect(warnings).toEqual([])
})

test('a damaged key of the history is kept aside, and the message has the consequence without the key', () => {
  const file = join(path, 'history-key')
  writeFileSync(file, 'cut off')
  expect(readHistoryKey(path)).toBeUndefined()
  const key = keepHistoryKey(path, (line) => warnings.push(line))
  expect(readFileSync(file, 'utf8').trim()).toBe(key)
  expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('cut off')
  expect(warnings).toEqual([
    `${file} is damaged: a new key was made, and the old file is kept as ${file}.damaged. Histories sealed before can't be checked without it`,
  ])
  expect(warnings.join()).not.toContain(key)
})
