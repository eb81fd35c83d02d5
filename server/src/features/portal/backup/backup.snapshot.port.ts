import pg from 'pg'
import { IN_UTC } from '../../../platform/database/database.ts'
import { namesIn, readMigrations } from '../../../platform/database/schema-files.ts'
import { AppError } from '../../../platform/errors.ts'
import { LEFT_OUT } from './backup.format.ts'

/** Settings with which values are the same text on every server. */
export const PLAIN_VALUES = `set datestyle to 'ISO, MDY'; set intervalstyle to 'postgres'; set bytea_output to 'hex'; set extra_float_digits to 1;
  set xmloption to content; set client_encoding to 'UTF8'; set statement_timeout to 0; set lock_timeout to 0; set idle_in_transaction_session_timeout to 0`

/** A table of ours, with its size for the progress. */
export type SnapshotTable = { readonly name: string; readonly columns: string[]; readonly bytes: number }

export const TABLES = `
  select c.relname as name, pg_table_size(c.oid)::float8 as bytes,
    array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace group by c.oid, c.relname order by c.relname`

/** Our tables in the database, without those of the operator. */
async function readTables(client: pg.Client, leftOut: ReadonlySet<string>): Promise<SnapshotTable[]> {
  const ours = namesIn(readMigrations()).tables
  const { rows } = await client.query<SnapshotTable>(TABLES)
  return rows.filter(({ name }) => ours.has(name) && !leftOut.has(name))
}

/** Begins the one snapshot that everything is read in. The tables are locked first, so that no other version changes them meanwhile. */
export async function beginSnapshot(client: pg.Client, leftOut = LEFT_OUT): Promise<SnapshotTable[]> {
  await client.query(`${IN_UTC}; ${PLAIN_VALUES}`)
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('schema_state') is not null as found`)
  const before = rows[0]?.found === true ? await readTables(client, leftOut) : []
  if (before.length === 0) throw new AppError('not_found', 'The database has nothing to back up: no portal has used it yet')
  await client.query('begin isolation level repeatable read read only')
  await client.query(
    `lock table ${[...before, { name: 'schema_state' }].map(({ name }) => pg.escapeIdentifier(name)).join(', ')} in access share mode`,
  )
  const tables = await readTables(client, leftOut)
  const textOf = (each: readonly SnapshotTable[]) => JSON.stringify(each.map(({ name, columns }) => [name, columns]))
  if (textOf(tables) !== textOf(before))
    throw new AppError('unavailable', 'The database is being brought up to date: try again in a moment')
  return tables
}
