import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/database/database.ts'

type Known = { readonly writes: number; readonly digest: unknown; readonly isSettled: boolean }
export type WriteWatch = {
  /** The digest of each table. */
  readonly digests: () => Promise<Readonly<Record<string, unknown>>>
  /** How many statements have written to each table, whether they changed a row or not, and whether they were committed or not. */
  readonly counts: () => Promise<ReadonlyMap<string, number>>
}

/**
 * Counts the statements that write to each table of the portal, so that only tables with a new one are read again. Sequences count because they
 * are kept when a transaction is rolled back, and because counting with them locks nothing.
 */
export async function watchWrites(db: Db, digestOf: (table: string) => RawBuilder<unknown>): Promise<WriteWatch> {
  await sql`create schema writes`.execute(db)
  await sql`create function writes.count() returns trigger language plpgsql as $$
    begin perform nextval(format('writes.%I', tg_table_name)); return null; end $$`.execute(db)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  for (const { name } of tables) {
    await sql`create sequence ${sql.table(`writes.${name}`)}`.execute(db)
    await sql`create trigger count_writes after insert or update or delete or truncate on ${sql.table(`public.${name}`)}
      for each statement execute function writes.count()`.execute(db)
  }
  const counts = async () => {
    const { rows } = await sql<{ name: string; writes: number | null }>`
      select sequencename as name, last_value as writes from pg_sequences where schemaname = 'writes' order by sequencename`.execute(db)
    return new Map(rows.map(({ name, writes }) => [name, writes ?? 0]))
  }
  const known = new Map<string, Known>()
  return {
    counts,
    digests: async () => {
      const now = await counts()
      // A write counted above may not be committed yet, and is read again next time.
      const { rows: writers } = await sql`
        select from pg_stat_activity where datname = current_database() and backend_xid is not null limit 1`.execute(db)
      const isSettled = writers.length === 0
      const moved = [...now].filter(([name, writes]) => known.get(name)?.writes !== writes || !known.get(name)?.isSettled)
      const each = moved.map(([name]) => sql`select ${name}::text as name, ${digestOf(name)} as digest`)
      const { rows } = await sql<{ name: string; digest: unknown }>`
        select null as name, null as digest where false ${sql.join([sql``, ...each], sql` union all `)}`.execute(db)
      const read = new Map(rows.map(({ name, digest }) => [name, digest]))
      for (const [name, writes] of moved) {
        known.set(name, { writes, digest: read.get(name), isSettled })
      }
      return Object.fromEntries([...known].map(([name, { digest }]) => [name, digest]))
    },
  }
}
