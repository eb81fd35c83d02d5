import { constants } from 'node:fs'
import { access, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { fileReason } from '../../../platform/data-folder/file-error.ts'
import { IN_UTC } from '../../../platform/database/database.ts'
import { REPAIR } from '../../../platform/database/migrate.ts'
import { AppError, StartupError } from '../../../platform/errors.ts'
import { createSealer } from '../../../platform/secrets/sealer.ts'
import { VERSION } from '../../../version.ts'
import { readBackup } from './backup.read.ts'
import { SEAL } from './backup.plan.ts'
import { assertRoom } from './backup.work.ts'
import { writeBackup, type Keys } from './backup.write.ts'

type Options = {
  readonly url: string
  readonly dataDir: string
  readonly keys: Keys & { readonly 'secrets-key': string }
  /** From the environment. */
  readonly passPhrase: string | undefined
  /** The newest migration that the database has run. */
  readonly newest: number
  readonly onProgress?: (progress: { readonly step: 'reading' | 'checking'; readonly share: number }) => void
}
export type UpgradeBackup = {
  readonly file: string
  readonly folder: string
  readonly startedAt: Date
  readonly bytes: number
  readonly rows: number
}

const NAME = /^before-upgrade-.*\.backup(\.unfinished)?$/
/** Of the database, where no earlier backup says how large one becomes. */
const ROOM_SHARE = 0.5
const SKIP = 'PORTAL_UPGRADE_BACKUP=off upgrades without a backup'

/**
 * Makes a backup before an upgrade changes the database, and reads it back. It is sealed with the pass phrase of the portal, or where none is set
 * with the secrets-key, which is on this machine already. Nothing is changed where the backup can't be made.
 */
export async function backUpBeforeUpgrade({
  url,
  dataDir,
  keys,
  passPhrase,
  newest,
  onProgress = () => undefined,
}: Options): Promise<UpgradeBackup> {
  if (newest < REPAIR) {
    throw new StartupError(
      `The database is of an early version that no backup can be made of: copy the data folder, then start once with ${SKIP}`,
    )
  }
  const usual = join(dataDir, 'backups')
  const known = await readKnown(url)
  const startedAt = new Date()
  const file = `before-upgrade-${startedAt.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')}.backup`
  const phrase =
    passPhrase ?? (known.sealed && createSealer(keys['secrets-key']).open(SEAL.passPhrase, known.sealed)) ?? keys['secrets-key']
  try {
    const folder = known.folder !== null && (await isWritable(known.folder)) ? known.folder : usual
    await assertRoom(folder, known.lastBytes ?? ROOM_SHARE * known.databaseBytes)
    const path = join(folder, file)
    const made = await writeBackup({
      url,
      file: path,
      passPhrase: phrase,
      keys,
      onProgress: ({ share }) => onProgress({ step: 'reading', share }),
    })
    await readBackup(path, phrase, { progress: (read, all) => onProgress({ step: 'checking', share: read / all }) }).catch(
      async (error: unknown) => {
        await rm(path, { force: true })
        throw error
      },
    )
    await removeLeft(folder, new Set([file, ...known.files]))
    return { file, folder, startedAt, bytes: made.fileBytes, rows: made.rows }
  } catch (error) {
    const reason = error instanceof AppError ? error.message : error instanceof Error && 'syscall' in error ? fileReason(error) : undefined
    if (reason === undefined) throw error
    throw new StartupError(`No backup could be made before the upgrade, and nothing was changed: ${reason}. ${SKIP}`)
  }
}

/** Lists the backup, in the transaction that upgrades the database. */
export async function listUpgradeBackup(client: pg.Client, { file, folder, startedAt, bytes, rows }: UpgradeBackup): Promise<void> {
  await client.query(
    `insert into backups (reason, state, started_at, ended_at, version, file, folder, bytes, rows)
    values ('upgrade', 'made', $1, now(), $2, $3, $4, $5, $6)`,
    [startedAt, VERSION, file, folder, bytes, rows],
  )
}

type Known = {
  readonly databaseBytes: number
  readonly folder: string | null
  readonly sealed: Buffer | null
  readonly lastBytes: number | null
  /** Names of listed backups. */
  readonly files: readonly string[]
}

/** The plan of backups and the backups that there are, as far as the version of this database has them. */
async function readKnown(url: string): Promise<Known> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'tenfour-backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(IN_UTC)
    const one = async <T extends object>(text: string) => (await client.query<T>(text)).rows[0]
    const size = await one<{ databaseBytes: number; found: boolean }>(
      `select pg_database_size(current_database())::float8 as "databaseBytes", to_regclass('backup_plan') is not null as found`,
    )
    const databaseBytes = size?.databaseBytes ?? 0
    if (size?.found !== true) return { databaseBytes, folder: null, sealed: null, lastBytes: null, files: [] }
    const plan = await one<Pick<Known, 'folder' | 'sealed'>>('select folder, pass_phrase as sealed from backup_plan')
    const last = await one<{ bytes: number }>(
      `select bytes::float8 as bytes from backups where state = 'made' order by started_at desc limit 1`,
    )
    const listed = await client.query<{ file: string }>('select file from backups')
    return {
      databaseBytes,
      folder: plan?.folder ?? null,
      sealed: plan?.sealed ?? null,
      lastBytes: last?.bytes ?? null,
      files: listed.rows.map((row) => row.file),
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

const isWritable = (folder: string): Promise<boolean> =>
  mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => access(folder, constants.W_OK))
    .then(
      () => true,
      () => false,
    )

/** Removes what upgrades left that were killed or failed: their database is as it was, and is in the new backup. */
async function removeLeft(folder: string, stay: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) if (NAME.test(name) && !stay.has(name)) await rm(join(folder, name), { force: true })
}
