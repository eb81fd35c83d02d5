import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { openDataFolder } from '../../../platform/data-folder/data-folder.ts'
import { CopyOut } from '../../../platform/database/copy.ts'
import { ensureDatabaseExists, IN_UTC } from '../../../platform/database/database.ts'
import { startEmbeddedDatabase } from '../../../platform/database/embedded.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ReadPart } from './backup.read.ts'
import { restoreBackup } from './backup.restore.ts'
import { copyText } from './backup.write.ts'

type Options = {
  readonly url: string
  readonly file: string
  readonly passPhrase: string
  /** A folder for an embedded database, where the database of the URL lets us create none. It is deleted afterwards. */
  readonly spare: string
  readonly onProgress?: (readBytes: number, fileBytes: number) => void
}

const OURS = 'A scratch database of Tenfour, in which backups are proved'
const NO_RIGHT = '42501'

/**
 * Restores a backup into a scratch database and reads every row back from there. Returns what differs from the digests taken in the snapshot, or
 * an empty text.
 */
export const proveBackup = ({ url, file, passPhrase, spare, onProgress }: Options): Promise<string> =>
  inScratch(url, spare, async (scratch) => {
    const differing: string[] = []
    await restoreBackup({
      url: scratch,
      file,
      passPhrase,
      keepKeys: () => undefined,
      onRows: async (client, parts) => void differing.push(...(await differingTables(client, parts))),
      ...(onProgress ? { onProgress } : {}),
    })
    return differing.length === 0 ? '' : `Restored rows differ from those of the backup: ${differing.join(', ')}`
  })

/** The tables whose rows are not those of the backup, byte by byte. */
export async function differingTables(client: pg.Client, parts: readonly ReadPart[]): Promise<string[]> {
  const names: string[] = []
  await client.query('set synchronize_seqscans to off')
  for (const part of parts) if (part.kind === 'table' && !(await isEqual(client, part))) names.push(part.name)
  return names
}

/** Rows come out in the order in which they went in, so that one digest is that of all of them. */
async function isEqual(client: pg.Client, part: Extract<ReadPart, { kind: 'table' }>): Promise<boolean> {
  const hash = createHash('sha256')
  const copy = client.query(new CopyOut(copyText(part, 'to stdout')))
  for await (const piece of copy as AsyncIterable<Buffer>) hash.update(piece)
  return copy.rows === part.rows && hash.digest('hex') === part.sha256
}

/** Runs the work with the address of an empty database, which is gone afterwards. */
async function inScratch<T>(url: string, spare: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `${new URL(url).pathname.slice(1).slice(0, 40)}_tenfour_proof`
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'tenfour-proof' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(IN_UTC)
    if (!(await createScratch(client, name))) return await inEmbedded(spare, work)
    try {
      return await work(new URL(`/${name}`, url).href)
    } finally {
      await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Creates the scratch database, in place of one that a killed proof left. False where this user may create none. */
async function createScratch(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ comment: string | null }>(
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
    [name],
  )
  const [left] = rows
  // A proof that was killed in its first moment left a database without a comment.
  if (left && (left.comment ?? OURS) !== OURS) throw new AppError('conflict', `The database ${name} exists and is not ours: rename it`)
  const database = pg.escapeIdentifier(name)
  try {
    if (left) await client.query(`drop database ${database} with (force)`)
    await client.query(`create database ${database} template template0`)
    await client.query(`comment on database ${database} is '${OURS}'`)
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_RIGHT) return false
    throw error
  }
}

async function inEmbedded<T>(spare: string, work: (url: string) => Promise<T>): Promise<T> {
  const folder = await openDataFolder(spare, () => undefined)
  try {
    const embedded = await startEmbeddedDatabase(folder, () => undefined)
    try {
      await ensureDatabaseExists(embedded.url)
      return await work(embedded.url)
    } finally {
      await embedded.stop()
    }
  } finally {
    folder.release()
    await rm(spare, { recursive: true, force: true })
  }
}
