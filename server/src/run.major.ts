import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { copyDatabase } from './features/portal/backup/backup.move.ts'
import { fileReason } from './platform/data-folder/file-error.ts'
import { readKept, setAside, syncFolder } from './platform/data-folder/kept-file.ts'
import { ensureDatabaseExists, IN_UTC } from './platform/database/database.ts'
import {
  fetchingBinaries,
  findBinaries,
  findEarlierBinaries,
  POSTGRES_MAJOR,
  type Binaries,
} from './platform/database/embedded-binaries.ts'
import type { Cluster } from './platform/database/embedded-cluster.ts'
import { stopOrphan } from './platform/database/embedded-process.ts'
import { databaseUser } from './platform/database/embedded-user.ts'
import { openCluster } from './platform/database/embedded.ts'
import { AppError, StartupError } from './platform/errors.ts'

/** A new cluster has this name once it is whole, until the old one is set aside. */
const MADE = 'postgres.moved'
const UNFINISHED = 'postgres.unfinished-'

type Options = {
  readonly dataDir: string
  readonly say: (line: string) => void
  readonly warn: (line: string) => void
  /** Called once a database has to be moved, and as it is copied. */
  readonly onProgress?: (share: number) => void
  /** The binaries of the database as it is, for tests; otherwise they are looked for. */
  readonly from?: Binaries
}

/**
 * Moves an embedded database of an earlier major version of PostgreSQL to ours, with the binaries of both. The old files are set aside, never
 * changed or deleted. Killed at any moment, the next start has the whole old database and begins again, or has the whole new one.
 */
export async function moveEmbeddedDatabase({ dataDir, say, warn, onProgress = () => undefined, from }: Options): Promise<void> {
  const [folder, made] = [join(dataDir, 'postgres'), join(dataDir, MADE)]
  if (existsSync(made)) {
    // While the old database is in its place, it may have changed since.
    if (existsSync(folder)) rmSync(made, { recursive: true })
    else takePlace(dataDir)
  }
  const major = majorOf(folder)
  if (major === undefined || (major >= POSTGRES_MAJOR && !from)) return
  const ours = await findBinaries()
  const theirs = from ?? (await earlier(dataDir, folder, major))
  await removeUnfinished(dataDir, ours)
  say(`The database was made with PostgreSQL ${major}, and is moved to PostgreSQL ${POSTGRES_MAJOR}. This takes a while`)
  onProgress(0)
  const unfinished = join(dataDir, `${UNFINISHED}${randomBytes(4).toString('hex')}`)
  let others: string[]
  try {
    others = await copyCluster({ dataDir, folder, unfinished, ours, theirs, warn, onProgress })
    renameSync(join(unfinished, 'postgres'), made)
    syncFolder(dataDir)
  } catch (error) {
    const isKnown = error instanceof StartupError || error instanceof AppError || error instanceof pg.DatabaseError
    const reason = isKnown ? error.message : fileReason(error)
    throw new StartupError(`The database could not be moved to PostgreSQL ${POSTGRES_MAJOR}, and nothing was changed: ${reason}`)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  const aside = setAside(folder, `of-postgresql-${major}`)
  takePlace(dataDir)
  say(
    `The database is now one of PostgreSQL ${POSTGRES_MAJOR}. Its files of before are in ${aside}: remove them once you need them no more`,
  )
  if (others.length > 0) warn(`These tables are not Tenfour’s, and stayed there: ${others.join(', ')}`)
}

function takePlace(dataDir: string): void {
  syncFolder(dataDir)
  renameSync(join(dataDir, MADE), join(dataDir, 'postgres'))
  syncFolder(dataDir)
}

/** Undefined where there is no cluster, or one that is damaged: the start says more about that. */
function majorOf(folder: string): number | undefined {
  const version = join(folder, 'PG_VERSION')
  const major = existsSync(version) ? Number(readFileSync(version, 'utf8').trim()) : 0
  return Number.isInteger(major) && major > 0 ? major : undefined
}

async function earlier(dataDir: string, folder: string, major: number): Promise<Binaries> {
  const place = join(dataDir, `postgresql-${major}`)
  const binaries = await findEarlierBinaries(place)
  if (binaries) return binaries
  const line = fetchingBinaries(major, place)
  throw new StartupError(
    `${folder} was made with PostgreSQL ${major}, and this version of Tenfour has ${POSTGRES_MAJOR}. Nothing was changed. ` +
      (line === undefined
        ? 'Start the version of Tenfour that made it, back it up, and restore the backup with this one'
        : `To have it moved, fetch the old version once and start again: ${line}`),
  )
}

/** Leftovers of a move that was killed, with a database that may still run in them. */
async function removeUnfinished(dataDir: string, binaries: Binaries): Promise<void> {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(UNFINISHED))) {
    await stopOrphan(join(dataDir, name, 'postgres'), binaries)
    rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

type Clusters = {
  readonly dataDir: string
  readonly folder: string
  readonly unfinished: string
  readonly ours: Binaries
  readonly theirs: Binaries
  readonly warn: (line: string) => void
  readonly onProgress: (share: number) => void
}

/** Copies the database into a new cluster in the unfinished folder, which has the password of the old one. Both are stopped at the end. */
async function copyCluster({ dataDir, folder, unfinished, ours, theirs, warn, onProgress }: Clusters): Promise<string[]> {
  const user = databaseUser(folder, theirs.postgres)
  const before: Cluster = { dataDir, folder, binaries: theirs, user, warn }
  const fresh = join(unfinished, 'postgres')
  const after: Cluster = { dataDir: unfinished, folder: fresh, binaries: ours, user: databaseUser(folder, ours.postgres), warn }
  const old = await openCluster(before)
  try {
    assertRoom(dataDir, await sizeOf(old.url))
    // Made only now: the start of a database removes what others left unfinished. As root it runs as another user, which has to reach its folder.
    mkdirSync(unfinished, { mode: 0o700 })
    if (process.getuid?.() === 0) chmodSync(unfinished, 0o711)
    const next = await openCluster(after)
    try {
      for (const { url } of [old, next]) await ensureDatabaseExists(url)
      const others = await copyDatabase(old.url, next.url, onProgress)
      await query(next.url, `alter role portal password ${pg.escapeLiteral(readKept(join(dataDir, 'postgres-password')) ?? '')}`)
      return others
    } finally {
      await next.stop()
    }
  } finally {
    await old.stop()
  }
}

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(IN_UTC)
    return (await client.query<T>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const sizeOf = async (url: string): Promise<number> =>
  (await query<{ bytes: number }>(url, 'select sum(pg_database_size(oid))::float8 as bytes from pg_database'))[0]?.bytes ?? 0

function assertRoom(dataDir: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize >= bytes) return
  const gigabytes = (value: number) => (value / 1e9).toLocaleString('en', { maximumFractionDigits: 1 })
  throw new StartupError(`the disk has ${gigabytes(bavail * bsize)} GB free, and ${gigabytes(bytes)} GB are needed`)
}
