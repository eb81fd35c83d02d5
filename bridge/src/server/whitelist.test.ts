import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { openWhitelist, refusal } from './whitelist.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tenfour-whitelist-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const MEMBER = '110000112345678'
const STRANGER = '110000187654321'
const open = () => openWhitelist(join(folder, 'data', 'whitelist.json'))
const config = parseConfig(null).whitelist
const write = (text: string) => {
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data', 'whitelist.json'), text)
}

test('the copy outlives the resource', () => {
  open().replace({ environment: 'prod', version: 7, members: [MEMBER] })
  const later = open()
  expect(later.current()).toEqual({ environment: 'prod', version: 7 })
  expect(refusal(later, MEMBER, config)).toBeNull()
  expect(refusal(later, STRANGER, config)).toBe(config.refused)
  expect(refusal(later, undefined, config)).toBe(config.noSteam)
})

test('a change applies only to the list and the version it starts from', () => {
  const whitelist = open()
  whitelist.replace({ environment: 'prod', version: 7, members: [MEMBER] })
  expect(whitelist.change({ environment: 'prod', from: 6, version: 8, added: [STRANGER], removed: [] })).toBe(false)
  expect(whitelist.change({ environment: 'dev', from: 7, version: 8, added: [STRANGER], removed: [] })).toBe(false)
  expect(whitelist.current()).toEqual({ environment: 'prod', version: 7 })
  expect(whitelist.change({ environment: 'prod', from: 7, version: 9, added: [STRANGER], removed: [MEMBER] })).toBe(true)
  expect(open().current()).toEqual({ environment: 'prod', version: 9 })
  expect(refusal(open(), MEMBER, config)).toBe(config.refused)
  expect(refusal(open(), STRANGER, config)).toBeNull()
})

test('a copy of an earlier bridge, without an environment, still decides who may join, but has no known version', () => {
  write(JSON.stringify({ version: 7, members: [MEMBER] }))
  const old = open()
  expect(old.current()).toBeNull()
  expect(refusal(old, MEMBER, config)).toBeNull()
  expect(refusal(old, STRANGER, config)).toBe(config.refused)
  expect(old.change({ environment: 'prod', from: 7, version: 8, added: [STRANGER], removed: [] })).toBe(false)
})

test('a truncated copy counts as no copy', () => {
  write('{"environment":"prod","ver')
  expect(open().current()).toBeNull()
  expect(refusal(open(), STRANGER, config)).toBeNull()
})

test('before the first contact with the portal nobody is refused', () => {
  expect(refusal(open(), STRANGER, config)).toBeNull()
  expect(refusal(open(), undefined, config)).toBeNull()
})

test('a server that does not enforce it lets everyone in', () => {
  const whitelist = open()
  whitelist.replace({ environment: 'dev', version: 1, members: [] })
  expect(refusal(whitelist, STRANGER, { ...config, enforce: false })).toBeNull()
})
