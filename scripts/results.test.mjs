import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromExitCode, fromPlaywright, fromVitest, report, withSecondRun } from './lib/results.mjs'

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
      testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: tests('passed', 'passed', 'failed', 'pending', 'todo') }],
    })
    expect(fromVitest(file, 1)).toMatchObject({ passed: 2, failed: 1, skipped: 2, failures: ['a failed one'] })
  })

  test('a file that does not load is a failure', () => {
    const file = json({
      testResults: [
        { name: 'a.test.ts', status: 'passed', assertionResults: tests('passed') },
        { name: 'b.test.ts', status: 'failed', assertionResults: [] },
      ],
    })
    expect(fromVitest(file, 1)).toMatchObject({ passed: 1, failed: 1, failures: ['b.test.ts did not run'] })
  })

  test('names the files that failed, for a second run: what passes there is named, what fails again stays a failure', () => {
    const results = (status) => ({ testResults: [{ name: 'a.test.ts', status, assertionResults: tests('passed', status) }] })
    const first = fromVitest(json(results('failed')), 1)
    expect(first.failedFiles).toEqual([expect.stringMatching(/a\.test\.ts$/)])
    const passed = withSecondRun(first, fromVitest(json(results('passed')), 0))
    expect(passed).toMatchObject({ passed: 2, failed: 0, failures: [], retried: ['a failed one'] })
    expect(report([{ name: 'server', counts: passed, ms: 1 }])).toContain('passed at its second try only: a failed one')
    expect(withSecondRun(first, fromVitest(json(results('failed')), 1))).toMatchObject({ passed: 1, failed: 1, failures: ['a failed one'] })
    expect(withSecondRun(first, fromVitest(json({ testResults: [] }), 0)).failed).toBe(1)
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

test('the report ends with exactly the line that counts', () => {
  const results = [
    { name: 'lint', counts: fromExitCode(0), ms: 1234 },
    { name: 'server', counts: { passed: 41, failed: 2, skipped: 1, failures: ['sign-in › is slow'] }, ms: 60_000 },
  ]
  const lines = report(results).split('\n')
  expect(lines.at(-1)).toBe('42 passed, 2 failed')
  expect(lines).toContain('✗ server: sign-in › is slow')
})
