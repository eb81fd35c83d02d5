import { existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UsageError, withDatabase, type Terminal } from './cli.terminal.ts'
import { checkBackup, makeBackup, restore } from './features/portal/backup/backup.command.ts'
import { writeExport } from './features/portal/export/export.write.ts'
import { readConfig } from './platform/config/config.ts'
import { openDataFolder } from './platform/data-folder/data-folder.ts'
import { setAside } from './platform/data-folder/kept-file.ts'
import { isPostgresOf, postmasterPid } from './platform/database/embedded-process.ts'
import { runningEmbeddedUrl } from './platform/database/embedded.ts'
import { StartupError } from './platform/errors.ts'

export type RestoreOptions = { readonly over?: boolean; readonly fresh?: boolean; readonly root?: string }

/** A backup does not bring the database up to date: the portal that runs beside it may be of an earlier version. */
export async function runBackup(words: readonly string[], terminal: Terminal): Promise<void> {
  const config = readConfig(terminal.env)
  const [verb, file] = words
  if (verb === 'check' && file !== undefined && words.length === 2) return checkBackup(config, file, terminal)
  if (verb === 'check' || words.length > 1) throw new UsageError('name one file')
  return makeBackup(config, verb, terminal, (work) => withDatabase(terminal, work))
}

/** Like a backup, an export does not bring the database up to date. */
export async function runExport([target, ...rest]: readonly string[], terminal: Terminal): Promise<void> {
  if (target === undefined || rest.length > 0) throw new UsageError('name one file or folder')
  const path = resolve(target)
  await withDatabase(terminal, async (url) => {
    let toldAt = Date.now()
    const onProgress = ({ share, table }: { share: number; table: string }) => {
      if (Date.now() - toldAt < PROGRESS_MS) return
      toldAt = Date.now()
      terminal.complain(`${Math.floor(share * 100)} % exported: ${table}`)
    }
    const { files, bytes } = await writeExport({ url, target: path, onProgress })
    terminal.say(
      `${path} has ${files.toLocaleString('en')} files with ${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`,
    )
    terminal.say('It has what members wrote, with names and addresses, and no secrets: keep it as carefully as the portal itself')
  })
}
const PROGRESS_MS = 5000

export async function runRestore([file, ...rest]: readonly string[], values: RestoreOptions, terminal: Terminal): Promise<void> {
  if (file === undefined || rest.length > 0) throw new UsageError('name one file')
  const config = readConfig(terminal.env)
  if (runningEmbeddedUrl(config.dataDir) !== undefined) throw new StartupError('A portal is running with this data folder: stop it first')
  const work = (url: string) => restore(config, file, terminal, url, { over: values.over === true, root: values.root })
  if (config.databaseUrl === undefined) {
    return values.fresh === true
      ? withDatabaseSetAside(config.dataDir, terminal.say, () => withDatabase(terminal, work))
      : withDatabase(terminal, work)
  }
  if (values.fresh === true) throw new UsageError('--fresh sets the embedded database aside, and DATABASE_URL is set')
  // Otherwise the folder is locked together with the embedded database.
  const folder = await openDataFolder(config.dataDir, terminal.complain)
  try {
    await withDatabase(terminal, work)
  } finally {
    folder.release()
  }
}

/** Moves the files of an embedded database that no longer starts aside, and puts them back if the restore fails. They are never deleted. */
async function withDatabaseSetAside(dataDir: string, say: (line: string) => void, work: () => Promise<void>): Promise<void> {
  const files = join(dataDir, 'postgres')
  if (!existsSync(files)) return work()
  const pid = postmasterPid(files)
  if (pid !== undefined && isPostgresOf(pid, files)) throw new StartupError(`The database still runs (process ${pid}): stop it first`)
  const aside = setAside(files, 'before-restore')
  // A password without its database would mean that the database is lost, and keep a new one from being made.
  const password = join(dataDir, 'postgres-password')
  const passwordAside = existsSync(password) ? setAside(password, 'before-restore') : undefined
  try {
    await work()
  } catch (error) {
    rmSync(files, { recursive: true, force: true })
    renameSync(aside, files)
    if (passwordAside !== undefined) renameSync(passwordAside, password)
    throw error
  }
  say(
    `The files of the database that was there before are in ${aside}${passwordAside === undefined ? '' : `, its password in ${passwordAside}`}`,
  )
}
