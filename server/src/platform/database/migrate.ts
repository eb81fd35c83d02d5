import pg from 'pg'
import { StartupError } from '../errors.ts'
import { complain } from '../log/say.ts'
import { IN_UTC } from './database.ts'
import { type Migration, type Schema, type SchemaObject, objectsSum, readSchema } from './schema-files.ts'

/** An arbitrary advisory lock number: TENFOUR on a phone keypad. */
const LOCK = 8_363_687
/**
 * Migrations up to this one have a transaction of their own and create their views, triggers and functions themselves. This one brings
 * databases that ran earlier texts of those migrations to the same schema. From the next one on, all pending migrations and objects are one
 * transaction.
 */
export const REPAIR = 56
const DEADLOCK = '40P01'
const MAX_TRIES = 5

type Applied = { readonly number: number; readonly name: string; readonly sha256: string | null }
type State = { readonly number: number; readonly oldest: number; readonly objects: string }

/** How far an upgrade is: another portal is waited for, or this many of the pending migrations have run. */
export type MigrationStep =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'migrating'; readonly done: number; readonly of: number; readonly name: string }

export type MigrateHooks = {
  /** Called before pending migrations change a database that has accounts. If it throws, nothing is changed. */
  readonly before?: (newest: number) => Promise<void>
  /** Called in the transaction of the migrations, after the last of them. */
  readonly inside?: (client: pg.Client) => Promise<void>
  readonly onStep?: (step: MigrationStep) => void
}

/** A slow machine may take as long as it needs, whatever the settings of the role. */
const NO_LIMITS =
  'set statement_timeout to 0; set lock_timeout to 0; set idle_in_transaction_session_timeout to 0; set idle_session_timeout to 0'

/** Brings the database up to date, under a lock so that nodes starting at the same time take turns. Returns the names of the migrations applied. */
export async function migrate(url: string, schema: Schema = readSchema(), hooks: MigrateHooks = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`${IN_UTC}; ${NO_LIMITS}`)
    await takeTurn(client, () => hooks.onStep?.({ kind: 'waiting' }))
    const applied = await readApplied(client)
    const state = await readState(client)
    refuseOtherVersions(schema, applied ?? [], state)
    if (!applied) await client.query(HISTORY)
    const numbers = new Set(applied?.map(({ number }) => number))
    const pending = schema.migrations.filter(({ number }) => !numbers.has(number))
    if (pending.length > 0 && (await hasAccounts(client))) await hooks.before?.(Math.max(...numbers))
    for (const migration of pending) if (migration.number <= REPAIR) await applyAlone(client, migration, schema)
    if (schema.migrations.some(({ number }) => number >= REPAIR)) {
      await applyTogether(
        client,
        pending.filter(({ number }) => number > REPAIR),
        schema,
        state,
        hooks,
      )
    }
    return pending.map((migration) => migration.name)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const HISTORY =
  'create table schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())'

/** Waits until no portal brings the database up to date, and keeps others from it until the connection ends. */
export async function takeTurn(client: pg.Client, onWait: () => void = () => undefined): Promise<void> {
  const timer = setTimeout(() => {
    complain('Waiting for another portal that is bringing the database up to date')
    onWait()
  }, 5000)
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
  } finally {
    clearTimeout(timer)
  }
}

const hasTable = async (client: pg.Client, name: string) =>
  (await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [name])).rows[0]?.found === true

const hasAccounts = async (client: pg.Client) =>
  (await hasTable(client, 'users')) && (await client.query('select from users limit 1')).rows.length > 0

/** Undefined if no version has ever used the database. */
async function readApplied(client: pg.Client): Promise<Applied[] | undefined> {
  if (!(await hasTable(client, 'schema_migrations'))) return undefined
  // Before the repair, the table has no checksums.
  const { rows } = await client.query<Applied>(
    `select m.number, m.name, to_jsonb(m) ->> 'sha256' as sha256 from schema_migrations m order by number`,
  )
  return rows
}

async function readState(client: pg.Client): Promise<State | undefined> {
  if (!(await hasTable(client, 'schema_state'))) return undefined
  return (await client.query<State>('select number, oldest, objects from schema_state')).rows[0]
}

/** Throws an error that names the first mismatch, before anything is changed. */
function refuseOtherVersions(schema: Schema, applied: readonly Applied[], state: State | undefined): void {
  const shipped = new Map(schema.migrations.map((migration) => [migration.number, migration]))
  const newest = Math.max(0, ...shipped.keys())
  const newestApplied = Math.max(0, ...applied.map(({ number }) => number))
  const named = ({ number, name }: { number: number; name: string }) => `migration ${number} (${name})`
  const unknown = applied.find(({ number }) => !shipped.has(number))
  if (unknown && unknown.number > newest) {
    throw new StartupError(`The database was last used by a newer version of Tenfour, which ran ${named(unknown)}: upgrade this one`)
  }
  if (unknown)
    throw new StartupError(`The database ran ${named(unknown)}, which this version of Tenfour does not have: use the version that does`)
  if (state && schema.number < state.oldest) {
    throw new StartupError(
      `The database was last used by a newer version of Tenfour (schema ${state.number}; this one has ${schema.number}): upgrade this one`,
    )
  }
  const isShipped = ({ number, name, sha256 }: Applied) =>
    shipped.get(number)?.name === name && (sha256 === null || shipped.get(number)?.sha256 === sha256)
  const changed = applied.find((each) => !isShipped(each))
  if (changed) {
    throw new StartupError(`The file of ${named(changed)} is not the one that the database ran: put it back as it was released`)
  }
  // Before the repair, branches were merged with numbers that were not in the order in which they landed.
  const isRepaired = newestApplied >= REPAIR
  const late = schema.migrations.find(
    ({ number }) => isRepaired && number < newestApplied && !applied.some((each) => each.number === number),
  )
  if (late) {
    throw new StartupError(
      `The database is at migration ${newestApplied} and never ran ${named(late)}: a new migration takes the next number`,
    )
  }
}

const MESSAGE = (error: unknown) =>
  error instanceof pg.DatabaseError && error.detail !== undefined
    ? `${error.message}: ${error.detail.replaceAll('\n', ', ')}`
    : error instanceof Error
      ? error.message
      : String(error)

async function inOneTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const failed = (migration: Migration, error: unknown) =>
  new StartupError(`Migration ${migration.number} (${migration.name}) failed and changed nothing: ${MESSAGE(error)}`)

async function applyAlone(client: pg.Client, migration: Migration, schema: Schema): Promise<void> {
  try {
    await inOneTransaction(client, () => applyUpToRepair(client, migration, schema))
  } catch (error) {
    throw failed(migration, error)
  }
}

async function applyUpToRepair(client: pg.Client, migration: Migration, schema: Schema): Promise<void> {
  await client.query(migration.sql)
  await client.query('insert into schema_migrations (number, name) values ($1, $2)', [migration.number, migration.name])
  if (migration.number === REPAIR) await noteChecksums(client, schema)
}

/**
 * Makes the tables as these migrations leave them, without views, triggers and functions, in the caller's transaction and in a database that
 * has none. They are the first migrations of the schema, the repair among them.
 */
export async function makeTables(client: pg.Client, migrations: readonly Migration[], schema: Schema): Promise<void> {
  await client.query(HISTORY)
  for (const migration of migrations) {
    if (migration.number <= REPAIR) await applyUpToRepair(client, migration, schema)
    else await applyInside(client, migration)
    if (migration.number === REPAIR) await dropObjects(client)
    // Tables with checks that are still to come can't be altered.
    await client.query('set constraints all immediate; set constraints all deferred')
  }
}

/** The repair has made the schema equal to what today's texts create, whichever texts the database ran. */
async function noteChecksums(client: pg.Client, { migrations }: Schema): Promise<void> {
  await client.query(
    'update schema_migrations m set sha256 = s.sha256 from unnest($1::integer[], $2::text[]) as s (number, sha256) where m.number = s.number',
    [migrations.map(({ number }) => number), migrations.map(({ sha256 }) => sha256)],
  )
  await client.query('alter table schema_migrations alter column sha256 set not null')
}

/**
 * One transaction, so that no other connection ever sees a table without its triggers. An older version of the portal leaves the objects
 * alone.
 */
async function applyTogether(
  client: pg.Client,
  pending: readonly Migration[],
  schema: Schema,
  state: State | undefined,
  { inside, onStep }: MigrateHooks,
): Promise<void> {
  const sum = objectsSum(schema.objects)
  const isOlder = state !== undefined && state.number > schema.number
  const isSame = state?.number === schema.number && state.objects === sum
  if (isOlder || (isSame && pending.length === 0)) return
  for (let tries = 1; ; tries += 1) {
    try {
      await inOneTransaction(client, async () => {
        await bringUpToDate(client, pending, schema, onStep)
        if (pending.length > 0) await inside?.(client)
      })
      return
    } catch (error) {
      // Nodes of the previous version may be running: their transactions lock the same tables in another order.
      if (error instanceof pg.DatabaseError && error.code === DEADLOCK && tries < MAX_TRIES) continue
      if (error instanceof StartupError) throw error
      throw new StartupError(
        `The views, triggers and functions of the database could not be replaced, and nothing was changed: ${MESSAGE(error)}`,
      )
    }
  }
}

/** Runs the pending migrations and makes today's views, triggers and functions, in the caller's transaction. */
export async function bringUpToDate(
  client: pg.Client,
  pending: readonly Migration[],
  schema: Schema,
  onStep?: MigrateHooks['onStep'],
): Promise<void> {
  await dropObjects(client)
  for (const [done, migration] of pending.entries()) {
    onStep?.({ kind: 'migrating', done, of: pending.length, name: migration.name })
    await applyInside(client, migration)
  }
  await makeObjects(client, schema.objects)
  await client.query(
    `insert into schema_state (number, oldest, objects) values ($1, $2, $3)
    on conflict (is_only) do update set number = excluded.number, oldest = excluded.oldest, objects = excluded.objects`,
    [schema.number, schema.oldest, objectsSum(schema.objects)],
  )
}

async function applyInside(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === DEADLOCK) throw error
    throw failed(migration, error)
  }
  await client.query('insert into schema_migrations (number, name, sha256) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.sha256,
  ])
}

type Recorded = Pick<SchemaObject, 'kind' | 'name' | 'table'>

/** Drops exactly the objects recorded when they were created, so that the operator's own are never touched. */
export async function dropObjects(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Recorded>('select kind, name, table_name as "table" from schema_objects order by position desc')
  const drop = ({ kind, name, table }: Recorded) => `drop ${kind} if exists ${name}${table === null ? '' : ` on ${table}`};`
  await client.query(['set local client_min_messages = warning;', ...rows.map(drop)].join('\n'))
  await client.query('delete from schema_objects')
}

async function makeObjects(client: pg.Client, objects: readonly SchemaObject[]): Promise<void> {
  // Functions may use objects that are created after them.
  await client.query(['set local check_function_bodies = off;', ...objects.map(({ sql }) => sql)].join('\n'))
  await client.query(
    `insert into schema_objects (position, kind, name, table_name)
    select o.position, o.kind, o.name, o.table_name
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as o (kind, name, table_name, position)`,
    [objects.map(({ kind }) => kind), objects.map(({ name }) => name), objects.map(({ table }) => table)],
  )
}
