import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BACKUP_PIECE_BYTES, communityNameSetting, HEADERS, type SetupRestore } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, withClient } from '../../../testing/test-database.ts'
import { HISTORY_KEY, SECRETS_KEY, startTestPortal, until, WEB_KEY, type TestPortal } from '../../../testing/test-portal.ts'
import { createArrival } from './backup.arrival.ts'
import { previewBackup } from './backup.preview.ts'
import { writeBackup } from './backup.write.ts'

const PASS = 'correct horse battery'
const KEYS = { 'history-key': HISTORY_KEY.toString(), 'secrets-key': SECRETS_KEY }
const begin = vi.fn()
let t: TestPortal
let folder: string
let file: Buffer
let code: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tenfour-arrival-'))
  const community = await createTestDatabase()
  await community.close()
  await withClient(community.url, async (client) => {
    await client.query(
      `insert into users (name, email, password_hash) values ('Ro', 'ro@example.com', 'x'), ('Ann', 'ann@example.com', 'x')`,
    )
    await client.query('insert into settings (key, value) values ($1, $2)', [communityNameSetting.key, JSON.stringify('Tab\t & "Town" \\')])
  })
  const path = join(folder, 'one.backup')
  await writeBackup({ url: community.url, file: path, passPhrase: PASS, keys: KEYS })
  file = readFileSync(path)
  const arrival = createArrival({
    dataDir: folder,
    read: async (from, phrase, tell) => ({ ...(await previewBackup(from, phrase, (read, all) => tell(read / all))), hasList: false }),
    begin,
  })
  t = await startTestPortal({ backups: { dataDir: folder, keys: KEYS, passPhrase: undefined, arrival } })
  code = (await t.app.setup.code()) ?? ''
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

const announce = async (bytes: number) => (await t.http().post('/api/setup/restore', { code, bytes })).json<SetupRestore>().restoreId
const send = (id: string, piece: number, payload: Buffer) =>
  t.app.http.inject({
    method: 'PUT',
    url: `/api/setup/restore/${id}/pieces/${piece}`,
    headers: { [HEADERS.apiKey]: WEB_KEY, 'content-type': 'application/octet-stream' },
    payload,
  })
const show = async (id: string) => (await t.http().get(`/api/setup/restore/${id}`)).json<SetupRestore>()
const read = async (id: string, passPhrase: string) => {
  expect((await t.http().post(`/api/setup/restore/${id}/preview`, { passPhrase })).statusCode).toBe(200)
  await until('the backup is read', async () => (await show(id)).state !== 'reading')
  return show(id)
}

test('pieces come in order and no more than were announced, and a damaged backup or another file is refused', async () => {
  const bytes = BACKUP_PIECE_BYTES + 10
  expect((await send('unknown', 0, Buffer.alloc(10))).statusCode).toBe(404)
  const id = await announce(bytes)
  expect((await send(id, 1, Buffer.alloc(10))).statusCode, 'the first is missing').toBe(409)
  expect((await send(id, 0, Buffer.alloc(10))).statusCode, 'too short').toBe(409)
  expect((await send(id, 0, Buffer.alloc(BACKUP_PIECE_BYTES + 1))).statusCode, 'too long').toBe(413)
  expect((await send(id, 0, Buffer.alloc(BACKUP_PIECE_BYTES))).json()).toEqual({ received: BACKUP_PIECE_BYTES })
  expect((await send(id, 0, Buffer.alloc(BACKUP_PIECE_BYTES))).json(), 'once more').toEqual({ received: BACKUP_PIECE_BYTES })
  expect((await t.http().post(`/api/setup/restore/${id}/preview`, { passPhrase: PASS })).statusCode).toBe(409)
  expect((await send(id, 1, Buffer.alloc(11))).statusCode, 'more than announced').toBe(409)
  expect((await send(id, 1, Buffer.alloc(10))).json()).toEqual({ received: bytes })
  expect(await read(id, PASS)).toMatchObject({ state: 'received', problem: 'The file is not a backup of Tenfour' })
  expect((await t.http().post(`/api/setup/restore/${id}/start`, { code })).statusCode, 'nothing was read').toBe(409)
  // No disk has room for it.
  expect((await t.http().post('/api/setup/restore', { code, bytes: 4e12 })).statusCode).toBe(503)
})

test('a backup that arrived is read with its pass phrase, shown, and restored with the code', async () => {
  const id = await announce(file.length)
  for (let piece = 0; piece * BACKUP_PIECE_BYTES < file.length; piece += 1) {
    await send(id, piece, file.subarray(piece * BACKUP_PIECE_BYTES, (piece + 1) * BACKUP_PIECE_BYTES))
  }
  expect((await read(id, 'another pass phrase')).problem).toMatch(/^The pass phrase is not the one of this backup/)
  const { state, preview } = await read(id, PASS)
  expect(state).toBe('read')
  expect(preview).toMatchObject({ communityName: 'Tab\t & "Town" \\', bytes: file.length, hasList: false })
  expect(preview?.counts).toContainEqual({ table: 'users', rows: 2 })
  const start = (given: string) => t.http().post(`/api/setup/restore/${id}/start`, { code: given })
  expect((await start('AAAA-AAAA-AAAA')).statusCode).toBe(400)
  expect(begin).not.toHaveBeenCalled()
  expect((await start(code)).json()).toMatchObject({ state: 'restoring' })
  expect(begin).toHaveBeenCalledExactlyOnceWith({ file: join(folder, 'restore', 'arrived.backup'), passPhrase: PASS })
  expect(readFileSync(join(folder, 'restore', 'arrived.backup')).equals(file)).toBe(true)
  expect((await t.http().post('/api/setup/restore', { code, bytes: 10 })).statusCode, 'while it is restored').toBe(409)
})

test('once there is an account, all of it is closed', async () => {
  await t.addPerson()
  const calls = [
    t.http().post('/api/setup/restore', { code, bytes: 10 }),
    send('unknown', 0, Buffer.alloc(10)),
    t.http().get('/api/setup/restore/unknown'),
    t.http().post('/api/setup/restore/unknown/preview', { passPhrase: PASS }),
    t.http().post('/api/setup/restore/unknown/start', { code }),
  ]
  for (const answer of await Promise.all(calls)) {
    expect(answer.json()).toMatchObject({ code: 'conflict', message: 'This portal has already been set up: sign in instead' })
  }
})

test('wrong codes are counted, and a portal without a data folder takes no backup', async () => {
  const other = await startTestPortal()
  try {
    const right = await other.app.setup.code()
    const post = (given: string | undefined) => other.http().post('/api/setup/restore', { code: given, bytes: 10 })
    expect((await post(right)).json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('npm run portal') as string })
    const statuses: number[] = []
    for (let i = 0; i < 7; i += 1) statuses.push((await post('AAAA-AAAA-AAAA')).statusCode)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    expect((await post(right)).statusCode, 'the right one too').toBe(429)
  } finally {
    await other.close()
  }
})
