import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PortalConfig } from '@tenfour/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { handleErrors } from './error-handler.ts'
import { secureHeaders } from './security.ts'
import { serveWebApp } from './web-app.ts'

const SCRIPT = "document.title = 'x'"
const CONFIG = { apiKey: 'key', communityName: 'Test', version: '1', providerUrl: 'https://example.com', frameOrigins: [], switchedOff: [] }
const calls = (...signedIn: string[]) => ({ signedOut: [], signedIn, socket: '/api/realtime/' })
const PAGES = [
  { path: '/user/home', files: ['assets/home-1.js', 'assets/home-1.css'], calls: calls('/api/auth/me', '/api/announcements') },
  { path: '/admin/users', files: ['assets/users-1.js'], calls: calls('/api/auth/me') },
  { path: '/admin/users/$userId', files: ['assets/user-1.js'], calls: calls('/api/auth/me') },
]
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A portal whose page references this script, as each build references different ones. */
async function serve(script: string): Promise<FastifyInstance> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-web-app-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    `<head><!--portal-config--><script>${SCRIPT}</script></head><script type="module" src="/assets/${script}"></script>`,
  )
  writeFileSync(join(folder, 'assets', script), 'export {}')
  writeFileSync(join(folder, 'dui.html'), '<head><!--portal-config--></head>')
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(PAGES))
  const app = Fastify()
  handleErrors(app)
  await serveWebApp(app, {
    folder,
    content: () => ({ config: CONFIG, imageOrigins: [] }),
    headers: secureHeaders(app, { frameOrigins: [], isHttps: false }),
  })
  closing.push(
    () => app.close(),
    () => rmSync(folder, { recursive: true, force: true }),
  )
  return app
}

const buildOf = async (app: FastifyInstance) => PortalConfig.parse((await app.inject('/portal-config.json')).json()).build

test('a page knows its build, so that one left open can tell that the portal was upgraded', async () => {
  const before = await serve('app-111.js')
  const after = await serve('app-222.js')
  const { body } = await before.inject('/user/home')
  const [, json] = /id="portal-config">(.*?)<\/script>/s.exec(body) ?? []
  expect(PortalConfig.parse(JSON.parse(json ?? '')).build).toBe(await buildOf(before))
  expect(await buildOf(after)).not.toBe(await buildOf(before))
  expect(await buildOf(await serve('app-111.js'))).toBe(await buildOf(before))
})

test('a file of another build is 404 and is not cached as such', async () => {
  const app = await serve('app-222.js')
  for (const path of ['/assets/app-111.js', '/assets/app-111.css']) {
    const { statusCode, headers } = await app.inject(path)
    expect([statusCode, headers['cache-control']], path).toEqual([404, 'no-store'])
    expect(headers['content-type'], path).toContain('application/json')
  }
})

test("only the page's own inline script and files may run", async () => {
  const { headers } = await (await serve('app-111.js')).inject('/login')
  const hash = createHash('sha256').update(SCRIPT).digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
})

test('a page names its files and its first calls, so that they are fetched in parallel with the code', async () => {
  const app = await serve('app-111.js')
  const { body } = await app.inject('/user/home?from=nowhere')
  expect(body).toContain('<link rel="preload" as="script" crossorigin href="/assets/home-1.js">')
  expect(body).toContain('<link rel="preload" as="style" crossorigin href="/assets/home-1.css">')
  const [, json] = /id="first-calls">(.*?)<\/script>/s.exec(body) ?? []
  expect(JSON.parse(json ?? '')).toEqual(PAGES[0]?.calls)
  expect((await app.inject('/user/home/')).body).toBe(body.replace('?from=nowhere', ''))
})

test('the page of one user has its own files, not those of the list', async () => {
  const app = await serve('app-111.js')
  const filesAt = async (path: string) =>
    [...(await app.inject(path)).body.matchAll(/rel="preload"[^>]* href="([^"]*)"/g)].map(([, href]) => href)
  expect(await filesAt('/admin/users/7')).toEqual(['/assets/user-1.js'])
  expect(await filesAt('/admin/users')).toEqual(['/assets/users-1.js'])
  expect(await filesAt('/admin/users/7/more')).toEqual([])
  expect(await filesAt('/nowhere')).toEqual([])
})

test('the document is compressed for browsers that accept gzip', async () => {
  const app = await serve('app-111.js')
  const get = (encoding?: string) =>
    app.inject({ url: '/user/home', headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })
  const plain = await get()
  for (const encoding of ['gzip, deflate, br', 'br;q=1, gzip;q=0.5']) {
    const { headers, rawPayload } = await get(encoding)
    expect([headers['content-encoding'], headers['vary']], encoding).toEqual(['gzip', 'accept-encoding'])
    expect(gunzipSync(rawPayload).toString(), encoding).toBe(plain.body)
  }
  for (const encoding of ['identity', 'br', 'gzip;q=0', 'gzip;q=0.0, br']) {
    expect((await get(encoding)).headers['content-encoding'], encoding).toBeUndefined()
  }
})

test('a screen in the game makes no first calls', async () => {
  const { body } = await (await serve('app-111.js')).inject('/dui/board')
  expect(body).not.toContain('preload')
  expect(body).not.toContain('first-calls')
})

test('unknown paths share one rendered page', async () => {
  const app = await serve('app-111.js')
  const pages = await Promise.all(Array.from({ length: 3 }, (_, index) => app.inject(`/nowhere/${index}`)))
  expect(new Set(pages.map(({ body }) => body)).size).toBe(1)
})
