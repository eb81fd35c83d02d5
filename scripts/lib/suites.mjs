import { join } from 'node:path'
import { checks } from './checks.mjs'
import { FULL_TAG, FULL_VARIABLE, onBothDatabases } from './lists.mjs'
import { UserError, fromRoot, requireNode, toolEnv } from './paths.mjs'
import { fromExitCode, fromPlaywright, fromVitest, withSecondRun } from './results.mjs'
import { runWatched } from './run.mjs'
import { startPostgres, startRedis } from './services.mjs'
import { chromiumPath } from './system-packages.mjs'
import { buildWebOnce } from './web-build.mjs'

/** A runner prints a line for each file or test that ends, and every test has a timeout of its own. */
const MAX_SILENCE_MS = 30 * 60_000

/** The user's own settings must not affect the tests. */
const USER_SETTINGS = /^(PORT|HOST|DATABASE_URL|REDIS_URL|TRUST_PROXY|LOG_LEVEL|PORTAL_.*|TEST_.*|NODE_ENV)$/

export const testEnv = (context, extra) => {
  const clean = Object.entries(toolEnv()).filter(([name]) => !USER_SETTINGS.test(name))
  const full = context.isFull ? { [FULL_VARIABLE]: '1' } : {}
  return { ...Object.fromEntries(clean), ...context.run.env, CI: '1', ...full, ...extra }
}

const runNode = (context, args, env) => runWatched(requireNode(), args, { env: testEnv(context, env), maxSilenceMs: MAX_SILENCE_MS })

/**
 * Workers of a part. A server test waits for the database and for timers a quarter of its time, so three fill two cores; a browser test does
 * not wait.
 */
export const WORKERS = 3
export const BROWSER_WORKERS = 2

/** More failed files than this are no accident: running them again would only delay the answer. */
const MAX_FILES_RUN_AGAIN = 3

/**
 * A second run of the few files that failed tells slow from broken, as Playwright's retries do, and is reported.
 * Only failed tests are forgiven: an error outside any test is not.
 */
const isWorthASecondRun = ({ failedFiles, failures }) =>
  failedFiles.length > 0 &&
  failedFiles.length <= MAX_FILES_RUN_AGAIN &&
  failures.every((failure) => !failure.startsWith('the runner ended'))

/** The command line of a Vitest part: `files` are parts of paths; none means all files of the project. */
export const vitestArguments = ({ project, workers, files = [], report }) => [
  fromRoot('node_modules/vitest/vitest.mjs'),
  'run',
  '--project',
  project,
  `--maxWorkers=${workers}`,
  ...files,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
]

/** The command line of the browser tests. */
export const playwrightArguments = ({ workers, isFull, files = [] }) => [
  fromRoot('node_modules/@playwright/test/cli.js'),
  'test',
  '--config',
  'e2e',
  `--workers=${workers}`,
  ...files,
  ...(isFull ? [] : ['--grep-invert', FULL_TAG]),
]

const sum = (...times) => (times.includes(undefined) ? undefined : times.reduce((all, ms) => all + ms, 0))

/** A part that runs a Vitest project: all its files, or those that `filesOf` chooses for the list that runs. */
const vitest = ({ project, filesOf = () => [], settings = async () => ({}) }) => ({
  project,
  filesOf,
  run: async (context, { id, workers }) => {
    const env = { NO_COLOR: '1', ...(await settings(context)) }
    const runFiles = async (run, files) => {
      const report = join(context.run.path, `${id.replace(':', '-')}${run}.json`)
      const { code, output, processorMs } = await runNode(context, vitestArguments({ project, workers, files, report }), env)
      return { counts: fromVitest(report, code), output, processorMs }
    }
    const first = await runFiles('', filesOf(context))
    if (!isWorthASecondRun(first.counts)) return first
    const second = await runFiles('-again', first.counts.failedFiles)
    return {
      counts: withSecondRun(first.counts, second.counts),
      output: `${first.output}\n── a second run of what failed\n${second.output}`,
      processorMs: sum(first.processorMs, second.processorMs),
    }
  },
})

export const playwrightSettings = (report) => ({
  FORCE_COLOR: '0',
  CHROMIUM_PATH: chromiumPath(),
  PLAYWRIGHT_JSON_OUTPUT_FILE: report,
})

const playwright = async (context, { id, workers }) => {
  const report = join(context.run.path, `${id}.json`)
  const args = playwrightArguments({ workers, isFull: context.isFull })
  const { code, output, processorMs } = await runNode(context, args, playwrightSettings(report))
  return { counts: fromPlaywright(report, code), output, processorMs }
}

const check = ({ name, seconds, run }) => ({
  id: 'check',
  name,
  seconds,
  patient: true,
  run: async (_context, { isLowPriority }) => {
    const { code, output, processorMs } = await run({ isLowPriority })
    return { counts: fromExitCode(code), output, processorMs }
  },
})

const build = async (_context, { isLowPriority }) => {
  try {
    const processorMs = await buildWebOnce({ isLowPriority })
    return { counts: fromExitCode(0), output: '', processorMs }
  } catch (error) {
    return { counts: fromExitCode(1), output: error.message }
  }
}

/** Started on first use, then shared. */
const redis = (context) => (context.redis ??= startRedis(context.run.path))
const postgres = (context) => (context.postgres ??= startPostgres(context.run.path))

const onEmbedded = async (context) => ({ TEST_REDIS_URL: (await redis(context)).url })
/** These tests start a Redis themselves: the two server suites may run at the same time. */
const onDebian = async (context) => ({ TEST_DATABASE_URL: (await postgres(context)).url })

const filesOnDebian = ({ isFull }) => (isFull ? [] : onBothDatabases())

/**
 * Everything `npm test` runs. `seconds` is the processor time a part takes, by which the parts are ordered; the build comes before all
 * other patient parts, since the browser tests wait for it.
 */
export const allSuites = (workers = WORKERS, { isFull = false } = {}) => [
  { id: 'build', name: 'web build', seconds: 1000, patient: true, run: build },
  ...checks().map(check),
  { id: 'contract', name: 'contract', workers, seconds: 8, ...vitest({ project: 'contract' }) },
  { id: 'web', name: 'web', workers, seconds: 80, ...vitest({ project: 'web' }) },
  {
    id: 'bridge',
    name: 'bridge',
    workers,
    seconds: 60,
    // The SQL of the frameworks' adapters runs on a MariaDB where there is one, and in any case with both lists.
    ...(isFull && { needs: ['mariadb-server'] }),
    ...vitest({ project: 'bridge' }),
  },
  { id: 'scripts', name: 'scripts', workers, seconds: 20, ...vitest({ project: 'scripts' }) },
  {
    id: 'server:embedded',
    name: 'server, embedded PostgreSQL',
    workers,
    seconds: 900,
    needs: ['redis-server'],
    ...vitest({ project: 'server', settings: onEmbedded }),
  },
  {
    id: 'server:debian',
    name: "server, the system's PostgreSQL",
    workers,
    seconds: 200,
    needs: ['redis-server', 'postgresql'],
    ...vitest({ project: 'server', settings: onDebian, filesOf: filesOnDebian }),
  },
  {
    id: 'e2e',
    name: 'browser',
    workers: Math.min(workers, BROWSER_WORKERS),
    seconds: 800,
    after: ['build'],
    needs: ['chromium'],
    run: playwright,
  },
]

/** `--only=server,check` selects suites by name; `server` matches both `server:embedded` and `server:debian`. */
export const selectSuites = (suites, only) => {
  if (only === undefined) return suites
  const wanted = only.split(',').filter(Boolean)
  const isWanted = ({ id }, name) => id === name || id.startsWith(`${name}:`)
  const unknown = wanted.filter((name) => !suites.some((suite) => isWanted(suite, name)))
  if (unknown.length > 0 || wanted.length === 0) {
    throw new UserError(
      `--only takes ${[...new Set(suites.map(({ id }) => id))].join(', ')}, separated by commas${unknown.length > 0 ? `; not ${unknown.join(', ')}` : ''}`,
    )
  }
  return suites.filter((suite) => wanted.some((name) => isWanted(suite, name)))
}
