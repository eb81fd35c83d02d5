import pg from 'pg'
import { dropObjects } from '../../../platform/database/migrate.ts'
import { namesIn, type Schema } from '../../../platform/database/schema-files.ts'

const escaped = (name: string) => pg.escapeIdentifier(name)

/** Everything that our migrations have made in the current schema, and nothing of the operator's. */
async function ours(client: pg.Client, { migrations }: Schema) {
  const names = namesIn(migrations)
  const found = async (from: string, known: ReadonlySet<string>) =>
    (await client.query<{ name: string }>(from)).rows.map(({ name }) => name).filter((name) => known.has(name))
  return {
    tables: await found(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
      new Set([...names.tables, 'schema_migrations']),
    ),
    // Sequences of columns go with their tables.
    sequences: await found(
      `select relname as name from pg_class c where relkind = 'S' and relnamespace = current_schema()::regnamespace
        and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i'))`,
      names.sequences,
    ),
    functions: await found(
      `select distinct proname as name from pg_proc p where pronamespace = current_schema()::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
      names.functions,
    ),
  }
}

async function dropOurObjects(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('schema_objects') is not null as found`)
  if (rows[0]?.found === true) await dropObjects(client)
}

/** Removes what a portal without accounts has made, and nothing else. */
export async function removeTables(client: pg.Client, schema: Schema): Promise<void> {
  await dropOurObjects(client)
  const { tables, sequences, functions } = await ours(client, schema)
  const listed = (names: readonly string[]) => names.map(escaped).join(', ')
  if (tables.length > 0) await client.query(`drop table ${listed(tables)}`)
  if (sequences.length > 0) await client.query(`drop sequence if exists ${listed(sequences)}`)
  if (functions.length > 0) await client.query(`drop function ${listed(functions)}`)
}

/**
 * Moves all tables of a used portal into a schema of their own, in the transaction of the restore. Views, triggers and functions are made again by
 * each start, and the queue of jobs too: none of its jobs may run on what is restored. Returns the name of the schema.
 */
export async function setTablesAside(client: pg.Client, schema: Schema, at = new Date()): Promise<string> {
  const name = `before_restore_${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_')}`
  await client.query(`create schema ${name}`)
  await dropOurObjects(client)
  const { tables, sequences, functions } = await ours(client, schema)
  for (const each of tables) await client.query(`alter table ${escaped(each)} set schema ${name}`)
  for (const each of sequences) await client.query(`alter sequence ${escaped(each)} set schema ${name}`)
  for (const each of functions) await client.query(`alter function ${escaped(each)} set schema ${name}`)
  // So that a portal that has these tables again makes its views, triggers and functions.
  await client.query(`update ${name}.schema_state set objects = ''`)
  await client.query('set local client_min_messages = warning; drop schema if exists graphile_worker cascade')
  return name
}
