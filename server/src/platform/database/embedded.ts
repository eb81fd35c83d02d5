import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../errors.ts'
import { findBinaries, type Binaries } from './embedded-binaries.ts'
import { databaseUser, runAs, type SystemUser } from './embedded-user.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 8000
const CRASH_PATIENCE_MS = 20_000

export type EmbeddedDatabase = { readonly url: string; readonly stop: () => Promise<void> }
type Warn = (message: string) => void

/**
 * Runs PostgreSQL out of the data folder. A database that outlived a killed portal is shut down first, cleanly, and one that dies under us
 * is started again on the same port, so that the pool reconnects by itself.
 */
export async function startEmbeddedDatabase(dataDir: string, warn: Warn): Promise<EmbeddedDatabase> {
  const binaries = await findBinaries()
  const folder = join(dataDir, 'postgres')
  const user = databaseUser(folder, binaries.postgres)
  const password = keepPassword(dataDir)
  await stopOrphan(folder, binaries)
  if (!existsSync(join(folder, 'PG_VERSION'))) initialise(folder, binaries, user, dataDir, password)

  const port = await freePort()
  const logFile = join(dataDir, 'postgres.log')
  let stopping = false
  let child = await launchPatiently(pidFile(folder).length > 0 ? CRASH_PATIENCE_MS : 0, () => launch(folder, port, logFile, binaries, user))

  const keepAlive = (running: ChildProcess) => {
    running.once('exit', (code) => {
      if (stopping) return
      warn(`The embedded database stopped by itself (exit code ${code}); starting it again`)
      void relaunch()
    })
  }
  const relaunch = async () => {
    // Backends of a killed database need a moment to notice before their shared memory is free.
    for (let attempt = 1; !stopping; attempt += 1) {
      try {
        child = await launch(folder, port, logFile, binaries, user)
        return keepAlive(child)
      } catch (error) {
        warn(`The embedded database did not come back: ${error instanceof Error ? error.message : String(error)}`)
        await sleep(Math.min(250 * 2 ** attempt, 5000))
      }
    }
  }
  keepAlive(child)

  const url = `postgres://portal:${password}@127.0.0.1:${port}/portal`
  const connectionFile = join(dataDir, 'postgres.json')
  writeFileSync(connectionFile, JSON.stringify({ url }), { mode: 0o600 })
  return {
    url,
    stop: async () => {
      stopping = true
      rmSync(connectionFile, { force: true })
      await stopProcess(child.pid, folder, binaries)
      // Taken note of by us: where nothing else does, a database that has ended would stand in the list of processes for ever.
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** The connection of an embedded database that a running portal holds, for the console next to it. */
export function runningEmbeddedUrl(dataDir: string): string | undefined {
  const file = join(dataDir, 'postgres.json')
  const pid = postmasterPid(join(dataDir, 'postgres'))
  if (!existsSync(file) || !pid || !isPostgresOf(pid, join(dataDir, 'postgres'))) return undefined
  const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string }
  return url
}

function keepPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres-password')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const password = randomBytes(24).toString('base64url')
  writeFileSync(file, password, { mode: 0o600 })
  return password
}

function initialise(folder: string, binaries: Binaries, user: SystemUser | undefined, dataDir: string, password: string): void {
  // A half-made cluster from an interrupted first start has no PG_VERSION yet, and nothing in it was ever acknowledged.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  const passwordFile = join(dataDir, 'initdb-password')
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (user) {
    chownSync(folder, user.uid, user.gid)
    chownSync(passwordFile, user.uid, user.gid)
  }
  const options = [
    '-D',
    folder,
    '-U',
    'portal',
    '-E',
    'UTF8',
    '--locale=C',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-instructions',
  ]
  const { command, args, spawnOptions } = runAs(user, binaries.initdb, options)
  const result = spawnSync(command, args, { ...spawnOptions, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } })
  rmSync(passwordFile, { force: true })
  if (result.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    const lines = `${result.error?.message ?? ''}\n${result.stdout ?? ''}\n${result.stderr ?? ''}`
      .split('\n')
      .filter((line) => /error|fatal|denied|ENOENT|EACCES/i.test(line))
    throw new StartupError(
      `The embedded database could not be made in ${folder}: ${lines[0]?.trim() ?? `initdb ended with ${result.status}`}`,
    )
  }
}

/** A database that was killed holds its lock until its process is reaped and its backends have noticed. */
async function launchPatiently(patienceMs: number, tryLaunch: () => Promise<ChildProcess>): Promise<ChildProcess> {
  for (const deadline = Date.now() + patienceMs; ; await sleep(200)) {
    try {
      return await tryLaunch()
    } catch (error) {
      if (Date.now() >= deadline) throw error
    }
  }
}

async function launch(
  folder: string,
  port: number,
  logFile: string,
  binaries: Binaries,
  user: SystemUser | undefined,
): Promise<ChildProcess> {
  rmSync(logFile, { force: true })
  const log = openSync(logFile, 'a', 0o600)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '60',
    timezone: 'UTC',
    log_min_messages: 'warning',
    shared_preload_libraries: '',
  }
  const options = ['-D', folder, '-p', String(port), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const { command, args, spawnOptions } = runAs(user, binaries.postgres, options)
  // Its own process group: Ctrl-C must reach the portal, which drains its requests before it stops the database.
  const child = spawn(command, args, { ...spawnOptions, detached: true, stdio: ['ignore', log, log], env: { ...process.env, LC_ALL: 'C' } })
  closeSync(log)
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', (code) => (failure ??= `exit code ${code}`))
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!isReady(folder, child.pid)) {
    if (failure !== undefined)
      throw new StartupError(`The embedded database did not start: ${lastError(logFile) ?? failure} (see ${logFile})`)
    if (Date.now() > deadline)
      throw new StartupError(`The embedded database did not start within ${START_TIMEOUT_MS / 1000} s (see ${logFile})`)
    await sleep(10)
  }
  return child
}

function lastError(logFile: string): string | undefined {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').split('\n') : []
  return lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line))?.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '')
}

/** The eighth line of postmaster.pid says `ready` once connections are taken. */
function isReady(folder: string, pid: number | undefined): boolean {
  const lines = pidFile(folder)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

const pidFile = (folder: string): string[] => {
  const file = join(folder, 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}
const postmasterPid = (folder: string): number | undefined => Number(pidFile(folder)[0]) || undefined

/** Process ids are used again, so before we signal one we make sure that it is PostgreSQL, and of this folder. */
function isPostgresOf(pid: number, folder: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  if (process.platform === 'win32') return true
  const command = existsSync('/proc/self/cmdline')
    ? existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return Boolean(command) && String(command).includes('postgres') && String(command).includes(folder)
}

async function stopOrphan(folder: string, binaries: Binaries): Promise<void> {
  const pid = postmasterPid(folder)
  if (pid && isPostgresOf(pid, folder)) await stopProcess(pid, folder, binaries)
}

/** SIGINT is PostgreSQL's fast shutdown. Past the limit SIGQUIT ends it at once; it then recovers from its log on the next start. */
async function stopProcess(pid: number | undefined, folder: string, binaries: Binaries): Promise<void> {
  if (!pid || !isPostgresOf(pid, folder)) return
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', folder, '-m', 'fast', '-w'])
    return
  }
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  let forced = false
  while (isPostgresOf(pid, folder)) {
    if (!forced && Date.now() > deadline) {
      process.kill(pid, 'SIGQUIT')
      forced = true
    }
    await sleep(20)
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
