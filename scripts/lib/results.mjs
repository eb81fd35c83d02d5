import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from './paths.mjs'

/**
 * `retried` lists tests that only passed on their second attempt, `files` the duration of each file.
 * @typedef {{ name: string, ms: number }} FileTime
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], retried?: string[], files?: FileTime[], failedFiles?: string[] }} Counts
 */

const SLOWEST_FILES = 10

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** A check counts as one test. */
export const fromExitCode = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: [] })

/** A part that could not run, since another that it needs failed, counts as one failure. */
export const didNotRun = (cause) => ({ ...fromExitCode(1), failures: [`did not run, since ${cause} failed`] })

/**
 * A runner can fail without a failing test (a file that does not load, an error between tests), or pass without running any.
 * Neither may look like success, so either counts as one failure.
 */
const withRunnerFailure = (counts, code) => {
  if (counts.failed > 0) return counts
  if (counts.passed === 0) return { ...counts, failed: 1, failures: ['no test ran'] }
  if (code !== 0) return { ...counts, failed: 1, failures: [`the runner ended with exit code ${code}`] }
  return counts
}

const noCounts = () => ({ passed: 0, failed: 0, skipped: 0, failures: [] })

export const fromVitest = (file, code) => {
  const counts = { ...noCounts(), files: [], failedFiles: [] }
  for (const { name: path, status, assertionResults, startTime, endTime } of readJson(file)?.testResults ?? []) {
    const name = relative(ROOT, path)
    for (const test of assertionResults) {
      if (test.status === 'passed') counts.passed += 1
      else if (test.status === 'failed') {
        counts.failed += 1
        counts.failures.push(`${name} › ${test.fullName}`)
      } else counts.skipped += 1
    }
    counts.files.push({ name, ms: endTime - startTime })
    if (status === 'failed') counts.failedFiles.push(name)
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) {
      counts.failed += 1
      counts.failures.push(`${name} did not run`)
    }
  }
  return withRunnerFailure(counts, code)
}

/**
 * A run of all files, with the second run of those that failed. Files that passed at the second run count as passed, but are named, as
 * Playwright's retries are; files that failed again, or did not run again, stay failures.
 */
export const withSecondRun = (first, second) => {
  if (second.passed === 0) return { ...first, retried: [] }
  const retried = first.failures.filter((failure) => !second.failures.includes(failure))
  const failures = [...new Set([...first.failures, ...second.failures])].filter((failure) => !retried.includes(failure))
  return { ...first, passed: first.passed + retried.length, failed: failures.length, failures, retried }
}

const OUTCOMES = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' }

export const fromPlaywright = (file, code) => {
  const report = readJson(file)
  const counts = { ...noCounts(), retried: [], files: [] }
  const times = new Map()
  const visit = (suite, titles) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const outcome = OUTCOMES[test.status] ?? 'failed'
        counts[outcome] += 1
        const title = [...titles, spec.title].join(' › ')
        if (outcome === 'failed') counts.failures.push(title)
        if (test.status === 'flaky') counts.retried.push(title)
        const ms = (test.results ?? []).reduce((sum, { duration }) => sum + duration, 0)
        times.set(spec.file, (times.get(spec.file) ?? 0) + ms)
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title])
  }
  visit(report ?? {}, [])
  for (const [name, ms] of times) counts.files.push({ name: `e2e/${name}`, ms })
  for (const error of report?.errors ?? []) {
    counts.failed += 1
    counts.failures.push(String(error.message).split('\n')[0])
  }
  return withRunnerFailure(counts, code)
}

export const total = (results) => ({
  passed: results.reduce((sum, { counts }) => sum + counts.passed, 0),
  failed: results.reduce((sum, { counts }) => sum + counts.failed, 0),
})

const inSeconds = (ms) => (ms === undefined ? '' : (ms / 1000).toFixed(1))

const LISTS = {
  first: 'The list that every change has to pass. A release has to pass npm test -- --full.',
  full: 'Both lists: what every change and what a release has to pass.',
}

/**
 * The summary: each part with its time and its processor time, the slowest files, which list ran, failures, and what passed at its second
 * try only. The last line holds the totals.
 */
export const report = (results, { isFull = false, ms: allMs } = {}) => {
  const width = Math.max(5, ...results.map(({ name }) => name.length))
  const cells = (first, ...rest) => [first.padEnd(width), ...rest.map((cell) => String(cell).padStart(10))].join('')
  const lines = [cells('', 'passed', 'failed', 'skipped', 'seconds', 'processor')]
  for (const { name, counts, ms, processorMs } of results) {
    lines.push(cells(name, counts.passed, counts.failed, counts.skipped, inSeconds(ms), inSeconds(processorMs)))
  }
  const { passed, failed } = total(results)
  const processor = results.reduce((sum, { processorMs = 0 }) => sum + processorMs, 0)
  if (allMs !== undefined) lines.push(cells('all', passed, failed, '', inSeconds(allMs), inSeconds(processor)))
  const slowest = results
    .flatMap(({ name, counts }) => (counts.files ?? []).map((file) => ({ suite: name, ...file })))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST_FILES)
  if (slowest.length > 0) lines.push('', 'Slowest files')
  for (const { suite, name, ms } of slowest) lines.push(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name} (${suite})`)
  lines.push('', isFull ? LISTS.full : LISTS.first)
  for (const { name, counts } of results) for (const failure of counts.failures) lines.push(`✗ ${name}: ${failure}`)
  for (const { name, counts } of results) {
    for (const title of counts.retried ?? []) lines.push(`~ ${name}: passed at its second try only: ${title}`)
  }
  return [...lines, '', `${passed} passed, ${failed} failed`].join('\n')
}
