import { existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts
 */

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** A check counts as one test. */
export const fromExitCode = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: [] })

/**
 * A runner can fail without a failing test (a file that does not load, an error between tests), and can pass without running any.
 * Neither may look like success, so each then counts as one failure.
 */
const honest = (counts, code) => {
  if (counts.failed > 0) return counts
  if (counts.passed === 0) return { ...counts, failed: 1, failures: ['no test ran'] }
  if (code !== 0) return { ...counts, failed: 1, failures: [`the runner ended with exit code ${code}`] }
  return counts
}

const nothing = () => ({ passed: 0, failed: 0, skipped: 0, failures: [] })

export const fromVitest = (file, code) => {
  const counts = nothing()
  for (const { name, status, assertionResults } of readJson(file)?.testResults ?? []) {
    for (const test of assertionResults) {
      if (test.status === 'passed') counts.passed += 1
      else if (test.status === 'failed') {
        counts.failed += 1
        counts.failures.push(test.fullName)
      } else counts.skipped += 1
    }
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) {
      counts.failed += 1
      counts.failures.push(`${name} did not run`)
    }
  }
  return honest(counts, code)
}

const OUTCOMES = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' }

export const fromPlaywright = (file, code) => {
  const report = readJson(file)
  const counts = nothing()
  const visit = (suite, titles) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const outcome = OUTCOMES[test.status] ?? 'failed'
        counts[outcome] += 1
        if (outcome === 'failed') counts.failures.push([...titles, spec.title].join(' › '))
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title])
  }
  visit(report ?? {}, [])
  for (const error of report?.errors ?? []) {
    counts.failed += 1
    counts.failures.push(String(error.message).split('\n')[0])
  }
  return honest(counts, code)
}

export const total = (results) => ({
  passed: results.reduce((sum, { counts }) => sum + counts.passed, 0),
  failed: results.reduce((sum, { counts }) => sum + counts.failed, 0),
})

/** The table at the end, whose last line is the one that counts. */
export const report = (results) => {
  const width = Math.max(5, ...results.map(({ name }) => name.length))
  const cells = (first, ...rest) => [first.padEnd(width), ...rest.map((cell) => String(cell).padStart(8))].join('')
  const lines = [cells('', 'passed', 'failed', 'skipped', 'seconds')]
  for (const { name, counts, ms } of results) {
    lines.push(cells(name, counts.passed, counts.failed, counts.skipped, (ms / 1000).toFixed(1)))
  }
  for (const { name, counts } of results) for (const failure of counts.failures) lines.push(`✗ ${name}: ${failure}`)
  const { passed, failed } = total(results)
  return [...lines, '', `${passed} passed, ${failed} failed`].join('\n')
}
