import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { DRAIN_LIMIT_MS, STOP_LIMIT_MS } from './run.ts'
import { createTestDatabase, withClient } from './testing/test-database.ts'
import { warrantHistoryOf } from './testing/test-warrant-history.ts'
import { startTestRedis } from './testing/test-redis.ts'
import {
  freePort,
  isAlive,
  isPostgresReady,
  makeFolder,
  postgresPid,
  readyAt,
  runPortal,
  type Run,
  type TestFolder,
} from './testing/test-process.ts'
import { until } from './testing/test-portal.ts'

const ROOT = { PORTAL_ROOT_EMAIL: 'root@example.com', PORTAL_ROOT_PASSWORD: 'correct horse battery' }

let folder: TestFolder
let data: string
let running: Run[]
beforeEach(() => {
  folder = makeFolder()
  data = join(folder.path, 'data')
  running = []
})
afterEach(async () => {
  for (const portal of running) portal.child.kill('SIGKILL')
  await Promise.all(running.map((portal) => portal.ended))
  await folder.remove()
})

const start = (settings: Record<string, string> = {}) => {
  const portal = runPortal({ PORTAL_DATA_DIR: data, ...settings })
  running.push(portal)
  return portal
}
/** Expects one line that names the problem, and exit code 1. */
const refused = async (settings: Record<string, string>, names: RegExp) => {
  const portal = start(settings)
  expect(await portal.ended).toBe(1)
  expect(portal.stderr().trim().split('\n')).toHaveLength(1)
  expect(portal.stderr()).toMatch(names)
  expect(portal.stdout()).toBe('')
}
const apiKey = () => readFileSync(join(data, 'api-key'), 'utf8').trim()
const signIn = async (url: string) => {
  const body = JSON.stringify({ emailAddress: ROOT.PORTAL_ROOT_EMAIL, password: ROOT.PORTAL_ROOT_PASSWORD })
  const headers = { 'x-api-key': apiKey(), 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  return { ...headers, authorization: `Bearer ${response.headers.get('x-idp-token')}` }
}
const databaseUrl = () => (JSON.parse(readFileSync(join(data, 'postgres.json'), 'utf8')) as { url: string }).url
const serverNames = async (url: string, headers: Record<string, string>) => {
  const response = await fetch(`${url}/api/patrol/servers`, { headers })
  expect(response.status, await response.clone().text()).toBe(200)
  return new Set(((await response.json()) as { name: string }[]).map(({ name }) => name))
}

test('the first start prints the address and the set-up code, also as root in a folder only root may enter; the next start prints the same code', async () => {
  const closed = join(folder.path, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  data = join(closed, 'data')
  const first = start()
  const url = await readyAt(first)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const [, page, code] = await first.said(/No account exists yet\. Open (\S+) and enter this one-time code: (\S+)/)
  expect(page).toBe(`${url}/setup`)
  expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ live: true, ready: true })
  for (const file of ['api-key', 'postgres-password', 'postgres.json', 'portal.lock']) expect(existsSync(join(data, file)), file).toBe(true)
  if (process.platform === 'linux') {
    const [, uid] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${postgresPid(data)}/status`, 'utf8')) ?? []
    expect(uid, 'the database never runs as root').not.toBe('0')
  }

  const before = readdirSync(data)
  await refused({}, new RegExp(`^Tenfour can't start: PORTAL_DATA_DIR .* is in use by another portal \\(process ${first.child.pid}\\)`))
  expect(readdirSync(data)).toEqual(before)
  expect((await fetch(`${url}/api/health`)).status).toBe(200)

  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
  expect(first.stderr()).toBe('')
  expect(existsSync(join(data, 'portal.lock'))).toBe(false)
  expect(postgresPid(data)).toBeUndefined()

  const second = start()
  await readyAt(second)
  expect((await second.said(/one-time code: (\S+)/))[1]).toBe(code)
})

test('TRUST_PROXY=true prints a warning', { timeout: 60_000 }, async () => {
  const portal = start({ TRUST_PROXY: 'true', HOST: '203.0.113.1' })
  expect(await portal.ended).toBe(1)
  expect(portal.stderr().split('\n')[0]).toMatch(/^TRUST_PROXY=true believes every X-Forwarded-For header/)
  const other = start({ TRUST_PROXY: '1', HOST: '203.0.113.1' })
  expect(await other.ended).toBe(1)
  expect(other.stderr()).not.toContain('TRUST_PROXY')
})

test('a changed key of the history of warrants is reported at start, and so is a missing key with Redis', async () => {
  const [database, redis] = await Promise.all([createTestDatabase(), startTestRedis()])
  const key = 'a-key-for-the-history-of-warrants-of-the-tests'
  const secrets = { PORTAL_SECRETS_KEY: 'a-key-for-the-secrets-of-others-of-the-tests' }
  const settings = { DATABASE_URL: database.url, REDIS_URL: redis.url, HOST: '127.0.0.1', ...secrets }
  try {
    const first = start({ ...settings, PORTAL_HISTORY_KEY: key, ...ROOT })
    await readyAt(first)
    const { id } = await database.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await warrantHistoryOf(database.db, Buffer.from(key)).submit(id)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(first.stderr()).toBe('')

    const second = start(settings)
    await readyAt(second)
    expect(second.stderr()).toMatch(/^REDIS_URL is set and PORTAL_HISTORY_KEY is not: /)
    expect(second.stderr()).toMatch(/\nThe history of warrants was sealed with another key \(\w{16}\) than this portal has \(\w{16}\): /)
    expect(second.stderr()).not.toContain(readFileSync(join(data, 'history-key'), 'utf8').trim())
    second.child.kill('SIGTERM')
    await second.ended
  } finally {
    await redis.stop()
    await database.drop()
  }
}, 120_000)

test('the whole shutdown is shorter than the ten seconds after which containers are killed', () => {
  expect(DRAIN_LIMIT_MS).toBeLessThan(STOP_LIMIT_MS)
  expect(STOP_LIMIT_MS).toBeLessThan(10_000)
})

test('SIGTERM: requests under way are answered, new ones are refused, the database stops, exit 0', async () => {
  const portal = start(ROOT)
  const url = await readyAt(portal)
  expect(portal.stdout()).not.toContain('one-time code')
  const headers = await signIn(url)
  const pid = postgresPid(data)!
  await withClient(databaseUrl(), async (client) => {
    await client.query('begin')
    await client.query('lock table servers in access exclusive mode')
    const answer = new Promise<number | undefined>((resolve, reject) => {
      // Like a browser, which keeps its connection open for minutes.
      const agent = new Agent({ keepAlive: true, timeout: 60_000 })
      const slow = request(`${url}/api/patrol/servers`, { headers, agent }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode))
      })
      slow.once('error', reject)
      slow.end()
    })
    await until('the request is under way', async () => {
      const { rows } = await client.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")
      return rows.length > 0
    })
    portal.child.kill('SIGTERM')
    await until('nothing new is taken', () =>
      fetch(`${url}/api/health`).then(
        (response) => response.status === 503,
        () => true,
      ),
    )
    await client.query('commit')
    expect(await answer).toBe(200)
    // Our own connection ends with the database.
    client.on('error', () => undefined)
    expect(await portal.ended).toBe(0)
  }).catch((error: unknown) => {
    if (!/terminat|closed|ended/i.test(String(error))) throw error
  })
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(join(data, 'portal.lock'))).toBe(false)
})

test('SIGTERM: a request that never ends keeps neither the database from being stopped nor the portal from exiting with 0', async () => {
  const portal = start(ROOT)
  const url = await readyAt(portal)
  const headers = await signIn(url)
  const pid = postgresPid(data)!
  await withClient(databaseUrl(), async (client) => {
    client.on('error', () => undefined)
    await client.query('begin')
    await client.query('lock table servers in access exclusive mode')
    fetch(`${url}/api/patrol/servers`, { headers }).catch(() => undefined)
    await until('the request is under way', async () => {
      const { rows } = await client.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")
      return rows.length > 0
    })
    portal.child.kill('SIGTERM')
    expect(await portal.ended).toBe(0)
  })
  expect(isAlive(pid)).toBe(false)
})

describe('a start that fails prints one line, exits with code 1, and creates nothing', () => {
  test('a wrong value', async () => {
    const wrong = { PORT: 'http', PORTAL_URL: 'nowhere', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', TRUST_PROXY: '10.0.0' }
    await Promise.all(
      Object.entries(wrong).map(([name, value]) => refused({ [name]: value }, new RegExp(`^Tenfour can't start: ${name} must`))),
    )
    expect(existsSync(data)).toBe(false)
  })

  test('a port in use, a database and a Redis that can not be reached', async () => {
    const occupied = createServer()
    await new Promise<void>((listening) => occupied.listen(0, '127.0.0.1', listening))
    const { port } = occupied.address() as AddressInfo
    const nobody = await freePort()
    const silent = createServer((socket) => socket.resume())
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    const template = new URL(inject('templateUrl'))
    template.pathname = '/nowhere'
    await Promise.all([
      refused({ PORT: String(port) }, /^Tenfour can't start: PORT \d+ is already in use on 127\.0\.0\.1/),
      refused({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${nobody}/x` }, /^Tenfour can't start: DATABASE_URL: .*ECONNREFUSED/),
      refused(
        { DATABASE_URL: `postgres://me:secret@127.0.0.1:${(silent.address() as AddressInfo).port}/x` },
        /^Tenfour can't start: DATABASE_URL: .* can't be reached: no answer within 5 s\. Check that it runs/,
      ),
      refused({ DATABASE_URL: template.href }, /^Tenfour can't start: DATABASE_URL: .*database "nowhere" does not exist/),
      refused({ REDIS_URL: `redis://127.0.0.1:${nobody}` }, /^Tenfour can't start: REDIS_URL: .*ECONNREFUSED/),
    ])
    expect(running.map((portal) => portal.stderr()).join('')).not.toContain('secret')
    for (const each of [occupied, silent]) await new Promise((closed) => each.close(closed))
    expect(existsSync(data)).toBe(false)
  })

  test('a data folder that is a file', async () => {
    writeFileSync(data, 'a file')
    await refused({}, /^Tenfour can't start: PORTAL_DATA_DIR .*data can't be made/)
  })
})

describe('after kill -9 everything acknowledged is still there', () => {
  /** Saves servers until stopped, and keeps the names of the acknowledged ones. */
  const writeOn = (url: string, headers: Record<string, string>, prefix: string) => {
    const acknowledged: string[] = []
    const refusals = new Set<number>()
    let isStopped = false
    const done = (async () => {
      for (let i = 0; !isStopped; i += 1) {
        const name = `${prefix} ${i}`
        const saved = await fetch(`${url}/api/patrol/server`, { method: 'POST', headers, body: JSON.stringify({ name }) }).catch(
          () => undefined,
        )
        if (saved?.status === 200) acknowledged.push(name)
        else if (saved) refusals.add(saved.status)
      }
    })()
    return {
      acknowledged,
      refusals,
      stop: async () => {
        isStopped = true
        await done
      },
    }
  }
  const missing = async (url: string, headers: Record<string, string>, names: readonly string[]) => {
    const kept = await serverNames(url, headers)
    return names.filter((name) => !kept.has(name))
  }

  test('of the database under a running portal, of the portal, and of both', async () => {
    let portal = start({ ...ROOT, LOG_LEVEL: 'error' })
    let url = await readyAt(portal)
    let headers = await signIn(url)
    const all: string[] = []
    const interrupt = async (prefix: string, act: () => Promise<void>) => {
      const writer = writeOn(url, headers, prefix)
      await until('some were written', () => writer.acknowledged.length >= 20, 30_000)
      await act()
      await writer.stop()
      all.push(...writer.acknowledged)
      const errors = [...writer.refusals].filter((status) => status !== 503)
      expect(errors, `a database that is away is no error of the portal:\n${portal.stdout()}`).toEqual([])
    }

    await interrupt('database', async () => {
      const pid = postgresPid(data)!
      process.kill(pid, 'SIGKILL')
      await until('another one has started', () => postgresPid(data) !== pid && isPostgresReady(data), 60_000)
      await until('the portal is ready again', async () => (await fetch(`${url}/api/health`)).status === 200, 60_000)
    })
    expect(await missing(url, headers, all), 'the running portal came back').toEqual([])

    await interrupt('portal', async () => {
      portal.child.kill('SIGKILL')
      await portal.ended
    })
    expect(postgresPid(data), 'its database lives on').toBeDefined()
    portal = start()
    url = await readyAt(portal)
    expect(await missing(url, headers, all), 'after the portal').toEqual([])

    headers = await signIn(url)
    await interrupt('both', async () => {
      process.kill(postgresPid(data)!, 'SIGKILL')
      portal.child.kill('SIGKILL')
      await portal.ended
    })
    portal = start()
    url = await readyAt(portal)
    expect(await missing(url, headers, all), 'after both').toEqual([])
    portal.child.kill('SIGTERM')
    expect(await portal.ended).toBe(0)
  }, 180_000)
})
