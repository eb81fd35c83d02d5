import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { withClient } from '../../testing/test-database.ts'
import { migrate, REPAIR } from './migrate.ts'
import { type Migration, type Schema, readSchema } from './schema-files.ts'

const schema = readSchema()
const all = schema.migrations
/** This version with only these migrations. */
const withMigrations = (migrations: readonly Migration[]): Schema => ({ ...schema, migrations })
const extra = (number: number, name: string, sql: string): Migration => ({ number, name, sql, sha256: name })
const next = Math.max(...all.map(({ number }) => number)) + 1
let url: string
let maintenance: string
let name: string
beforeEach(async () => {
  const target = new URL(inject('templateUrl'))
  target.pathname = '/postgres'
  maintenance = target.href
  name = `empty_${randomBytes(6).toString('hex')}`
  await withClient(maintenance, (client) => client.query(`create database ${name}`))
  target.pathname = `/${name}`
  url = target.href
})
afterEach(() => withClient(maintenance, (client) => client.query(`drop database if exists ${name} with (force)`)))

const query = <T extends object>(text: string) => withClient(url, async (client) => (await client.query<T>(text)).rows)
const applied = () => query<{ number: number; name: string }>('select number, name from schema_migrations order by number')
const tables = async (database = url) =>
  withClient(database, async (client) => {
    const { rows } = await client.query(`select table_name, column_name, data_type, is_nullable, column_default
      from information_schema.columns where table_schema = 'public' order by 1, 2`)
    return rows
  })

test('the migrations are numbered in order without duplicates, and named', () => {
  const numbers = all.map(({ number }) => number)
  expect([...new Set(numbers)].toSorted((a, b) => a - b)).toEqual(numbers)
  for (const each of all) expect(each.name).toMatch(/^[a-z0-9_]+$/)
})

test('an empty database is brought up to date, and a second run changes nothing', async () => {
  expect(await migrate(url)).toEqual(all.map((each) => each.name))
  expect((await applied()).map((row) => row.name)).toEqual(all.map((each) => each.name))
  const before = await tables()
  expect(await migrate(url)).toEqual([])
  expect(await tables()).toEqual(before)
})

/**
 * Each schema with TEST_FULL; otherwise some, since upgrade.test.ts uses real databases. Schemas after the repair have objects, so
 * upgrade.test.ts has dumps of them instead.
 */
const EARLIER = all.slice(1).flatMap(({ name, number }, index) => (number > REPAIR ? [] : [[name, index + 1] as const]))
const isChosen = (_each: unknown, index: number) => process.env['TEST_FULL'] === '1' || index % 16 === 0

describe('from each earlier schema, with data', () => {
  test.each(EARLIER.filter(isChosen))('%s keeps the data', async (_name, earlier) => {
    await migrate(url, withMigrations(all.slice(0, earlier)))
    await withClient(url, async (client) => {
      await client.query(`insert into departments (id, name, full_name, type) values (90, 'OLD', 'Older than this', 'Leo')`)
      await client.query(`insert into ranks (department_id, name) values (90, 'Old hand')`)
      await client.query(`insert into users (name, email, password_hash, steam_id, is_whitelisted)
        values ('Jo', 'jo@example.com', 'x', '110000112345678', true), ('Ann', 'ann@example.com', 'x', null, false)`)
      await client.query(`insert into user_departments (user_id, department_id, rank_id, is_primary)
        select u.id, 90, r.id, true from users u, ranks r where u.name = 'Jo' and r.name = 'Old hand'`)
      await client.query(`insert into user_permissions (user_id, permission) select id, 'MANAGE_USERS' from users`)
      await client.query(`insert into sessions (user_id, token_hash, address, user_agent, expires_at)
        select id, 'hash', '10.0.0.1', 'x', now() + interval '1 day' from users where name = 'Jo'`)
      await client.query(`insert into sign_ins (user_id, address, user_agent, succeeded) select id, '10.0.0.1', 'x', true from users`)
      await client.query(`insert into audit (actor_id, action, subject_type, subject_id)
        select id, 'user.created', 'user', id::text from users`)
      await client.query(`insert into servers (name) values ('Old server')`)
      await client.query(`insert into api_keys (name, kind, scopes, key_hash) values ('Old key', 'web', '{portal}', 'hash')`)
    })
    expect(await migrate(url)).toEqual(all.slice(earlier).map((each) => each.name))
    const [kept] = await query(`select
      (select string_agg(name, ',' order by name) from users) as users,
      (select steam_id from users where name = 'Jo') as steam,
      (select r.name from user_departments d join ranks r on r.id = d.rank_id where d.is_primary) as rank,
      (select count(*)::int from user_permissions) as permissions,
      (select count(*)::int from sessions where revoked_at is null) as sessions,
      (select count(*)::int from sign_ins) as sign_ins,
      (select count(*)::int from audit where action = 'user.created') as audit,
      (select count(*)::int from servers where name = 'Old server') as servers,
      (select count(*)::int from api_keys where revoked_at is null) as keys`)
    expect(kept).toEqual({
      users: 'Ann,Jo',
      steam: '110000112345678',
      rank: 'Old hand',
      permissions: 2,
      sessions: 1,
      sign_ins: 2,
      audit: 2,
      servers: 1,
      keys: 1,
    })
    expect(await tables(), 'the same schema as from empty').toEqual(
      (await tables(inject('templateUrl'))).filter(({ table_name }) => !table_name.startsWith('graphile')),
    )
  })
})

test('a database from before the repair may lack a number below its newest, which landed later', async () => {
  await migrate(url, withMigrations(all.filter(({ number }) => number <= 32 && ![27, 30, 31].includes(number))))
  await migrate(url)
  expect((await applied()).map(({ number }) => number)).toEqual(all.map(({ number }) => number))
})

test('several nodes at once apply each migration once', async () => {
  const outcomes = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(outcomes.filter((done) => done.length > 0)).toEqual([all.map((each) => each.name)])
  expect(await applied()).toHaveLength(all.length)
})

test('a migration that fails changes nothing, is named, and can be tried again', async () => {
  const failing = extra(next, 'failing', 'create table half_done (id int); insert into half_done values (1); select 1 / 0')
  await expect(migrate(url, withMigrations([...all, failing]))).rejects.toThrow(
    `Migration ${next} (failing) failed and changed nothing: division by zero`,
  )
  expect(await query(`select 1 from information_schema.tables where table_name = 'half_done'`)).toEqual([])
  const mended = extra(next, 'failing', 'create table half_done (id int)')
  expect(await migrate(url, withMigrations([...all, mended]))).toContain('failing')
})

test('the types of the schema are those of the migrated database', async () => {
  const server = fileURLToPath(new URL('../../../', import.meta.url))
  const cli = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')), 'dist/cli/bin.js')
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-schema-'))
  try {
    const generated = join(folder, 'schema.ts')
    const args = [cli, '--config-file', 'kysely-codegen.json', '--url', inject('templateUrl'), '--out-file', generated]
    await promisify(execFile)(process.execPath, args, { cwd: server })
    // The stored file is formatted like all our files, so compare without formatting.
    const words = (file: string) => readFileSync(file, 'utf8').match(/[\w$]+|[^\w\s;,'"]/g)
    expect(words(fileURLToPath(new URL('./schema.ts', import.meta.url)))).toEqual(words(generated))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
