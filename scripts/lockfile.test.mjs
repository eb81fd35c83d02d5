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

/** Resolves `name` for the package at `path` like npm: next to it, or in a node_modules further up. */
const findPackage = (path, name) => {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const found = packages[`${at ? `${at}/` : ''}node_modules/${name}`]
    if (found || at === '') return found
  }
}
const optionalParts = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies).map((name) => ({ path, name, part: findPackage(path, name) })),
)

test('lacks no optional part of any package: npm ci refuses a lock file that does', () => {
  expect(optionalParts.filter(({ part }) => !part).map(({ path, name }) => `${path || 'package.json'} lacks ${name}`)).toEqual([])
})

const supports = ({ os, cpu, libc }, platform) =>
  (!os || os.includes(platform.os)) && (!cpu || cpu.includes(platform.cpu)) && (!libc || platform.os !== 'linux' || libc.includes('glibc'))
const PLATFORMS = ['linux x64', 'linux arm64', 'darwin arm64', 'darwin x64', 'win32 x64'].map((name) => {
  const [os, cpu] = name.split(' ')
  return { name, os, cpu }
})
/** Packages with optional native parts, one for each platform. */
const native = Object.groupBy(
  optionalParts.filter(({ part }) => part?.os && part?.cpu),
  ({ path }) => path || 'package.json',
)

test.each(PLATFORMS)('has a native part of everything for $name', (platform) => {
  const missing = Object.entries(native).filter(([, parts]) => parts.length > 1 && !parts.some(({ part }) => supports(part, platform)))
  const withoutRuntime = platform.name === 'darwin arm64' ? ['package.json'] : []
  expect(missing.map(([path]) => path)).toEqual(withoutRuntime)
})

test.each(['', ...SIDES])('agrees with the package.json of "%s"', (side) => {
  const declared = readJson(side ? `${side}/package.json` : 'package.json')
  const locked = packages[side]
  for (const field of FIELDS) expect(locked[field] ?? {}).toEqual(declared[field] ?? {})
})

test.each(['e2e', 'bench'])('installs what %s needs for development alone', (side) => {
  expect(packages[side].dependencies).toBeUndefined()
  expect(packages['node_modules/@playwright/test'].dev).toBe(true)
  for (const name of Object.keys(packages[side].devDependencies)) expect(findPackage('', name), name).toBeDefined()
})
