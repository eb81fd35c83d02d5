import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileReason, isCode } from '../data-folder/file-error.ts'
import { StartupError } from '../errors.ts'
import type { Binaries } from './embedded-binaries.ts'
import type { Cluster } from './embedded-cluster.ts'
import { runAs } from './embedded-user.ts'

const SLOW_START_MS = 60_000
const STOP_TIMEOUT_MS = 8000
const FORCED_STOP_TIMEOUT_MS = 5000
const MAX_LOG_BYTES = 1_000_000

/** Starts PostgreSQL and resolves once it accepts connections. If the portal exits first, PostgreSQL is told to shut down. */
export async function launch({ folder, dataDir, binaries, user, warn, settings: given }: Cluster, port: number): Promise<ChildProcess> {
  const logFile = join(dataDir, 'postgres.log')
  const { log, end } = openLog(logFile)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '60',
    timezone: 'UTC',
    log_min_messages: 'warning',
    shared_preload_libraries: '',
    ...given,
  }
  const options = ['-D', folder, '-p', String(port), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const { command, args, spawnOptions } = runAs(user, binaries.postgres, options)
  // In its own process group: Ctrl-C must only reach the portal, which drains requests before it stops the database.
  const child = spawn(command, args, { ...spawnOptions, detached: true, stdio: ['ignore', log, log], env: { ...process.env, LC_ALL: 'C' } })
  closeSync(log)
  const endWithUs = () => child.kill('SIGINT')
  process.once('exit', endWithUs)
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', (code) => {
    failure ??= `exit code ${code}`
    process.off('exit', endWithUs)
  })
  let slowAt = Date.now() + SLOW_START_MS
  while (!isReady(folder, child.pid)) {
    if (failure !== undefined) {
      const reason = reasonIn(logFile, end) ?? failure
      const advice = reason.includes('postmaster.pid')
        ? 'Make sure that no PostgreSQL runs in this folder, then move that file away'
        : `Nothing was deleted: put the file back as it was, or restore ${dataDir} from a backup`
      throw new StartupError(`The embedded database did not start: ${reason} (see ${logFile}). ${advice}`)
    }
    // After a crash, recovery can take any amount of time.
    if (Date.now() > slowAt) {
      warn(`The embedded database is still starting; it may be recovering (see ${logFile})`)
      slowAt = Number.POSITIVE_INFINITY
    }
    await sleep(10)
  }
  return child
}

/** Appends, and rotates past a size limit, so that the cause of a crash is still in the log after the next start. */
function openLog(file: string): { log: number; end: number } {
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    const isFull = size > MAX_LOG_BYTES
    if (isFull) renameSync(file, `${file}.old`)
    return { log: openSync(file, 'a', 0o600), end: isFull ? 0 : size }
  } catch (error) {
    throw new StartupError(`${file} can't be written: ${fileReason(error)}`)
  }
}

/** The last error in PostgreSQL's log since this start, with the detail line that names the file. */
function reasonIn(logFile: string, from: number): string | undefined {
  const lines = readFileSync(logFile).subarray(from).toString().split('\n').filter(Boolean)
  const last = lines.findLastIndex((line) => /FATAL|PANIC|ERROR/.test(line))
  // Errors from before logging is set up are plain lines.
  if (last < 0) return lines.join(' ') || undefined
  const strip = (line: string | undefined, kinds: string) => line?.replace(new RegExp(`^.*?(?:${kinds}):\\s*`), '')
  const detail = lines[last + 1]?.includes('DETAIL:') ? strip(lines[last + 1], 'DETAIL') : undefined
  return [strip(lines[last], 'FATAL|PANIC|ERROR'), detail].filter(Boolean).join(': ').replace(/\.$/, '')
}

/** The eighth line of postmaster.pid is `ready` once connections are accepted. */
function isReady(folder: string, pid: number | undefined): boolean {
  const lines = pidFile(folder)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

function pidFile(folder: string): string[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    // PostgreSQL itself reports what is wrong with the file.
    if (isCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES')) return []
    throw error
  }
}
/** Pid of a PostgreSQL that was started in the folder and did not shut down cleanly. */
export const postmasterPid = (folder: string): number | undefined => Number(pidFile(folder)[0]) || undefined

/** Pids are reused, so check that it is a PostgreSQL of this folder before signalling it. */
export function isPostgresOf(pid: number, folder: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false
  }
  if (process.platform === 'win32') return true
  const command = existsSync('/proc/self/cmdline')
    ? existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return Boolean(command) && String(command).includes('postgres') && String(command).includes(folder)
}

/** Stops a database that outlived a killed portal. */
export async function stopOrphan(folder: string, binaries: Binaries): Promise<void> {
  const pid = postmasterPid(folder)
  if (pid === undefined || (await stopProcess(pid, folder, binaries))) return
  throw new StartupError(
    `The database of an earlier start (process ${pid}) still runs in ${folder} and does not stop: it may be paused, or its disk may hang. End that process, then start again`,
  )
}

/** Stops our own child process. If it has already exited, someone else stopped it and may own the folder now. */
export async function stopChild(child: ChildProcess, folder: string, binaries: Binaries): Promise<void> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  if (child.pid === undefined || hasEnded()) return
  await stopProcess(child.pid, folder, binaries)
  // Wait for the exit, so that the process is reaped and leaves no zombie.
  if (!hasEnded()) await once(child, 'exit')
}

/** SIGINT is PostgreSQL's fast shutdown. After the timeout SIGQUIT ends it at once; it then recovers from its log on the next start. */
async function stopProcess(pid: number, folder: string, binaries: Binaries): Promise<boolean> {
  if (!isPostgresOf(pid, folder)) return true
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', folder, '-m', 'fast', '-w'])
    return true
  }
  process.kill(pid, 'SIGINT')
  if (await hasGone(pid, folder, STOP_TIMEOUT_MS)) return true
  process.kill(pid, 'SIGQUIT')
  return hasGone(pid, folder, FORCED_STOP_TIMEOUT_MS)
}

async function hasGone(pid: number, folder: string, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(20)) if (!isPostgresOf(pid, folder)) return true
  return false
}
