import { createHash } from 'node:crypto'
import pg from 'pg'
import { CopyOut } from '../../../platform/database/copy.ts'
import { IN_UTC } from '../../../platform/database/database.ts'
import { namesIn, readSchema } from '../../../platform/database/schema-files.ts'
import { StartupError } from '../../../platform/errors.ts'
import type { Head, TablePart } from './backup.format.ts'
import { differingTables } from './backup.proof.ts'
import type { ReadPart } from './backup.read.ts'
import { createTarget } from './backup.restore.ts'
import { beginSnapshot, PLAIN_VALUES } from './backup.snapshot.port.ts'
import { copyText, readHead, readSequences } from './backup.write.ts'

/** Made by the migrations, and by the next start. Everything else goes along, sessions too: nothing ends with a move. */
const MADE_ANEW: ReadonlySet<string> = new Set(['schema_migrations', 'schema_objects', 'schema_state'])

/**
 * Copies a portal's database into an empty one, as a backup and its restore would, with nothing ended and nothing held. It stays at its version of
 * the schema, without views, triggers and functions: the next start makes those. Each row is read back and compared before the copy counts.
 * Returns the tables that are not ours, which stay where they are.
 */
export async function copyDatabase(from: string, to: string, onProgress: (share: number) => void): Promise<string[]> {
  const [source, target] = [from, to].map(
    (url) => new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'tenfour-move' }),
  )
  if (!source || !target) return []
  for (const client of [source, target]) client.on('error', () => undefined)
  try {
    await source.connect()
    await target.connect()
    if (await isUsed(source)) await copyTables(source, target, onProgress)
    return await othersIn(source)
  } finally {
    await source.end().catch(() => undefined)
    await target.end().catch(() => undefined)
  }
}

/** False for a database that no portal has used yet. */
async function isUsed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ state: boolean; migrations: boolean }>(
    `select to_regclass('schema_state') is not null as state, to_regclass('schema_migrations') is not null as migrations`,
  )
  if (rows[0]?.migrations === true && !rows[0].state) {
    throw new StartupError('it is of an early version of Tenfour: start that version’s successor with the old PostgreSQL once')
  }
  return rows[0]?.state === true
}

async function copyTables(source: pg.Client, target: pg.Client, onProgress: (share: number) => void): Promise<void> {
  const schema = readSchema()
  await target.query(`${IN_UTC}; ${PLAIN_VALUES}`)
  const tables = await beginSnapshot(source, MADE_ANEW)
  const head = await readHead(source)
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0) || 1
  await target.query('begin')
  const into = createTarget(target, schema, MADE_ANEW)
  await into.head(head)
  const parts: ReadPart[] = []
  let before = 0
  for (const { name, columns, bytes: estimate } of tables) {
    const part: TablePart = { kind: 'table', name, columns }
    let bytes = 0
    const hash = createHash('sha256')
    into.start(part)
    const copy = source.query(new CopyOut(copyText(part, 'to stdout')))
    for await (const piece of copy as AsyncIterable<Buffer>) {
      hash.update(piece)
      bytes += piece.length
      onProgress((before + Math.min(estimate, bytes)) / total)
      await into.data(piece)
    }
    before += estimate
    const read = { ...part, rows: copy.rows, bytes, sha256: hash.digest('hex') }
    parts.push(read)
    await into.end(read)
  }
  const sequences = JSON.stringify(await readSequences(source, tables))
  const last = { kind: 'sequences', name: 'sequences' } as const
  into.start(last)
  await into.data(Buffer.from(sequences))
  await into.end({ ...last, rows: 0, bytes: 0, sha256: '' })
  await into.complete()
  const differing = await differingTables(target, parts)
  if (differing.length > 0) throw new StartupError(`rows that were copied differ from those of before: ${differing.join(', ')}`)
  await noteState(source, target, head)
  await target.query('commit')
  await target.query('analyze')
}

/** The version of the schema, with the objects still to be made. */
async function noteState(source: pg.Client, target: pg.Client, { schema }: Head): Promise<void> {
  const { rows } = await source.query<{ oldest: number }>('select oldest from schema_state')
  await target.query(
    `insert into schema_state (number, oldest, objects) values ($1, $2, '')
    on conflict (is_only) do update set number = excluded.number, oldest = excluded.oldest, objects = excluded.objects`,
    [schema.number, rows[0]?.oldest ?? schema.number],
  )
  await target.query(
    `update schema_migrations m set applied_at = t.applied_at
    from unnest($1::integer[], $2::timestamptz[]) as t (number, applied_at) where m.number = t.number`,
    await appliedIn(source),
  )
}

async function appliedIn(source: pg.Client): Promise<[number[], string[]]> {
  const { rows } = await source.query<{ number: number; at: string }>('select number, applied_at::text as at from schema_migrations')
  return [rows.map(({ number }) => number), rows.map(({ at }) => at)]
}

/** Tables of the operator, and those that a restore set aside. */
async function othersIn(client: pg.Client): Promise<string[]> {
  const { tables } = namesIn(readSchema().migrations)
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'graphile_worker') order by 1, 2`,
  )
  return rows
    .filter(({ schema, name }) => schema !== 'public' || !(tables.has(name) || name === 'schema_migrations'))
    .map(({ schema, name }) => `${schema}.${name}`)
}
