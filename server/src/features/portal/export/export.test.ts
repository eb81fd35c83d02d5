import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runCommandLine } from '../../../cli.run.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { LEFT_OUT } from '../backup/backup.format.ts'
import { readExport } from './export.read.ts'
import { zipped } from './export.zip.ts'

const HASH = 'a-hash-that-nobody-may-have'
const EVIL = '=HYPERLINK("http://evil.example")\nand, "more" \\ żółć \t'
const PICTURE = Buffer.concat([Buffer.from('RIFF1234WEBP'), Buffer.alloc(5000, 7)])

let t: TestPortal
let folder: string
let owner: number
beforeAll(async () => {
  t = await startTestPortal()
  folder = mkdtempSync(join(tmpdir(), 'tenfour-export-'))
  owner = (await t.addPerson()).userId
  await sql`update users set name = ${EVIL}, password_hash = ${HASH} where id = ${owner}`.execute(t.db)
  await sql`insert into pictures (owner_id, digest, width, height, bytes, content, thumbnail)
    values (${owner}, 'one', 1, 1, ${PICTURE.length}, ${PICTURE}, ${Buffer.from('small')})`.execute(t.db)
  await sql`insert into look_pictures (digest, content, thumbnail) values ('../../slip', ${PICTURE}, ${Buffer.from('small')})`.execute(t.db)
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = async (...args: readonly string[]) => {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const code = await runCommandLine(args, { env: { DATABASE_URL: t.database.url, PORTAL_DATA_DIR: folder }, say, complain: say })
  return [code, lines.join('\n')] as const
}
const Described = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      rows: z.int(),
      key: z.array(z.string()),
      columns: z.array(z.object({ name: z.string(), type: z.string(), isNullable: z.boolean(), references: z.string().nullable() })),
      leftOut: z.array(z.string()),
      files: z.array(z.string()),
    }),
  ),
})
const describedIn = (text: Buffer) => Described.parse(JSON.parse(text.toString('utf8'))).tables
const Row = z.record(z.string(), z.unknown())
/** The running portal writes these by itself. */
const WRITTEN_BESIDE: ReadonlySet<string> = new Set(['audit', 'server_activity', 'streams'])
/** The files of an archive, read as the format says, from the directory at its end. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const files = new Map<string, Buffer>()
  for (let entry = archive.readUInt32LE(end + 16), left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, bytes, nameLength] = [
      archive.readUInt32LE(entry + 20),
      archive.readUInt32LE(entry + 24),
      archive.readUInt16LE(entry + 28),
    ]
    const start = archive.readUInt32LE(entry + 42)
    const name = archive.toString('utf8', entry + 46, entry + 46 + nameLength)
    const content = inflateRawSync(archive.subarray(start + 30 + nameLength, start + 30 + nameLength + packed))
    expect(content.length, name).toBe(bytes)
    files.set(name, content)
    entry += 46 + nameLength + archive.readUInt16LE(entry + 30)
  }
  return files
}

describe('an export at the console', () => {
  test('is a folder with every row as JSON lines and as CSV, and the pictures', async () => {
    const target = join(folder, 'out')
    const [code, said] = await run('export', target)
    expect([code, said]).toEqual([0, expect.stringMatching(/out has \d+ files/)])
    if (process.platform !== 'win32') expect(statSync(join(target, 'tables.json')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(target, 'README.md'), 'utf8')).toContain('# An export of Tenfour')
    const tables = describedIn(readFileSync(join(target, 'tables.json')))
    const { rows: found } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname <> all (${[...LEFT_OUT]}) order by relname`.execute(t.db)
    expect(tables.map(({ name }) => name).toSorted()).toEqual(found.map(({ name }) => name).toSorted())
    for (const { name, rows, columns, leftOut, files } of tables) {
      const { rows: all } = await sql<{ row: string }>`select row_to_json(t)::text as row from ${sql.table(name)} as t`.execute(t.db)
      const lines = readFileSync(join(target, `tables/${name}.jsonl`), 'utf8')
        .split('\n')
        .slice(0, -1)
      expect([name, lines.length]).toEqual([name, rows])
      const names = columns.map((column) => column.name)
      const csv = parse(readFileSync(join(target, `tables/${name}.csv`)))
      expect([name, csv.length, csv[0]]).toEqual([name, rows + 1, names])
      expect(files).toEqual([`tables/${name}.jsonl`, `tables/${name}.csv`])
      if (name.endsWith('pictures') || WRITTEN_BESIDE.has(name)) continue
      const expected = all.map(({ row }) =>
        Object.entries(Row.parse(JSON.parse(row))).filter(([key]) => names.includes(key) && !leftOut.includes(key)),
      )
      const sorted = (some: readonly unknown[]) => some.map((each) => JSON.stringify(each)).toSorted()
      expect(sorted(lines.map((line) => Object.entries(Row.parse(JSON.parse(line))))), name).toEqual(sorted(expected))
    }
    const users = parse(readFileSync(join(target, 'tables/users.csv')), { columns: true }) as Record<string, string>[]
    expect(users.find(({ id }) => id === String(owner))?.['name'], 'no spreadsheet runs it').toBe(`'${EVIL}`)
    const [picture] = readFileSync(join(target, 'tables/pictures.jsonl'), 'utf8').split('\n')
    const path = z.object({ content: z.string() }).parse(JSON.parse(picture ?? '')).content
    expect(path).toMatch(/^pictures\/pictures\/\d+\.webp$/)
    expect(readFileSync(join(target, path))).toEqual(PICTURE)
    expect(readdirSync(join(target, 'pictures', 'look_pictures')), 'a name leads nowhere else').toEqual(['______slip.webp'])
    expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  })

  test('has no secrets and no hashes', async () => {
    const left: string[] = []
    const contents: Buffer[] = []
    for await (const { path, content } of readExport({ url: t.database.url })) {
      const pieces: Buffer[] = []
      for await (const piece of content) pieces.push(piece)
      const whole = Buffer.concat(pieces)
      contents.push(whole)
      if (path === 'tables.json')
        for (const { name, leftOut } of describedIn(whole)) left.push(...leftOut.map((column) => `${name}.${column}`))
    }
    expect(Buffer.concat(contents).includes(HASH)).toBe(false)
    expect(left.toSorted(), 'secrets, sealed texts and thumbnails').toEqual([
      'api_keys.key_hash',
      'backup_plan.pass_phrase',
      'backup_plan.s3_key',
      'discord_connection.client_secret',
      'discord_connection.token',
      'discord_guilds.commands_hash',
      'invitations.code_hash',
      'known_devices.device_hash',
      'look_pictures.thumbnail',
      'mails.address_hash',
      'mails.content',
      'pictures.thumbnail',
      'registrations.password_hash',
      'steam_nonces.nonce',
      'users.password_hash',
      'whitelist_trials.player_hash',
    ])
  })

  test('is one archive where its name ends in .zip, which other programs unpack', async () => {
    const target = join(folder, 'out.zip')
    expect((await run('export', target))[0]).toBe(0)
    const files = unzip(readFileSync(target))
    expect(files.get('tables/users.jsonl')?.toString('utf8')).toContain(JSON.stringify(EVIL).slice(1, -1))
    const checked = execFileSync('python3', ['-c', `import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())`, target])
    expect(checked.toString().trim()).toBe('None')
  })

  test('replaces nothing, says why it can’t be written, and needs a name', async () => {
    const target = join(folder, 'mine.zip')
    writeFileSync(target, 'mine')
    expect(await run('export', target)).toEqual([1, `${target} exists: name another file or folder`])
    expect(readFileSync(target, 'utf8')).toBe('mine')
    expect(await run('export', join(target, 'in.zip'))).toEqual([1, expect.stringContaining('can’t be written')])
    expect((await run('export'))[1]).toContain('name one file or folder')
    expect(existsSync(`${target}.unfinished`)).toBe(false)
  })
})

test('a table that is large continues in other files, each with the names of the columns', async () => {
  await sql`insert into audit (action, subject_type, subject_id)
    select 'setting.changed', repeat('long ', 100), id::text from generate_series(1, 3000) as id`.execute(t.db)
  const files = new Map<string, string>()
  for await (const { path, content } of readExport({ url: t.database.url, fileBytes: 300_000 })) {
    const pieces: Buffer[] = []
    for await (const piece of content) pieces.push(piece)
    files.set(path, Buffer.concat(pieces).toString('utf8'))
  }
  const audit = [...files.keys()].filter((path) => path.startsWith('tables/audit.'))
  expect(audit).toContain('tables/audit.2.csv')
  const lines = (ending: string) =>
    audit.filter((path) => path.endsWith(ending)).flatMap((path) => files.get(path)?.split('\n').slice(0, -1))
  const csv = audit.filter((path) => path.endsWith('.csv'))
  expect(new Set(csv.map((path) => files.get(path)?.split('\n')[0])).size).toBe(1)
  expect(lines('.csv').length - csv.length).toBe(lines('.jsonl').length)
  expect(describedIn(Buffer.from(files.get('tables.json') ?? '')).find(({ name }) => name === 'audit')?.rows).toBe(lines('.jsonl').length)
})

test('no file of an archive leads out of its folder', async () => {
  const pack = (path: string) => buffer(Readable.from(zipped(Readable.from([{ path, content: [Buffer.from('x')] }]))))
  for (const path of ['../up', '/etc/passwd', 'a/../../b', 'a\\b', 'a//b', ''])
    await expect(pack(path), path).rejects.toThrow('may have no file')
})

describe('over the network', () => {
  test('Root fetches the archive, which the audit log has; others are refused', async () => {
    const [root, admin] = [await t.person('root'), await t.person('admin')]
    expect((await t.http(admin.token).get('/api/export')).statusCode).toBe(403)
    const { rawPayload, headers, statusCode } = await t.http(root.token).get('/api/export')
    expect([statusCode, headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="tenfour-export-[-\d]{10}\.zip"$/),
    ])
    const files = unzip(rawPayload)
    expect(describedIn(files.get('tables.json') ?? Buffer.alloc(0)).length).toBeGreaterThan(100)
    const { rows } = await sql<{ actor: number }>`select actor_id as actor from audit where action = 'backup.exported'`.execute(t.db)
    expect(rows).toHaveLength(1)
  })
})
