import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { fileReason, isCode } from '../../../platform/data-folder/file-error.ts'
import { syncFolder } from '../../../platform/data-folder/kept-file.ts'
import { CopyOut } from '../../../platform/database/copy.ts'
import { IN_UTC } from '../../../platform/database/database.ts'
import { namesIn, readMigrations } from '../../../platform/database/schema-files.ts'
import { AppError } from '../../../platform/errors.ts'
import { VERSION } from '../../../version.ts'
import { FRAME, FRAME_BYTES, Head, type KEY_FILES, type Part, type PartEnd, type Sequences, type TablePart } from './backup.format.ts'
import { sealed } from './backup.seal.ts'
import { beginSnapshot, type SnapshotTable } from './backup.snapshot.port.ts'

export type Keys = Readonly<Partial<Record<(typeof KEY_FILES)[number], string>>>
/** `share` is how much of the database has been read, of 1. */
export type BackupProgress = (progress: { readonly share: number; readonly table: string; readonly bytes: number }) => void

type Options = {
  readonly url: string
  readonly file: string
  readonly passPhrase: string
  readonly keys: Keys
  readonly onProgress?: BackupProgress
}

/** Writes one consistent snapshot of the database, and the keys, into a new file. It is under its name once it is whole and on the disk. */
export async function writeBackup({ url, file, passPhrase, keys, onProgress }: Options): Promise<{ fileBytes: number; rows: number }> {
  if (existsSync(file)) throw new AppError('conflict', `${file} exists: name another file`)
  const unfinished = `${file}.unfinished`
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'tenfour-backup',
  })
  client.on('error', () => undefined)
  let rows = 0
  try {
    await client.connect()
    await client.query(IN_UTC)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await rm(unfinished, { force: true })
    const target = await open(unfinished, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
    try {
      const source = frames(client, keys, onProgress, (count) => (rows += count))
      const write = async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of sealed(chunks, passPhrase)) await target.appendFile(chunk)
      }
      await pipeline(source, createZstdCompress(), write)
      await target.sync()
      const { size } = await target.stat()
      await rename(unfinished, file)
      syncFolder(dirname(file))
      return { fileBytes: size, rows }
    } finally {
      await target.close()
    }
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    if (isCode(error, 'ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'EIO', 'ENOENT')) {
      throw new AppError('unavailable', `${file} can’t be written: ${fileReason(error)}. No backup was made`)
    }
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

export function frame(kind: number, content: Buffer): Buffer {
  const start = Buffer.alloc(5)
  start[0] = kind
  start.writeUInt32BE(content.length, 1)
  return Buffer.concat([start, content])
}
export const jsonFrame = (kind: number, value: object) => frame(kind, Buffer.from(JSON.stringify(value)))

async function* frames(
  client: pg.Client,
  keys: Keys,
  onProgress: BackupProgress | undefined,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const tables = await beginSnapshot(client)
  yield jsonFrame(FRAME.head, await readHead(client))
  let parts = 0
  for (const [name, content] of Object.entries(keys)) {
    parts += 1
    yield* partOf({ kind: 'key', name: name as keyof Keys }, [Buffer.from(content)], () => 0)
  }
  parts += 1
  yield* partOf({ kind: 'sequences', name: 'sequences' }, [Buffer.from(JSON.stringify(await readSequences(client, tables)))], () => 0)
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0) || 1
  let before = 0
  let bytes = 0
  for (const { name, columns, bytes: estimate } of tables) {
    parts += 1
    const bytesBefore = bytes
    const copy = client.query(new CopyOut(copyText({ kind: 'table', name, columns }, 'to stdout')))
    for await (const each of partOf({ kind: 'table', name, columns }, copy, () => copy.rows)) {
      bytes += each.length
      onProgress?.({ share: (before + Math.min(estimate, bytes - bytesBefore)) / total, table: name, bytes })
      yield each
    }
    onRows(copy.rows)
    before += estimate
  }
  await client.query('commit')
  yield jsonFrame(FRAME.last, { parts })
}

/** The text of a COPY of these columns; values are the same on every version, in every locale. */
export const copyText = ({ name, columns }: TablePart, way: 'to stdout' | 'from stdin'): string =>
  `copy ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) ${way} (format text, encoding 'UTF8')`

async function* partOf(part: Part, source: AsyncIterable<Buffer> | Iterable<Buffer>, rows: () => number): AsyncGenerator<Buffer> {
  yield jsonFrame(FRAME.start, part)
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of source) {
    hash.update(piece)
    bytes += piece.length
    for (let at = 0; at < piece.length; at += FRAME_BYTES) yield frame(FRAME.data, piece.subarray(at, at + FRAME_BYTES))
  }
  yield jsonFrame(FRAME.end, { bytes, rows: rows(), sha256: hash.digest('hex') } satisfies PartEnd)
}

export async function readHead(client: pg.Client): Promise<Head> {
  const { rows: migrations } = await client.query('select number, name, sha256 from schema_migrations order by number')
  const { rows } = await client.query<{ number: number; postgres: string; at: Date }>(
    `select number, split_part(current_setting('server_version'), ' ', 1) as postgres, now() as at from schema_state`,
  )
  const [state] = rows
  if (!state) throw new AppError('unavailable', 'The database is being brought up to date: try again in a moment')
  const { number, postgres, at } = state
  return Head.parse({ version: VERSION, madeAt: at.toISOString(), postgres, schema: { number, migrations } })
}

/** Sequences of columns as `table.column`, and those of no column by their names. */
export const SEQUENCES = `
  select s.relname as sequence, coalesce(t.relname || '.' || a.attname, s.relname) as name, t.relname as table, p.last_value::float8 as value
  from pg_class s
  join pg_sequences p on p.schemaname = current_schema() and p.sequencename = s.relname
  left join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
  left join pg_class t on t.oid = d.refobjid
  left join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
  where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace`

export async function readSequences(client: pg.Client, tables: readonly SnapshotTable[]): Promise<Sequences> {
  const { sequences } = namesIn(readMigrations())
  const { rows } = await client.query<{ name: string; table: string | null; value: number | null }>(SEQUENCES)
  const isOurs = ({ name, table }: (typeof rows)[number]) =>
    table === null ? sequences.has(name) : tables.some((each) => each.name === table)
  return Object.fromEntries(rows.flatMap((row) => (row.value !== null && isOurs(row) ? [[row.name, row.value]] : [])))
}
