// npm test [-- --only=server,check] [--full]: runs all checks and tests, on a machine with nothing prepared.
import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { main, onInterrupt } from './lib/main.mjs'
import { UserError } from './lib/paths.mjs'
import { seconds } from './lib/progress.mjs'
import { fromExitCode, report, total } from './lib/results.mjs'
import { endLeftovers, openRunFolder } from './lib/run-folder.mjs'
import { runSuites } from './lib/schedule.mjs'
import { allSuites, selectSuites } from './lib/suites.mjs'
import { ensurePackages } from './lib/system-packages.mjs'

const plain = { write: (text) => process.stdout.write(text), isTTY: false }

/** Installs both kinds of packages in parallel. Neither is cancelled when the other fails: half-installed packages are hard to repair. */
const prepare = async (suites) => {
  const needed = [...new Set(suites.flatMap(({ needs = [] }) => needs))]
  const outcomes = await Promise.allSettled([ensurePackages(needed, plain), ensureInstalled({ dev: true }, plain)])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

const runSuite = async (context, { id, name, run }) => {
  const started = performance.now()
  const { counts, output } = await run(context, id).catch((error) => ({ counts: fromExitCode(1), output: error.stack }))
  const ms = performance.now() - started
  process.stdout.write(`${counts.failed === 0 ? '✓' : '✗'} ${name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds(ms)}\n`)
  if (counts.failed > 0 || counts.retried?.length > 0) process.stdout.write(`\n── ${name}\n${output.trimEnd()}\n\n`)
  return { name, counts, ms }
}

const stopServices = async ({ postgres, redis }) => {
  for (const outcome of await Promise.allSettled([postgres, redis])) await outcome.value?.stop()
}

const cleanUp = async (context) => {
  const started = performance.now()
  await stopServices(context)
  const left = await endLeftovers(context.run)
  context.run.remove()
  return { name: 'nothing left running', counts: { ...fromExitCode(left.length), failures: left }, ms: performance.now() - started }
}

await main(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, full: { type: 'boolean', default: false } } })
  const suites = selectSuites(allSuites(), values.only)
  try {
    await prepare(suites)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    process.stdout.write(`${error.message}\n\n0 passed, 1 failed\n`)
    process.exitCode = 1
    return
  }
  const context = { run: openRunFolder(), isFull: values.full }
  onInterrupt(() => cleanUp(context))
  const results = await runSuites(suites, (suite) => runSuite(context, suite))
  results.push(await cleanUp(context))
  process.stdout.write(`\n${report(results)}\n`)
  process.exitCode = total(results).failed > 0 ? 1 : 0
})
