import { MAX_SOUND_FILES, SOUND_RATE, SOUNDS, writeWav, type RoomSnapshot, type SettingState } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PATIENCE_MS } from '../../../testing/test-wait.ts'
import { startTestPortal, WEB_KEY, type Person, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Person
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.addPerson({ roles: ['Admin'] })
})
afterAll(() => t.close())

const beep = (pitch = 440, seconds = 0.5, level = 0.28) =>
  writeWav(Float32Array.from({ length: seconds * SOUND_RATE }, (_, nth) => level * Math.sin((nth * pitch * 2 * Math.PI) / SOUND_RATE)))
const upload = (file: Uint8Array, person = admin, type = 'audio/wav') =>
  t.http(person.token, WEB_KEY, { headers: { 'content-type': type } }).post('/api/sounds', Buffer.from(file))
const digestOf = async (file: Uint8Array) => (await upload(file)).json<{ digest: string }>().digest
const fetched = (digest: string, person = admin) => t.http(person.token).get(`/api/sounds/${digest}`)
const setting = async (key: string) =>
  (await t.http(admin.token).get('/api/settings')).json<SettingState[]>().find((state) => state.key === key)
const choose = async (key: string, value: string) =>
  t.http(admin.token).put(`/api/settings/${key}`, { value, version: (await setting(key))?.version ?? 0 })
const config = async () => (await t.app.http.inject({ method: 'GET', url: '/portal-config.json' })).json<RoomSnapshot<'features'>>()

test('only Admins upload a sound, and members who are signed in hear exactly what was uploaded', async () => {
  const [file, member] = [beep(), await t.addPerson()]
  expect((await upload(file, await t.addPerson({ roles: ['Staff'] }))).statusCode).toBe(403)
  const digest = await digestOf(file)
  const answer = await fetched(digest, member)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'audio/wav'])
  expect(Buffer.compare(answer.rawPayload, file)).toBe(0)
  expect((await t.app.http.inject({ method: 'GET', url: `/api/sounds/${digest}` })).statusCode).toBe(401)
  expect((await fetched('A'.repeat(22))).statusCode).toBe(404)
})

const changed = (change: (view: DataView) => void, file = beep()) => {
  change(new DataView(file.buffer))
  return file
}
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
test.each<[string, Uint8Array]>([
  ['an empty file', new Uint8Array()],
  ['a page', new TextEncoder().encode('<script>alert(1)</script>'.padEnd(60))],
  ['a header without a sound', beep().slice(0, 44)],
  ['half a header', beep().slice(0, 43)],
  ['another form of RIFF', changed((view) => view.setUint32(8, 0x41564920))],
  ['compressed samples', changed((view) => view.setUint16(20, 2, true))],
  ['two channels', changed((view) => view.setUint16(22, 2, true))],
  ['another rate', changed((view) => view.setUint32(24, 44_100, true))],
  ['a rate that the bytes a second contradict', changed((view) => view.setUint32(28, 1, true))],
  ['24 bits', changed((view) => view.setUint16(34, 24, true))],
  ['a longer format', changed((view) => view.setUint32(16, 18, true))],
  ['a list before the sound', changed((view) => view.setUint32(36, 0x4c495354))],
  ['more samples than there are', changed((view) => view.setUint32(40, 0xffffffff, true))],
  ['fewer samples than there are', changed((view) => view.setUint32(40, 10, true))],
  ['another length of the file', changed((view) => view.setUint32(4, 0xfffffff0, true))],
  ['a program behind the sound', joined(beep(), new TextEncoder().encode('MZ program'))],
  ['half a sample', joined(beep(), new Uint8Array(1))],
  ['a click', beep(440, 0.05)],
  ['silence', beep(440, 0.5, 0)],
  ['a sound louder than the others', beep(440, 0.5, 0.9)],
])('%s is refused and not kept', async (_what, file) => {
  const count = async () => (await t.db.selectFrom('sound_files').select('digest').execute()).length
  const before = await count()
  expect((await upload(file)).json()).toMatchObject({ code: 'invalid_input' })
  expect(await count()).toBe(before)
})

test('a sound that is too long is refused before it is read, and so is another type', async () => {
  expect((await upload(beep(440, 5.1))).statusCode).toBe(413)
  expect((await upload(beep(), admin, 'audio/mpeg')).statusCode).toBeGreaterThanOrEqual(400)
})

test('each of the sounds can be replaced, is in the configuration of every page at once, and is as shipped again', async () => {
  expect((await config()).sounds).toEqual({})
  const digest = await digestOf(beep(880))
  for (const sound of SOUNDS) {
    const key = `sounds.${sound.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    expect((await choose(key, digest)).statusCode, sound).toBe(200)
  }
  await expect
    .poll(async () => (await config()).sounds, { timeout: PATIENCE_MS })
    .toEqual(Object.fromEntries(SOUNDS.map((sound) => [sound, digest])))
  expect((await choose('sounds.tone', '../tone')).json()).toMatchObject({ code: 'invalid_input', field: 'value' })
  const { version } = (await setting('sounds.tone'))!
  expect((await t.http(admin.token).delete(`/api/settings/sounds.tone?version=${version}`)).statusCode).toBe(200)
  await expect.poll(async () => (await config()).sounds?.['tone'], { timeout: PATIENCE_MS }).toBeUndefined()
})

test('sounds that are not used go a day after their upload, and there are never more than thirty', async () => {
  const [used, old] = [await digestOf(beep(500)), await digestOf(beep(600))]
  await choose('sounds.panic', used)
  await t.db
    .updateTable('sound_files')
    .set({ uploaded_at: sql<Date>`now() - interval '25 hours'` })
    .execute()
  const next = await digestOf(beep(700))
  expect(await Promise.all([used, old, next].map(async (digest) => (await fetched(digest)).statusCode))).toEqual([200, 404, 200])
  const rows = Array.from({ length: MAX_SOUND_FILES }, (_, nth) => ({ digest: `full-${nth}`, content: Buffer.from('x') }))
  await t.db.insertInto('sound_files').values(rows).execute()
  expect((await upload(beep(800))).json()).toMatchObject({ code: 'conflict' })
})
