import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openDataFolder } from '../server/src/platform/data-folder/data-folder.ts'
import { startEmbeddedDatabase } from '../server/src/platform/database/embedded.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { number, print, type Line } from './lib/report.ts'

/** `node bench/upgrade.ts 100000` for fewer calls and characters. */
const ROWS = Number(process.argv[2] ?? 1_000_000)
const DUMPS = fileURLToPath(new URL('../server/src/platform/database/dumps/', import.meta.url))
/** Where to upgrade from: schema 55, schema 44, and the two earlier versions with the most tables to repair. */
const COMMITS = ['fe3812bb', '2750d3c5', '8b75396f', '28ba4ef3']
const SAMPLE_MS = 200
/** So many times as long as reading the rows once. */
const GOAL = 10

const folder = mkdtempSync(join(tmpdir(), 'tenfour-bench-'))
const data = await openDataFolder(folder, console.error)
const embedded = await startEmbeddedDatabase(data, console.error)
try {
  for (const commit of COMMITS) print([await upgrade(commit)])
} finally {
  await embedded.stop()
  data.release()
  rmSync(folder, { recursive: true, force: true })
}

async function upgrade(commit: string): Promise<Line> {
  const name = `upgrade_${commit}`
  const url = new URL(`/${name}`, embedded.url).href
  await on(new URL('/postgres', embedded.url).href, (client) => client.query(`create database ${name}`))
  const dump = readdirSync(DUMPS).find((file) => file.includes(commit)) ?? ''
  await on(url, (client) => client.query(readFileSync(DUMPS + dump, 'utf8')))
  await on(url, populate)
  const reading = await on(url, (client) => seconds(() => readAll(client)))
  const before = await on(url, sizeOf)
  const watch = watchServer(url)
  const upgrading = await seconds(() => migrate(url))
  const { memory, disk } = await watch.end()
  const after = await on(url, sizeOf)
  await on(new URL('/postgres', embedded.url).href, (client) => client.query(`drop database ${name}`))
  const ratio = upgrading / reading
  return {
    what: `upgrade from ${dump.slice(0, -4)}, ${number(ROWS)} calls and characters`,
    measured:
      `${number(upgrading, 1)} s, reading once ${number(reading, 1)} s = ${number(ratio, 2)}; ` +
      `disk ${megabytes(before)}, at most ${megabytes(disk)}, then ${megabytes(after)}; memory of the database ${megabytes(memory)}`,
    goal: String(GOAL),
    isMet: ratio <= GOAL,
  }
}

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

function megabytes(bytes: number): string {
  return `${number(bytes / 1_000_000)} MB`
}

/** Cleared calls with a unit each, and characters with the value of a field each. */
async function populate(client: pg.Client): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(`insert into record_fields (of, type, name, is_required, audience, position)
    select 'character', 'text', 'Measured', false, '{owner,police}', 99`)
  await client.query(`insert into calls (id, server_id, call_type_id, priority, title, narrative, location, postal, x, y, caller, source,
      status, disposition, created_by, created_at, cleared_by, cleared_at, classes)
    select 1000000 + n, 1, t.first, 1 + n % 4, 'Collision', 'Two cars, one on its roof. Caller ' || n || ' says that nobody is trapped.',
      n % 5000 || ' Vespucci Blvd', n % 9000, n % 4000, n % 6000, 'Caller ' || n, '911', 'cleared', 'Report taken', u.first,
      now() - n * interval '1 minute', u.first, now() - n * interval '1 minute' + interval '20 minutes', '{1}'
    from generate_series(1, ${ROWS}) n, (select min(id) as first from call_types) t, (select min(id) as first from users) u`)
  await client.query(`insert into call_units (id, call_id, user_id, identifier, unit_class, is_primary, assigned_by, assigned_at, cleared_at)
    select id, id, created_by, '4L12', 1, true, created_by, created_at, cleared_at from calls where id > 1000000`)
  await client.query(`insert into characters (id, name, born_on, address, postal, description, phone, fields)
    select 1000000 + n, 'Person' || n % 977 || ' Number' || n, '1980-01-15', n % 900 || ' Somewhere Street', n % 9000,
      'About ' || 150 + n % 50 || ' cm, brown hair, a scar on the left hand', '555-' || n, jsonb_build_object(f.id, 'Zoë ' || n)
    from generate_series(1, ${ROWS}) n, (select max(id) as id from record_fields) f`)
  await client.query(`insert into field_values (field_id, value, subject_id)
    select f.key::integer, field_key(f.value), c.id from characters c cross join lateral jsonb_each(c.fields) f where c.id > 1000000`)
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
}

async function readAll(client: pg.Client): Promise<void> {
  for (const table of ['calls', 'call_units', 'characters', 'field_values']) {
    await client.query(`select sum(length(r::text)) from ${table} r`)
  }
}

async function sizeOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ size: string }>('select pg_database_size(current_database()) as size')
  return Number(rows[0]?.size)
}

/** Watches the size of the database, and the memory that the migrating process has for itself (Linux only). */
function watchServer(url: string) {
  let isWatching = true
  const most = { disk: 0, memory: 0 }
  const watching = on(url, async (client) => {
    while (isWatching) {
      most.disk = Math.max(most.disk, await sizeOf(client))
      const { rows } = await client.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      most.memory = Math.max(most.memory, ...rows.map(({ pid }) => ownMemory(pid)))
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
    }
  })
  return {
    end: async () => {
      isWatching = false
      await watching
      return most
    },
  }
}

function ownMemory(pid: number): number {
  try {
    return Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1000
  } catch {
    // The process has ended, or the system has no /proc.
    return 0
  }
}
