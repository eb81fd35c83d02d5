import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromRoot } from './lib/paths.mjs'
import { didNotRun, fromExitCode, fromPlaywright, fromVitest, report, withSecondRun } from './lib/results.mjs'

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const json = (value) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(value))
  return file
}

describe('vitest', () => {
  const tests = (...statuses) => statuses.map((status) => ({ status, fullName: `a ${status} one` }))

  test('counts tests and names those that failed', () => {
    const file = json({
      testResults: [
        { name: fromRoot('a.test.ts'), status: 'failed', assertionResults: tests('passed', 'passed', 'failed', 'pending', 'todo') },
      ],
    })
    expect(fromVitest(file, 1)).toMatchObject({ passed: 2, failed: 1, skipped: 2, failures: ['a.test.ts › a failed one'] })
  })

  test('a file that does not load is a failure', () => {
    const file = json({
      testResults: [
        { name: 'a.test.ts', status: 'passed', assertionResults: tests('passed') },
        { name: fromRoot('b.test.ts'), status: 'failed', assertionResults: [] },
      ],
    })
    expect(fromVitest(file, 1)).toMatchObject({ passed: 1, failed: 1, failures: ['b.test.ts did not run'] })
  })

  describe('a second run of the files that failed', () => {
    const results = (...statuses) => ({
      testResults: ['a', 'b'].map((name, at) => ({
        name: fromRoot(`${name}.test.ts`),
        status: statuses[at],
        assertionResults: [
          { status: 'passed', fullName: 'sound' },
          { status: statuses[at], fullName: 'shaky' },
        ],
      })),
    })
    const first = () => fromVitest(json(results('failed', 'failed')), 1)
    const again = (...statuses) => withSecondRun(first(), fromVitest(json(results(...statuses)), statuses.includes('failed') ? 1 : 0))

    test('is of these files', () => {
      expect(first().failedFiles).toEqual(['a.test.ts', 'b.test.ts'])
    })

    test('forgives what passes there, and names it with its file', () => {
      const counts = again('passed', 'passed')
      expect(counts).toMatchObject({ passed: 4, failed: 0, failures: [], retried: ['a.test.ts › shaky', 'b.test.ts › shaky'] })
      expect(report([{ name: 'server', counts, ms: 1 }])).toContain('~ server: passed at its second try only: a.test.ts › shaky')
    })

    test('leaves what fails again a failure', () => {
      const once = { passed: 3, failed: 1, failures: ['b.test.ts › shaky'], retried: ['a.test.ts › shaky'] }
      expect(again('passed', 'failed')).toMatchObject(once)
      expect(again('failed', 'failed')).toMatchObject({ passed: 2, failed: 2, retried: [] })
    })

    test('leaves everything a failure if nothing ran, or if the runner fails', () => {
      expect(withSecondRun(first(), fromVitest(json({ testResults: [] }), 0))).toMatchObject({ failed: 2, retried: [] })
      const broken = withSecondRun(first(), fromVitest(json(results('passed', 'passed')), 1))
      expect(broken).toMatchObject({ failed: 1, failures: ['the runner ended with exit code 1'] })
    })
  })

  test('an error between tests is a failure', () => {
    const file = json({ testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: tests('passed') }] })
    expect(fromVitest(file, 1)).toMatchObject({ passed: 1, failed: 1 })
  })

  test('a suite without tests, or without a report, is a failure', () => {
    expect(fromVitest(json({ testResults: [] }), 0)).toMatchObject({ failed: 1, failures: ['no test ran'] })
    expect(fromVitest(json({ testResults: [{ name: 'a', status: 'passed', assertionResults: tests('pending') }] }), 0)).toMatchObject({
      failed: 1,
    })
    expect(fromVitest(join(folder, 'missing.json'), 1)).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('playwright', () => {
  const spec = (title, status) => ({ title, tests: [{ status }] })

  test('counts nested suites and names those that failed', () => {
    const file = json({
      suites: [
        {
          title: 'a.spec.ts',
          specs: [spec('one', 'expected'), spec('two', 'skipped')],
          suites: [{ title: 'inner', specs: [spec('three', 'unexpected')] }],
        },
      ],
      errors: [],
    })
    expect(fromPlaywright(file, 1)).toMatchObject({ passed: 1, failed: 1, skipped: 1, failures: ['a.spec.ts › inner › three'] })
  })

  test('a test that passed at its second try only is named, and its file has the time of both', () => {
    const results = [{ duration: 900 }, { duration: 400 }]
    const specs = [{ title: 'shaky', file: 'a.spec.ts', tests: [{ status: 'flaky', results }] }]
    const counts = fromPlaywright(json({ suites: [{ title: 'a.spec.ts', specs }], errors: [] }), 0)
    expect(counts).toMatchObject({ passed: 1, failed: 0, retried: ['a.spec.ts › shaky'], files: [{ name: 'e2e/a.spec.ts', ms: 1300 }] })
    expect(report([{ name: 'browser', counts, ms: 1400 }])).toContain('~ browser: passed at its second try only: a.spec.ts › shaky')
  })

  test('an error outside the tests is a failure, and so is running none', () => {
    expect(fromPlaywright(json({ suites: [], errors: [{ message: 'no browser\nat …' }] }), 1)).toMatchObject({
      failed: 1,
      failures: ['no browser'],
    })
    expect(fromPlaywright(json({ suites: [], errors: [] }), 0)).toMatchObject({ failed: 1, failures: ['no test ran'] })
  })
})

test('the report lists the ten slowest files of all suites, slowest first', () => {
  const files = Array.from({ length: 12 }, (_, at) => ({ name: `${at}.test.ts`, ms: at * 1000 }))
  const counts = { ...fromExitCode(0), files }
  const lines = report([{ name: 'server', counts, ms: 1 }]).split('\n')
  const listed = lines.filter((line) => line.includes('.test.ts'))
  expect(listed).toHaveLength(10)
  expect(listed[0]).toContain('11.0 s  11.test.ts (server)')
})

test('the report shows the time and the processor time of each part, and of all', () => {
  const parts = [
    { name: 'lint', counts: fromExitCode(0), ms: 2000, processorMs: 3500 },
    { name: 'browser', counts: didNotRun('build'), ms: 0 },
  ]
  const lines = report(parts, { ms: 4000 }).split('\n')
  expect(lines[1].split(/\s+/)).toEqual(['lint', '1', '0', '0', '2.0', '3.5'])
  expect(lines[3].trim().split(/\s+/)).toEqual(['all', '1', '1', '4.0', '3.5'])
  expect(lines).toContain('✗ browser: did not run, since build failed')
})

test('the report says which list ran', () => {
  const results = [{ name: 'lint', counts: fromExitCode(0), ms: 1 }]
  expect(report(results)).toContain('every change has to pass. A release')
  expect(report(results, { isFull: true })).toContain('Both lists')
})

test('the report ends with failures, then what passed at its second try only, then exactly the line that counts', () => {
  const server = { passed: 41, failed: 2, skipped: 1, failures: ['sign-in › is slow'], retried: ['a.test.ts › shaky'] }
  const results = [
    { name: 'server', counts: server, ms: 60_000 },
    { name: 'lint', counts: { ...fromExitCode(1), failures: ['x'] }, ms: 1234 },
  ]
  const ends = ['✗ server: sign-in › is slow', '✗ lint: x', '~ server: passed at its second try only: a.test.ts › shaky', '']
  expect(report(results).split('\n').slice(-5)).toEqual([...ends, '41 passed, 3 failed'])
})
