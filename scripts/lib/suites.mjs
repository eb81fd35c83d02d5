import { join } from 'node:path'
import { checks } from './checks.mjs'
import { UserError, fromRoot, requireNode, toolEnv } from './paths.mjs'
import { fromExitCode, fromPlaywright, fromVitest, withSecondRun } from './results.mjs'
import { start } from './run.mjs'
import { startPostgres, startRedis } from './services.mjs'
import { chromiumPath } from './system-packages.mjs'
import { buildWebOnce } from './web-build.mjs'

const MAX_SUITE_MS = 35 * 60_000

/** The user's own settings must not affect the tests. */
const USER_SETTINGS = /^(PORT|HOST|DATABASE_URL|REDIS_URL|TRUST_PROXY|LOG_LEVEL|PORTAL_.*|TEST_.*|NODE_ENV)$/

const testEnv = (context, extra) => {
  const clean = Object.entries(toolEnv()).filter(([name]) => !USER_SETTINGS.test(name))
  return { ...Object.fromEntries(clean), ...context.run.env, CI: '1', ...extra }
}

const runNode = async (context, args, env) => {
  const suite = start(requireNode(), args, { env: testEnv(context, env) })
  let hasTimedOut = false
  const timer = setTimeout(() => {
    hasTimedOut = true
    void suite.stop()
  }, MAX_SUITE_MS)
  const { code, output } = await suite.done
  clearTimeout(timer)
  return hasTimedOut ? { code: 1, output: `${output}\nStopped: it took longer than ${MAX_SUITE_MS / 60_000} minutes\n` } : { code, output }
}

/** More failed files than this are no accident: running them again would only delay the answer. */
const MAX_FILES_RUN_AGAIN = 3

/**
 * Two lanes share two cores: a second run of the few files that failed tells slow from broken, as Playwright's retries do, and is reported.
 * Only failed tests are forgiven: an error outside any test is not.
 */
const isWorthASecondRun = ({ failedFiles, failures }) =>
  failedFiles.length > 0 &&
  failedFiles.length <= MAX_FILES_RUN_AGAIN &&
  failures.every((failure) => !failure.startsWith('the runner ended'))

const vitest =
  (project, settings = async () => ({}), skipped = []) =>
  async (context, id) => {
    const exclude = context.isFull ? [] : skipped.flatMap((name) => ['--exclude', name])
    const env = { NO_COLOR: '1', ...(await settings(context)) }
    const runFiles = async (run, files) => {
      const file = join(context.run.path, `${id.replace(':', '-')}${run}.json`)
      const cli = [fromRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', project, ...exclude, ...files]
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const { code, output } = await runNode(context, [...cli, ...reporters], env)
      return { counts: fromVitest(file, code), output }
    }
    const first = await runFiles('', [])
    if (!isWorthASecondRun(first.counts)) return first
    const second = await runFiles('-again', first.counts.failedFiles)
    return {
      counts: withSecondRun(first.counts, second.counts),
      output: `${first.output}\n── a second run of what failed\n${second.output}`,
    }
  }

const playwright = async (context, id) => {
  const file = join(context.run.path, `${id}.json`)
  const { code, output } = await runNode(context, [fromRoot('node_modules/@playwright/test/cli.js'), 'test', '--config', 'e2e'], {
    FORCE_COLOR: '0',
    CHROMIUM_PATH: chromiumPath(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  return { counts: fromPlaywright(file, code), output }
}

const check = ({ name, run }) => ({
  id: 'check',
  name,
  lane: 'code',
  stage: 'parallel',
  run: async () => {
    const { code, output } = await run()
    return { counts: fromExitCode(code), output }
  },
})

const build = async () => {
  try {
    await buildWebOnce()
    return { counts: fromExitCode(0), output: '' }
  } catch (error) {
    return { counts: fromExitCode(1), output: error.message }
  }
}

/** Started on first use, then shared. */
const redis = (context) => (context.redis ??= startRedis(context.run.path))
const postgres = (context) => (context.postgres ??= startPostgres(context.run.path))

const onEmbedded = async (context) => ({ TEST_REDIS_URL: (await redis(context)).url })
/** Its tests start a Redis themselves: the two server suites may run at the same time. */
const onDebian = async (context) => ({ TEST_DATABASE_URL: (await postgres(context)).url })

/**
 * These start their own databases, don't test SQL, or test the demo, which only runs on the embedded database. Repeating them on the second
 * PostgreSQL would prove nothing new.
 */
const SAME_ON_BOTH = [
  'server/src/run*.test.ts',
  'server/src/fuzz.test.ts',
  'server/src/inputs.test.ts',
  'demo/**',
  'server/src/platform/config/**',
  'server/src/platform/data-folder/**',
  'server/src/platform/http/**',
  'server/src/platform/limits/**',
  'server/src/platform/realtime/socket-limits.test.ts',
]

/**
 * Everything `npm test` runs. The two lanes run in parallel, since each spends half of its time waiting for disks, timers and processes.
 * Within a lane, suites of the stage `parallel` run first, as many at once as there are cores; then the others, one by one.
 */
export const allSuites = () => [
  { id: 'build', name: 'web build', lane: 'browser', stage: 'parallel', run: build },
  ...checks().map(check),
  { id: 'contract', name: 'contract', lane: 'code', stage: 'parallel', run: vitest('contract') },
  { id: 'web', name: 'web', lane: 'code', stage: 'parallel', run: vitest('web') },
  { id: 'bridge', name: 'bridge', lane: 'code', stage: 'alone', run: vitest('bridge') },
  { id: 'scripts', name: 'scripts', lane: 'code', stage: 'parallel', run: vitest('scripts') },
  {
    id: 'server:embedded',
    name: 'server, embedded PostgreSQL',
    lane: 'code',
    stage: 'alone',
    needs: ['redis-server'],
    run: vitest('server', onEmbedded),
  },
  { id: 'e2e', name: 'browser', lane: 'browser', stage: 'alone', needs: ['chromium'], run: playwright },
  // In the browser's lane, which is done first.
  {
    id: 'server:debian',
    name: "server, the system's PostgreSQL",
    lane: 'browser',
    stage: 'alone',
    needs: ['redis-server', 'postgresql'],
    run: vitest('server', onDebian, SAME_ON_BOTH),
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
