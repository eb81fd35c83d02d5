import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBridge, zipBridge } from '../build.ts'

const folder = mkdtempSync(join(tmpdir(), 'resource-zip-'))
let resource: string
const read = (name: string) => readFileSync(join(resource, name), 'utf8')
beforeAll(async () => {
  resource = await buildBridge(join(folder, 'tenfour'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the zip has exactly the files of the build in the folder tenfour, always the same bytes, and nothing that a running server keeps', () => {
  const names = readdirSync(resource, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(resource.length + 1))
  const before = zipBridge(resource)
  mkdirSync(join(resource, 'data'))
  writeFileSync(join(resource, 'data', 'outbox.jsonl'), 'an event')
  const zip = zipBridge(resource)
  expect(Buffer.from(zip).equals(before)).toBe(true)
  const unpacked = Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)])
  expect(unpacked).toEqual(names.toSorted().map((name) => [`tenfour/${name}`, read(name)]))
  expect(names).toContain('fxmanifest.lua')
  expect(unpacked.map(([, text]) => text).join()).not.toMatch(/server_\w{32}|^set tenfour_key "/m)
})

test('the resource has the version of the portal, as its manifest tells the game server', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../server/package.json', import.meta.url), 'utf8')) as { version: string }
  expect(read('fxmanifest.lua')).toContain(`\nversion '${version}'\n`)
})
