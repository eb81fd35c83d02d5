import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test as base } from 'vitest'
import { complain } from './platform/log/say.ts'
import {
  isAlive,
  isStopped,
  makeFolder,
  postgresPid,
  processesIn,
  readyAt,
  type Run,
  runPortal,
  signalTree,
} from './testing/test-process.ts'
import { isFull, numberFrom, someOf } from './testing/test-length.ts'
import { until } from './testing/test-portal.ts'

const ROOT = { PORTAL_ROOT_EMAIL: 'root@example.com', PORTAL_ROOT_PASSWORD: 'correct horse battery' }

const LONG = { timeout: 180_000 }
/** Several whole starts each: for a release. */
const RELEASE = { ...LONG, skip: !isFull }
/** `FOLDER_SEED=7` takes other moments; `TEST_FULL=1` takes all of them. */
const FOLDER_SEED = numberFrom('FOLDER_SEED', 1)

type Place = { readonly data: string; readonly start: (settings?: Record<string, string>) => Run }

/** A separate data folder for each test, so that they can run concurrently: they mostly wait. */
const test = base.extend<{ place: Place }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of the fixtures from this pattern
  place: async ({}, use) => {
    const folder = makeFolder()
    const data = join(folder.path, 'data')
    const running: Run[] = []
    const start = (settings: Record<string, string> = {}) => {
      const portal = runPortal({ PORTAL_DATA_DIR: data, ...settings })
      running.push(portal)
      return portal
    }
    await use({ data, start })
    for (const pid of processesIn(folder.path)) process.kill(pid, 'SIGKILL')
    for (const portal of running) portal.child.kill('SIGKILL')
    await Promise.all(running.map((portal) => portal.ended))
    spawnSync('umount', ['--lazy', data])
    await folder.remove()
  },
})
const health = async (url: string) => {
  const response = await fetch(`${url}/api/health`)
  return { status: response.status, ready: ((await response.json()) as { ready: boolean }).ready }
}
const READY = { status: 200, ready: true }
const NOT_READY = { status: 503, ready: false }
const signIn = async (url: string, { data }: Place) => {
  const body = JSON.stringify({ emailAddress: ROOT.PORTAL_ROOT_EMAIL, password: ROOT.PORTAL_ROOT_PASSWORD })
  const headers = { 'x-api-key': readFileSync(join(data, 'api-key'), 'utf8').trim(), 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  return { ...headers, authorization: `Bearer ${response.headers.get('x-idp-token')}` }
}
type Headers = Record<string, string>
const readServers = (url: string, headers: Headers) => fetch(`${url}/api/patrol/servers`, { headers })
const saveServer = (url: string, headers: Headers, name: string) =>
  fetch(`${url}/api/patrol/server`, { method: 'POST', headers, body: JSON.stringify({ name }) })

describe('a killed first start does not block the next one', () => {
  const unfinished = (data: string) =>
    existsSync(data) ? readdirSync(data).find((name) => name.startsWith('postgres.unfinished-')) : undefined
  const inUnfinished = (data: string, file: string) => existsSync(join(data, unfinished(data) ?? 'none', file))
  const startsNow = async (place: Place) => {
    const url = await readyAt(place.start(ROOT))
    expect(await health(url)).toEqual(READY)
    await signIn(url, place)
    const kept = ['api-key', 'history-key', 'portal.lock', 'postgres', 'postgres-password', 'postgres.json', 'postgres.log', 'secrets-key']
    // The list of who stands how may be written by then.
    expect(
      readdirSync(place.data)
        .filter((name) => name !== 'standing')
        .sort(),
    ).toEqual(kept)
  }

  const moments: readonly [string, (data: string) => boolean][] = [
    ['its cluster is begun', (data) => inUnfinished(data, 'cluster')],
    ['PG_VERSION is written', (data) => inUnfinished(data, 'cluster/PG_VERSION')],
    ['the databases are filled', (data) => inUnfinished(data, 'cluster/global/pg_control')],
    ['the cluster is in its place', (data) => existsSync(join(data, 'postgres'))],
    ['the password is in its place', (data) => existsSync(join(data, 'postgres-password'))],
    ['PostgreSQL starts', (data) => existsSync(join(data, 'postgres', 'postmaster.pid'))],
  ]
  test.concurrent.for(someOf(moments, 1, FOLDER_SEED))(`once %s (seed ${FOLDER_SEED})`, LONG, async ([_when, isTime], { place }) => {
    const first = place.start(ROOT)
    await until('it is time', () => isTime(place.data), 60_000)
    first.child.kill('SIGKILL')
    for (const pid of processesIn(place.data)) process.kill(pid, 'SIGKILL')
    await first.ended
    await startsNow(place)
  })

  test.concurrent('and its initdb still runs', RELEASE, async ({ place }) => {
    const first = place.start(ROOT)
    await until('it has begun', () => inUnfinished(place.data, 'cluster/PG_VERSION'), 60_000)
    first.child.kill('SIGKILL')
    await first.ended
    const url = await readyAt(place.start(ROOT))
    expect(await health(url)).toEqual(READY)
  })

  test.concurrent('when the cluster was complete but not renamed yet, or without its password', RELEASE, async ({ place }) => {
    const { data, start } = place
    const first = start(ROOT)
    await readyAt(first)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    rmSync(join(data, 'postgres-password'))
    const second = start(ROOT)
    await readyAt(second)
    expect(second.stderr()).toMatch(/^\S+postgres-password did not fit the database: a new password was set, and it was missing\n$/)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)

    const aside = join(data, 'postgres.unfinished-0')
    mkdirSync(aside)
    renameSync(join(data, 'postgres'), join(aside, 'cluster'))
    renameSync(join(data, 'postgres-password'), join(aside, 'password'))
    await startsNow(place)
  })
})

test.concurrent(
  'a paused portal notices that another has its folder: it stops with one line and leaves the other alone',
  RELEASE,
  async ({ place }) => {
    const { data, start } = place
    const paused = start(ROOT)
    await readyAt(paused)
    const firstDatabase = postgresPid(data)!
    paused.child.kill('SIGSTOP')
    await until('it is paused', () => isStopped(paused.child.pid ?? 0))
    // As if it had been paused for a minute.
    const before = new Date(Date.now() - 60_000)
    utimesSync(join(data, 'portal.lock'), before, before)
    const other = start()
    const url = await readyAt(other)
    const secondDatabase = postgresPid(data)!
    expect(secondDatabase).not.toBe(firstDatabase)
    const lock = readFileSync(join(data, 'portal.lock'), 'utf8')

    paused.child.kill('SIGCONT')
    expect(await paused.ended).toBe(1)
    expect(paused.stderr()).toBe(
      `Tenfour stops: another portal (process ${other.child.pid}) has taken PORTAL_DATA_DIR ${data} while this one was paused\n`,
    )
    expect(readFileSync(join(data, 'portal.lock'), 'utf8')).toBe(lock)
    expect(existsSync(join(data, 'postgres.json'))).toBe(true)
    expect(postgresPid(data)).toBe(secondDatabase)
    expect(await health(url)).toEqual(READY)
    await signIn(url, place)
  },
)

test.concurrent(
  'a lock that is removed is written again; a folder that is removed ends the portal and its database',
  LONG,
  async ({ place: { data, start } }) => {
    const portal = start(ROOT)
    const url = await readyAt(portal)
    const database = postgresPid(data)!
    rmSync(join(data, 'portal.lock'))
    await until('the lock is back', () => existsSync(join(data, 'portal.lock')))
    expect(await health(url)).toEqual(READY)

    renameSync(data, `${data} elsewhere`)
    expect(await portal.ended).toBe(1)
    expect(portal.stderr()).toContain(`Tenfour stops: PORTAL_DATA_DIR ${data} is gone\n`)
    expect(isAlive(database)).toBe(false)
  },
)

test.concurrent(
  'a frozen database: calls are refused within a time limit, and everything works once it continues',
  RELEASE,
  async ({ place }) => {
    const { data, start } = place
    const portal = start(ROOT)
    const url = await readyAt(portal)
    const headers = await signIn(url, place)
    await Promise.all(Array.from({ length: 20 }, (_, i) => saveServer(url, headers, `Before ${i}`)))
    const database = postgresPid(data)!
    signalTree(database, 'SIGSTOP')
    try {
      const calls = Array.from({ length: 10 }, (_, i) => [readServers(url, headers), saveServer(url, headers, `During ${i}`)]).flat()
      expect(await health(url)).toEqual(NOT_READY)
      // Page content is in memory.
      expect((await fetch(`${url}/portal-config.json`)).status).toBe(200)
      for (const answer of await Promise.all(calls)) {
        expect(answer.status).toBe(503)
        expect(await answer.json()).toMatchObject({
          code: 'unavailable',
          message: expect.stringMatching(/^The database (took too long|is away)/) as string,
        })
        expect(answer.headers.get('retry-after')).toBe('5')
      }
    } finally {
      signalTree(database, 'SIGCONT')
    }
    await until('it is ready again', async () => (await health(url)).ready, 30_000)
    for (const round of [1, 2, 3]) {
      const calls = Array.from({ length: 20 }, (_, i) =>
        i % 2 ? readServers(url, headers) : saveServer(url, headers, `After ${round} ${i}`),
      )
      for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
    }
    expect(portal.child.exitCode).toBeNull()
  },
)

test.concurrent(
  'a data folder is copied as the README says: not while the portal runs, and root may forget -a',
  LONG,
  async ({ place }) => {
    const { data, start } = place
    const copy = (options: string, name: string) => {
      const to = `${data}-${name}`
      expect(spawnSync('cp', [options, data, to]).status).toBe(0)
      return { PORTAL_DATA_DIR: to }
    }
    const first = start(ROOT)
    await readyAt(first)
    const database = postgresPid(data)!
    const live = start(copy('-r', 'live'))
    expect(await live.ended).toBe(1)
    expect(live.stderr()).toBe(
      `Tenfour can't start: ${data}-live/postgres was copied from a running portal, in ${data}/postgres (process ${database}): ` +
        'such a copy may be damaged. Stop that portal, and copy its data folder again with cp -a\n',
    )
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const kept = start(copy('-a', 'kept'))
    await signIn(await readyAt(kept), { ...place, data: `${data}-kept` })
    expect(kept.stderr()).toBe('')
    if (process.getuid?.() !== 0) return
    const forgotten = start(copy('-r', 'forgotten'))
    await signIn(await readyAt(forgotten), { ...place, data: `${data}-forgotten` })
    expect(forgotten.stderr()).toMatch(
      /^\S+-forgotten\/postgres belonged to root, as in a copy that root made without cp -a: it was given to \w+, .*\n$/,
    )
  },
)

/** Needs permission to mount: a test can't fill a disk otherwise. */
const mounts = process.getuid?.() === 0 && canMount()
function canMount(): boolean {
  const made = makeFolder()
  const done = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', made.path]).status === 0
  if (done) spawnSync('umount', [made.path])
  rmSync(made.path, { recursive: true, force: true })
  if (!done) complain('SKIPPED: a full and a read-only disk, because mounting is not possible here')
  return done
}

describe.skipIf(!mounts)('on a disk of its own', () => {
  const mount = (data: string, ...options: readonly string[]) =>
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', data]).status).toBe(0)
  /** The database goes on writing meanwhile, so the last piece may find no room. */
  const fill = (data: string) => {
    const { bavail, bsize } = statfsSync(data)
    try {
      writeFileSync(join(data, 'filler'), Buffer.alloc(bavail * bsize))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }

  test.concurrent('a full disk: writes are refused, reads are served, and the portal recovers', LONG, async ({ place }) => {
    const { data, start } = place
    mkdirSync(data)
    mount(data, 'size=250m')
    const portal = start(ROOT)
    const url = await readyAt(portal)
    const headers = await signIn(url, place)
    fill(data)
    const statuses = new Set<number>()
    let said = ''
    for (let i = 0; said === '' && i < 3000; i += 1) {
      const answer = await saveServer(url, headers, `${i} ${'x'.repeat(20)}`)
      statuses.add(answer.status)
      if (answer.status !== 200) said = await answer.text()
    }
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([])
    expect(JSON.parse(said)).toMatchObject({ code: 'unavailable', message: 'The disk of the database is full; please tell an admin' })
    expect(await health(url)).toEqual(NOT_READY)
    expect((await readServers(url, headers)).status).toBe(200)
    expect(portal.stderr()).toMatch(/^The database refuses writes: could not extend file .*No space left on device.*\n$/)

    rmSync(join(data, 'filler'))
    await until('it is ready again', async () => (await health(url)).ready, 30_000)
    expect((await saveServer(url, headers, 'Afterwards')).status).toBe(200)
    expect(portal.stderr()).toMatch(/The database accepts writes again\n$/)
  })

  test.concurrent(
    'full at the next start: the portal asks to free space, not to restore a backup, and starts once there is some',
    LONG,
    async ({ place }) => {
      const { data, start } = place
      mkdirSync(data)
      mount(data, 'size=250m')
      const first = start(ROOT)
      await readyAt(first)
      for (const pid of [first.child.pid!, postgresPid(data)!]) process.kill(pid, 'SIGKILL')
      await first.ended
      await until('the database is gone', () => processesIn(data).length === 0)
      fill(data)
      const refused = start()
      expect(await refused.ended).toBe(1)
      expect(refused.stderr()).toMatch(
        /^Tenfour can't start: .*(free some space and start again|the disk is full \(ENOSPC\)\. Make room on it)\n$/,
      )
      expect(refused.stderr()).not.toContain('backup')
      rmSync(join(data, 'filler'))
      await signIn(await readyAt(start()), place)
    },
  )

  test.concurrent.for<[string, string, RegExp]>([
    ['full', 'size=4k', /the disk is full \(ENOSPC\)\. Make room on it/],
    ['too small for a database', 'size=20m', /The embedded database could not be made in .*the disk has 100 MB of space/],
    ['read-only', 'ro', /the disk is read-only \(EROFS\)\. Make it writable/],
  ])('%s: the start is refused with one line', LONG, async ([what, option, says], { place: { data, start } }) => {
    mkdirSync(data)
    mount(data, option)
    if (what === 'full') writeFileSync(join(data, 'other'), 'x')
    const before = readdirSync(data)
    const portal = start()
    expect(await portal.ended).toBe(1)
    expect(portal.stderr().trim().split('\n')).toEqual([expect.stringMatching(says)])
    expect(readdirSync(data).filter((name) => !['api-key', 'history-key', 'secrets-key', 'portal.lock'].includes(basename(name)))).toEqual(
      before,
    )
  })
})
