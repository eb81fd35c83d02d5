import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromRoot } from './lib/paths.mjs'

const readJson = (name) => JSON.parse(readFileSync(fromRoot(name), 'utf8'))
const { packages } = readJson('package-lock.json')
const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies']
const SIDES = readJson('package.json').workspaces

test('names no registry, so that everyone installs from their own', () => {
  const addresses = Object.values(packages).map(({ resolved }) => resolved)
  expect(addresses.filter((address) => /^(https?|git)/.test(address ?? ''))).toEqual([])
})

test('has the native parts for x64 and for arm64', () => {
  const names = Object.keys(packages)
  const native = names.filter((name) => /linux-(x64|arm64)(-gnu)?$/.test(name))
  const other = (name) => (name.includes('x64') ? name.replace('x64', 'arm64') : name.replace('arm64', 'x64'))
  expect(native.length).toBeGreaterThan(10)
  expect(native.filter((name) => !names.includes(other(name)))).toEqual([])
})

test.each(['', ...SIDES])('agrees with the package.json of "%s"', (side) => {
  const declared = readJson(side ? `${side}/package.json` : 'package.json')
  const locked = packages[side]
  for (const field of FIELDS) expect(locked[field] ?? {}).toEqual(declared[field] ?? {})
})
