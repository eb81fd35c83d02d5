import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHIPPED_MEASURES, ownersSeeLookups, PortalConfig, UTC_CALENDAR } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, withClient } from '../../testing/test-database.ts'
import { PASSWORD, startTestPortal, until, WEB_KEY, type TestPortal } from '../../testing/test-portal.ts'
import { issueKey } from '../auth/api-keys.ts'

const NASTY_NAME = '</script><script>alert(1)</script><!--'
const DISPLAY_SCRIPT = 'window.isRenewed = true'
const lines: string[] = []
let folder: string
let t: TestPortal
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tenfour-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><head><!--portal-config--></head><body>the page</body>')
  writeFileSync(join(folder, 'assets', 'app-abc123.js'), 'export {}')
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *')
  writeFileSync(
    join(folder, 'dui.html'),
    `<!--portal-config--><script>${DISPLAY_SCRIPT}</script><script type="module" src="/x.js"></script>`,
  )
  t = await startTestPortal({
    webFolder: folder,
    logLevel: 'debug',
    logTo: { write: (line: string) => void lines.push(line) },
    frameOrigins: ['https://cfx-nui-*', 'https://forum.example'],
  })
  await t.db
    .insertInto('settings')
    .values({ key: 'community.name', value: JSON.stringify(NASTY_NAME) })
    .execute()
  await until('pages carry the name', async () => (await get('/portal-config.json')).json().communityName === NASTY_NAME)
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => t.app.http.inject({ method: 'GET', url, headers })
const withKey = { 'x-api-key': WEB_KEY }

describe('invalid requests', () => {
  const post = (payload: string, headers: Record<string, string> = {}) =>
    t.app.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload,
      headers: { ...withKey, 'content-type': 'application/json', ...headers },
    })

  test('a body that is too large gets 413', async () => {
    const response = await post(JSON.stringify({ emailAddress: 'x'.repeat(2 * 1024 * 1024), password: 'x' }))
    expect(response.statusCode).toBe(413)
    expect(response.json()).toMatchObject({ code: 'too_large' })
  })

  test.each([
    ['half a body', '{"emailAddress":', {}],
    ['an empty body', '', {}],
    ['a body of another kind', '<login/>', { 'content-type': 'text/xml' }],
    ['a form', 'emailAddress=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['an attempt at the prototype', '{"__proto__":{"x":1}}', {}],
  ])('%s gets 400', async (_what, payload, headers) => {
    const response = await post(payload, headers)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'bad_request', requestId: response.headers['x-request-id'] })
  })

  test.each(['/api/nothing', '/api', '/api/', '/api/auth/me/more', '/assets/gone.js'])('%s is 404, as JSON', async (path) => {
    const response = await get(path, withKey)
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toContain('application/json')
    expect(response.json()).toEqual({ code: 'not_found', message: expect.any(String), requestId: response.headers['x-request-id'] })
  })

  test('another method on a known path is 404, as JSON', async () => {
    const response = await t.app.http.inject({ method: 'DELETE', url: '/api/auth/login', headers: withKey })
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toContain('application/json')
  })

  test('each answer has its own request id', async () => {
    const ids = (await Promise.all([get('/api/health'), get('/api/health'), get('/')])).map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('the page', () => {
  test.each(['/', '/user/home', '/login?redirect=%2Fcad', '/404', '/index.html', '/no/such/page'])(
    '%s is the page, with its configuration',
    async (path) => {
      const response = await get(path)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-store')
      const [, json] = /<script type="application\/json" id="portal-config">(.*?)<\/script>/s.exec(response.body) ?? []
      expect(PortalConfig.parse(JSON.parse(json!))).toEqual({
        apiKey: WEB_KEY,
        communityName: NASTY_NAME,
        hasDiscord: false,
        hasMail: false,
        joinsByDiscord: false,
        takesApplications: false,
        hasBot: false,
        version: '0.0.0-test',
        build: expect.stringMatching(/^[0-9a-f]{16}$/),
        providerUrl: expect.stringMatching(/^https:/),
        frameOrigins: ['https://cfx-nui-*', 'https://forum.example'],
        switchedOff: [ownersSeeLookups.key],
        calendar: UTC_CALENDAR,
        sounds: {},
        measures: SHIPPED_MEASURES,
        look: { shortName: '', loginText: '', footerLine: '', logo: null, loginPicture: null, styles: null },
      })
    },
  )

  test('a community name can not close the script element that contains it', async () => {
    const { body } = await get('/')
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body.match(/<\/script/g)).toHaveLength(1)
    expect(body).not.toContain('<!--')
  })

  test('files with a hash in their name are cached permanently, others are revalidated', async () => {
    const asset = await get('/assets/app-abc123.js')
    expect([asset.statusCode, asset.body]).toEqual([200, 'export {}'])
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/robots.txt')).headers['cache-control']).toBe('no-cache')
  })

  test.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/assets/%00'])(
    '%s leads nowhere outside the folder',
    async (path) => {
      expect((await get(path)).body).not.toContain('"name"')
    },
  )
})

describe('security headers', () => {
  const policy = async (headers: Record<string, string> = {}) => {
    const value = String((await get('/', headers)).headers['content-security-policy'])
    return Object.fromEntries(value.split(';').map((part) => [part.trim().split(' ')[0]!, part.trim().split(' ').slice(1)]))
  }

  test('no script runs except files of the portal', async () => {
    const { 'script-src': scripts, 'default-src': fallback, 'object-src': objects, 'base-uri': base } = await policy()
    expect(scripts).toEqual(["'self'"])
    expect(fallback).toEqual(["'self'"])
    expect([objects, base]).toEqual([["'none'"], ["'none'"]])
  })

  test('a screen in the game runs only the script that is part of its page, and sends no referrer', async () => {
    for (const path of ['/dui?key=display_x', '/dui/', '/dui.html', '/dui/anything']) {
      const { headers, body } = await get(path)
      const hash = createHash('sha256').update(DISPLAY_SCRIPT).digest('base64')
      expect(headers['content-security-policy'], path).toContain(`script-src 'self' 'sha256-${hash}';`)
      expect(headers['referrer-policy'], path).toBe('no-referrer')
      expect(headers['cache-control'], path).toBe('no-store')
      expect(body, path).toContain('id="portal-config"')
      expect(body).not.toContain('display_x')
    }
    expect((await get('/duif')).headers['referrer-policy']).toBe('same-origin')
  })

  test('they are on every answer, errors and files too', async () => {
    for (const path of ['/', '/api/health', '/api/nothing', '/api/auth/me', '/assets/app-abc123.js', '/api/openapi.json']) {
      const { headers } = await get(path)
      expect(headers['content-security-policy'], path).toContain("script-src 'self'")
      expect(headers['x-content-type-options'], path).toBe('nosniff')
      expect(headers['referrer-policy'], path).toBe('same-origin')
      expect(headers['x-frame-options'], path).toBeUndefined()
      expect(headers['x-powered-by'], path).toBeUndefined()
    }
  })

  test('a file with a hash in its name has none that only a document has', async () => {
    const { headers } = await get('/assets/app-abc123.js')
    expect(headers['content-security-policy']).toBe("default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'")
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    for (const name of ['permissions-policy', 'cross-origin-opener-policy']) {
      expect([headers[name], (await get('/')).headers[name]], name).toEqual([undefined, expect.any(String)])
    }
  })

  test.each([
    [undefined, []],
    ['https://cfx-nui-other/page', ['https://cfx-nui-other']],
    ['https://cfx-nui-evil.example/', []],
    ['https://evil.example/https://cfx-nui-tenfour', []],
    ['http://cfx-nui-other/', []],
    ['nui://other/page', []],
    ['nonsense; script-src *', []],
  ])('framed from %s: allowed besides the named ones %j', async (referer, also) => {
    const { 'frame-ancestors': ancestors } = await policy(referer === undefined ? {} : { referer })
    expect(new Set(ancestors)).toEqual(new Set(["'self'", 'https://forum.example', 'https://cfx-nui-tenfour', 'nui://game', ...also]))
  })

  test('HSTS is sent only where the portal is on https', async () => {
    expect((await get('/')).headers['strict-transport-security']).toBeUndefined()
    const database = await createTestDatabase()
    const secure = await startTestPortal({ database, portalUrl: 'https://portal.example' })
    try {
      const { headers } = await secure.app.http.inject('/api/health')
      expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    } finally {
      await secure.close()
      await database.drop()
    }
  })

  test('with no configured origins only the game itself may frame the portal', async () => {
    const plain = await startTestPortal()
    try {
      const { headers } = await plain.app.http.inject('/api/health')
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self' nui:\/\/game($|;)/)
    } finally {
      await plain.close()
    }
  })
})

describe('health', () => {
  test('is answered without a key: live, ready, version', async () => {
    const response = await get('/api/health')
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { live: true, ready: true, degraded: [], version: '0.0.0-test', migrating: null },
    ])
  })

  test('says not ready, with 503, while the database is away, and ready once it is back', async () => {
    const portal = await startTestPortal()
    const name = new URL(portal.database.url).pathname.slice(1)
    const maintenance = new URL(portal.database.url)
    maintenance.pathname = '/postgres'
    const health = async () => {
      const response = await portal.app.http.inject('/api/health')
      return [response.statusCode, response.json()]
    }
    try {
      await withClient(maintenance.href, async (client) => {
        await client.query(`alter database ${name} allow_connections false`)
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
        // Connections close shortly after being told to.
        await until('not ready', async () => (await health())[0] === 503)
        expect(await health()).toEqual([503, { live: true, ready: false, degraded: [], version: '0.0.0-test', migrating: null }])
        await client.query(`alter database ${name} allow_connections true`)
        await until('ready again', async () => (await health())[0] === 200)
      })
    } finally {
      await portal.close()
    }
  })
})

test('the log contains no password, key, token or query', async () => {
  const { emailAddress } = await t.addPerson()
  const key = await issueKey(t.db, {}, 'integration', 'Logged')
  const login = await t.http(undefined, key).post('/api/auth/login', { emailAddress, password: PASSWORD })
  const token = login.headers['x-idp-token'] as string
  await t.http(token, key).get('/api/auth/me?secret=in-the-query')
  await t.http(token, key).get('/api/nothing?secret=in-the-query')
  await t.http(undefined, key).post('/api/auth/login', { emailAddress, password: 'a wrong one' })
  await t.http('a-wrong-token', 'a-wrong-key').get('/api/auth/me')
  await get('/user/home?token=in-the-query')
  const socket = await t.connect(token, key)
  socket.disconnect()
  const log = lines.join('')
  expect(log).toContain('"path":"/api/auth/me"')
  expect(log).toContain('"path":"/user/home"')
  for (const secret of [PASSWORD, 'a wrong one', key, WEB_KEY, token, 'a-wrong-token', 'a-wrong-key', 'in-the-query', 'argon2']) {
    expect(log, secret).not.toContain(secret)
  }
  const request = lines.map((line) => JSON.parse(line)).find((line) => line.req?.path === '/api/auth/login' && line.status === 200)
  expect(request).toMatchObject({ level: 'info', req: { method: 'POST', address: '127.0.0.1' }, reqId: login.headers['x-request-id'] })
})
