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
const asMember = { steam: MEMBER }
const asStranger = { steam: STRANGER }
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
  expect(refusal(later, asMember, config)).toBeNull()
  expect(refusal(later, asStranger, config)).toBe(config.refused)
  expect(refusal(later, {}, config)).toBe(config.noSteam)
})

test('a change applies only to the list and the version it starts from', () => {
  const whitelist = open()
  whitelist.replace({ environment: 'prod', version: 7, members: [MEMBER] })
  expect(whitelist.change({ environment: 'prod', from: 6, version: 8, added: [STRANGER], removed: [] })).toBe(false)
  expect(whitelist.change({ environment: 'dev', from: 7, version: 8, added: [STRANGER], removed: [] })).toBe(false)
  expect(whitelist.current()).toEqual({ environment: 'prod', version: 7 })
  expect(whitelist.change({ environment: 'prod', from: 7, version: 9, added: [STRANGER], removed: [MEMBER] })).toBe(true)
  expect(open().current()).toEqual({ environment: 'prod', version: 9 })
  expect(refusal(open(), asMember, config)).toBe(config.refused)
  expect(refusal(open(), asStranger, config)).toBeNull()
})

test('a copy of an earlier bridge, without an environment, still decides who may join, but has no known version', () => {
  write(JSON.stringify({ version: 7, members: [MEMBER] }))
  const old = open()
  expect(old.current()).toBeNull()
  expect(refusal(old, asMember, config)).toBeNull()
  expect(refusal(old, asStranger, config)).toBe(config.refused)
  expect(old.change({ environment: 'prod', from: 7, version: 8, added: [STRANGER], removed: [] })).toBe(false)
})

test('a truncated copy counts as no copy', () => {
  write('{"environment":"prod","ver')
  expect(open().current()).toBeNull()
  expect(refusal(open(), asStranger, config)).toBeNull()
})

test('before the first contact with the portal nobody is refused', () => {
  expect(refusal(open(), asStranger, config)).toBeNull()
  expect(refusal(open(), {}, config)).toBeNull()
})

test('a server that does not enforce it lets everyone in', () => {
  const whitelist = open()
  whitelist.replace({ environment: 'dev', version: 1, members: [] })
  expect(refusal(whitelist, asStranger, { ...config, enforce: false })).toBeNull()
})

test('members count by any identifier, in the list and in its changes', () => {
  const whitelist = open()
  whitelist.replace({ environment: 'prod', version: 1, members: [], others: ['license:abc', 'discord:8123'] })
  expect(refusal(open(), { license: 'ABC' }, config)).toBeNull()
  expect(refusal(open(), { steam: STRANGER, discord: '8123' }, config)).toBeNull()
  expect(refusal(open(), { license2: 'abc' }, config)).toBe(config.noSteam)
  const change = {
    environment: 'prod',
    from: 1,
    version: 2,
    added: [],
    removed: [],
    addedOthers: ['license2:x'],
    removedOthers: ['license:abc'],
  }
  expect(whitelist.change({ ...change, environment: 'prod' })).toBe(true)
  expect(refusal(open(), { license: 'abc' }, config)).toBe(config.noSteam)
  expect(refusal(open(), { license: 'abc', license2: 'x' }, config)).toBeNull()
})

test('whether it is enforced outlives the resource; a copy of an earlier bridge stays enforced, a new one is not', () => {
  expect(open().isEnforced()).toBe(false)
  const whitelist = open()
  whitelist.replace({ environment: 'prod', version: 1, members: [] })
  expect(open().isEnforced()).toBe(false)
  whitelist.enforce(true)
  expect(open().isEnforced()).toBe(true)
  whitelist.enforce(false)
  expect(open().isEnforced()).toBe(false)
  writeFileSync(join(folder, 'data', 'whitelist.json'), JSON.stringify({ environment: 'prod', version: 7, members: [MEMBER] }))
  expect(open().isEnforced()).toBe(true)
})
