import type { ServerMap } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, WEB_KEY, type Http, until, type TestPortal } from '../../../testing/test-portal.ts'
import { buildJpeg, buildPng } from '../../../platform/pictures/testing/build-image.ts'

let t: TestPortal
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
})
afterAll(() => t.close())

let counter = 0
/** A separate server for each test. */
const newServer = async (): Promise<number> => {
  counter += 1
  return (await admin.post('/api/patrol/server', { name: `Map ${counter}` })).json().serverId
}
const mapOf = async (serverId: number): Promise<ServerMap> => (await admin.get(`/api/servers/${serverId}/map`)).json()
const save = (serverId: number, body: object) => admin.put(`/api/servers/${serverId}/map`, body)
const upload = async (serverId: number, file: Buffer, type = 'image/png') => {
  const { token } = await t.person('admin')
  return t.http(token, WEB_KEY, { headers: { 'content-type': type } }).put(`/api/servers/${serverId}/map/image`, file)
}
const calibration = [
  { left: 100, top: 100, x: -3000, y: 6000 },
  { left: 700, top: 900, x: 3000, y: -2000 },
]
const tiles = { kind: 'tiles', url: 'https://tiles.example.org/map/{z}/{x}/{y}.png', tileSize: 256, maxZoom: 5, calibration }

test('the default backdrop of a server is our own drawing', async () => {
  const serverId = await newServer()
  expect(await mapOf(serverId)).toEqual({ serverId, backdrop: { kind: 'island' }, image: null, postals: 0, version: 0 })
})

test('a picture is uploaded, calibrated, shown to members, and audited', async () => {
  const serverId = await newServer()
  const file = buildPng(800, 1000)
  const uploaded = await upload(serverId, file)
  expect(uploaded.statusCode).toBe(200)
  expect(uploaded.json()).toMatchObject({
    backdrop: { kind: 'island' },
    image: { type: 'image/png', width: 800, height: 1000, bytes: file.length },
    version: 1,
  })
  const saved = await save(serverId, { backdrop: { kind: 'image', calibration }, version: 1 })
  expect(saved.json()).toMatchObject({ backdrop: { kind: 'image', calibration }, version: 2 })

  const member = await t.as('officer')
  const shown = await member.get(`/api/servers/${serverId}/map/image`)
  expect(shown.statusCode).toBe(200)
  expect(shown.rawPayload).toEqual(file)
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  const { token } = await t.person('officer')
  const again = await t
    .http(token, WEB_KEY, { headers: { 'if-none-match': String(shown.headers['etag']) } })
    .get(`/api/servers/${serverId}/map/image`)
  expect([again.statusCode, again.body]).toEqual([304, ''])

  const audit = await t.db.selectFrom('audit').select(['action', 'subject_id']).where('action', 'like', 'server.map%').execute()
  expect(audit.filter((row) => row.subject_id === String(serverId)).map(({ action }) => action)).toEqual([
    'server.map-image-changed',
    'server.map-changed',
  ])
})

test('another picture of another size has to be calibrated again; one of the same size keeps the calibration', async () => {
  const serverId = await newServer()
  await upload(serverId, buildPng(800, 1000))
  await save(serverId, { backdrop: { kind: 'image', calibration }, version: 1 })
  expect((await upload(serverId, buildJpeg(800, 1000), 'image/jpeg')).json()).toMatchObject({ backdrop: { kind: 'image' }, version: 3 })
  expect((await upload(serverId, buildJpeg(800, 1000), 'image/jpeg')).json()).toMatchObject({ version: 3 })
  expect((await upload(serverId, buildPng(900, 1000))).json()).toMatchObject({ backdrop: { kind: 'island' }, version: 4 })
})

test.each([
  ['an SVG named a PNG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 400],
  ['a picture too wide', buildPng(20_000, 10), 'image/png', 400],
  ['more pixels than a browser can unpack', buildPng(12_000, 12_000), 'image/png', 400],
  ['no pixels', buildPng(0, 0), 'image/png', 400],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 400],
  ['a file too large', Buffer.concat([buildPng(10, 10), Buffer.alloc(20 * 1024 * 1024)]), 'image/png', 413],
])('%s is refused, and nothing is stored', async (_what, file, type, status) => {
  const serverId = await newServer()
  expect((await upload(serverId, file, type)).statusCode).toBe(status)
  expect(await mapOf(serverId)).toMatchObject({ image: null, version: 0 })
  expect((await admin.get(`/api/servers/${serverId}/map/image`)).statusCode).toBe(404)
})

test('only this endpoint accepts a body as large as a map picture', async () => {
  const serverId = await newServer()
  const large = Buffer.concat([buildPng(10, 10), Buffer.alloc(3 * 1024 * 1024)])
  expect((await upload(serverId, large)).statusCode).toBe(200)
  const { token } = await t.person('admin')
  const elsewhere = await t.http(token, WEB_KEY, { headers: { 'content-type': 'image/png' } }).put(`/api/servers/${serverId}/map`, large)
  expect(elsewhere.statusCode).toBe(413)
})

test("a picture that was never uploaded can't be the backdrop", async () => {
  const serverId = await newServer()
  const response = await save(serverId, { backdrop: { kind: 'image', calibration }, version: 0 })
  expect([response.statusCode, response.json().message]).toEqual([409, 'Upload a picture first'])
})

test('tiles from elsewhere: pages may load images only from their origin, and only while they are used', async () => {
  const serverId = await newServer()
  const policy = async () => String((await t.http().get('/livemap')).headers['content-security-policy'])
  expect(await policy()).toContain("img-src 'self' data: blob:;")
  expect((await save(serverId, { backdrop: tiles, version: 0 })).statusCode).toBe(200)
  await until('pages show them', async () => (await policy()).includes("img-src 'self' data: blob: https://tiles.example.org;"))
  expect(String((await admin.get('/api/patrol/servers')).headers['content-security-policy'])).not.toContain('tiles.example.org')
  await save(serverId, { backdrop: { kind: 'island' }, version: 1 })
  await until('pages show them no more', async () => !(await policy()).includes('tiles.example.org'))
})

test('an unreadable stored address of tiles leaves the map without tiles, and all pages working', async () => {
  const serverId = await newServer()
  await save(serverId, { backdrop: tiles, version: 0 })
  for (const url of ['https://10.0.0.256/{z}/{x}/{y}.png', 'nonsense', '']) {
    await t.db
      .updateTable('server_maps')
      .set({ backdrop: JSON.stringify({ ...tiles, url }) })
      .where('server_id', '=', serverId)
      .execute()
    await until('pages show no tiles', async () => {
      const page = await t.http().get('/livemap')
      expect(page.statusCode).not.toBe(500)
      return String(page.headers['content-security-policy']).includes("img-src 'self' data: blob:;")
    })
    expect((await admin.get(`/api/servers/${serverId}/map`)).json()).toMatchObject({ backdrop: { kind: 'island' } })
  }
  const { version } = (await admin.get(`/api/servers/${serverId}/map`)).json()
  expect((await save(serverId, { backdrop: { kind: 'island' }, version })).statusCode, 'and is mended there').toBe(200)
})

test.each([
  ['no https', { url: 'http://tiles.example.org/{z}/{x}/{y}.png' }],
  ['a script', { url: 'javascript:alert(1)//{z}/{x}/{y}' }],
  ['a way out of the policy', { url: 'https://a.example; script-src *//{z}/{x}/{y}' }],
  ['another host in the host', { url: 'https://a.example@b.example/{z}/{x}/{y}' }],
  ['a host with a placeholder', { url: 'https://{s}.example/{z}/{x}/{y}' }],
  ['a number that is no address', { url: 'https://10.0.0.256/{z}/{x}/{y}.png' }],
  ['too many numbers', { url: 'https://1.2.3.4.5/{z}/{x}/{y}.png' }],
  ['a port that is none', { url: 'https://tiles.example.org:99999/{z}/{x}/{y}.png' }],
  ['no row', { url: 'https://tiles.example.org/{z}/{x}.png' }],
  ['a size no tile has', { tileSize: 300 }],
  ['too many zooms', { maxZoom: 30 }],
  ['points on one line', { calibration: [calibration[0], { left: 700, top: 100, x: 3000, y: 6000 }] }],
  ['south up', { calibration: [calibration[0], { left: 700, top: 900, x: 3000, y: 9000 }] }],
  ['stretched tiles', { calibration: [calibration[0], { left: 700, top: 900, x: 3000, y: 2000 }] }],
])('tiles with %s are refused', async (_what, over) => {
  const serverId = await newServer()
  expect((await save(serverId, { backdrop: { ...tiles, ...over }, version: 0 })).statusCode).toBe(400)
})

test('of two who change the same version one succeeds and the other gets a conflict', async () => {
  const serverId = await newServer()
  const both = await Promise.all([1, 2].map(() => save(serverId, { backdrop: tiles, version: 0 })))
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  await save(serverId, { backdrop: { kind: 'island' }, version: 1 })
})

const savePostals = (serverId: number, postals: readonly object[], version = 0) =>
  admin.put(`/api/servers/${serverId}/map/postals`, { postals, version })

test('five thousand postals are stored, replaced as a whole, and read by members', async () => {
  const serverId = await newServer()
  const many = Array.from({ length: 5000 }, (_, index) => ({ code: String(1000 + index), x: index, y: -index / 2 }))
  expect((await savePostals(serverId, many)).json()).toMatchObject({ postals: 5000, version: 1 })
  expect((await savePostals(serverId, [{ code: ' 7214 ', x: 1.5, y: -2 }], 1)).json()).toMatchObject({ postals: 1, version: 2 })
  const member = await t.as('officer')
  expect((await member.get(`/api/servers/${serverId}/map/postals`)).json()).toEqual([{ code: '7214', x: 1.5, y: -2 }])
})

test.each([
  ['more than five thousand', Array.from({ length: 5001 }, (_, index) => ({ code: String(index), x: 0, y: 0 }))],
  [
    'one twice',
    [
      { code: '1', x: 0, y: 0 },
      { code: '1', x: 5, y: 5 },
    ],
  ],
  ['one without a code', [{ code: ' ', x: 0, y: 0 }]],
  ['one out of the world', [{ code: '1', x: 99_999, y: 0 }]],
])('%s: refused, and the list does not change', async (_what, postals) => {
  const serverId = await newServer()
  await savePostals(serverId, [{ code: 'old', x: 0, y: 0 }])
  expect((await savePostals(serverId, postals, 1)).statusCode).toBe(400)
  expect((await admin.get(`/api/servers/${serverId}/map/postals`)).json()).toEqual([{ code: 'old', x: 0, y: 0 }])
})

test('an unknown server has no map', async () => {
  for (const path of ['map', 'map/postals', 'map/image']) expect((await admin.get(`/api/servers/999999/${path}`)).statusCode).toBe(404)
  expect((await save(999_999, { backdrop: { kind: 'island' }, version: 0 })).statusCode).toBe(404)
  expect((await upload(999_999, buildPng(10, 10))).statusCode).toBe(404)
})
