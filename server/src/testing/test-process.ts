import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeDatabaseFolder } from './test-folder.ts'
import { until } from './test-portal.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url))
const COMPILED = fileURLToPath(new URL('../../../.cache/compile', import.meta.url))

export type Run = {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** Resolves with the exit code or signal. */
  readonly ended: Promise<number | string>
  /** Resolves once a line of stdout matches. */
  readonly said: (pattern: RegExp) => Promise<RegExpExecArray>
}

/** A clean environment, so that the caller's variables don't affect tests. */
const environment = (settings: Readonly<Record<string, string>>) => ({
  PATH: process.env['PATH'],
  TMPDIR: process.env['TMPDIR'],
  TENFOUR_TEST_RUN: process.env['TENFOUR_TEST_RUN'],
  // Starting takes half the processor time with what an earlier start compiled.
  NODE_COMPILE_CACHE: COMPILED,
  LOG_LEVEL: 'silent',
  ...settings,
})

function run(args: readonly string[], settings: Readonly<Record<string, string>>): Run {
  // Outside the repository, so that its .env is not read.
  const child = spawn(process.execPath, args, { cwd: tmpdir(), env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<number | string>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')))
  let isOver = false
  void ended.then(() => (isOver = true))
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    said: async (pattern) => {
      await until(`${pattern} from ${args.join(' ')}`, () => pattern.test(stdout) || isOver, 150_000)
      const found = pattern.exec(stdout)
      if (!found) throw new Error(`it ended without saying ${pattern}:\n${stdout}\n${stderr}`)
      return found
    },
  }
}

export const runPortal = (settings: Readonly<Record<string, string>>): Run => run([MAIN], { HOST: '127.0.0.1', PORT: '0', ...settings })
export const runCli = (args: readonly string[], settings: Readonly<Record<string, string>>): Run => run([CLI, ...args], settings)

export const readyAt = async (portal: Run): Promise<string> => (await portal.said(/is ready at (\S+)/))[1] ?? ''

export type TestFolder = { readonly path: string; readonly remove: () => Promise<void> }

/** A separate data folder. Processes still using it are killed at the end. */
export function makeFolder(): TestFolder {
  const path = makeDatabaseFolder()
  return {
    path,
    remove: async () => {
      for (const pid of ['data', 'closed/data'].map((each) => postgresPid(join(path, each)))) if (pid !== undefined) await endProcess(pid)
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Pid of the embedded database of a data folder. */
export function postgresPid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
  const pid = isThere ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return pid > 0 && isAlive(pid) ? pid : undefined
}

/** Whether it accepts connections; until then, backends of the previous one may still answer. */
export const isPostgresReady = (dataDir: string): boolean =>
  postgresPid(dataDir) !== undefined &&
  readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    .split('\n')[7]
    ?.trim() === 'ready'

/** A zombie process does not count as alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const stat = `/proc/${pid}/stat`
    return !existsSync(stat) || !/^\d+ \(.*\) Z/.test(readFileSync(stat, 'utf8'))
  } catch {
    return false
  }
}

async function endProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await until(`process ${pid} is gone`, () => !isAlive(pid))
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** Processes whose command line contains this folder, such as leftovers of a start. */
export const processesIn = (folder: string): number[] =>
  everyProcess().filter((pid) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').includes(folder))

/** Signals a process and its children, for example to freeze them as if the machine hung. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  const children = everyProcess().filter((each) => parentOf(each) === pid)
  for (const each of [pid, ...children]) process.kill(each, signal)
}

/** Whether a stopped process really stands still; the signal takes a moment. */
export const isStopped = (pid: number): boolean => /^\d+ \(.*\) T/.test(read(`/proc/${pid}/stat`))

const everyProcess = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
const parentOf = (pid: number) => Number(/^\d+ \(.*\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1])
/** A process may end while being inspected. */
function read(path: string): string {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}
