import pg from 'pg'
import { StartupError } from '../errors.ts'
import { IN_UTC } from './database.ts'
import { FREE_SPACE, isOutOfSpace } from './trouble.ts'

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(quote_ident(a.attname), ', ' order by k.place)
     from unnest(i.indkey) with ordinality as k (attnum, place)
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as key
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
    and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')`

/**
 * Reads one row of each table through its index. PostgreSQL treats a table whose file was truncated as empty, and the portal would then
 * offer the initial setup.
 */
export async function assertUndamaged(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  let table = 'the catalogue'
  try {
    await client.connect()
    await client.query(IN_UTC)
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off')
    const { rows } = await client.query<{ name: string; key: string }>(TABLES)
    for (const { name, key } of rows) {
      table = `table ${name}`
      // A system column is never in an index, so this forces a read of the row itself.
      await client.query(`select xmin from ${name} order by ${key} limit 1`)
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const advice = isOutOfSpace(reason) ? FREE_SPACE : 'Nothing was changed: put the file back as it was, or restore a backup'
    throw new StartupError(`The database can't be read (${table}): ${reason}. ${advice}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}
