import { MAX_LOOK_PICTURES, type RoomSnapshot, type SettingState } from '@tenfour/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, WEB_KEY, type Person, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Person
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.addPerson({ roles: ['Admin'] })
})
afterAll(() => t.close())

const drawn = (background: string, side = 300) =>
  sharp({ create: { width: side, height: Math.ceil(side / 2), channels: 4, background } })
    .png()
    .toBuffer()
const upload = (file: Buffer, person = admin, type = 'image/png') =>
  t.http(person.token, WEB_KEY, { headers: { 'content-type': type } }).post('/api/look/pictures', file)
const digestOf = async (file: Buffer) => (await upload(file)).json<{ digest: string }>().digest
/** Without an API key, as an element of the page asks. */
const fetched = (digest: string, size = 'full') => t.app.http.inject({ method: 'GET', url: `/api/look/pictures/${digest}/${size}` })
const states = async () => (await t.http(admin.token).get('/api/settings')).json<SettingState[]>()
const choose = async (key: string, value: string) => {
  const version = (await states()).find((state) => state.key === key)?.version ?? 0
  return t.http(admin.token).put(`/api/settings/${key}`, { value, version })
}
const config = async () => (await t.app.http.inject({ method: 'GET', url: '/portal-config.json' })).json<RoomSnapshot<'features'>>()

test('a picture becomes WebP in both sizes; anyone may fetch it, and browsers keep it', async () => {
  const saved = await upload(await drawn('#112233', 2400))
  expect(saved.json()).toMatchObject({ width: 1920, height: 960 })
  const { digest } = saved.json<{ digest: string }>()
  for (const [size, width] of [
    ['full', 1920],
    ['thumbnail', 128],
  ] as const) {
    const answer = await fetched(digest, size)
    expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' })
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(width)
  }
})

test('a logo keeps what is transparent in it', async () => {
  const digest = await digestOf(await drawn('rgba(255, 0, 0, 0.2)'))
  expect(await sharp((await fetched(digest, 'thumbnail')).rawPayload).metadata()).toMatchObject({ hasAlpha: true })
})

test('only Admins upload; what is no picture is refused, and so is a digest that names none', async () => {
  const file = await drawn('#445566')
  expect((await upload(file, await t.addPerson({ roles: ['Staff'] }))).statusCode).toBe(403)
  expect((await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).json()).toMatchObject({ code: 'invalid_input' })
  expect((await upload(Buffer.alloc(5_000_001))).statusCode).toBe(413)
  expect((await fetched('A'.repeat(22))).statusCode).toBe(404)
  expect((await fetched('../../etc/passwd')).statusCode).toBe(404)
})

test('the look is in the configuration of every page as soon as it is saved', async () => {
  expect((await config()).look).toEqual({ shortName: '', loginText: '', footerLine: '', logo: null, loginPicture: null, styles: null })
  const digest = await digestOf(await drawn('#778899'))
  const chosen = {
    'short-name': 'LSRP',
    'login-text': 'Welcome',
    'footer-line': 'Be kind',
    logo: digest,
    'login-picture': digest,
    colour: '#7a1fa2',
  }
  for (const [name, value] of Object.entries(chosen)) expect((await choose(`look.${name}`, value)).statusCode, name).toBe(200)
  await expect
    .poll(async () => (await config()).look)
    .toEqual({
      shortName: 'LSRP',
      loginText: 'Welcome',
      footerLine: 'Be kind',
      logo: digest,
      loginPicture: digest,
      styles: expect.stringMatching(/^:root,\.cad-light-theme\{--accent:#7a1fa2;/),
    })
})

test.each([
  ['look.short-name', 'Too long'],
  ['look.short-name', 'A\nB'],
  ['look.colour', 'red'],
  ['look.colour', '#fff;}body{display:none'],
  ['look.logo', '../logo'],
  ['look.footer-line', 'x'.repeat(121)],
])('%s is not %j', async (key, value) => {
  const before = (await states()).find((state) => state.key === key)
  expect((await choose(key, value)).json()).toMatchObject({ code: 'invalid_input', field: 'value' })
  expect((await states()).find((state) => state.key === key)).toEqual(before)
})

test('pictures that are not shown go a day after their upload, and there are never more than twenty', async () => {
  const shown = await digestOf(await drawn('#aabbcc'))
  const old = await digestOf(await drawn('#bbccdd'))
  await choose('look.logo', shown)
  await t.db
    .updateTable('look_pictures')
    .set({ uploaded_at: sql<Date>`now() - interval '25 hours'` })
    .execute()
  const next = await digestOf(await drawn('#ccddee'))
  expect(await Promise.all([shown, old, next].map(async (digest) => (await fetched(digest)).statusCode))).toEqual([200, 404, 200])

  const rows = Array.from({ length: MAX_LOOK_PICTURES }, (_, index) => ({
    digest: `full-${index}`,
    content: Buffer.from('x'),
    thumbnail: Buffer.from('x'),
  }))
  await t.db.insertInto('look_pictures').values(rows).execute()
  expect((await upload(await drawn('#ddeeff'))).json()).toMatchObject({ code: 'conflict' })
  expect((await upload(await drawn('#ccddee'))).statusCode, 'one that is there already').toBe(409)
})
