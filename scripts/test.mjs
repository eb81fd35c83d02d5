// npm test [-- --full] [--only=server,check] [--workers=3]: runs all checks and tests, on a machine with nothing prepared.
import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { main, onInterrupt } from './lib/main.mjs'
import { UserError } from './lib/paths.mjs'
import { seconds } from './lib/progress.mjs'
import { didNotRun, fromExitCode, report, total } from './lib/results.mjs'
import { endLeftovers, openRunFolder } from './lib/run-folder.mjs'
import { runParts } from './lib/schedule.mjs'
import { WORKERS, allSuites, selectSuites } from './lib/suites.mjs'
import { ensurePackages, missingPackages } from './lib/system-packages.mjs'

const plain = { write: (text) => process.stdout.write(text), isTTY: false }

/** A part that others wait for: the system's packages, installed while parts that need none of them already run. */
const packagesPart = (installing) => ({
  id: 'packages',
  name: "the system's packages",
  workers: 0,
  run: async () => {
    await installing
    return { counts: fromExitCode(0), output: '' }
  },
})

/** Starts installing both kinds of packages, and waits for npm's, without which nothing runs. */
const prepare = async (suites) => {
  const needed = [...new Set(suites.flatMap(({ needs = [] }) => needs))]
  const isComplete = missingPackages(needed).length === 0
  const installing = ensurePackages(needed, plain)
  // A failure is reported by the part; half-installed packages are hard to repair, so that neither install is cancelled.
  const settled = installing.catch(() => undefined)
  try {
    await ensureInstalled({ dev: true }, plain)
  } catch (error) {
    await settled
    throw error
  }
  if (isComplete) {
    await installing
    return suites
  }
  return [
    packagesPart(installing),
    ...suites.map((suite) => (suite.needs ? { ...suite, after: [...(suite.after ?? []), 'packages'] } : suite)),
  ]
}

const runSuite = async (context, suite, given) => {
  const { id, name, after = [], run } = suite
  const started = performance.now()
  const cause = after.find((each) => context.failed.has(each))
  const { counts, output, processorMs } = cause
    ? { counts: didNotRun(cause), output: `Not run: ${cause} failed` }
    : await run(context, { id, ...given }).catch((error) => ({
        counts: fromExitCode(1),
        output: error instanceof UserError ? error.message : error.stack,
      }))
  const ms = performance.now() - started
  if (counts.failed > 0) context.failed.add(id)
  process.stdout.write(`${counts.failed === 0 ? '✓' : '✗'} ${name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds(ms)}\n`)
  if (counts.failed > 0 || counts.retried?.length > 0) process.stdout.write(`\n── ${name}\n${output.trimEnd()}\n\n`)
  return { name, counts, ms, processorMs }
}

/** Stops the services that parts shared, and returns the processor time they took. */
const stopServices = async ({ postgres, redis }) => {
  let processorMs = 0
  for (const outcome of await Promise.allSettled([postgres, redis])) processorMs += (await outcome.value?.stop()) ?? 0
  return processorMs
}

const cleanUp = async (context) => {
  const started = performance.now()
  const processorMs = await stopServices(context)
  const left = await endLeftovers(context.run)
  context.run.remove()
  const counts = { ...fromExitCode(left.length), failures: left }
  return { name: 'services, nothing left running', counts, ms: performance.now() - started, processorMs }
}

const workersFrom = (text) => {
  if (text === undefined) return WORKERS
  const workers = Number(text)
  if (!Number.isInteger(workers) || workers < 1) throw new UserError('--workers takes a number of at least 1')
  return workers
}

await main(async () => {
  const options = { only: { type: 'string' }, full: { type: 'boolean', default: false }, workers: { type: 'string' } }
  const { values } = parseArgs({ options })
  const started = performance.now()
  const workers = workersFrom(values.workers)
  const suites = selectSuites(allSuites(workers, { isFull: values.full }), values.only)
  let parts
  try {
    parts = await prepare(suites)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    process.stdout.write(`${error.message}\n\n0 passed, 1 failed\n`)
    process.exitCode = 1
    return
  }
  const context = { run: openRunFolder(), isFull: values.full, failed: new Set() }
  onInterrupt(() => cleanUp(context))
  const results = await runParts(parts, (suite, given) => runSuite(context, suite, given))
  results.push(await cleanUp(context))
  process.stdout.write(`\n${report(results, { isFull: values.full, ms: performance.now() - started })}\n`)
  process.exitCode = total(results).failed > 0 ? 1 : 0
})
