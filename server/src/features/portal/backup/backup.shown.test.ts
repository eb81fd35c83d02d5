import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runCommandLine } from '../../../cli.run.ts'
import { CopyOut } from '../../../platform/database/copy.ts'
import { readIndependently } from '../../../testing/independent-reader.ts'
import { compareSchemas, snapshotSchema } from '../../../testing/schema-snapshot.ts'
import { createTestDatabase, withClient, type TestDatabase } from '../../../testing/test-database.ts'
import { fullOr, isFull } from '../../../testing/test-length.ts'
import { makeFolder } from '../../../testing/test-process.ts'
import { FRAME, FRAME_BYTES, type Head } from './backup.format.ts'
import { differingTables } from './backup.proof.ts'
import { readBackup, readContent } from './backup.read.ts'
import { restoreBackup } from './backup.restore.ts'
import { PLAIN_VALUES } from './backup.snapshot.port.ts'
import { jsonFrame, writeBackup } from './backup.write.ts'

const PASS = 'correct horse battery'
const KEYS = { 'history-key': 'h'.repeat(40), 'secrets-key': 's'.repeat(40) }
/** Backups that earlier versions made. Their names begin with the newest migration they had run, and their pass phrase is the one above. */
const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url))
/** A restore makes every table; beside many others that takes a while. */
const PATIENCE_MS = 300_000
/** Tables whose rows a restore changes on purpose. */
const CHANGED = new Set(['audit', 'restores', 'warrant_entries', 'warrant_chain', 'streams'])

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  await sql`insert into users (name, email, password_hash) select 'Member ' || id, id || '@example.com', 'x' from generate_series(1, 50) as id`.execute(
    database.db,
  )
  folder = mkdtempSync(join(tmpdir(), 'tenfour-shown-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const maintenance = () => new URL('/postgres', inject('templateUrl')).href
let count = 0
const newFile = () => join(folder, `${(count += 1)}.backup`)
const make = async () => {
  const file = newFile()
  await writeBackup({ url: database.url, file, passPhrase: PASS, keys: KEYS })
  return file
}
/** A database that no portal has used yet; `options` are those of CREATE DATABASE. */
async function inEmpty(work: (url: string) => Promise<void>, options = ''): Promise<void> {
  const name = `shown_${Math.random().toString(36).slice(2)}`
  await withClient(maintenance(), (client) => client.query(`create database ${name} ${options}`))
  try {
    await work(new URL(`/${name}`, inject('templateUrl')).href)
  } finally {
    await withClient(maintenance(), (client) => client.query(`drop database if exists ${name} with (force)`))
  }
}
const rowsOf = (client: pg.Client, name: string, columns: readonly string[]) =>
  new Promise<string[]>((resolve, reject) => {
    const copy = client.query(new CopyOut(`copy ${name} (${columns.map((each) => pg.escapeIdentifier(each)).join(', ')}) to stdout`))
    let text = ''
    copy.on('data', (piece: Buffer) => (text += piece.toString('utf8')))
    copy.once('error', reject).once('end', () => resolve(text.split('\n').slice(0, -1)))
  })

test(
  'a backup during mixed writes has, for a reader that knows only the described format, the rows that are restored',
  async () => {
    let isOver = false
    let written = 0
    const write = async (lane: number) => {
      while (!isOver) {
        const by = (written += 1)
        await database.db.transaction().execute(async (tx) => {
          await sql`update users set name = ${`Member ${by} \t\\ żółć`} where id = ${1 + (by % 40)}`.execute(tx)
          await sql`insert into user_permissions (user_id, permission) values (${1 + (by % 50)}, 'MANAGE_USERS') on conflict do nothing`.execute(
            tx,
          )
          await sql`delete from user_permissions where user_id = ${1 + ((by * 7 + lane) % 50)}`.execute(tx)
          await sql`insert into settings (key, value) values ('tracks.days', ${String(by % 300)}::jsonb) on conflict (key) do update set value = excluded.value`.execute(
            tx,
          )
        })
      }
    }
    const writing = [write(1), write(2)]
    while (written < 10) await new Promise(setImmediate)
    const file = await make()
    isOver = true
    await Promise.all(writing)
    const found = readIndependently(file, PASS)
    await inEmpty(async (url) => {
      await restoreBackup({ url, file, passPhrase: PASS, keepKeys: () => undefined })
      await withClient(url, async (client) => {
        await client.query(`${PLAIN_VALUES}; set timezone to 'UTC'`)
        expect(found.size).toBeGreaterThan(100)
        for (const [name, { columns, rows }] of found) {
          if (!CHANGED.has(name)) expect((await rowsOf(client, name, columns)).toSorted(), name).toEqual(rows.toSorted())
        }
      })
    })
  },
  PATIENCE_MS,
)

test.each(readdirSync(FIXTURES))(
  'the backup %s of an earlier version is restored, and brought up to date',
  async (name) => {
    const fresh = await withClient(inject('templateUrl'), snapshotSchema)
    await inEmpty(async (url) => {
      const { head, parts } = await restoreBackup({
        url,
        file: join(FIXTURES, name),
        passPhrase: PASS,
        keepKeys: (keys) => expect(keys).toEqual(KEYS),
        onRows: async (client, read) => expect(await differingTables(client, read)).toEqual([]),
      })
      expect(Math.max(...head.schema.migrations.map(({ number }) => number))).toBe(Number(name.slice(0, 4)))
      const users = parts.find((part) => part.name === 'users')?.rows
      expect(users).toBeGreaterThan(0)
      const { rows } = await withClient(url, (client) => client.query<{ users: number }>('select count(*)::integer as users from users'))
      expect(rows).toEqual([{ users }])
      expect(compareSchemas(await withClient(url, snapshotSchema), fresh)).toEqual([])
    })
  },
  PATIENCE_MS,
)

test(
  'a backup is restored for a role with few rights, into a database of another locale',
  async () => {
    const file = await make()
    await withClient(maintenance(), (client) =>
      client.query(`drop role if exists other_owner; create role other_owner login password 'other'`),
    )
    try {
      const icu = `owner other_owner template template0 locale_provider icu icu_locale 'tr-TR' locale 'C'`
      const isIcu = await inEmpty(async () => undefined, icu).then(
        () => true,
        () => false,
      )
      await inEmpty(
        async (url) => {
          const own = new URL(url)
          own.username = 'other_owner'
          own.password = 'other'
          await restoreBackup({
            url: own.href,
            file,
            passPhrase: PASS,
            keepKeys: () => undefined,
            onRows: async (client, parts) => expect(await differingTables(client, parts)).toEqual([]),
          })
          const again = newFile()
          await writeBackup({ url: own.href, file: again, passPhrase: PASS, keys: KEYS })
          const [one, other] = [readIndependently(file, PASS), readIndependently(again, PASS)]
          for (const [name, { rows }] of one)
            if (!CHANGED.has(name)) expect(other.get(name)?.rows.toSorted(), name).toEqual(rows.toSorted())
        },
        isIcu ? icu : `owner other_owner template template0 locale 'C.UTF-8'`,
      )
    } finally {
      await withClient(maintenance(), (client) => client.query('drop role other_owner'))
    }
  },
  PATIENCE_MS,
)

test('rows for 100 GB in a few megabytes are given up early, in little memory', { timeout: PATIENCE_MS }, async () => {
  const head: Head = {
    version: '1.0.0',
    madeAt: '2026-01-01T00:00:00.000Z',
    postgres: '18.4',
    schema: { number: 75, migrations: [{ number: 1, name: 'one', sha256: 'a'.repeat(64) }] },
  }
  const begin = Buffer.concat([jsonFrame(FRAME.head, head), jsonFrame(FRAME.start, { kind: 'table', name: 'audit', columns: ['id'] })])
  const block = (type: 0 | 1, size: number, content: Buffer) => {
    const start = Buffer.alloc(3)
    start.writeUIntLE((size << 3) | (type << 1), 0, 3)
    return Buffer.concat([start, content])
  }
  const half = FRAME_BYTES / 2
  const header = Buffer.alloc(5)
  header[0] = FRAME.data
  header.writeUInt32BE(FRAME_BYTES, 1)
  // A frame of empty rows: its header as it is, and twice one byte that is repeated 131,072 times.
  const rows = Buffer.concat([block(0, 5, header), block(1, half, Buffer.from('\n')), block(1, half, Buffer.from('\n'))])
  const bytes = fullOr(100e9, 1e9)
  const start = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]), block(0, begin.length, begin)])
  const bomb = Buffer.concat([start, ...Array.from({ length: Math.ceil(bytes / FRAME_BYTES) }, () => rows)])
  expect(bomb.length).toBeLessThan(bytes / 15_000)
  const pieces = Array.from({ length: Math.ceil(bomb.length / 65_536) }, (_, at) => bomb.subarray(at * 65_536, (at + 1) * 65_536))
  let read = 0
  const memory = process.memoryUsage().rss
  const reading = readContent(Readable.from(pieces), { data: (chunk) => void (read += chunk.length) })
  await expect(reading).rejects.toThrow('it becomes far larger than any backup')
  expect(read).toBeLessThan(1e9)
  expect(process.memoryUsage().rss - memory).toBeLessThan(300e6)
})

describe.runIf(process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0)('a disk that fills up', () => {
  const onSmallDisk = async (bytes: number, work: (path: string) => Promise<void>) => {
    const path = mkdtempSync(join(tmpdir(), 'tenfour-small-'))
    // Containers often may not mount anything.
    const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path]).status === 0
    try {
      if (isMounted) await work(path)
    } finally {
      if (isMounted) spawnSync('umount', ['-l', path])
      rmSync(path, { recursive: true, force: true })
    }
  }

  test('at nine tenths of a backup leaves no file and says why; the database is as it was', { timeout: PATIENCE_MS }, async () => {
    await sql`insert into audit (action, subject_type, subject_id)
      select 'setting.changed', 'setting', md5(id::text) || md5((id * 7)::text) from generate_series(1, 5000) as id`.execute(database.db)
    const { size } = statSync(await make())
    await onSmallDisk(Math.floor(size * 0.9), async (path) => {
      const file = join(path, 'one.backup')
      const making = writeBackup({ url: database.url, file, passPhrase: PASS, keys: KEYS })
      await expect(making).rejects.toThrow(/one\.backup can’t be written: .*No backup was made/)
      expect(readdirSync(path)).toEqual([])
    })
    await readBackup(await make(), PASS)
  })

  test.runIf(isFull)('under the database in a restore leaves the database empty', { timeout: PATIENCE_MS }, async () => {
    await withClient(database.url, (client) =>
      client.query(`insert into audit (action, subject_type, subject_id)
      select 'setting.changed', 'setting', repeat(md5(id::text), 8) from generate_series(1, 100000) as id`),
    )
    const file = await make()
    await onSmallDisk(64e6, async (path) => {
      const owner = statSync(await dataDirectory())
      const place = join(path, 'space')
      mkdirSync(place, { mode: 0o700 })
      spawnSync('chown', [`${owner.uid}:${owner.gid}`, path, place])
      await withClient(maintenance(), (client) => client.query(`create tablespace small location '${place}'`))
      try {
        await inEmpty(async (url) => {
          const restoring = restoreBackup({ url, file, passPhrase: PASS, keepKeys: () => undefined })
          await expect(restoring).rejects.toThrow('No space left on device')
          const { rows } = await withClient(url, (client) =>
            client.query(`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`),
          )
          expect(rows).toEqual([])
        }, 'tablespace small template template0')
      } finally {
        await withClient(maintenance(), (client) => client.query('drop tablespace small'))
      }
    })
  })
})

const dataDirectory = () =>
  withClient(
    maintenance(),
    async (client) => (await client.query<{ path: string }>(`select current_setting('data_directory') as path`)).rows[0]?.path ?? '',
  )

test.runIf(isFull)(
  'a restore with --fresh takes the place of an embedded database whose files are damaged, and sets them aside',
  async () => {
    const made = makeFolder()
    const dataDir = join(made.path, 'data')
    const run = async (...args: readonly string[]) => {
      const lines: string[] = []
      const say = (line: string) => void lines.push(line)
      const settings = {
        PORTAL_DATA_DIR: dataDir,
        PORTAL_BACKUP_PASSPHRASE: PASS,
        PORTAL_HISTORY_KEY: KEYS['history-key'],
        PORTAL_SECRETS_KEY: KEYS['secrets-key'],
      }
      return [await runCommandLine(args, { env: settings, say, complain: say }), lines.join('\n')] as const
    }
    try {
      const file = newFile()
      expect((await run('user', 'create', '--email', 'jo@example.com', '--name', 'Jo'))[0]).toBe(0)
      expect((await run('backup', file))[0]).toBe(0)
      const damages: readonly ((postgres: string) => void)[] = [
        (postgres) => writeFileSync(join(postgres, 'global', 'pg_control'), Buffer.alloc(8192, 7)),
        (postgres) => rmSync(join(postgres, 'pg_wal'), { recursive: true }),
        (postgres) => truncateSync(join(postgres, 'global', '1260'), 100),
      ]
      for (const [at, damage] of damages.entries()) {
        const postgres = join(dataDir, 'postgres')
        damage(postgres)
        expect((await run('restore', file, '--over'))[0], `damage ${at}`).toBe(1)
        const [code, lines] = await run('restore', file, '--fresh')
        expect([code, lines]).toEqual([
          0,
          expect.stringMatching(/The files of the database that was there before are in \S+before-restore/),
        ])
        expect((await run('user', 'disable', 'jo@example.com'))[0]).toBe(0)
      }
      const aside = readdirSync(dataDir).filter((name) => name.startsWith('postgres.before-restore'))
      expect(aside).toHaveLength(damages.length)
      expect(readFileSync(join(dataDir, 'postgres.before-restore', 'global', 'pg_control'))).toEqual(Buffer.alloc(8192, 7))
    } finally {
      await made.remove()
    }
  },
  600_000,
)
