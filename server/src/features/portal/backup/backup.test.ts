import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createZstdCompress } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommandLine } from '../../../cli.run.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { FRAME, FRAME_BYTES, LEFT_OUT, type Head } from './backup.format.ts'
import { readBackup, readContent, type Visitor } from './backup.read.ts'
import { frame, jsonFrame, writeBackup } from './backup.write.ts'

const PASS = 'correct horse battery'
const KEYS = { 'history-key': 'h'.repeat(40), 'secrets-key': 's'.repeat(40) }

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'tenfour-backup-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

let count = 0
const newFile = () => join(folder, `${(count += 1)}.backup`)
const make = async (onProgress?: () => void) => {
  const file = newFile()
  await writeBackup({ url: database.url, file, passPhrase: PASS, keys: KEYS, ...(onProgress ? { onProgress } : {}) })
  return file
}
/** The rows of each table of a backup, as PostgreSQL writes them. */
const rowsOf = async (file: string) => {
  const tables = new Map<string, string>()
  let name = ''
  await readBackup(file, PASS, {
    start: (part) => void (name = part.name),
    data: (chunk) => void tables.set(name, (tables.get(name) ?? '') + chunk.toString('utf8')),
  })
  return tables
}
const addAudit = (id: number) =>
  sql`insert into audit (action, subject_type, subject_id) values ('settings.changed', ${"tab\tand\nline and \\ and 'quotes' and żółć"}, ${id})`.execute(
    database.db,
  )

test('a backup holds every table, the keys and the sequences, and only its owner may read it', async () => {
  await addAudit(1)
  const file = await make()
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file).includes('history-key')).toBe(false)
  const { parts, head } = await readBackup(file, PASS)
  expect(head.schema.migrations.length).toBeGreaterThan(70)
  const { rows } = await sql<{ name: string; rows: number }>`
    select relname as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', relname), false, true, '')))[1]::text::integer as rows
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> all (${[...LEFT_OUT]}) order by relname`.execute(database.db)
  const tables = parts.filter(({ kind }) => kind === 'table').map(({ name, rows: found }) => ({ name, rows: found }))
  expect(tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
  const texts = await rowsOf(file)
  expect(texts.get('history-key')).toBe(KEYS['history-key'])
  expect(JSON.parse(texts.get('sequences') ?? '')).toMatchObject({ 'audit.id': 1, setting_versions: expect.any(Number) as number })
})

test('tables with codes or tokens are left out of a backup or known to be none, and nothing in it refers to tables that are left out', async () => {
  const { rows: hashed } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    where c.relnamespace = 'public'::regnamespace and a.attname ~ '(hash|token|secret|nonce|ticket)$' and not a.attisdropped order by 1`.execute(
    database.db,
  )
  expect(hashed.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name))).toEqual([
    // Keys of programs go on, and are revoked by people.
    'api_keys',
    // The connection to Discord, sealed, and the hash of its commands.
    'discord_connection',
    'discord_guilds',
    // Ended by a restore.
    'invitations',
    'known_devices',
    'mails',
    // Passwords.
    'registrations',
    'steam_nonces',
    'users',
    // Players that whitelists would have refused, known by a hash.
    'whitelist_trials',
  ])
  const { rows: references } = await sql<{ from: string; to: string }>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint where contype = 'f'`.execute(
    database.db,
  )
  expect(references.filter(({ from, to }) => LEFT_OUT.has(to) && !LEFT_OUT.has(from))).toEqual([])
})

test('a backup during writes is one snapshot: of changes to two tables there are both or neither', async () => {
  let isOver = false
  let written = 0
  const write = async () => {
    while (!isOver) {
      await database.db.transaction().execute(async (tx) => {
        await sql`insert into audit (action, subject_type, subject_id) values ('pair', 'pair', 'pair')`.execute(tx)
        await sql`insert into streams (key, seq) values ('pair', 1) on conflict (key) do update set seq = streams.seq + 1`.execute(tx)
      })
      written += 1
    }
  }
  const writing = write()
  while (written < 5) await new Promise(setImmediate)
  const file = await make()
  const duringOnly = written
  while (written < duringOnly + 5) await new Promise(setImmediate)
  isOver = true
  await writing
  const texts = await rowsOf(file)
  const pairs = texts
    .get('audit')
    ?.split('\n')
    .filter((row) => row.includes('\tpair\tpair\t')).length
  expect(pairs).toBeGreaterThanOrEqual(5)
  expect(texts.get('streams')).toContain(`pair\t${pairs}\n`)
})

test('a failed backup leaves no file behind, and an existing file is never replaced', async () => {
  const file = newFile()
  const broken = { url: database.url, file, passPhrase: PASS, keys: KEYS }
  const stop = () => {
    throw new Error('stop')
  }
  await expect(writeBackup({ ...broken, onProgress: stop })).rejects.toThrow('stop')
  expect(readdirSync(folder).filter((name) => name.startsWith(`${count}.`))).toEqual([])
  writeFileSync(file, 'mine')
  await expect(writeBackup(broken)).rejects.toThrow('exists: name another file')
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

describe('a damaged backup is refused, wherever it is damaged', () => {
  let whole: Buffer
  beforeAll(async () => {
    whole = readFileSync(await make())
  })
  const read = (bytes: Buffer, passPhrase = PASS) => {
    const file = newFile()
    writeFileSync(file, bytes)
    return readBackup(file, passPhrase)
  }

  test('one bit of it flipped', async () => {
    const last = whole.length - 1
    for (const at of [0, 16, 17, 57, 62, Math.floor(last / 2), last]) {
      const flipped = Buffer.from(whole)
      flipped[at] = flipped[at]! ^ 4
      await expect(read(flipped), `byte ${at}`).rejects.toMatchObject({ name: 'Error', code: 'invalid_input' })
    }
  })

  test('cut, and with something after its end', async () => {
    for (const length of [0, 10, 59, whole.length - 1]) {
      await expect(read(whole.subarray(0, length)), `${length} bytes`).rejects.toMatchObject({ code: 'invalid_input' })
    }
    await expect(read(Buffer.concat([whole, Buffer.of(0)]))).rejects.toThrow('something follows its end')
    await expect(read(Buffer.concat([whole, whole]))).rejects.toThrow('something follows its end')
  })

  test('another pass phrase, and another kind of file', async () => {
    await expect(read(whole, 'correct horse battery!')).rejects.toThrow('The pass phrase is not the one of this backup')
    await expect(read(Buffer.from('PK\u0003\u0004 a zip'))).rejects.toThrow('The file is not a backup of Tenfour')
    await expect(readBackup(folder, PASS)).rejects.toThrow('is not a file')
    await expect(readBackup(join(folder, 'none'), PASS)).rejects.toThrow('can’t be read')
  })
})

describe('a hostile backup with the right pass phrase is refused', () => {
  const head: Head = {
    version: '1.0.0',
    madeAt: '2026-01-01T00:00:00.000Z',
    postgres: '18.4',
    schema: { number: 75, migrations: [{ number: 1, name: 'one', sha256: 'a'.repeat(64) }] },
  }
  const start = jsonFrame(FRAME.head, head)
  const table = jsonFrame(FRAME.start, { kind: 'table', name: 'audit', columns: ['id', 'action'] })
  const readStream = (frames: Iterable<Buffer>, visitor: Visitor = {}) =>
    readContent(Readable.from(frames).pipe(createZstdCompress()), visitor)
  const read = (...frames: Buffer[]) => readStream(frames)
  const end = (rows: number, bytes: number, sha256 = 'b'.repeat(64)) => jsonFrame(FRAME.end, { rows, bytes, sha256 })
  const data = (text: string) => frame(FRAME.data, Buffer.from(text))

  test.each([
    ['a key whose name leads out of the folder', [jsonFrame(FRAME.start, { kind: 'key', name: '../../../etc/cron.d/x' })]],
    ['a table whose name is SQL', [jsonFrame(FRAME.start, { kind: 'table', name: 'users"; drop table users; --', columns: ['id'] })]],
    ['a column whose name is SQL', [jsonFrame(FRAME.start, { kind: 'table', name: 'users', columns: ['id) from program'] })]],
    ['a part of an unknown kind', [jsonFrame(FRAME.start, { kind: 'sql', name: 'setup' })]],
    ['the same table twice', [table, end(0, 0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'), table]],
    ['rows without a table', [data('1\tx\n')]],
    ['a table within a table', [table, table]],
    ['another number of rows', [table, data('1\tx\n'), end(2, 4)]],
    ['another checksum', [table, data('1\tx\n'), end(1, 4)]],
    ['a row with a column more', [table, data('1\tx\ty\n')]],
    ['a row without its end', [table, data('1\tx'), end(1, 3)]],
    ['bytes that no text has', [table, data('1\t\0\n')]],
    ['a frame that is too large', [Buffer.from([FRAME.data, 0xff, 0xff, 0xff, 0xff])]],
    ['an empty frame', [table, data('')]],
    ['a frame that is not JSON', [frame(FRAME.start, Buffer.from('{'))]],
    ['no end', [table]],
    ['another number of parts', [jsonFrame(FRAME.last, { parts: 1 })]],
    ['something after its end', [jsonFrame(FRAME.last, { parts: 0 }), Buffer.of(1)]],
    [
      'keys that fill the memory',
      [jsonFrame(FRAME.start, { kind: 'key', name: 'api-key' }), frame(FRAME.data, Buffer.alloc(FRAME_BYTES, 97))],
    ],
  ])('%s', async (_what, frames) => {
    await expect(read(start, ...frames)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('another head, and content that is not compressed', async () => {
    await expect(read(jsonFrame(FRAME.head, { ...head, schema: 'newest' }))).rejects.toThrow('is damaged')
    await expect(read(table)).rejects.toThrow('not in order')
    await expect(readContent(Readable.from([Buffer.from('plain text')]), {})).rejects.toThrow('it can’t be decompressed')
  })

  test('very many rows in few bytes are given up early', async () => {
    const rows = frame(FRAME.data, Buffer.alloc(FRAME_BYTES - (FRAME_BYTES % 3), '1\t\n'))
    const all = [start, table, ...Array.from({ length: 1000 }, () => rows)]
    let bytes = 0
    const reading = readStream(all, { data: (chunk) => void (bytes += chunk.length) })
    await expect(reading).rejects.toThrow('it becomes far larger than any backup')
    expect(bytes).toBeLessThan(200e6)
  })
})

describe('at the console', () => {
  const run = async (
    args: readonly string[],
    settings: Readonly<Record<string, string>> = {},
    ask?: (question: string) => Promise<string>,
  ) => {
    const written = { stdout: '', stderr: '' }
    const write = (to: keyof typeof written) => (line: string) => void (written[to] += `${line}\n`)
    const env = {
      DATABASE_URL: database.url,
      PORTAL_DATA_DIR: folder,
      PORTAL_HISTORY_KEY: KEYS['history-key'],
      PORTAL_SECRETS_KEY: KEYS['secrets-key'],
      ...settings,
    }
    const code = await runCommandLine(args, { env, say: write('stdout'), complain: write('stderr'), ask })
    return { code, ...written }
  }
  const withPhrase = { PORTAL_BACKUP_PASSPHRASE: PASS }

  test('a backup is made, and its check says what is in it', async () => {
    const file = newFile()
    const made = await run(['backup', file], withPhrase)
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/ has [\d,]+ rows in [\d.]+ kB/)
    const checked = await run(['backup', 'check', file], withPhrase)
    expect(checked).toMatchObject({ code: 0, stderr: '' })
    expect(checked.stdout).toMatch(/^Made on \S+ \S+ UTC by Tenfour \S+ \(schema \d+\) from PostgreSQL \d/)
    expect(checked.stdout).toContain('Keys: history-key, secrets-key\n')
    expect(checked.stdout).toContain('every checksum and every count fits')
  })

  test('without a name it is in the folder backups of the data folder', async () => {
    expect((await run(['backup'], withPhrase)).code).toBe(0)
    expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/^tenfour-\d{4}-\d\d-\d\d-\d{6}\.backup$/)])
  })

  test('the pass phrase is asked for twice, and has to be long', async () => {
    const answers = [PASS, PASS]
    const file = newFile()
    expect((await run(['backup', file], {}, () => Promise.resolve(answers.shift() ?? ''))).code).toBe(0)
    await readBackup(file, PASS)
    const others = [PASS, 'correct horse']
    const refused = await run(['backup', newFile()], {}, () => Promise.resolve(others.shift() ?? ''))
    expect(refused).toMatchObject({ code: 1, stderr: 'The two pass phrases are not the same\n' })
    const short = await run(['backup', newFile()], { PORTAL_BACKUP_PASSPHRASE: 'short' })
    expect(short.stderr).toContain('has at least 12 characters')
    const nobody = await run(['backup', newFile()])
    expect(nobody.stderr).toContain('Set PORTAL_BACKUP_PASSPHRASE')
  })

  test('without the keys of the portal there is no backup', async () => {
    const file = newFile()
    const { code, stderr } = await run(['backup', file], { ...withPhrase, PORTAL_HISTORY_KEY: '' })
    expect(code).toBe(1)
    expect(stderr).toContain(`There are no keys to back up in ${folder}`)
    expect(existsSync(file)).toBe(false)
  })

  test.each([[['backup', 'check']], [['backup', 'one', 'two']], [['backup', 'check', 'one', 'two']]])(
    '%j is a usage error',
    async (args) => {
      const { code, stderr } = await run(args, withPhrase)
      expect([code, stderr]).toEqual([1, 'name one file\nnpm run portal -- --help explains\n'])
    },
  )
})
