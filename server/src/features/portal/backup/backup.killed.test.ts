import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase, withClient, type TestDatabase } from '../../../testing/test-database.ts'
import { fullOr } from '../../../testing/test-length.ts'
import { readBackup } from './backup.read.ts'
import { restoreBackup } from './backup.restore.ts'
import { writeBackup } from './backup.write.ts'

const PROCESS = fileURLToPath(new URL('../../../testing/backup-process.ts', import.meta.url))
const COMPILED = fileURLToPath(new URL('../../../../../.cache/compile', import.meta.url))
const PASS = 'correct horse battery'
const KEYS = { 'history-key': 'h'.repeat(40), 'secrets-key': 's'.repeat(40) }
/** The share of the work that is done, and milliseconds after that. A share of 2 is the end of a restore, just before its commit. */
const MOMENTS = [
  [0, 0],
  [0.5, 0],
  [0.99, 0],
  [0.99, 20],
  [2, 0],
] as const

let database: TestDatabase
let folder: string
let file: string
beforeAll(async () => {
  database = await createTestDatabase()
  await sql`insert into users (name, email, password_hash) values ('Jo', 'jo@example.com', 'x'), ('Ann', 'ann@example.com', 'x')`.execute(
    database.db,
  )
  await sql`insert into audit (action, subject_type, subject_id)
    select 'setting.changed', 'setting', md5(id::text) || md5((id * 7)::text) from generate_series(1, 20000) as id`.execute(database.db)
  await database.close()
  folder = mkdtempSync(join(tmpdir(), 'tenfour-killed-'))
  file = join(folder, 'whole.backup')
  await writeBackup({ url: database.url, file, passPhrase: PASS, keys: KEYS })
})
afterAll(async () => {
  await withClient(maintenance(), (client) => client.query(`drop database ${new URL(database.url).pathname.slice(1)} with (force)`))
  rmSync(folder, { recursive: true, force: true })
})

const maintenance = () => new URL('/postgres', inject('templateUrl')).href
/** Whether the process was killed before it was done. */
const killed = async (kind: 'backup' | 'restore' | 'over', url: string, path: string, at: number): Promise<boolean> => {
  const [share, after] = MOMENTS[at % MOMENTS.length] ?? [0, 0]
  const words = [PROCESS, kind, url, path, PASS, String(share), String(after + Math.floor(at / MOMENTS.length) * 2)]
  const child = spawn(process.execPath, words, { env: { ...process.env, NODE_COMPILE_CACHE: COMPILED }, stdio: 'ignore' })
  const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)))
  // The database notices that the process is gone, and gives its lock back.
  await withClient(url, (client) => client.query('select pg_advisory_lock(8363687)'))
  return signal !== null
}
/** A digest of each table, also of those that were set aside. */
const rowsIn = (url: string) =>
  withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`)
    if (tables.length === 0) return []
    const digests = tables.map(
      ({ name }) => `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as digest from ${name} as t`,
    )
    return (await client.query<{ name: string; digest: string | null }>(digests.join(' union all '))).rows
  })

/** A restore notes itself at its end. */
const isWhole = (found: Awaited<ReturnType<typeof rowsIn>>) =>
  found.some(({ name, digest }) => name === 'public.restores' && digest !== null)

test('a backup that is killed leaves no file under its name, and the next one is whole', async () => {
  const path = join(folder, 'killed.backup')
  for (let at = 0; at < fullOr(60, 3); at += 1) {
    const wasKilled = await killed('backup', database.url, path, at)
    if (wasKilled) expect(existsSync(path), `kill ${at}`).toBe(false)
    else await readBackup(path, PASS)
    rmSync(path, { force: true })
  }
  await writeBackup({ url: database.url, file: path, passPhrase: PASS, keys: KEYS })
  await readBackup(path, PASS)
  expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([])
}, 900_000)

test('a restore that is killed leaves the database as it was, empty or used, and the next one restores it', async () => {
  const name = `killed_${Math.random().toString(36).slice(2)}`
  const url = new URL(`/${name}`, inject('templateUrl')).href
  await withClient(maintenance(), (client) => client.query(`create database ${name}`))
  try {
    for (let at = 0; at < fullOr(70, 2); at += 1) {
      // The last moments are the ones that could leave something behind.
      const wasKilled = await killed('restore', url, file, fullOr(at, at + 3))
      const after = await rowsIn(url)
      if (isWhole(after)) await withClient(url, (client) => client.query('drop schema public cascade; create schema public'))
      else expect([wasKilled, after], `kill ${at}`).toEqual([true, []])
    }
    await restoreBackup({ url, file, passPhrase: PASS, keepKeys: () => undefined })
    let before = await rowsIn(url)
    expect(before.length).toBeGreaterThan(100)
    for (let at = 0; at < fullOr(70, 1); at += 1) {
      const wasKilled = await killed('over', url, file, fullOr(at, at + 4))
      const after = await rowsIn(url)
      // A kill in the moment of the commit may leave the whole new one, beside what was set aside.
      if (after.length > before.length) expect(isWhole(after)).toBe(true)
      else expect([wasKilled, after], `kill ${at} over a used portal`).toEqual([true, before])
      before = after
    }
    const { setAside } = await restoreBackup({ url, file, passPhrase: PASS, keepKeys: () => undefined, over: true })
    expect(setAside).not.toBeNull()
  } finally {
    await withClient(maintenance(), (client) => client.query(`drop database ${name} with (force)`))
  }
}, 900_000)
