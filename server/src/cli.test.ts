import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommandLine } from './cli.run.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { warrantHistoryOf } from './testing/test-warrant-history.ts'
import { nextEvent, PASSWORD, startTestPortal, type TestPortal } from './testing/test-portal.ts'
import { makeFolder, postgresPid, readyAt, runCli, runPortal, type TestFolder } from './testing/test-process.ts'

let database: TestDatabase
let t: TestPortal
beforeAll(async () => {
  database = await createTestDatabase()
  t = await startTestPortal({ database })
})
afterAll(async () => {
  await t.close()
  await database.drop()
})

type Settings = Readonly<Record<string, string>>
/** As a program of its own, which takes a second to start. */
const runProgram = async (args: readonly string[], settings: Settings = { DATABASE_URL: database.url }) => {
  const { ended, stdout, stderr } = runCli(args, settings)
  const code = await ended
  return { code, stdout: stdout(), stderr: stderr() }
}
const run = async (args: readonly string[], settings: Settings = { DATABASE_URL: database.url }) => {
  const written = { stdout: '', stderr: '' }
  const write = (to: keyof typeof written) => (line: string) => void (written[to] += `${line}\n`)
  const code = await runCommandLine(args, { env: settings, say: write('stdout'), complain: write('stderr') })
  return { code, ...written }
}
const login = async (emailAddress: string, password: string) =>
  (
    await t
      .http(undefined, undefined, { address: `10.8.0.${Math.ceil(Math.random() * 250)}` })
      .post('/api/auth/login', { emailAddress, password })
  ).statusCode

describe('beside a running portal', () => {
  test('an account is created with all it belongs to, and can sign in', async () => {
    const words = `user create --email Jo@Example.com --name Jo --role staff --role Developer --permission MANAGE_USERS
      --department civ --steam-hex 110000112345678`
    const spaced = ['--password', PASSWORD, '--department', 'LSPD:Officer II:primary']
    const { code, stdout, stderr } = await runProgram([...words.split(/\s+/), ...spaced])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe('Created Jo <Jo@Example.com>\n')
    const response = await t.http().post('/api/auth/login', { emailAddress: 'jo@example.com', password: PASSWORD })
    expect(response.json()).toMatchObject({
      name: 'Jo',
      steamId: '110000112345678',
      roles: [{ name: 'Developer' }, { name: 'Staff' }],
      userDepartments: [
        { departmentId: 2, isPrimary: true, rankName: 'Officer II' },
        { departmentId: 7, isPrimary: false, rankName: null },
      ],
      userPermissions: ['MANAGE_USERS'],
    })
  })

  test('without a password one is generated and printed, and a reset ends the sessions at once', async () => {
    const created = await run(['user', 'create', '--email', 'ann@example.com', '--name', 'Ann'])
    const [, password] = /with the password (\S+)/.exec(created.stdout) ?? []
    expect(await login('ann@example.com', password!)).toBe(200)
    const { id } = await t.db.selectFrom('users').select('id').where('email', '=', 'ann@example.com').executeTakeFirstOrThrow()
    const token = await t.openSession(id)
    const ended = nextEvent(await t.connect(token), 'ended', 30_000)
    const reset = await run(['user', 'reset-password', '--email', 'ann@example.com'])
    expect(reset.code).toBe(0)
    await ended
    expect((await t.http(token).get('/api/auth/me')).statusCode).toBe(401)
    const [, fresh] = /is now (\S+);/.exec(reset.stdout) ?? []
    expect([await login('ann@example.com', password!), await login('ann@example.com', fresh!)]).toEqual([401, 200])
  })

  test('a link for a new password works once, at the address of the portal', async () => {
    await run(['user', 'create', '--email', 'lost@example.com', '--name', 'Lou', '--password', PASSWORD])
    const words = ['user', 'reset', 'lost@example.com']
    const { code, stdout } = await run(words, { DATABASE_URL: database.url, PORTAL_URL: 'https://portal.example.org' })
    expect(code).toBe(0)
    const [, linkCode = ''] = /^https:\/\/portal\.example\.org\/login\/reset#(\S+)$/m.exec(stdout) ?? []
    const set = () => t.http().post('/api/auth/password-link/use', { code: linkCode, password: 'another password' })
    expect([(await set()).statusCode, await login('lost@example.com', 'another password')]).toEqual([200, 200])
    expect((await set()).statusCode).toBe(400)
    const without = await run(['user', 'reset', '--email', 'lost@example.com'])
    expect(without.stdout).toMatch(/^\/login\/reset#\S+ at the address of the portal$/m)
  })

  test('a key is printed once, listed without its value, works, and can be revoked', async () => {
    const issued = await run(['key', 'issue', '--kind', 'integration', '--name', 'Forum'])
    const key = issued.stdout.trim()
    expect(key).toMatch(/^integration_[\w-]{32}$/)
    expect((await t.http(undefined, key).get('/api/setup')).statusCode).toBe(200)
    const listed = await run(['key', 'list'])
    const [, id] = /^(\d+)\tintegration\tForum$/m.exec(listed.stdout) ?? []
    expect(listed.stdout).not.toContain(key)
    expect((await run(['key', 'revoke', '--id', id!])).stdout).toBe(`Key ${id} is revoked\n`)
    expect((await t.http(undefined, key).get('/api/setup')).statusCode).toBe(401)
    const again = await run(['key', 'revoke', '--id', id!])
    expect([again.code, again.stderr]).toEqual([1, `There is no valid key ${id}\n`])
  })

  test("a game server's key is for one server, and is listed with it", async () => {
    const issued = await run(['key', 'issue', '--kind', 'server', '--name', 'Main', '--server', '1'])
    expect(issued.stdout).toMatch(/^server_[\w-]{32}\n$/)
    expect((await run(['key', 'list'])).stdout).toMatch(/^\d+\tserver\tMain\tserver 1$/m)
  })

  test('migrate reports that there is nothing to do', async () => {
    expect(await run(['migrate'])).toEqual({ code: 0, stdout: 'The database is up to date\n', stderr: '' })
  })
})

describe('the history of warrants is checked', () => {
  const KEY = 'a-key-for-the-history-of-warrants-of-the-tests'
  const check = (settings: Record<string, string>) => run(['warrants', 'check'], { DATABASE_URL: database.url, ...settings })

  test('with the key of the environment, or of the data folder', async () => {
    const folder = makeFolder()
    try {
      expect(await check({ PORTAL_HISTORY_KEY: KEY })).toEqual({ code: 0, stdout: '0 entries, unbroken\n', stderr: '' })
      const history = warrantHistoryOf(t.db, Buffer.from(KEY))
      await history.step(await history.submit((await t.person('legal')).userId), 'returned')
      expect(await check({ PORTAL_HISTORY_KEY: KEY })).toEqual({ code: 0, stdout: '2 entries, unbroken\n', stderr: '' })
      const settings = { PORTAL_DATA_DIR: folder.path }
      const without = await check(settings)
      expect([without.code, without.stdout]).toEqual([1, ''])
      expect(without.stderr).toContain('There is no key to check with: set PORTAL_HISTORY_KEY')
      expect(readdirSync(folder.path)).toEqual([])
      writeFileSync(join(folder.path, 'history-key'), `${KEY}\n`)
      expect(await check(settings)).toEqual({ code: 0, stdout: '2 entries, unbroken\n', stderr: '' })
    } finally {
      await folder.remove()
    }
  })

  test('and a changed entry is named, with exit code 1 and without the key', async () => {
    await t.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update warrant_entries set body = body || ' ' where entry = 2`.execute(tx)
    })
    const { code, stdout, stderr } = await check({ PORTAL_HISTORY_KEY: KEY })
    expect(code).toBe(1)
    expect(stdout).toBe('entry 2, W-2026-0007, step 2: It was changed after it was written: its seal does not fit\n')
    expect(stderr).toBe('The history of warrants is not as it was written: 1 problem\n')
  })
})

describe('a usage error is one line with exit code 1, and changes nothing', () => {
  test.each([
    [['nonsense'], 'there is no command nonsense'],
    [['toString'], 'there is no command toString'],
    [['user', 'create', '--email', 'x'], '--email'],
    [['user', 'create', '--name', 'X'], '--email'],
    [['user', 'create', '--email', 'x@example.com', '--name', 'X', '--password', 'short'], '--password'],
    [['user', 'create', '--email', 'x@example.com', '--name', 'X', '--role', 'Emperor'], 'There is no role Emperor'],
    [['user', 'create', '--email', 'x@example.com', '--name', 'X', '--department', 'NASA'], 'There is no department NASA'],
    [['user', 'reset-password', '--email', 'nobody@example.com'], 'No account has the email address nobody@example.com'],
    [['user', 'reset', 'nobody@example.com'], 'No account has the email address nobody@example.com'],
    [['user', 'reset'], '--email'],
    [['user', 'reset', 'a@example.com', 'b@example.com'], 'there is no command user reset a@example.com b@example.com'],
    [['key', 'issue', '--kind', 'web', '--name', 'X'], '--kind'],
    [['key', 'issue', '--kind', 'server', '--name', 'X'], '--server'],
    [['key', 'issue', '--kind', 'display', '--name', 'X'], '--server'],
    [['key', 'issue', '--kind', 'server', '--name', 'X', '--server', '99'], 'There is no server 99'],
    [['key', 'list', '--unknown'], '--unknown'],
  ])('%j', async (args, message) => {
    const count = async () => (await t.db.selectFrom('audit').select('id').execute()).length
    const before = await count()
    const { code, stdout, stderr } = await run(args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.split('\n')[0]).toContain(message)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(await count()).toBe(before)
  })

  test('also as a program of its own', async () => {
    const { code, stdout, stderr } = await runProgram(['key', 'list', '--unknown'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^Unknown option '--unknown'.*\nnpm run portal -- --help explains\n$/)
  })

  test('--help is not an error', async () => {
    for (const args of [['--help'], []]) {
      const { code, stdout } = await run(args, {})
      expect(code).toBe(0)
      expect(stdout).toMatch(/^Usage: npm run portal -- <command>/)
    }
  })
})

test('with the embedded database: it is started temporarily, or joined if a portal runs', async () => {
  const folder: TestFolder = makeFolder()
  const data = join(folder.path, 'data')
  const settings = { PORTAL_DATA_DIR: data }
  try {
    const alone = await runProgram(['user', 'create', '--email', 'jo@example.com', '--name', 'Jo', '--password', PASSWORD], settings)
    expect(alone).toEqual({ code: 0, stdout: 'Created Jo <jo@example.com>\n', stderr: '' })
    expect(postgresPid(data)).toBeUndefined()
    expect(existsSync(join(data, 'portal.lock'))).toBe(false)

    const portal = runPortal(settings)
    try {
      const url = await readyAt(portal)
      const beside = await runProgram(['user', 'disable', '--email', 'jo@example.com'], settings)
      expect(beside.stdout).toBe('jo@example.com is disabled; its sessions have ended\n')
      const headers = { 'x-api-key': readFileSync(join(data, 'api-key'), 'utf8').trim(), 'content-type': 'application/json' }
      const body = JSON.stringify({ emailAddress: 'jo@example.com', password: PASSWORD })
      expect((await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })).status).toBe(401)
    } finally {
      portal.child.kill('SIGTERM')
      expect(await portal.ended).toBe(0)
    }
  } finally {
    await folder.remove()
  }
}, 120_000)
