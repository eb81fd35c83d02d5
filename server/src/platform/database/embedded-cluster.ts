import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileReason, isCode } from '../data-folder/file-error.ts'
import { readKept, setAside, syncFolder, writeKept } from '../data-folder/kept-file.ts'
import { StartupError } from '../errors.ts'
import type { Binaries } from './embedded-binaries.ts'
import { runAs, type SystemUser } from './embedded-user.ts'
import { FREE_SPACE, isOutOfSpace } from './trouble.ts'

const UNFINISHED = 'postgres.unfinished-'
const PASSWORD = /^[\w-]{32}$/

/** Location of the cluster and the binaries and user it runs with. */
export type Cluster = {
  readonly dataDir: string
  readonly folder: string
  readonly binaries: Binaries
  readonly user: SystemUser | undefined
  readonly warn: (line: string) => void
  /** Settings of PostgreSQL besides ours. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Creates the cluster if there is none, and returns the password of its user, or undefined if that is lost. Only initialises an empty
 * folder; existing files are never touched.
 */
export async function ensureCluster(cluster: Cluster): Promise<string | undefined> {
  const { dataDir, folder } = cluster
  removeUnfinished(dataDir)
  const content = list(folder)
  const password = readKept(join(dataDir, 'postgres-password'))
  if (content.includes('PG_VERSION')) return password !== undefined && PASSWORD.test(password) ? password : undefined
  if (content.length > 0) {
    throw new StartupError(
      `${folder} is a damaged database: PG_VERSION is missing. Nothing was changed. Put that file back, or restore the folder from a backup`,
    )
  }
  if (password !== undefined) {
    throw new StartupError(
      `${folder} is gone, but postgres-password beside it says that there was a database. Put the folder back; or, to begin with an empty database, move postgres-password away`,
    )
  }
  return initialise(cluster)
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return []
    throw new StartupError(`${folder} can't be read: ${fileReason(error)}`)
  }
}

/**
 * Leftovers of a first start that was killed; nothing in them was ever used. (Earlier versions left the password in a separate file.) If
 * initdb is still writing to one, it is removed on the next start.
 */
function removeUnfinished(dataDir: string): void {
  for (const name of list(dataDir).filter((each) => each.startsWith(UNFINISHED) || each === 'initdb-password')) {
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    } catch {
      continue
    }
  }
}

/**
 * Created next to the target and renamed once complete and synced, so that a killed first start leaves nothing that looks like a database.
 */
async function initialise({ dataDir, folder, binaries, user }: Cluster): Promise<string> {
  const password = newPassword()
  const unfinished = join(dataDir, `${UNFINISHED}${randomBytes(4).toString('hex')}`)
  const made = join(unfinished, 'cluster')
  const passwordFile = join(unfinished, 'password')
  try {
    for (const each of [unfinished, made]) mkdirSync(each, { mode: 0o700 })
    writeKept(passwordFile, password)
    if (user) for (const each of [unfinished, made, passwordFile]) chownSync(each, user.uid, user.gid)
    const options = ['-D', made, '-U', 'portal', '-E', 'UTF8', '--locale=C', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    const { code, output } = await runTool(user, binaries.initdb, [...options, '--no-instructions'])
    if (code !== 0) {
      const line = output.split('\n').find((each) => /error|fatal|denied|ENOENT|EACCES/i.test(each))
      const reason = line?.replace(/^.*?(error|FATAL|PANIC):\s*/, '').trim() ?? `initdb ended with ${code}`
      throw new StartupError(`${reason}. Make sure that this user may write there, and that the disk has 100 MB of space`)
    }
    if (user) chownSync(passwordFile, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
    if (list(dataDir).includes('postgres')) rmdirSync(folder)
    renameSync(made, folder)
    syncFolder(dataDir)
    // The password comes second: a lost password can be reset, while a password without a database means that the database is gone.
    renameSync(passwordFile, join(dataDir, 'postgres-password'))
    syncFolder(dataDir)
  } catch (error) {
    const reason = error instanceof StartupError ? error.message : fileReason(error)
    throw new StartupError(`The embedded database could not be made in ${dataDir}: ${reason}`)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return password
}

/**
 * Sets a new password where the stored one is lost or wrong. Uses PostgreSQL's single-user mode, which only the owner of the folder can use
 * and which opens no port. The cluster must not be running.
 */
export async function renewPassword({ dataDir, folder, binaries, user, warn }: Cluster): Promise<string> {
  const password = newPassword()
  const options = ['--single', '-D', folder, 'postgres']
  const { code, output } = await runTool(user, binaries.postgres, options, `alter role portal password '${password}'\n`)
  const failure = /(?:ERROR|FATAL|PANIC):\s*(.*)/.exec(output)?.[1]
  const file = join(dataDir, 'postgres-password')
  if (code !== 0 || failure !== undefined) {
    const advice = isOutOfSpace(output) ? FREE_SPACE : 'Restore the file from a backup'
    throw new StartupError(
      `${file} does not fit the database, and a new password could not be set: ${failure ?? output.trim().split('\n').at(-1)}. ${advice}`,
    )
  }
  const kept = readKept(file) === undefined ? 'it was missing' : `the old file is kept as ${setAside(file)}`
  writeKept(file, password)
  warn(`${file} did not fit the database: a new password was set, and ${kept}`)
  return password
}

const newPassword = () => randomBytes(24).toString('base64url')

/** Killed if the portal exits in the meantime. */
async function runTool(user: SystemUser | undefined, binary: string, options: string[], input = '') {
  const { command, args, spawnOptions } = runAs(user, binary, options)
  const child = spawn(command, args, { ...spawnOptions, stdio: 'pipe', env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } })
  const end = () => child.kill()
  process.once('exit', end)
  try {
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, output: `${stdout}\n${stderr}` }
  } finally {
    process.off('exit', end)
  }
}
