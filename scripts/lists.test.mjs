import { matchesGlob } from 'node:path'
import { globSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import vitestConfig from '../vitest.config.ts'
import { FULL_TAG, ON_BOTH_DATABASES } from './lib/lists.mjs'
import { fromRoot } from './lib/paths.mjs'
import { addRun, repeatReport, sortTests } from './lib/repeat.mjs'
import { allSuites, playwrightArguments, testEnv, vitestArguments } from './lib/suites.mjs'

const tests = globSync('**/*.{test,spec}.*', {
  cwd: fromRoot(),
  exclude: (path) => /(^|\/)(node_modules|dist|data|\.cache|test-results)(\/|$)/.test(path),
})
const projects = vitestConfig.test.projects.map((project) => project.test)
const projectsOf = (file) => projects.filter(({ include }) => include.some((pattern) => matchesGlob(file, pattern))).map(({ name }) => name)
const isBrowserTest = (file) => matchesGlob(file, 'e2e/**/*.spec.ts')

test('every test file belongs to one project, or to the browser tests', () => {
  expect(tests.length).toBeGreaterThan(500)
  expect(tests.filter((file) => projectsOf(file).length + Number(isBrowserTest(file)) !== 1)).toEqual([])
})

test('every project is a part', () => {
  const ids = new Set(allSuites().map(({ id }) => id.split(':')[0]))
  expect(projects.map(({ name }) => name).filter((name) => !ids.has(name))).toEqual([])
  expect(ids).toContain('e2e')
})

const first = { isFull: false, run: { env: {} } }
const full = { ...first, isFull: true }
const isChosen = (file, files) => files.length === 0 || files.some((part) => file.includes(part))
/** Files that no part of the list runs. */
const leftOut = (context) => {
  const parts = allSuites().filter(({ project }) => project !== undefined)
  const isRun = (file) => parts.some(({ project, filesOf }) => projectsOf(file).includes(project) && isChosen(file, filesOf(context)))
  return tests.filter((file) => !isBrowserTest(file) && !isRun(file))
}

test('no file is left out of either list', () => {
  expect(leftOut(first)).toEqual([])
  expect(leftOut(full)).toEqual([])
})

test("under --full every server test runs on the system's PostgreSQL too, and without it those that can differ there", () => {
  const { filesOf } = allSuites().find(({ id }) => id === 'server:debian')
  const chosen = tests.filter((file) => projectsOf(file).includes('server') && isChosen(file, filesOf(first)))
  expect(filesOf(full)).toEqual([])
  expect(chosen).toContain('server/src/platform/database/transaction.test.ts')
  expect(chosen).not.toContain('server/src/platform/config/config.test.ts')
})

test.each(ON_BOTH_DATABASES.flatMap(({ files }) => files))('%s is on both databases and exists', (part) => {
  expect(tests.some((file) => file.startsWith('server/') && file.includes(part))).toBe(true)
})

test('browser tests with the tag run under --full only', () => {
  expect(playwrightArguments({ workers: 2, isFull: false }).slice(-2)).toEqual(['--grep-invert', FULL_TAG])
  expect(playwrightArguments({ workers: 2, isFull: true })).not.toContain('--grep-invert')
})

test('tests are told that they may take long under --full only, whatever the user has set', () => {
  expect(testEnv(full)).toMatchObject({ TEST_FULL: '1' })
  vi.stubEnv('TEST_FULL', '1')
  expect(testEnv(first)).not.toHaveProperty('TEST_FULL')
  vi.unstubAllEnvs()
})

test('a part gets its workers and its files', () => {
  const args = vitestArguments({ project: 'server', workers: 2, files: ['a.test.ts'], report: 'report.json' })
  expect(args).toEqual(expect.arrayContaining(['--project', 'server', '--maxWorkers=2', 'a.test.ts', '--outputFile.json=report.json']))
})

describe('npm run repeat', () => {
  test('takes files of several sides', () => {
    expect(sortTests(['server/src/cli.test.ts', 'demo/src/a.test.ts', fromRoot('e2e/map.spec.ts')])).toEqual([
      { project: 'server', files: ['server/src/cli.test.ts', 'demo/src/a.test.ts'] },
      { project: 'e2e', files: ['map.spec.ts'] },
    ])
    expect(() => sortTests(['cli.test.ts'])).toThrow('cli.test.ts is not in contract, server')
  })

  test('knows the project of every test file', () => {
    expect(tests.filter((file) => sortTests([file])[0].project !== (projectsOf(file)[0] ?? 'e2e'))).toEqual([])
  })

  test('names what failed, and how often', () => {
    const failures = new Map()
    addRun(failures, { failures: ['a › x', 'b › y'] })
    addRun(failures, { failures: ['b › y'] })
    expect(repeatReport(failures, 3)).toBe('✗ failed in 2 of 3 runs: b › y\n✗ failed in 1 of 3 runs: a › x')
    expect(repeatReport(new Map(), 3)).toBe('No failure in 3 runs')
  })
})
