import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { number, print } from './lib/report.ts'

const REPOSITORY = join(import.meta.dirname, '..')
const PORT = 3987
const BASE = `http://127.0.0.1:${PORT}`
const IDLE_SECONDS = 20
// With an account, since the login page would otherwise redirect to the set-up.
const ROOT = { PORTAL_ROOT_EMAIL: 'root@example.com', PORTAL_ROOT_PASSWORD: 'correct horse battery' }

// A fresh clone: only what is committed, nothing installed or built.
const folder = mkdtempSync(join(tmpdir(), 'tenfour-clone-'))
execFileSync('git', ['clone', '--quiet', REPOSITORY, folder])

const first = await start()
await stop(first.starter)
const second = await start()
await sleep(IDLE_SECONDS * 1000)
const memory = residentMegabytes(serverPid())
const script = await loginScript()
await stop(second.starter)
rmSync(folder, { recursive: true, force: true })

print([
  { what: 'fresh clone to serving, install included', measured: `${number(first.seconds, 1)} s`, goal: '90 s', isMet: first.seconds <= 90 },
  { what: 'later start to listening', measured: `${number(second.seconds, 1)} s`, goal: '3 s', isMet: second.seconds <= 3 },
  { what: `memory of the portal, idle for ${IDLE_SECONDS} s`, measured: `${number(memory)} MB`, goal: '150 MB', isMet: memory <= 150 },
  { what: 'JavaScript of the login page, gzipped', measured: `${number(script / 1000, 1)} kB`, goal: '180 kB', isMet: script <= 180_000 },
])

async function start(): Promise<{ starter: ChildProcess; seconds: number }> {
  const started = performance.now()
  const environment = { ...process.env, PORT: String(PORT), HOST: '127.0.0.1', LOG_LEVEL: 'warn', PORTAL_DATA_DIR: '', ...ROOT }
  const starter = spawn('npm', ['start'], { cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
  while (!(await isListening())) {
    if (starter.exitCode !== null) throw new Error(`npm start ended with ${starter.exitCode}`)
    await sleep(20)
  }
  return { starter, seconds: (performance.now() - started) / 1000 }
}

async function stop(starter: ChildProcess): Promise<void> {
  const ended = once(starter, 'exit')
  starter.kill('SIGTERM')
  await ended
  while (await isListening()) await sleep(20)
}

async function isListening(): Promise<boolean> {
  try {
    return (await fetch(`${BASE}/api/health`)).ok
  } catch {
    return false
  }
}

/** The portal's process, not the starter or the database. */
function serverPid(): string {
  const pid = readdirSync('/proc').find((entry) => /^\d+$/.test(entry) && commandOf(entry).includes(join(folder, 'server/src/main.ts')))
  if (!pid) throw new Error('The portal is not running')
  return pid
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function residentMegabytes(pid: string): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Total gzipped size of all scripts the login page fetches until the network is idle. */
async function loginScript(): Promise<number> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
  const page = await browser.newPage()
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(`${BASE}/login`, { waitUntil: 'networkidle' })
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await browser.close()
  return total
}
