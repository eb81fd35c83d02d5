import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { createZstdCompress } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runCommandLine } from '../../../cli.run.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { readSchema } from '../../../platform/database/schema-files.ts'
import { createTestDatabase, untilUnused, withClient, type TestDatabase } from '../../../testing/test-database.ts'
import { compareSchemas, snapshotSchema } from '../../../testing/schema-snapshot.ts'
import { fullOr, isFull } from '../../../testing/test-length.ts'
import { PASSWORD, startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { warrantHistoryOf } from '../../../testing/test-warrant-history.ts'
import type { Ended } from './backup.ended.ts'
import { FRAME, LEFT_OUT, type Head } from './backup.format.ts'
import { differingTables } from './backup.proof.ts'
import { readBackup } from './backup.read.ts'
import { restoreBackup } from './backup.restore.ts'
import { sealed } from './backup.seal.ts'
import { frame, jsonFrame, writeBackup } from './backup.write.ts'

const PASS = 'correct horse battery'
const KEYS = { 'history-key': 'h'.repeat(40), 'secrets-key': 's'.repeat(40) }

let source: TestDatabase
let t: TestPortal
let folder: string
let file: string
beforeAll(async () => {
  source = await createTestDatabase()
  t = await startTestPortal({ database: source })
  folder = mkdtempSync(join(tmpdir(), 'tenfour-restore-'))
  file = join(folder, 'one.backup')
  const history = warrantHistoryOf(t.db, Buffer.from(KEYS['history-key']))
  await history.step(await history.submit((await t.person('legal')).userId), 'returned')
  await t.person('officer')
})
afterAll(async () => {
  await t.close()
  await source.drop()
  rmSync(folder, { recursive: true, force: true })
})

const maintenance = () => new URL('/postgres', inject('templateUrl')).href
/** A database that no portal has used yet. */
async function emptyDatabase() {
  const name = `restore_${Math.random().toString(36).slice(2)}`
  await withClient(maintenance(), (client) => client.query(`create database ${name}`))
  return {
    url: new URL(`/${name}`, inject('templateUrl')).href,
    drop: () => withClient(maintenance(), (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}
const inEmpty = async (work: (url: string) => Promise<void>) => {
  const empty = await emptyDatabase()
  try {
    await work(empty.url)
  } finally {
    await empty.drop()
  }
}
const make = (keys = KEYS) => {
  rmSync(file, { force: true })
  return writeBackup({ url: source.url, file, passPhrase: PASS, keys })
}
const restore = (
  url: string,
  schema = readSchema(),
  onRows: NonNullable<Parameters<typeof restoreBackup>[0]['onRows']> = async () => undefined,
) => restoreBackup({ url, file, passPhrase: PASS, keepKeys: () => undefined, schema, onRows })
const tablesIn = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    return rows.map(({ name }) => name).toSorted()
  })
/** The rows of every table as texts. */
const allRows = (url: string) =>
  withClient(url, async (client) => {
    const found: Record<string, string[]> = {}
    for (const name of await tablesIn(url)) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t order by 1`)
      found[name] = rows.map(({ row }) => row)
    }
    return found
  })
const run = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  return [await runCommandLine(args, { env, say, complain: say }), lines.join('\n')] as const
}
/** Tables whose rows a restore changes on purpose; the last one is counted anew while the portal runs. */
const CHANGED = new Set([
  'audit',
  'invitations',
  'discord_errands',
  'discord_lines',
  'discord_guilds',
  'mails',
  'penalty_messages',
  'server_links',
  'server_activity',
  'restores',
  'warrant_entries',
  'warrant_chain',
])

describe('a restored database', () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  let before: Awaited<ReturnType<typeof allRows>>
  let officer: Person & { readonly old: string }
  let ended: Ended
  beforeAll(async () => {
    await sql`insert into discord_guilds (id, name, owner_id, followed_at) values ('1', 'Guild', '2', now())`.execute(t.db)
    await sql`insert into discord_errands (kind, queue) values ('role.give', 'a'), ('log.post', 'b')`.execute(t.db)
    await sql`insert into discord_lines (target, about) values ('GeneralLogs:1', '{}')`.execute(t.db)
    await sql`insert into mails (kind, address_hash, content, send_until) values ('x', '', 'sealed', now() + interval '1 day')`.execute(
      t.db,
    )
    const { userId } = await t.person('staff')
    await sql`insert into invitations (code_hash, places, made_by, answered_by, expires_at)
      values ('code', 1, ${userId}, ${userId}, now() + interval '1 day')`.execute(t.db)
    const person = await t.person('officer')
    officer = { ...person, old: await t.openSession(person.userId) }
    // The jobs of the portal write now and then.
    do {
      before = await allRows(source.url)
      await make()
    } while (!isDeepStrictEqual(await allRows(source.url), before))
    empty = await emptyDatabase()
    ;({ ended } = await restore(empty.url, readSchema(), async (client, parts) => {
      expect(await differingTables(client, parts), 'read back as they were in the snapshot').toEqual([])
      await client.query('savepoint one')
      await client.query(`update streams set seq = seq + 1`)
      expect(await differingTables(client, parts), 'a row that is another is noticed').toEqual(['streams'])
      await client.query('rollback to savepoint one')
    }))
  })
  afterAll(() => empty.drop())

  test('has the schema of a fresh one and every row of the backup', async () => {
    const fresh = await withClient(inject('templateUrl'), snapshotSchema)
    expect(compareSchemas(await withClient(empty.url, snapshotSchema), fresh)).toEqual([])
    const after = await allRows(empty.url)
    for (const [name, rows] of Object.entries(before)) {
      if (name.startsWith('schema_') || CHANGED.has(name)) continue
      expect(after[name], name).toEqual(LEFT_OUT.has(name) ? [] : rows)
    }
    expect(after['audit']?.slice(0, -1).length).toBe(before['audit']?.length)
  })

  test('has errands, mails and invitations that wait for a person or have ended', async () => {
    expect(ended).toEqual({ invitations: 1, errands: 1, mails: 1, penalties: 0 })
    await withClient(empty.url, async (client) => {
      const all = async (text: string) => (await client.query<object>(text)).rows
      // The portal makes further errands of lines for the log.
      expect(await all('select distinct kind, state from discord_errands order by kind desc')).toEqual([
        { kind: 'role.give', state: 'failed' },
        { kind: 'log.post', state: 'dropped' },
      ])
      expect(await all('select id from discord_lines')).toEqual([])
      expect(await all(`select state, convert_from(content, 'UTF8') as content, held_at is not null as held from mails`)).toEqual([
        { state: 'waiting', content: 'sealed', held: true },
      ])
      expect(await all('select followed_at from discord_guilds')).toEqual([{ followed_at: null }])
      expect(await all('select expires_at <= now() as is_over from invitations')).toEqual([{ is_over: true }])
      expect(await all(`select after ->> 'mails' as mails from audit where action = 'portal.restored'`)).toEqual([{ mails: '1' }])
    })
  })

  test('is not restored over once it has accounts, or while a portal uses it', async () => {
    const rows = await allRows(empty.url)
    await expect(restore(empty.url)).rejects.toThrow('This portal has accounts')
    expect(await allRows(empty.url)).toEqual(rows)
    await expect(restore(source.url)).rejects.toThrow('A portal is using this database: stop it first')
  })

  test('runs a portal: an old password signs in, old sessions do not, numbers go on, and the history of warrants is unbroken', async () => {
    const { email } = await t.db.selectFrom('users').select('email').where('id', '=', officer.userId).executeTakeFirstOrThrow()
    const database = openDatabase(empty.url, () => undefined, 8)
    const restored = await startTestPortal({ database: { ...database, drop: database.close } })
    try {
      expect((await restored.http(officer.old).get('/api/auth/me')).statusCode).toBe(401)
      const login = await restored.http().post('/api/auth/login', { emailAddress: email, password: PASSWORD })
      expect(login.statusCode).toBe(200)
    } finally {
      await restored.close()
      await database.close()
    }
    const settings = { DATABASE_URL: empty.url, PORTAL_DATA_DIR: folder, PORTAL_HISTORY_KEY: KEYS['history-key'] }
    expect(await run(['warrants', 'check'], settings)).toEqual([
      0,
      expect.stringMatching(/^Entry 3: the backup of [-0-9]{10} [0-9:]{5} UTC was restored on .*\n3 entries, unbroken$/),
    ])
    expect((await run(['user', 'create', '--email', 'later@example.com', '--name', 'Later'], settings))[0]).toBe(0)
    const rows = await withClient(empty.url, (client) =>
      client.query<{ id: number }>(`select id from users where email = 'later@example.com'`),
    )
    expect(rows.rows[0]?.id).toBeGreaterThan(officer.userId)
  })
})

test('a newer backup is refused; an earlier one is brought up to date, over an empty portal, beside tables of the operator', async () => {
  await make()
  const schema = readSchema()
  const next = {
    number: 9999,
    name: 'later',
    sql: `alter table users add column mood text not null default 'glad'`,
    sha256: 'f'.repeat(64),
  }
  await inEmpty(async (url) => {
    const earlier = { ...schema, migrations: schema.migrations.slice(0, -1) }
    await expect(restore(url, earlier)).rejects.toThrow('made by a newer version of Tenfour')
    const changed = {
      ...schema,
      migrations: schema.migrations.map((each) => (each.number === 3 ? { ...each, sha256: 'f'.repeat(64) } : each)),
    }
    await expect(restore(url, changed)).rejects.toThrow('whose schema this version does not know')
    expect(await tablesIn(url)).toEqual([])
  })
  const empty = await createTestDatabase()
  try {
    await sql`create table of_the_operator as select 1 as one`.execute(empty.db)
    await empty.close()
    await untilUnused(empty.url)
    await restore(empty.url, { ...schema, migrations: [...schema.migrations, next], number: 9999 })
    const { rows } = await withClient(empty.url, (client) => client.query('select distinct mood from users'))
    expect(rows).toEqual([{ mood: 'glad' }])
    const tables = await tablesIn(empty.url)
    expect(tables).toContain('of_the_operator')
    expect(tables.filter((name) => name !== 'of_the_operator')).toEqual(await tablesIn(source.url))
  } finally {
    await withClient(maintenance(), (client) => client.query(`drop database ${new URL(empty.url).pathname.slice(1)} with (force)`))
  }
})

test.runIf(isFull)(
  'a community moves from the embedded database to its own and back, with its keys',
  async () => {
    const phrase = { PORTAL_BACKUP_PASSPHRASE: PASS }
    const [embedded, own, back] = ['embedded', 'own', 'back'].map((name) => join(folder, name))
    const [first, second] = [join(folder, 'first.backup'), join(folder, 'second.backup')]
    const env = { ...phrase, PORTAL_DATA_DIR: embedded!, PORTAL_HISTORY_KEY: KEYS['history-key'], PORTAL_SECRETS_KEY: KEYS['secrets-key'] }
    expect((await run(['user', 'create', '--email', 'jo@example.com', '--name', 'Jo'], env))[0]).toBe(0)
    expect((await run(['backup', first], env))[0]).toBe(0)
    await inEmpty(async (url) => {
      const there = { ...phrase, PORTAL_DATA_DIR: own!, DATABASE_URL: url }
      const otherKey = await run(['restore', first], { ...there, PORTAL_SECRETS_KEY: 'x'.repeat(40) })
      expect(otherKey).toEqual([1, expect.stringContaining('PORTAL_SECRETS_KEY is not the secrets-key of the backup')])
      const [code, lines] = await run(['restore', first], there)
      expect([code, lines]).toEqual([0, expect.stringContaining('Everybody has to sign in again')])
      expect(readFileSync(join(own!, 'history-key'), 'utf8')).toBe(`${KEYS['history-key']}\n`)
      expect(await run(['restore', first], there)).toEqual([1, expect.stringContaining('This portal has accounts')])
      expect((await run(['backup', second], there))[0]).toBe(0)
      expect((await run(['restore', second], { ...phrase, PORTAL_DATA_DIR: back! }))[0]).toBe(0)
    })
    const [code, lines] = await run(['user', 'disable', 'jo@example.com'], { PORTAL_DATA_DIR: back! })
    expect([code, lines]).toEqual([0, 'jo@example.com is disabled; its sessions have ended'])
  },
  180_000,
)

describe('a hostile backup changes nothing', () => {
  const part = (name: string, columns: string[], text: string, rows: number) => [
    jsonFrame(FRAME.start, { kind: 'table', name, columns }),
    frame(FRAME.data, Buffer.from(text)),
    jsonFrame(FRAME.end, { rows, bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }),
  ]
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  let head: Head
  beforeAll(async () => {
    empty = await emptyDatabase()
    await make()
    head = (await readBackup(file, PASS)).head
  })
  afterAll(() => empty.drop())

  const CASES: readonly (readonly [string, readonly Buffer[], string])[] = [
    ['with a table that is not ours', part('pg_authid', ['rolname'], 'evil\n', 1), 'pg_authid is not a table of this version'],
    ['with sessions', part('sessions', ['id'], '1\n', 1), 'sessions is not a table of this version'],
    ['with columns that the table does not have', part('streams', ['key', 'secret'], 'a\tb\n', 1), 'the columns of streams'],
    ['with values that the column does not take', part('streams', ['key', 'seq'], 'a\tb\n', 1), 'invalid input syntax for type bigint'],
    ['with rows that the table refuses', part('streams', ['key', 'seq'], 'a\t1\na\t2\n', 2), 'duplicate key value'],
    ['with rows after the end of rows', part('streams', ['key', 'seq'], 'a\t1\n\\.\t\nb\t1\n', 3), 'can’t be restored'],
    ['without tables', [], 'is missing'],
  ]
  test.each(
    fullOr(
      CASES,
      CASES.filter((_case, at) => at % 3 === 0),
    ),
  )('%s', async (_what, frames, message) => {
    const parts = frames.length === 0 ? 0 : 1
    const all = Readable.from([jsonFrame(FRAME.head, head), ...frames, jsonFrame(FRAME.last, { parts })])
    writeFileSync(file, await buffer(sealed(all.pipe(createZstdCompress()), PASS)))
    await expect(restore(empty.url)).rejects.toThrow(message)
    expect(await tablesIn(empty.url)).toEqual([])
  })
})

describe('a restore is refused and changes nothing', () => {
  const DAMAGES: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
    ['cut', (bytes) => bytes.subarray(0, bytes.length - 20)],
    ['damaged near its end', (bytes) => Buffer.concat([bytes.subarray(0, -30), Buffer.of(1), bytes.subarray(-29)])],
  ]
  test.each(fullOr(DAMAGES, DAMAGES.slice(1)))('from a file that is %s', async (_what, damage) => {
    await make()
    writeFileSync(file, damage(readFileSync(file)))
    await inEmpty(async (url) => {
      await expect(restore(url)).rejects.toMatchObject({ code: 'invalid_input' })
      expect(await tablesIn(url)).toEqual([])
    })
  })

  test.runIf(isFull)('when the connection to the database breaks in the middle', async () => {
    await make()
    await inEmpty(async (url) => {
      const cut = () =>
        withClient(maintenance(), (client) =>
          client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'tenfour-restore'`,
            [new URL(url).pathname.slice(1)],
          ),
        )
      let isCut = false
      const restoring = restoreBackup({
        url,
        file,
        passPhrase: PASS,
        keepKeys: () => undefined,
        onProgress: () => {
          if (!isCut) void cut()
          isCut = true
        },
      })
      await expect(restoring).rejects.toThrow()
      expect(await tablesIn(url)).toEqual([])
    })
  })

  test('when the keys can’t be kept', async () => {
    await make()
    await inEmpty(async (url) => {
      const keepKeys = () => {
        throw new Error('the disk is full')
      }
      await expect(restoreBackup({ url, file, passPhrase: PASS, keepKeys })).rejects.toThrow('the disk is full')
      expect(await tablesIn(url)).toEqual([])
    })
  })
})
