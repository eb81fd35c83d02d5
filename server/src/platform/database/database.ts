import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { StartupError } from '../errors.ts'
import { PortalClient } from './portal-client.ts'
import { createReadiness } from './readiness.ts'
import type { DB } from './schema.ts'

/** Reads take `Db`, writes take `Tx`. */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>

type Pool = { readonly db: Db; readonly pool: pg.Pool }
export type Database = Pool & {
  /** For work nobody is waiting for, such as jobs: statements may take minutes. */
  readonly background: Pool
  readonly isReady: () => Promise<boolean>
  readonly url: string
  readonly close: () => Promise<void>
}

// Counts and sequence numbers fit a double; as strings they would need converting at every use.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Maximum duration of a statement, and of idling in a transaction. Migrations use separate connections without limits. */
const REQUEST = { statementMs: 8000, idleMs: 60_000 }
const BACKGROUND = { statementMs: 600_000, idleMs: 600_000 }
/** Extra time before a database that doesn't even report a timeout is considered frozen or unreachable. */
const FROZEN_MS = 1000
const CONNECT_MS = 5000
const REACH_MS = 5000
const BACKGROUND_CONNECTIONS = 6
const REPEAT_MS = 10_000

/**
 * Run on every connection before anything else, so that a time zone set for the database or its role changes no day and no `+ interval '1
 * day'`. Days of the community are computed in `platform/calendar/`.
 */
export const IN_UTC = `set timezone to 'UTC'`

export function openDatabase(url: string, say: (line: string) => void, max = 20): Database {
  let isClosing = false
  // When the database goes down, every connection reports it.
  const warn = withoutRepeats((line) => {
    // Connections may break while closing if the database is stopped right after; don't report that.
    if (!isClosing) say(line)
  })
  const report = (error: Error) => warn(`The database connection broke: ${error.message}`)
  const requests = openPool(url, REQUEST, max, report)
  const background = openPool(url, BACKGROUND, BACKGROUND_CONNECTIONS, report)
  const { follow, isReady } = createReadiness(requests.db, warn)
  for (const { pool } of [requests, background]) pool.on('connect', follow)
  return {
    ...requests,
    background,
    isReady,
    url,
    close: async () => {
      isClosing = true
      await Promise.all([requests.db.destroy(), background.db.destroy()])
    },
  }
}

function openPool(url: string, limits: typeof REQUEST, max: number, report: (error: Error) => void): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'tenfour',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: limits.statementMs + FROZEN_MS,
    Client: PortalClient,
  })
  // The pool replaces broken connections (after a database restart); without a listener the error would end the process.
  pool.on('error', report)
  pool.on('connect', (client) => {
    client.on('error', report)
    // Sent before the first query, which does not wait for it. Not passed as connection options because a pooler would reject those.
    const settings = `${IN_UTC}; set statement_timeout = ${limits.statementMs}; set idle_in_transaction_session_timeout = ${limits.idleMs}`
    client.query(settings).catch(report)
  })
  // A query timeout destroys the connection, but the pool would hand it out once more before noticing.
  pool.on('release', (_error, client) => {
    if (client.connection.stream.destroyed) void client.end()
  })
  return { pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) }
}

function withoutRepeats(say: (line: string) => void) {
  let last = ''
  let at = 0
  return (line: string) => {
    const isRepeated = line === last && Date.now() - at < REPEAT_MS
    if (!isRepeated) say(line)
    last = line
    at = Date.now()
  }
}

/** Throws a one-line error that names the database, but never its password, if it can't be reached. */
export async function assertReachable(url: string): Promise<void> {
  const { host, pathname } = new URL(url)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: REACH_MS, query_timeout: REACH_MS })
  // A connection that breaks after the failure was already handled below would otherwise end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(IN_UTC)
  } catch (error) {
    const reason: unknown = error instanceof AggregateError ? error.errors[0] : error
    const message = reason instanceof Error ? reason.message : String(reason)
    const words = /timeout/.test(message) ? `no answer within ${REACH_MS / 1000} s` : message
    throw new StartupError(
      `DATABASE_URL: the database ${host}${pathname} can't be reached: ${words}. Check that it runs, and the address, user and password`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Creates the database named by the URL, if it doesn't exist yet. */
export async function ensureDatabaseExists(url: string): Promise<void> {
  const target = new URL(url)
  const name = target.pathname.slice(1)
  target.pathname = '/postgres'
  const client = new pg.Client({ connectionString: target.href, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(IN_UTC)
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    const { message, detail } = error instanceof pg.DatabaseError ? error : { message: String(error), detail: undefined }
    throw new StartupError(
      `The database can't be used: ${[message, detail].filter(Boolean).join(': ').replace(/\.$/, '')}. Nothing was changed: put the file back as it was, or restore a backup`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}
