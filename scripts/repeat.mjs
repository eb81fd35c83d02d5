// npm run repeat -- [--times=30] [--full] <test files>: runs test files many times beside busy processes, to find races.
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { ensureInstalled } from './lib/install.mjs'
import { main, onInterrupt } from './lib/main.mjs'
import { UserError, requireNode } from './lib/paths.mjs'
import { addRun, repeatReport, sortTests } from './lib/repeat.mjs'
import { fromPlaywright, fromVitest } from './lib/results.mjs'
import { endLeftovers, openRunFolder } from './lib/run-folder.mjs'
import { run } from './lib/run.mjs'
import { slotCount } from './lib/schedule.mjs'
import { BROWSER_WORKERS, WORKERS, playwrightArguments, playwrightSettings, testEnv, vitestArguments } from './lib/suites.mjs'
import { buildWebOnce } from './lib/web-build.mjs'

/** As many threads as there are slots, each of which computes without end. */
const startBusy = () => Array.from({ length: slotCount() }, () => new Worker('for (;;) Math.random()', { eval: true }))

const runOnce = async (context, { project, files }, time) => {
  const report = join(context.run.path, `${project}-${time}.json`)
  const isBrowser = project === 'e2e'
  const args = isBrowser
    ? [...playwrightArguments({ workers: BROWSER_WORKERS, isFull: true, files }), '--retries=0', '--max-failures=0']
    : vitestArguments({ project, workers: WORKERS, files, report })
  const env = testEnv(context, isBrowser ? playwrightSettings(report) : { NO_COLOR: '1' })
  const { code, output } = await run(requireNode(), args, { env })
  const counts = isBrowser ? fromPlaywright(report, code) : fromVitest(report, code)
  process.stdout.write(`${counts.failed === 0 ? '✓' : '✗'} ${project}, run ${time}: ${counts.passed} passed, ${counts.failed} failed\n`)
  if (counts.failed > 0) process.stdout.write(`${output.trimEnd()}\n`)
  return counts
}

await main(async () => {
  const options = { times: { type: 'string', default: '30' }, full: { type: 'boolean', default: false } }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const times = Number(values.times)
  if (positionals.length === 0 || !Number.isInteger(times) || times < 1)
    throw new UserError('Name the test files: npm run repeat -- --times=30 server/src/platform/jobs/jobs.test.ts')
  const groups = sortTests(positionals)
  await ensureInstalled({ dev: true })
  if (groups.some(({ project }) => project === 'e2e')) await buildWebOnce()
  const context = { run: openRunFolder(), isFull: values.full }
  const cleanUp = async () => {
    await endLeftovers(context.run)
    context.run.remove()
  }
  onInterrupt(cleanUp)
  const busy = startBusy()
  await Promise.all(busy.map((worker) => once(worker, 'online')))
  const failures = new Map()
  for (let time = 1; time <= times; time += 1) {
    for (const group of groups) addRun(failures, await runOnce(context, group, time))
  }
  await Promise.all(busy.map((worker) => worker.terminate()))
  await cleanUp()
  process.stdout.write(`\n${repeatReport(failures, times)}\n`)
  process.exitCode = failures.size > 0 ? 1 : 0
})
