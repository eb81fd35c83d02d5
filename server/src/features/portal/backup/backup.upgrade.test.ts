import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { readSchema } from '../../../platform/database/schema-files.ts'
import { createSealer } from '../../../platform/secrets/sealer.ts'
import { createUpgradeNotice, upgradeDatabase } from '../../../run.upgrade.ts'
import { compareSchemas, snapshotSchema } from '../../../testing/schema-snapshot.ts'
import { createTestDatabase, withClient, type TestDatabase } from '../../../testing/test-database.ts'
import { fullOr } from '../../../testing/test-length.ts'
import { laterSchema } from '../../../testing/upgrade-process.ts'
import { SEAL } from './backup.plan.ts'
import { readBackup } from './backup.read.ts'
import { restoreBackup } from './backup.restore.ts'

const PROCESS = fileURLToPath(new URL('../../../testing/upgrade-process.ts', import.meta.url))
const COMPILED = fileURLToPath(new URL('../../../../../.cache/compile', import.meta.url))
const SECRETS = 's'.repeat(40)
const KEYS = { 'history-key': 'h'.repeat(40), 'secrets-key': SECRETS }

let database: TestDatabase
let data: string
beforeEach(async () => {
  database = await createTestDatabase()
  await sql`insert into users (name, email, password_hash) values ('Jo', 'jo@example.com', 'x'), ('Ann', 'ann@example.com', 'x')`.execute(
    database.db,
  )
  data = mkdtempSync(join(tmpdir(), 'tenfour-upgrade-'))
})
afterEach(async () => {
  await database.drop()
  rmSync(data, { recursive: true, force: true })
})

const upgrade = (rest: Partial<Parameters<typeof upgradeDatabase>[0]> = {}) =>
  upgradeDatabase({
    url: database.url,
    dataDir: data,
    keys: () => KEYS,
    passPhrase: undefined,
    backsUp: true,
    schema: laterSchema(),
    ...rest,
  })
const files = () => readdirSync(join(data, 'backups')).toSorted()
const query = async <T extends object>(text: string) => (await withClient(database.url, (client) => client.query<T>(text))).rows
const snapshot = () => withClient(database.url, snapshotSchema)
const listed = () => query<{ reason: string; state: string; file: string }>('select reason, state, file from backups order by id')

test('an upgrade makes a backup first, reads it back and lists it, and the older version restores it', async () => {
  const rows = await query('select * from users order by id')
  const steps: string[] = []
  await upgrade({ onProgress: ({ step }) => steps.at(-1) !== step && steps.push(step) })
  expect(steps).toEqual(['reading', 'checking', 'migrating'])
  const [file] = files()
  expect(await listed()).toEqual([{ reason: 'upgrade', state: 'made', file }])
  expect(await query('select distinct upgrade_one from users')).toEqual([{ upgrade_one: 2 }])

  // The way back: this version is the older one, and it restores what the later version made before it changed anything.
  const way = await createTestDatabase()
  try {
    await way.close()
    await restoreBackup({ url: way.url, file: join(data, 'backups', file!), passPhrase: SECRETS, keepKeys: () => undefined })
    expect(await withClient(way.url, async (client) => (await client.query('select * from users order by id')).rows)).toEqual(rows)
    const fresh = await withClient(inject('templateUrl'), snapshotSchema)
    expect(compareSchemas(await withClient(way.url, snapshotSchema), fresh)).toEqual([])
  } finally {
    await way.drop()
  }
})

test('a database that is up to date or has no accounts is not backed up, and neither is one whose operator chose so', async () => {
  await upgrade({ schema: readSchema() })
  await upgrade({ backsUp: false })
  expect(await query('select distinct upgrade_one from users')).toEqual([{ upgrade_one: 2 }])
  const fresh = await createTestDatabase()
  try {
    await upgrade({ url: fresh.url })
    expect(readdirSync(data)).toEqual([])
  } finally {
    await fresh.drop()
  }
})

test('the backup has the pass phrase and the folder that were set', async () => {
  const folder = join(data, 'elsewhere')
  const sealed = createSealer(SECRETS).seal(SEAL.passPhrase, 'correct horse battery')
  await sql`update backup_plan set folder = ${folder}, pass_phrase = ${sealed}`.execute(database.db)
  await upgrade()
  const [file] = readdirSync(folder)
  expect((await readBackup(join(folder, file!), 'correct horse battery')).head.schema.number).toBe(readSchema().number)
})

test('where no backup can be made, nothing is changed, and the line says how to go on without', async () => {
  const before = await snapshot()
  writeFileSync(join(data, 'backups'), 'a file where the folder should be')
  await expect(upgrade()).rejects.toThrow(
    /^No backup could be made before the upgrade, and nothing was changed: .*PORTAL_UPGRADE_BACKUP=off upgrades without a backup$/,
  )
  const early = { ...readSchema(), migrations: readSchema().migrations.slice(0, 40) }
  const old = await createTestDatabase()
  try {
    await sql`drop schema public cascade; create schema public`.execute(old.db)
    await upgrade({ url: old.url, schema: early })
    await sql`insert into users (name, email, password_hash) values ('Jo', 'jo@example.com', 'x')`.execute(old.db)
    await expect(upgrade({ url: old.url, schema: readSchema() })).rejects.toThrow('copy the data folder, then start once with')
  } finally {
    await old.drop()
  }
  expect(compareSchemas(await snapshot(), before)).toEqual([])
})

const PHASES = [
  ['reading', 0],
  ['checking', 0.5],
  ['migrating', 0],
  ['migrating', 0.5],
  ['reading', 0.9],
  ['migrating', 0.25],
  ['migrating', 0.75],
  ['checking', 0],
] as const

test('an upgrade that is killed at any moment leaves the whole old database, and the next one makes the whole new one', async () => {
  const [before, rows] = [await snapshot(), await query('select * from users order by id')]
  const kills = fullOr(200, 3)
  let killed = 0
  for (let at = 0; at < kills; at += 1) {
    const [step, share] = PHASES[at % PHASES.length]!
    const after = Math.floor(at / PHASES.length) * 3
    const child = spawn(process.execPath, [PROCESS, database.url, data, SECRETS, step, String(share), String(after)], {
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
      stdio: 'ignore',
    })
    const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)))
    // The database notices that the process is gone, and gives its lock back.
    await withClient(database.url, (client) => client.query('select pg_advisory_lock(8363687)'))
    if (signal === null) {
      // It was quicker than the kill: it is wholly new, and begins again as the old one.
      await sql`alter table users drop column upgrade_one; drop table upgrade_made; delete from backups;
        delete from schema_migrations where number > 9000; update schema_state set number = ${readSchema().number}`.execute(database.db)
      continue
    }
    killed += 1
    expect(compareSchemas(await snapshot(), before), `killed while ${step} ${share} + ${after}`).toEqual([])
    expect(await query('select * from users order by id')).toEqual(rows)
    expect(await listed()).toEqual([])
    if (step !== 'migrating') continue
    const [made] = files().filter((name) => name.endsWith('.backup'))
    const { parts } = await readBackup(join(data, 'backups', made!), SECRETS)
    expect(parts.find(({ name }) => name === 'users')?.rows, 'the backup was whole before anything was changed').toBe(2)
  }
  expect(killed).toBeGreaterThan(kills / 2)
  await upgrade()
  expect(await query('select distinct upgrade_one from users')).toEqual([{ upgrade_one: 2 }])
  expect(files(), 'what the killed ones left is gone').toEqual((await listed()).map(({ file }) => file))
}, 900_000)

test('health says how far the upgrade is, and pages say it to people, until the portal takes the port', async () => {
  const notice = createUpgradeNotice(0, '127.0.0.1')
  notice.tell({ step: 'reading', share: 0.254 })
  const port = await notice.port()
  const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const health = await at('/api/health')
  expect(health.status).toBe(503)
  expect(await health.json()).toMatchObject({ live: true, ready: false, migrating: { step: 'reading', share: 0.254 } })
  notice.tell({ step: 'migrating', share: 0.5 })
  expect(await (await at('/')).text()).toContain('The database is being brought up to date: 50 %')
  expect(await (await at('/api/users')).json()).toMatchObject({ code: 'unavailable' })
  await notice.close()
  await expect(at('/api/health')).rejects.toThrow('fetch failed')
})
