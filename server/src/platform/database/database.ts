import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { StartupError } from '../errors.ts'
import { PortalClient } from './portal-client.ts'
import type { DB } from './schema.ts'

/** Reads take `Db`, writes take `Tx`. */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>

export type Database = { readonly db: Db; readonly pool: pg.Pool; readonly url: string; readonly close: () => Promise<void> }

// Counts and sequence numbers fit a double; as strings they would have to be converted at every use.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function openDatabase(url: string, onError: (error: Error) => void, max = 20): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'tenfour',
    connectionTimeoutMillis: 10_000,
    Client: PortalClient,
  })
  let isClosing = false
  // Whoever closes may stop the database next, and a connection on its way out then breaks: that is no news.
  const report = (error: Error) => {
    if (!isClosing) onError(error)
  }
  // A connection that breaks (the database restarts) is replaced by the pool; without a listener it would end the process.
  pool.on('error', report)
  pool.on('connect', (client) => client.on('error', report))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const close = () => {
    isClosing = true
    return db.destroy()
  }
  return { db, pool, url, close }
}

/** One line that names the database, and never its password, when it can't be reached. */
export async function assertReachable(url: string): Promise<void> {
  const { host, pathname } = new URL(url)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  // A connection that breaks after the answer is already refused below would otherwise end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    const reason: unknown = error instanceof AggregateError ? error.errors[0] : error
    throw new StartupError(
      `DATABASE_URL: the database ${host}${pathname} can't be reached: ${reason instanceof Error ? reason.message : String(reason)}`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Makes the database that a URL names, in a cluster that has only just been made. */
export async function ensureDatabaseExists(url: string): Promise<void> {
  const target = new URL(url)
  const name = target.pathname.slice(1)
  target.pathname = '/postgres'
  const client = new pg.Client({ connectionString: target.href })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
