import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommandLine } from '../../../cli.run.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { withoutSecrets } from './overview.errors.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'tenfour-report-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('a report has versions, sizes, settings and errors, and none of the secrets, names and addresses', async () => {
  const token = 'MTE5.G4xxxx.a-token-of-a-bot-that-nobody-may-see'
  await sql`insert into settings (key, value) values ('community.name', '"Our Town"'), ('tracks.days', '3')`.execute(database.db)
  await sql`insert into discord_errands (kind, queue, state, ended_at, problem)
    values ('role.give', 'a', 'failed', now(), ${`401 for jo@example.com with ${token} at https://discord.com/api/x?y=z`})`.execute(
    database.db,
  )
  await sql`update backup_plan set pass_phrase = 'sealed-pass-phrase'`.execute(database.db)
  const lines: string[] = []
  const env = {
    DATABASE_URL: database.url,
    PORTAL_DATA_DIR: folder,
    PORTAL_SECRETS_KEY: 'a-key-that-nobody-may-see-in-a-report',
    SMTP_URL: 'smtp://user:hunter22@mail.example.com',
  }
  const write = (line: string) => void lines.push(line)
  const file = join(folder, 'report.json')
  expect([await runCommandLine(['report', file], { env, say: write, complain: write }), lines]).toEqual([
    0,
    [`${file} has versions, health, settings and the last errors, without secrets. Look through it before you send it to anyone`],
  ])
  const text = readFileSync(file, 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    versions: { node: process.version, schema: expect.any(Number) as number },
    settings: { 'tracks.days': 3 },
    environment: ['DATABASE_URL', 'PORTAL_DATA_DIR', 'PORTAL_SECRETS_KEY', 'SMTP_URL'],
    errors: [{ what: 'discord role.give', error: '401 for <email> with <removed> at <address>' }],
    plan: { hasPassPhrase: true },
  })
  for (const secret of [token, 'hunter22', 'nobody-may-see', 'jo@example.com', 'sealed-pass-phrase', 'Our Town', database.url]) {
    expect(text).not.toContain(secret)
  }
  // A file that is there is not replaced.
  expect(await runCommandLine(['report', file], { env, say: write, complain: write })).toBe(1)
  expect(readdirSync(folder)).toEqual(['report.json'])
})

test('an error keeps its words and loses what could be a secret', () => {
  expect(withoutSecrets('connect ECONNREFUSED 10.0.0.1:5432')).toBe('connect ECONNREFUSED 10.0.0.1:5432')
  expect(withoutSecrets('postgres://portal:secret@db/portal is away')).toBe('<address> is away')
})
