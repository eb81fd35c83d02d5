import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createUserFactory, type NewUser } from './accounts.ts'
import type { Account } from './api.ts'

const REPOSITORY = join(import.meta.dirname, '..', '..')
const START_LIMIT_MS = 240_000
const STOP_LIMIT_MS = 12_000

export type { Account, NewUser }

export type Portal = {
  readonly url: string
  readonly dataDir: string
  /** The web client's key, for requests a test makes itself. */
  readonly apiKey: string
  /** The account made by PORTAL_ROOT_EMAIL and PORTAL_ROOT_PASSWORD. */
  readonly root: Account
  readonly createUser: (user?: NewUser) => Promise<Account>
  /** Runs a command of the portal's command line and returns its output. */
  readonly command: (...args: string[]) => Promise<string>
  /** Everything the server has printed so far. */
  readonly output: () => string
  /** Kills it without a clean shutdown. */
  readonly kill: () => Promise<void>
  /** Restarts it at the same address with the same data. */
  readonly startAgain: () => Promise<void>
  readonly stop: () => Promise<void>
}

export type PortalOptions = {
  /** The portal's installation; defaults to this repository. */
  readonly folder?: string
  /** If false, the portal is new: it waits for its first account and prints a set-up code. */
  readonly withRoot?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Tells it the address at which it is opened, as PORTAL_URL: for the links in mails. */
  readonly knowsAddress?: boolean
}

const ROOT_ACCOUNT: Account = { email: 'root@example.com', name: 'Root', password: 'correct horse battery' }

/** Settings from a developer's environment or `.env` must not reach a portal under test; empty counts as unset. */
const NEUTRAL = {
  PORTAL_URL: '',
  SMTP_URL: '',
  MAIL_FROM: '',
  DATABASE_URL: '',
  REDIS_URL: '',
  PORTAL_API_KEY: '',
  PORTAL_FRAME_ORIGINS: '',
  TRUST_PROXY: '',
  DISCORD_BOT_TOKEN: '',
  DISCORD_CLIENT_ID: '',
  DISCORD_CLIENT_SECRET: '',
  DISCORD_API_URL: '',
  DISCORD_SITE_URL: '',
}

/** Starts the real server on a free port, with its own data folder and database. */
export async function startPortal({ folder = REPOSITORY, withRoot = true, env = {}, knowsAddress }: PortalOptions = {}): Promise<Portal> {
  const firstPort = knowsAddress ? await freePort() : '0'
  const dataDir = await mkdtemp(join(tmpdir(), 'tenfour-e2e-'))
  const settings = {
    ...process.env,
    ...NEUTRAL,
    HOST: '127.0.0.1',
    PORTAL_DATA_DIR: dataDir,
    PORTAL_ROOT_EMAIL: withRoot ? ROOT_ACCOUNT.email : '',
    PORTAL_ROOT_PASSWORD: withRoot ? ROOT_ACCOUNT.password : '',
    LOG_LEVEL: 'warn',
    // As `npm start` does: starting takes half the processor time with what an earlier start compiled.
    NODE_COMPILE_CACHE: join(REPOSITORY, '.cache/compile'),
    ...(knowsAddress && { PORTAL_URL: `http://127.0.0.1:${firstPort}` }),
    ...env,
  }
  let output = ''
  const launch = (port: string) => {
    // When this process is killed, the closed IPC channel stops the server.
    const started = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: folder,
      env: { ...settings, PORT: port },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [started.stdout, started.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    return started
  }
  let server = launch(firstPort)

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    const timer = setTimeout(() => server.kill('SIGKILL'), STOP_LIMIT_MS)
    await ended
    clearTimeout(timer)
  }
  const stop = async () => {
    await end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }

  try {
    const url = await untilReady(server, () => output)
    const startAgain = async () => {
      const before = output.length
      server = launch(new URL(url).port)
      await untilReady(server, () => output.slice(before))
    }
    const command = async (...args: string[]) => {
      const { stdout } = await promisify(execFile)(process.execPath, ['server/src/cli.ts', ...args], { cwd: REPOSITORY, env: settings })
      return stdout
    }
    const config = (await (await fetch(`${url}/portal-config.json`)).json()) as { apiKey: string }
    const at = { url, apiKey: config.apiKey, root: ROOT_ACCOUNT }
    return {
      ...at,
      dataDir,
      command,
      createUser: createUserFactory(at),
      output: () => output,
      kill: () => end('SIGKILL'),
      startAgain,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilReady(server: ReturnType<typeof spawn>, output: () => string): Promise<string> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    const url = /is ready at (\S+)/.exec(output())?.[1]
    if (url && (await isReady(url))) return url
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`The portal did not start:\n${output()}`)
    await delay(50)
  }
  throw new Error(`The portal was not ready within ${START_LIMIT_MS / 1000} s:\n${output()}`)
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}

async function isReady(url: string): Promise<boolean> {
  const health = (await (await fetch(`${url}/api/health`)).json()) as { ready: boolean }
  return health.ready
}
