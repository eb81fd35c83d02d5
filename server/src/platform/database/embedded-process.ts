import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, realpathSync, renameSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileReason, isCode, quoted, userName } from '../data-folder/file-error.ts'
import { StartupError } from '../errors.ts'
import type { Binaries } from './embedded-binaries.ts'
import type { Cluster } from './embedded-cluster.ts'
import { runAs } from './embedded-user.ts'
import { FREE_SPACE, isOutOfSpace } from './trouble.ts'

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
      const reason = reasonIn(logFile, end)
      const advice = adviceOn(reason, { folder, dataDir, user })
      throw new StartupError(`The embedded database did not start: ${reason ?? failure} (see ${logFile}). ${advice}`)
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

/** On a full disk PostgreSQL may not even be able to write why it ended; it needs a segment of its log to start. */
const LITTLE_SPACE = 16 * 1024 ** 2
const hasLittleSpace = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < LITTLE_SPACE
}

/** The operator's options. A backup is the last one: it would overwrite data that may be intact. */
function adviceOn(reason: string | undefined, { folder, dataDir, user }: Pick<Cluster, 'folder' | 'dataDir' | 'user'>): string {
  if (reason === undefined ? hasLittleSpace(dataDir) : isOutOfSpace(reason)) return FREE_SPACE
  if (/permission denied|wrong ownership|invalid permissions/i.test(reason ?? '')) {
    const name = userName(user?.uid ?? process.getuid?.() ?? 0)
    const path = quoted(folder)
    return (
      `Everything in ${folder} has to belong to ${name}, as which the database runs, and to be readable and writable by it alone. ` +
      `Type: sudo chown -R ${name}: ${path} && sudo chmod -R u+rwX,go= ${path}`
    )
  }
  if (reason?.includes('postmaster.pid')) {
    const origin = originOf(folder)
    return origin === undefined
      ? 'Make sure that no PostgreSQL runs in this folder, then move that file away'
      : `This folder was copied from a running portal, in ${origin}: ${COPY_AGAIN}`
  }
  return `Nothing was deleted: put the file back as it was, or restore ${dataDir} from a backup`
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
  const full = lines.findLastIndex(isOutOfSpace)
  const last = full < 0 ? lines.findLastIndex((line) => /FATAL|PANIC|ERROR/.test(line)) : full
  // Errors from before logging is set up are plain lines.
  if (last < 0) return lines.join(' ') || undefined
  const strip = (line: string | undefined, kinds: string) => line?.replace(new RegExp(`^.*?(?:${kinds}):\\s*`), '')
  const detail = lines[last + 1]?.includes('DETAIL:') ? strip(lines[last + 1], 'DETAIL') : undefined
  return [strip(lines[last], 'FATAL|PANIC|ERROR|WARNING|LOG'), detail].filter(Boolean).join(': ').replace(/\.$/, '')
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

/**
 * The folder that the database was last started in, if it is another one: this folder was copied from it while it ran, or moved after it
 * was killed.
 */
function originOf(folder: string): string | undefined {
  const origin = pidFile(folder)[1]?.trim()
  return origin === undefined || origin === '' || realPath(origin) === realPath(folder) ? undefined : origin
}
const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : path)
const COPY_AGAIN = 'such a copy may be damaged. Stop that portal, and copy its data folder again with cp -a'

/** A copy that was made while the database ran holds files of different moments. Refused if that is certain. */
export function assertNotCopied(folder: string): void {
  const [origin, pid] = [originOf(folder), postmasterPid(folder)]
  if (origin !== undefined && pid !== undefined && isPostgresOf(pid, origin))
    throw new StartupError(`${folder} was copied from a running portal, in ${origin} (process ${pid}): ${COPY_AGAIN}`)
}
export function warnOfCopy(folder: string, warn: (line: string) => void): void {
  assertNotCopied(folder)
  const origin = originOf(folder)
  if (origin !== undefined)
    warn(`${folder} was copied from a running portal, in ${origin}, or moved after that was killed. If it was copied, ${COPY_AGAIN}`)
}

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
