import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { withClient } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'
import { findListeners, nextList } from './schema-command.ts'
import { type Migration, type Schema, objectsSum, parseObjects, readList, readSchema } from './schema-files.ts'
import { databasePage, tableNouns } from './schema-page.ts'

const schema = readSchema()
const newest = Math.max(...schema.migrations.map(({ number }) => number))
const extra = (number: number, name: string, sql = 'select 1'): Migration => ({ number, name, sql, sha256: `${name} ${sql}` })
const object = (sql: string) => parseObjects('test', `${sql}\n`)
/** The next version, with one more migration or with other objects. */
const nextVersion = (changes: Partial<Schema>): Schema => ({ ...schema, number: schema.number + 1, oldest: schema.number + 1, ...changes })

describe('the list of checksums', () => {
  const list = readList()
  const named = ({ number, name }: Migration) => `${String(number).padStart(4, '0')}_${name}`

  test('has every migration with its checksum: a landed migration never changes, and `npm run schema` adds a new one', () => {
    expect(Object.fromEntries(schema.migrations.map((each) => [named(each), each.sha256]))).toEqual(list.migrations)
  })

  test("has the objects' checksum: a changed object raises the schema number by `npm run schema`", () => {
    expect(objectsSum(schema.objects)).toBe(list.objects)
  })

  test('has a schema number not below the newest migration, and a valid oldest one', () => {
    expect(list.number).toBeGreaterThanOrEqual(newest)
    expect(list.oldest).toBeLessThanOrEqual(list.number)
  })
})

describe('`npm run schema`', () => {
  const list = readList()
  const last = Object.keys(list.migrations).at(-1) ?? ''
  const without = Object.fromEntries(Object.entries(list.migrations).filter(([name]) => name !== last))

  test('changes nothing without changes', () => {
    expect(nextList(list, false)).toBe(list)
  })

  test('adds a new migration and raises the number, and older portals may not run with it', () => {
    const next = nextList({ ...list, number: 200, oldest: 150, migrations: without }, true)
    expect(next).toEqual({ ...list, number: 201, oldest: 201 })
  })

  test('raises the number for a changed object; older portals may run with it if the author says so', () => {
    const earlier = { ...list, number: 200, oldest: 150, objects: 'another' }
    expect(nextList(earlier, false)).toEqual({ ...list, number: 201, oldest: 201 })
    expect(nextList(earlier, true)).toEqual({ ...list, number: 201, oldest: 150 })
  })

  test('refuses a listed migration that has changed or is gone', () => {
    const changed = { ...list, migrations: { ...list.migrations, [last]: 'another' } }
    expect(() => nextList(changed, false)).toThrow(`${last}.sql is not the file that was listed`)
    const gone = { ...list, migrations: { ...list.migrations, '0053_late': 'gone' } }
    expect(() => nextList(gone, false)).toThrow('0053_late.sql is not the file that was listed')
  })
})

test("the gaps in the numbers can't be filled", () => {
  const numbers = new Set(schema.migrations.map(({ number }) => number))
  const missing = Array.from({ length: newest }, (_, index) => index + 1).filter((number) => !numbers.has(number))
  expect(missing).toEqual([22, 28, 29, 53])
})

test('a migration after the repair uses no object, because none exists while it runs', () => {
  const names = schema.objects.filter(({ kind }) => kind !== 'trigger').map(({ name }) => name)
  for (const { number, name, sql } of schema.migrations.filter((each) => each.number > 56)) {
    // Texts that rows are made with may have the same words.
    const code = sql.replaceAll(/--.*$/gm, '').replaceAll(/'[^']*'/g, "''")
    expect(
      names.filter((object) => new RegExp(`\\b${object}\\b`).test(code)),
      `objects named in migration ${number} (${name})`,
    ).toEqual([])
    expect(code, `migration ${number} (${name})`).not.toMatch(/create (or replace )?(view|trigger|constraint trigger)|pg_get_viewdef/i)
  }
})

describe('docs/database.md', () => {
  test('has the content that `npm run schema` writes', () => {
    // The stored page is formatted like all our files: columns are padded.
    const words = (text: string) => text.replaceAll(/-+/g, '-').replaceAll(/\s+/g, ' ')
    const page = readFileSync(new URL('../../../../docs/database.md', import.meta.url), 'utf8')
    expect(words(page)).toBe(words(databasePage(schema.objects, findListeners())))
  })

  test('describes every function of a trigger, and every view', () => {
    const used = new Set(schema.objects.map(({ sql }) => /execute function (\w+)/.exec(sql)?.[1]))
    const silent = schema.objects.filter(
      ({ kind, name, comment }) => comment === '' && (kind === 'view' || (kind === 'function' && used.has(name))),
    )
    expect(silent.map(({ name }) => name)).toEqual([])
  })

  test('lists the listeners of every channel', () => {
    const channels = schema.objects.flatMap(({ sql }) => [...sql.matchAll(/pg_notify\('(\w+)'/g)].map(([, channel = '']) => channel))
    expect([...new Set(channels)].filter((channel) => !findListeners().has(channel))).toEqual([])
  })
})

describe('with a database', () => {
  let url: string
  let name: string
  const maintenance = () => new URL('/postgres', inject('templateUrl')).href
  const query = <T extends object>(text: string) => withClient(url, async (client) => (await client.query<T>(text)).rows)

  beforeEach(async () => {
    const template = new URL(inject('templateUrl'))
    name = `frozen_${randomBytes(6).toString('hex')}`
    await withClient(maintenance(), (client) => client.query(`create database ${name} template ${template.pathname.slice(1)}`))
    url = new URL(`/${name}`, template).href
  })
  afterEach(() => withClient(maintenance(), (client) => client.query(`drop database if exists ${name} with (force)`)))

  /** Everything that a start could change, as one text. */
  const everything = async () =>
    JSON.stringify([
      await query('select * from schema_migrations order by number'),
      await query('select * from schema_state'),
      await query('select * from schema_objects order by position'),
      await query(`select oid::text, relname from pg_class where relnamespace = 'public'::regnamespace order by oid`),
      await query(`select oid::text, tgname from pg_trigger where not tgisinternal order by oid`),
    ])

  const expectRefused = async (version: Schema, words: string) => {
    const before = await everything()
    await expect(migrate(url, version)).rejects.toThrow(words)
    expect(await everything()).toBe(before)
  }

  test('a start without changes changes nothing', async () => {
    const before = await everything()
    expect(await migrate(url)).toEqual([])
    expect(await everything()).toBe(before)
  })

  test('every migration has its checksum', async () => {
    const rows = await query<{ number: number; sha256: string }>('select number, sha256 from schema_migrations order by number')
    expect(rows).toEqual(schema.migrations.map(({ number, sha256 }) => ({ number, sha256 })))
  })

  test('a migration that has changed since it ran is named and refused', async () => {
    const migrations = schema.migrations.map((each) => (each.number === 47 ? { ...each, sha256: 'another' } : each))
    await expectRefused(
      { ...schema, migrations },
      'The file of migration 47 (entitlements) is not the one that the database ran: put it back as it was released',
    )
  })

  test('a number under which the database ran another migration is named and refused', async () => {
    await query(`update schema_migrations set name = 'display_keys' where number = 18`)
    await expectRefused(schema, 'The file of migration 18 (display_keys) is not the one that the database ran')
  })

  test('a migration that the database ran and this version does not have is named and refused', async () => {
    const migrations = schema.migrations.filter(({ number }) => number !== 47)
    await expectRefused(
      { ...schema, migrations },
      'The database ran migration 47 (entitlements), which this version of Tenfour does not have: use the version that does',
    )
  })

  test('a pending number below the newest applied is named and refused', async () => {
    const migrations = [...schema.migrations, extra(53, 'late')].toSorted((a, b) => a.number - b.number)
    await expectRefused(
      nextVersion({ migrations }),
      `The database is at migration ${newest} and never ran migration 53 (late): a new migration takes the next number`,
    )
  })

  test('a database that a newer version has migrated is refused', async () => {
    const migrations = [...schema.migrations, extra(newest + 1, 'future', 'create table future ()')]
    expect(await migrate(url, nextVersion({ migrations }))).toEqual(['future'])
    await expectRefused(
      schema,
      `The database was last used by a newer version of Tenfour, which ran migration ${newest + 1} (future): upgrade this one`,
    )
  })

  test('a database whose objects a newer version has changed is refused, if that version says so', async () => {
    const objects = [...schema.objects, ...object('create view brand_new as select 1 as one;')]
    await migrate(url, nextVersion({ objects }))
    await expectRefused(
      schema,
      `The database was last used by a newer version of Tenfour (schema ${schema.number + 1}; this one has ${schema.number}): upgrade this one`,
    )
  })

  test('an older version that may still run leaves newer objects alone', async () => {
    const objects = [...schema.objects, ...object('create view brand_new as select 1 as one;')]
    await migrate(url, nextVersion({ objects, oldest: schema.number }))
    const before = await everything()
    expect(await migrate(url)).toEqual([])
    expect(await everything()).toBe(before)
    expect(await query('select one from brand_new')).toEqual([{ one: 1 }])
  })

  test('changed objects replace the old ones, and removed ones are dropped', async () => {
    const objects = [
      ...schema.objects.filter(
        (each) => each.name !== 'find_near_vehicles' && each.name !== 'is_root_user' && each.name !== 'users_keep_a_root',
      ),
      ...object('create view second as select * from first;\ncreate view first as select 1 as one;'),
    ]
    // Objects as a version would read them from its files.
    const [second, first] = objects.slice(-2)
    if (!first || !second) throw new Error('no views')
    await migrate(url, nextVersion({ objects: [...objects.slice(0, -2), first, second] }))
    expect(await query(`select proname from pg_proc where proname in ('find_near_vehicles', 'is_root_user')`)).toEqual([])
    expect(await query('select one from second')).toEqual([{ one: 1 }])
    await migrate(url, { ...schema, number: schema.number + 2, oldest: schema.number + 2 })
    expect(await query(`select viewname from pg_views where viewname in ('first', 'second')`)).toEqual([])
    expect(await query(`select proname from pg_proc where proname = 'is_root_user'`)).toHaveLength(1)
  })

  test('a migration runs without the objects, and may change tables that they use', async () => {
    const migrations = [...schema.migrations, extra(newest + 1, 'renamed', 'alter table grants rename column whitelist to game_whitelist')]
    const objects = schema.objects.map((each) =>
      each.name === 'granted' ? { ...each, sql: each.sql.replaceAll('g.whitelist', 'g.game_whitelist') } : each,
    )
    expect(await migrate(url, nextVersion({ migrations, objects }))).toEqual(['renamed'])
    expect(await query('select count(*)::int from granted')).toEqual([{ count: 0 }])
  })

  test('a start is all or nothing: a failing object rolls the pending migrations back', async () => {
    const migrations = [...schema.migrations, extra(newest + 1, 'future', 'create table future ()')]
    const objects = [...schema.objects, ...object('create view broken as select * from nowhere;')]
    await expectRefused(
      nextVersion({ migrations, objects }),
      'The views, triggers and functions of the database could not be replaced, and nothing was changed: relation "nowhere" does not exist',
    )
  })

  test("an operator's own view stops an upgrade with a line that names it, and is never dropped", async () => {
    await query('create view our_report as select user_id from entitled')
    const objects = schema.objects.filter(({ name }) => name !== 'find_near_vehicles')
    await expectRefused(nextVersion({ objects }), 'view our_report depends on view entitled')
    expect(await query(`select viewname from pg_views where viewname = 'our_report'`)).toHaveLength(1)
  })

  test('every table has its place on the page of the database', async () => {
    const tables = await query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    expect([...tableNouns().keys()].toSorted()).toEqual(tables.map((row) => row.name).toSorted())
  })

  test('the bodies of all functions are valid', async () => {
    await withClient(url, async (client) => {
      await client.query('begin')
      for (const { kind, sql } of schema.objects) if (kind === 'function') await client.query(sql.replace(/^create /, 'create or replace '))
      await client.query('rollback')
    })
  })
})
