import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Backup, BackupOverview, BackupPlan, RestoreOverview, WaitingItem } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSealer } from '../../../platform/secrets/sealer.ts'
import { createTestDatabase, withClient } from '../../../testing/test-database.ts'
import { waitingPenalties } from '../../records/reports/reports.port.ts'
import { insertGuild } from '../../../testing/test-discord-rows.ts'
import { HISTORY_KEY, joinRoom, SECRETS_KEY, startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { S3_KEY, startTestS3 } from '../../../testing/test-s3.ts'
import { PATIENCE_MS } from '../../../testing/test-wait.ts'
import { readBackup } from './backup.read.ts'
import { createBackups } from './backup.service.ts'
import { readKeptStanding } from './backup.standing.ts'

const PASS = 'correct horse battery'
const KEYS = { 'history-key': HISTORY_KEY.toString(), 'secrets-key': SECRETS_KEY }
const PLAN = { isOn: false, hour: 5, kept: 2, folder: null, s3: null, passPhrase: PASS }

let t: TestPortal
let folder: string
let s3: Awaited<ReturnType<typeof startTestS3>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tenfour-backups-'))
  s3 = await startTestS3()
  t = await startTestPortal({ backups: { dataDir: folder, keys: KEYS, passPhrase: undefined } })
})
afterAll(async () => {
  await t.close()
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

const root = () => t.as('root')
const overview = async () => (await (await t.as('admin')).get('/api/backups')).json<BackupOverview>()
const plan = async () => (await (await root()).get('/api/backups/plan')).json<BackupPlan>()
const save = async (input: object) => (await root()).put('/api/backups/plan', { ...PLAN, ...input })
const backUp = async () => {
  const started = await (await t.as('admin')).post('/api/backups', {})
  expect(started.statusCode, started.body).toBe(200)
  return started.json<Backup>().backupId
}
const ended = async (id: number): Promise<Backup> => {
  const isOver = async () => {
    const { beat_at } = await t.db.selectFrom('backups').select('beat_at').where('id', '=', id).executeTakeFirstOrThrow()
    return beat_at === null
  }
  // A restore takes a while on a busy machine.
  await until(`backup ${id} to end`, isOver, 4 * PATIENCE_MS)
  const found = (await overview()).backups.find(({ backupId }) => backupId === id)
  if (!found) throw new Error(`backup ${id} is gone`)
  return found
}

test('without a pass phrase no backup is made, and none is expected', async () => {
  expect((await (await t.as('admin')).post('/api/backups', {})).json()).toMatchObject({ code: 'conflict' })
  expect((await save({ isOn: true, passPhrase: undefined, version: 1 })).json()).toMatchObject({
    code: 'invalid_input',
    field: 'passPhrase',
  })
  expect(await overview()).toMatchObject({ isReady: false, isOn: false, alarm: null, backups: [] })
})

test('a plan that can’t work is refused with the field, and changes nothing', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const cases: [object, string][] = [
    [{ folder: 'backups' }, 'folder'],
    [{ folder: join(file, 'below') }, 'folder'],
    [{ passPhrase: 'short' }, 'passPhrase'],
    [{ kept: 0 }, 'kept'],
    [{ hour: 24 }, 'hour'],
    [{ s3: { ...s3.place, prefix: '', secretAccessKey: 'wrong' } }, 's3.endpoint'],
    [{ s3: { ...s3.place, prefix: '', secretAccessKey: undefined } }, 's3.secretAccessKey'],
    [{ s3: { ...s3.place, prefix: '', endpoint: 'file:///etc/passwd' } }, 's3.endpoint'],
  ]
  for (const [input, field] of cases) {
    expect((await save({ ...input, version: 1 })).json(), JSON.stringify(input)).toMatchObject({ code: 'invalid_input', field })
  }
  expect(await plan()).toMatchObject({ version: 1, passPhrase: 'none' })
})

test('Root sets the plan, its secrets are told to nobody, and of two at once the second is refused', async () => {
  const both = await Promise.all([save({ version: 1 }), save({ version: 1 })])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  const stored = await save({ s3: { ...s3.place, prefix: 'ours/' }, version: 2 })
  expect(stored.json()).toMatchObject({ passPhrase: 'portal', s3: { bucket: 'tenfour' }, version: 3 })
  const everything = [stored.body, JSON.stringify(await plan()), JSON.stringify(await overview())]
  everything.push(JSON.stringify(await t.db.selectFrom('audit').selectAll().execute()))
  everything.push(JSON.stringify(await t.db.selectFrom('backup_plan').selectAll().execute()))
  for (const text of everything) {
    expect(text).not.toContain(PASS)
    expect(text).not.toContain(S3_KEY.secretAccessKey)
  }
  // A stored key goes to no other address.
  const { secretAccessKey: _key, ...other } = { ...s3.place, prefix: 'ours/', endpoint: 'http://127.0.0.1:9' }
  expect((await save({ s3: other, version: 3 })).json()).toMatchObject({ field: 's3.secretAccessKey' })
})

test('a backup is made beside the portal, told as it goes, proved by a restore, and fetched by Root alone', async () => {
  const socket = await t.connect((await t.person('admin')).token)
  expect(await joinRoom(await t.connect((await t.person('staff')).token), 'backups')).toMatchObject({ ok: false, code: 'forbidden' })
  const events: { event: string; payload: unknown }[] = []
  socket.on('delta', ({ event, payload }) => void events.push({ event, payload }))
  expect((await joinRoom(socket, 'backups')).ok).toBe(true)

  const id = await backUp()
  expect((await (await t.as('admin')).post('/api/backups', {})).json()).toMatchObject({ code: 'conflict' })
  const made = await ended(id)
  expect(made).toMatchObject({ state: 'made', problem: '', by: { name: 'The admin' }, places: ['folder', 's3'], provedAt: null })
  expect(made.rows).toBeGreaterThan(100)
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['backup.progress', 'backups.changed']))
  const [name = ''] = readdirSync(join(folder, 'backups'))
  expect([...s3.files.keys()]).toEqual([`/tenfour/ours/${name}`])

  expect((await (await t.as('admin')).get(`/api/backups/${id}/file`)).statusCode).toBe(403)
  const fetched = await (await root()).get(`/api/backups/${id}/file`)
  expect(fetched.headers['content-disposition']).toBe(`attachment; filename="${name}"`)
  const copy = join(folder, 'copy.backup')
  writeFileSync(copy, fetched.rawPayload)
  expect((await readBackup(copy, PASS)).fileBytes).toBe(made.bytes)

  expect((await (await t.as('admin')).post(`/api/backups/${id}/proof`, {})).statusCode).toBe(200)
  expect(await ended(id)).toMatchObject({ provedAt: expect.any(String) as string, proofProblem: '' })
  const databases = await withClient(t.database.url, (client) =>
    client.query(`select from pg_database where datname like '%tenfour_proof'`),
  )
  expect(databases.rowCount, 'the scratch database is gone').toBe(0)

  // The copy in the bucket is used where the file is gone.
  rmSync(join(folder, 'backups', name))
  expect((await (await root()).get(`/api/backups/${id}/file`)).rawPayload.equals(readFileSync(copy))).toBe(true)
})

test('a backup that can’t be restored, and one that failed, wait for admins on their home page until one succeeds', async () => {
  const { version } = await plan()
  await save({ isOn: true, s3: null, version })
  const admin = await t.person('admin')
  const socket = await t.connect(admin.token)
  let waits: readonly WaitingItem[] = []
  socket.on('delta', ({ key, payload }) => {
    if (key === `waiting:${admin.userId}`) waits = payload as WaitingItem[]
  })
  await joinRoom(socket, 'waiting', { userId: admin.userId })
  const says = (words: string) => until(words, async () => waits.map((each) => each.words).join() === words)
  // Scheduled ones would come between.
  await sql`update backups set reason = 'schedule', started_at = now()`.execute(t.db)
  const [{ backupId: id }] = (await overview()).backups as [Backup]
  const { file } = await t.db.selectFrom('backups').select('file').executeTakeFirstOrThrow()
  const bytes = readFileSync(join(folder, 'copy.backup'))
  bytes[2000] = bytes[2000]! ^ 1
  writeFileSync(join(folder, 'backups', file), bytes)
  await (await t.as('admin')).post(`/api/backups/${id}/proof`, {})
  expect((await ended(id)).proofProblem).toContain('The backup is damaged')
  await says('The newest backup could not be restored')

  rmSync(join(folder, 'backups'), { recursive: true })
  writeFileSync(join(folder, 'backups'), '')
  expect(await ended(await backUp())).toMatchObject({ state: 'failed', problem: expect.stringContaining('EEXIST') as string })
  await says('The last backup failed')
  const actions = await t.db.selectFrom('audit').select('action').where('action', 'like', 'backup.%').orderBy('id').execute()
  expect(actions.map(({ action }) => action).filter((action) => /failed/.test(action))).toEqual(['backup.proof-failed', 'backup.failed'])

  rmSync(join(folder, 'backups'))
  expect((await ended(await backUp())).state).toBe('made')
  await says('The newest backup could not be restored')
})

test('by a clock that is moved: made once a day, kept as many as wanted, proved each week, and silence told in Discord', async () => {
  const database = await createTestDatabase()
  let clock = new Date(Date.now() + 86_400_000)
  clock.setUTCHours(6, 0, 0, 0)
  const log = t.app.http.log
  const means = { dataDir: join(folder, 'clock'), keys: KEYS, passPhrase: PASS }
  const parts = { database, background: database.background, publish: () => undefined, sealer: createSealer(SECRETS_KEY), log }
  const done = { kind: 'done', bytes: 10, rows: 1, differs: '' } as const
  const workers = {
    make: async ({ file }: { file: string }) => (writeFileSync(file, 'a backup'), done),
    prove: async () => done,
    close: async () => undefined,
  }
  const backups = createBackups({ ...parts, means, workers, timeZone: () => 'UTC', now: () => clock })
  const pass = async (hours: number) => {
    clock = new Date(clock.getTime() + hours * 3_600_000)
    await backups.look()
    await backups.settled()
  }
  try {
    await insertGuild(database.db)
    await sql`insert into discord_channels (id, guild_id, name, kind, type, position) values ('77', (select id from discord_guilds), 'logs', 'text', 'GeneralLogs', 1)`.execute(
      database.db,
    )
    await sql`update backup_plan set is_on = true, on_since = ${clock}, kept = 2`.execute(database.db)
    await pass(0)
    await pass(0.1)
    const states = async () => (await backups.overview()).backups.map(({ state, provedAt }) => (provedAt === null ? state : 'proved'))
    expect(await states(), 'the first is made and proved at once').toEqual(['proved'])
    for (let day = 0; day < 3; day += 1) {
      await pass(24)
      await pass(1)
      clock = new Date(clock.getTime() - 3_600_000)
    }
    expect(await states(), 'the newest two, and the one that was proved').toEqual(['made', 'made', 'proved'])
    expect(readdirSync(join(means.dataDir, 'backups'))).toHaveLength(3)
    expect(existsSync(join(means.dataDir, 'backup-proof'))).toBe(false)
    // Another process of the portal, which was killed at work.
    await sql`insert into backups (reason, version, file, folder, started_at, beat_at) values ('schedule', '1', 'killed.backup', '/nowhere',
      ${new Date(clock.getTime() + 23 * 3_600_000)}, ${new Date(clock.getTime() + 23 * 3_600_000)})`.execute(database.db)
    await pass(23.5)
    expect((await backups.overview()).alarm).toBe('failed')
    const { rows } = await sql<{ about: unknown }>`select about from discord_lines where target = 'GeneralLogs:77'`.execute(database.db)
    expect(rows).toEqual([{ about: { kind: 'audit', auditId: expect.any(Number) as number } }])
    const { rows: errands } = await sql`select kind from discord_errands`.execute(database.db)
    expect(errands).toEqual([{ kind: 'log.post' }])
  } finally {
    await backups.close()
    await database.drop()
  }
})

test('after a restore an admin looks through its list and decides on what is held; others may not', async () => {
  const RESTORED = 'A backup was restored: look through what that changed'
  await sql`insert into restores (made_at, version, set_aside, had_list, withdrawn)
    values (now() - interval '1 day', '0.1.0', 'before_restore_1', true, '[{"kind":"disabled","userId":1,"name":"Bob"}]')`.execute(t.db)
  await sql`insert into mails (kind, address_hash, content, send_until, held_at) values
    ('x', '', 'one', now() - interval '1 hour', now()), ('x', '', 'two', now() - interval '1 hour', now())`.execute(t.db)
  expect((await (await t.as('staff')).get('/api/restores/last')).statusCode).toBe(403)
  const { userId, token } = await t.person('admin')
  const admin = t.http(token)
  const socket = await t.connect(token)
  let waits: readonly WaitingItem[] | undefined
  socket.on('delta', ({ key, payload }) => {
    if (key === `waiting:${userId}`) waits = payload as WaitingItem[]
  })
  const joined = await joinRoom(socket, 'waiting', { userId })
  expect(JSON.stringify(joined), 'it waits for admins').toContain(RESTORED)
  const seen = (await admin.get('/api/restores/last')).json<RestoreOverview>()
  expect(seen).toMatchObject({
    restore: { setAside: 'before_restore_1', hadList: true, withdrawn: [{ kind: 'disabled', userId: 1, name: 'Bob' }], isSeen: false },
    held: { mails: 2, penalties: 0 },
  })
  const decide = (what: string, decision: string) => admin.post('/api/restores/held', { what, decision })
  expect((await decide('penalties', 'send')).json()).toMatchObject({ code: 'conflict' })
  expect((await (await t.as('staff')).post('/api/restores/held', { what: 'mails', decision: 'send' })).statusCode).toBe(403)
  for (const [decision, after] of [
    ['drop', { acknowledged: true, held: true }],
    ['send', { acknowledged: false, held: false }],
  ] as const) {
    // Their report does not matter here.
    await withClient(t.database.url, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(`insert into penalty_messages (server_id, report_id, payload, held_at) values (1, 1, '{}', now())`)
    })
    expect(await waitingPenalties(t.db, 1, 10), 'game servers get none that are held').toEqual([])
    expect((await decide('penalties', decision)).json<RestoreOverview>().held.penalties).toBe(0)
    const { rows: messages } = await sql`delete from penalty_messages
      returning acknowledged_at is not null as acknowledged, held_at is not null as held`.execute(t.db)
    expect(messages).toEqual([after])
  }
  const sent = await admin.post('/api/restores/held', { what: 'mails', decision: 'send' })
  expect(sent.json<RestoreOverview>().held).toEqual({ mails: 0, penalties: 0 })
  const { rows } =
    await sql`select held_at is null and send_until > now() + interval '23 hours' as "isSent" from mails where kind = 'x'`.execute(t.db)
  expect(rows).toEqual([{ isSent: true }, { isSent: true }])
  const path = `/api/restores/${seen.restore?.restoreId}/seen`
  expect((await admin.post(path, {})).json<RestoreOverview>().restore?.isSeen).toBe(true)
  expect((await admin.post(path, {})).statusCode).toBe(409)
  await until('it waits no more', () => waits?.every(({ words }) => words !== RESTORED) === true)
  socket.disconnect()
})

test('who has access is kept outside the database soon after it changes, and only the key opens it', async () => {
  const { userId } = await t.person('officer')
  await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', userId).execute()
  await until('the list says so', () => {
    const kept = existsSync(join(folder, 'standing')) ? readKeptStanding(folder, [KEYS['secrets-key']]) : undefined
    return kept?.users.find(({ id }) => id === userId)?.isOff === true
  })
  expect(readFileSync(join(folder, 'standing'), 'utf8')).not.toContain('permissions')
})
