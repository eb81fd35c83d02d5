import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'

const SERVER = (file: string) => fileURLToPath(new URL(`../../../server/src/${file}`, import.meta.url))
const ROOT = { email: 'root@bridge.test', password: 'a-long-enough-password' }

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A full portal in its own process, which can be killed and restarted at the same address. */
export async function startPortal() {
  const data = mkdtempSync(join(tmpdir(), 'tenfour-bridge-portal-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env['PATH'],
    HOST: '127.0.0.1',
    PORT: String(port),
    PORTAL_DATA_DIR: data,
    PORTAL_ROOT_EMAIL: ROOT.email,
    PORTAL_ROOT_PASSWORD: ROOT.password,
    LOG_LEVEL: 'silent',
    TENFOUR_TEST_RUN: process.env['TENFOUR_TEST_RUN'],
    // As `npm start` does: starting takes half the processor time with what an earlier start compiled.
    NODE_COMPILE_CACHE: SERVER('../../.cache/compile'),
  }
  let child: ChildProcess | undefined
  const isUp = async () => {
    const health = await fetch(`${url}/api/health`).catch(() => undefined)
    if (!health?.ok) throw new Error('The portal is not up')
  }
  const start = async () => {
    child = spawn(process.execPath, [SERVER('main.ts')], { cwd: tmpdir(), env, stdio: 'ignore' })
    await vi.waitFor(isUp, { timeout: 60_000, interval: 100 })
  }
  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    await ended
  }
  /** The database of a portal that was killed goes on without it. */
  const endDatabase = async () => {
    const file = join(data, 'postgres', 'postmaster.pid')
    if (!existsSync(file)) return
    process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGINT')
    const isGone = () => {
      if (existsSync(file)) throw new Error('The database still runs')
    }
    await vi.waitFor(isGone, { timeout: 20_000, interval: 50 })
  }
  const portal = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER('cli.ts'), ...args], { cwd: tmpdir(), env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`portal ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
  }
  await start()

  const apiKey = readFileSync(join(data, 'api-key'), 'utf8').trim()
  const signIn = async (emailAddress: string, password: string) => {
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey },
      body: JSON.stringify({ emailAddress, password }),
    })
    return answer.headers.get('X-IDP-Token') ?? ''
  }
  const callerOf = async (emailAddress: string) => {
    const token = await signIn(emailAddress, ROOT.password)
    const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const headers = { 'X-API-Key': apiKey, Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) }
      const answer = await fetch(`${url}/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
      return (text === '' ? undefined : JSON.parse(text)) as T
    }
    return {
      get: <T>(path: string) => call<T>('GET', path),
      post: <T>(path: string, body: object) => call<T>('POST', path, body),
      put: <T>(path: string, body: object) => call<T>('PUT', path, body),
    }
  }
  const root = await callerOf(ROOT.email)

  return {
    url,
    apiKey,
    start,
    /** Like a power cut: no shutdown. */
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM')
      await endDatabase()
      rmSync(data, { recursive: true, force: true, maxRetries: 5 })
    },
    portal,
    serverKey: async () => (await root.post<{ key: string }>('servers/1/keys', { kind: 'server', name: 'Test' })).key,
    addMember: (name: string, steam: string, department: string) =>
      portal(
        ...`user create --email ${name}@bridge.test --name ${name} --password ${ROOT.password} --steam-hex ${steam}`.split(' '),
        '--department',
        `${department}:primary`,
      ),
    /** Calls the API as a member that `addMember` made. */
    memberOf: (name: string) => callerOf(`${name}@bridge.test`),
    ...root,
  }
}
export type PortalProcess = Awaited<ReturnType<typeof startPortal>>
