import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { StartupError } from '../errors.ts'
import { complain } from '../log/say.ts'

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url))
/** An arbitrary advisory lock number: TENFOUR on a phone keypad. */
const LOCK = 8_363_687

export type Migration = { readonly number: number; readonly name: string; readonly sql: string }

export const readMigrations = (folder = FOLDER): Migration[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ number: Number(file.slice(0, 4)), name: file.slice(5, -4), sql: readFileSync(`${folder}/${file}`, 'utf8') }))

/** Applies pending migrations, each in its own transaction, under a lock so that nodes starting at the same time take turns. */
export async function migrate(url: string, migrations = readMigrations()): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await takeTurn(client)
    await client.query(
      'create table if not exists schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ number: number }>('select number from schema_migrations')
    const applied = new Set(rows.map((row) => row.number))
    const newest = Math.max(0, ...migrations.map((migration) => migration.number))
    if ([...applied].some((number) => number > newest)) {
      throw new StartupError('The database was last used by a newer version of Tenfour: upgrade this one')
    }
    const pending = migrations.filter((migration) => !applied.has(migration.number))
    for (const migration of pending) await apply(client, migration)
    return pending.map((migration) => migration.name)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function takeTurn(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => complain('Waiting for another portal that is bringing the database up to date'), 5000)
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
  } finally {
    clearTimeout(timer)
  }
}

async function apply(client: pg.Client, { number, name, sql }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (number, name) values ($1, $2)', [number, name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new StartupError(
      `Migration ${number} (${name}) failed and changed nothing: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
