import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDataFolder } from './platform/data-folder/data-folder.ts'
import { startEmbeddedDatabase } from './platform/database/embedded.ts'
import { withClient } from './testing/test-database.ts'
import { numberFrom, someOf } from './testing/test-length.ts'
import { makeFolder, postgresPid, runPortal, type Run, type TestFolder } from './testing/test-process.ts'

const ROOT = { PORTAL_ROOT_EMAIL: 'root@example.com', PORTAL_ROOT_PASSWORD: 'correct horse battery' }
const COPIES = 3
/** `DAMAGE_SEED=7` damages the files in other ways. */
const DAMAGE_SEED = numberFrom('DAMAGE_SEED', 1)
const GARBAGE = Buffer.from('garbage \0\u0001\u00ff '.repeat(2000))

let folder: TestFolder
let original: string
/** The file of the accounts table, relative to the data folder. */
let accounts: string
const running: Run[] = []
const copies: string[] = []

beforeAll(async () => {
  folder = makeFolder()
  original = join(folder.path, 'original')
  const portal = start(original, ROOT)
  await portal.said(/is ready at/)
  await withClient(urlOf(original), async (client) => {
    const { rows } = await client.query<{ path: string }>("select pg_relation_filepath('users') as path")
    accounts = join('postgres', rows[0]?.path ?? '')
  })
  await stop(portal)
  // Copies don't need to survive a power loss.
  appendFileSync(join(original, 'postgres', 'postgresql.auto.conf'), 'fsync = off\n')
  for (let i = 0; i < COPIES; i += 1) copies.push(copyTo(join(folder.path, `copy ${i}`)))
}, 180_000)
afterAll(async () => {
  for (const portal of running) portal.child.kill('SIGKILL')
  await Promise.all(running.map((portal) => portal.ended))
  for (const name of readdirSync(folder.path)) {
    const pid = postgresPid(join(folder.path, name))
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  }
  await folder.remove()
})

const start = (dataDir: string, settings: Record<string, string> = {}) => {
  const portal = runPortal({ PORTAL_DATA_DIR: dataDir, ...settings })
  running.push(portal)
  return portal
}
const stop = async (portal: Run) => {
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toBe(0)
}
const urlOf = (dataDir: string) => (JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { url: string }).url
const copyTo = (path: string) => {
  rmSync(path, { recursive: true, force: true })
  spawnSync('cp', ['-a', original, path])
  return path
}
const waiting: ((dataDir: string) => void)[] = []
/** Runs several concurrently, each with its own copy. */
const withCopy = async (work: (dataDir: string, taken: string) => Promise<void>) => {
  const dataDir = copies.pop() ?? (await new Promise<string>((resolve) => waiting.push(resolve)))
  const taken = join(folder.path, `taken from ${basename(dataDir)}`)
  rmSync(join(dataDir, 'postgres.log'), { force: true })
  try {
    await work(dataDir, taken)
  } catch (error) {
    rmSync(taken, { recursive: true, force: true })
    copyTo(dataDir)
    throw error
  } finally {
    const next = waiting.shift()
    if (next) next(dataDir)
    else copies.push(dataDir)
  }
}

const isThere = (url: string) =>
  withClient(url, async (client) => (await client.query('select 1 from users where email = $1', [ROOT.PORTAL_ROOT_EMAIL])).rowCount === 1)
/** Without a portal, which would take longer to start. */
const opensWithItsData = async (dataDir: string) => {
  const data = await openDataFolder(dataDir, () => undefined)
  try {
    const warnings: string[] = []
    const database = await startEmbeddedDatabase(data, (line) => warnings.push(line))
    try {
      return (await isThere(database.url)) && warnings.length === 0
    } finally {
      await database.stop()
    }
  } finally {
    data.release()
  }
}

/** Files the portal and PostgreSQL always write, and those PostgreSQL may write after its start. */
const CHURN = /^(postgres\.log|postgres\.json|portal\.lock|postgres\/(postmaster\.(pid|opts)|pg_stat\/.*|.*pg_internal\.init))$/
const RUNNING_CHURN = /^postgres\/(base|global|pg_wal|pg_xact|pg_multixact|pg_subtrans|pg_logical|pg_notify)\//
const isChurn = (file: string, hasRun: boolean) => CHURN.test(file) || (hasRun && RUNNING_CHURN.test(file))
function contentOf(dataDir: string): Map<string, string> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  const paths = files.map((each) => join(each.parentPath, each.name)).sort()
  return new Map(paths.map((path) => [relative(dataDir, path), createHash('sha1').update(readFileSync(path)).digest('hex')]))
}
const readFileIfAny = (path: string) => (statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : '')

type Damage = 'missing' | 'empty' | 'garbage' | 'unreadable'
type Case = { readonly file: string; readonly how: Damage; readonly says: RegExp | 'starts' }
const eachOf = (file: string, expected: Readonly<Partial<Record<Damage, RegExp | 'starts'>>>): Case[] =>
  Object.entries(expected).map(([how, says]) => ({ file, how: how as Damage, says }))
const MENDED = { missing: 'starts', empty: 'starts', garbage: 'starts' } as const
const ACCOUNTS = 'the file of the accounts'
const FOLDERS = new Set(['postgres', 'postgres/pg_wal', 'postgres/base'])

/** Every file the portal keeps, and those PostgreSQL can't do without. */
const CASES: readonly Case[] = [
  ...eachOf('api-key', { ...MENDED, unreadable: /api-key can't be read: a folder is in its place/ }),
  ...eachOf('postgres-password', { ...MENDED, unreadable: /postgres-password can't be read: a folder is in its place/ }),
  ...eachOf('postgres.json', { ...MENDED, unreadable: /postgres\.json can't be written: a folder is in its place/ }),
  ...eachOf('postgres.log', { ...MENDED, unreadable: /postgres\.log can't be written: a folder is in its place/ }),
  ...eachOf('portal.lock', { ...MENDED, unreadable: /portal\.lock can't be read: a folder is in its place/ }),
  ...eachOf('postgres', { missing: /postgres is gone/, empty: /postgres is gone/, garbage: /postgres can't be read: a file is where/ }),
  ...eachOf('postgres/PG_VERSION', {
    missing: /PG_VERSION is missing/,
    empty: /PG_VERSION/,
    garbage: /PG_VERSION/,
    unreadable: /PG_VERSION/,
  }),
  ...eachOf('postgres/global/pg_control', {
    missing: /pg_control/,
    empty: /pg_control/,
    garbage: /control file|PG_CONTROL/,
    unreadable: /pg_control/,
  }),
  ...eachOf('postgres/postmaster.pid', {
    missing: 'starts',
    empty: /postmaster\.pid.*Make sure that no PostgreSQL runs/,
    garbage: /postmaster\.pid.*Make sure that no PostgreSQL runs/,
    unreadable: /postmaster\.pid/,
  }),
  ...eachOf('postgres/postgresql.conf', {
    missing: /postgresql\.conf/,
    empty: 'starts',
    garbage: /postgresql\.conf/,
    unreadable: /postgresql\.conf/,
  }),
  ...eachOf('postgres/pg_hba.conf', {
    missing: /pg_hba\.conf/,
    empty: /pg_hba\.conf/,
    garbage: /pg_hba\.conf/,
    unreadable: /pg_hba\.conf/,
  }),
  ...eachOf('postgres/pg_wal', { missing: /pg_wal/, empty: /checkpoint/, garbage: /pg_wal/, unreadable: /pg_wal/ }),
  ...eachOf('postgres/base', { missing: /base\/5/, empty: /base\/5/, garbage: /base\/5/, unreadable: /base\/5/ }),
  ...eachOf(ACCOUNTS, { missing: /public\.users/, empty: /public\.users/, garbage: /public\.users/, unreadable: /public\.users/ }),
]

/** Unreadable means a folder in place of a file, or a folder owned by someone else. */
function damage(path: string, isFolder: boolean, how: Damage, owner: Stats): void {
  if (how === 'missing') return
  if (how === 'garbage') writeFileSync(path, GARBAGE)
  else if (isFolder || how === 'unreadable') mkdirSync(path, { mode: 0o700 })
  else writeFileSync(path, '')
  if (isFolder && how === 'unreadable') chmodSync(path, 0)
  else chownSync(path, owner.uid, owner.gid)
}

/** Every fourth file, damaged in one of its ways; `TEST_FULL=1` takes all of them. */
const files = [...Map.groupBy(CASES, ({ file }) => file).values()]
const some = someOf(files, Math.ceil(files.length / 4), DAMAGE_SEED).flatMap((cases, index) => someOf(cases, 1, DAMAGE_SEED + index))

test.concurrent.each(some)(
  `$file $how: the portal starts with its data, or prints one line about the damage and changes nothing (seed ${DAMAGE_SEED})`,
  ({ file, how, says }) =>
    withCopy(async (dataDir, taken) => {
      const path = join(dataDir, file === ACCOUNTS ? accounts : file)
      if (existsSync(path)) renameSync(path, taken)
      damage(path, FOLDERS.has(file), how, statSync(dirname(path)))
      const before = contentOf(dataDir)

      const portal = start(dataDir)
      if (says === 'starts') {
        await portal.said(/is ready at/)
        expect(portal.stdout()).not.toContain('one-time code')
        expect(await isThere(urlOf(dataDir))).toBe(true)
        await stop(portal)
        rmSync(taken, { recursive: true, force: true })
        return
      }
      expect(await portal.ended).toBe(1)
      expect(portal.stdout()).toBe('')
      const lines = portal.stderr().trim().split('\n')
      expect(lines).toEqual([expect.stringMatching(/^Tenfour can't start: .*([Pp]ut|[Mm]ove|[Rr]emove|Type: sudo)/)])
      expect(lines[0]).toMatch(says)
      expect(postgresPid(dataDir)).toBeUndefined()
      const hasRun = readFileIfAny(join(dataDir, 'postgres.log')).includes('ready to accept connections')
      const after = contentOf(dataDir)
      expect([...after.keys()].filter((each) => !isChurn(each, hasRun))).toEqual(
        [...before.keys()].filter((each) => !isChurn(each, hasRun)),
      )
      expect([...before].filter(([each, hash]) => !isChurn(each, hasRun) && after.get(each) !== hash)).toEqual([])

      rmSync(path, { recursive: true, force: true })
      if (existsSync(taken)) renameSync(taken, path)
      expect(await opensWithItsData(dataDir), 'as it was before, once the file is back').toBe(true)
    }),
  // Each test waits for a free copy.
  900_000,
)
