// node bench/load.ts: what a cold page of the demo fetches until its content is shown, and how long that takes on three networks.
// node bench/load.ts --pages=home,map --rounds=1 --installation=/another/clone --verbose
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { serveBarePages } from './lib/bare-page.ts'
import { duplicateRequests, isRequest, longestChain, recordExchanges, type Exchange } from './lib/page-load.ts'
import { number, print, type Line } from './lib/report.ts'

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    installation: { type: 'string', default: join(import.meta.dirname, '..') },
    verbose: { type: 'boolean', default: false },
  },
})
const ROUNDS = Number(options.rounds)
const PORT = 3986
const BASE = `http://127.0.0.1:${PORT}`
const ACCOUNT = { emailAddress: 'admin@demo.example', password: 'tenfour-demo' }

const MAX_SCRIPTS = 12
const MAX_REQUESTS = 30
const MAX_CHAIN = 3
const MAX_RATIO = 1.5
const LIMIT_MS = 60_000
/** Duplicate requests occur at the latest soon after the content is shown. */
const AFTER_MS = 1500

type Network = { readonly name: string; readonly latency: number; readonly megabits: number }
const NETWORKS: readonly Network[] = [
  { name: 'this machine', latency: 0, megabits: 0 },
  { name: '50 ms, 20 Mbit/s', latency: 50, megabits: 20 },
  { name: '150 ms, 5 Mbit/s', latency: 150, megabits: 5 },
]

/** A page that everyone opens has a limit of its own. */
const MAX_KILOBYTES: Readonly<Record<string, number>> = { home: 350 }

type Visit = {
  readonly name: string
  readonly path: string
  readonly isSignedIn: boolean
  /** A JavaScript expression that is truthy once the content is shown. */
  readonly there: string
}
const NOT_BUSY = `!document.querySelector('main [aria-busy="true"], main .mantine-Skeleton-root')`
const VISITS: readonly Visit[] = [
  { name: 'login', path: '/login', isSignedIn: false, there: `document.querySelector('form input[type="password"]')` },
  {
    name: 'home',
    path: '/user/home',
    isSignedIn: true,
    there: `document.querySelector('nav[aria-label="Main"]') && document.querySelectorAll('main h2').length >= 6 && ${NOT_BUSY}`,
  },
  {
    name: 'desktop',
    path: '/cad/desktop',
    isSignedIn: true,
    there: `['calls', 'units'].every((id) => document.querySelector('#panel-' + id + ' [role="row"][aria-rowindex="2"], #panel-' + id + ' tbody tr, #panel-' + id + ' [data-row]')) && ${NOT_BUSY}`,
  },
  {
    name: 'map',
    path: '/livemap',
    isSignedIn: true,
    there: `document.querySelector('[role="application"] canvas[data-layer="units"]') && document.querySelector('.ol-layer canvas') && ${NOT_BUSY}`,
  },
  {
    name: 'Manage Users',
    path: '/admin/users',
    isSignedIn: true,
    there: `document.querySelectorAll('main tbody tr').length > 5 && ${NOT_BUSY}`,
  },
]

type Load = {
  readonly ms: number
  readonly until: readonly Exchange[]
  readonly all: readonly Exchange[]
  readonly scripts: readonly string[]
}

const data = mkdtempSync(join(tmpdir(), 'tenfour-load-'))
const portal = spawn(process.execPath, ['demo/src/main.ts'], {
  cwd: options.installation,
  env: { ...process.env, PORT: String(PORT), HOST: '127.0.0.1', PORTAL_DATA_DIR: data, DATABASE_URL: '', REDIS_URL: '', PORTAL_URL: '' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const bare = await serveBarePages()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  await untilListening()
  const token = await signIn()
  const wanted = options.pages?.split(',') ?? VISITS.map(({ name }) => name)
  const lines: Line[] = []
  for (const visit of VISITS.filter(({ name }) => wanted.includes(name))) {
    for (const network of NETWORKS) lines.push(...(await measure(visit, network, token)))
  }
  print(lines)
} finally {
  await browser.close()
  bare.close()
  const ended = once(portal, 'exit')
  portal.kill('SIGTERM')
  await ended
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}

async function measure(visit: Visit, network: Network, token: string): Promise<Line[]> {
  const rounds: { page: Load; bareMs: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await load(browser, network, `${BASE}${visit.path}`, visit.there, visit.isSignedIn ? token : undefined)
    const bareUrl = await bare.pageOf(page.scripts, page.until)
    const { ms } = await load(browser, network, bareUrl, `document.querySelector('#content')`)
    rounds.push({ page, bareMs: ms })
  }
  const middle = rounds.toSorted((a, b) => a.page.ms - b.page.ms)[Math.floor(ROUNDS / 2)]
  if (!middle) throw new Error('at least one round')
  const bareMs = rounds.map((each) => each.bareMs).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  const { ms, until, all } = middle.page
  const requests = until.filter(isRequest)
  const scripts = requests.filter(({ kind }) => kind === 'script')
  const bytes = requests.reduce((sum, each) => sum + each.bytes, 0)
  const kilobytes = MAX_KILOBYTES[visit.name]
  const where = `${visit.name}, ${network.name}`
  const timing: Line = {
    what: `${where}: content`,
    measured: `${number(ms)} ms, bare page ${number(bareMs)} ms = ${number(ms / bareMs, 2)}`,
    goal: String(MAX_RATIO),
    isMet: ms / bareMs <= MAX_RATIO,
  }
  if (options.verbose) explain(where, middle.page)
  // The set of fetched files does not depend on the network; the order is clearest on the slowest one.
  if (network !== NETWORKS.at(-1)) return [timing]
  const chain = longestChain(until)
  const twice = duplicateRequests(all)
  return [
    timing,
    {
      what: `${visit.name}: requests, JavaScript files`,
      measured: `${requests.length}, ${scripts.length} (${number(bytes / 1000)} kB)`,
      goal: `${MAX_REQUESTS}, ${MAX_SCRIPTS}${kilobytes === undefined ? '' : ` (${kilobytes} kB)`}`,
      isMet: requests.length <= MAX_REQUESTS && scripts.length <= MAX_SCRIPTS && bytes / 1000 <= (kilobytes ?? Infinity),
    },
    {
      what: `${visit.name}: round trips in a row`,
      measured: `${chain.length}`,
      goal: `${MAX_CHAIN}`,
      isMet: chain.length <= MAX_CHAIN,
    },
    { what: `${visit.name}: asked for twice`, measured: twice.join(', ') || 'nothing', goal: 'nothing', isMet: twice.length === 0 },
  ]
}

/** Loads a page with an empty cache. */
async function load(by: Browser, { latency, megabits }: Network, url: string, there: string, token?: string): Promise<Load> {
  const context = await by.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    if (token) await page.addInitScript((value) => localStorage.setItem('token', value), token)
    await page.addInitScript(watchFor(there))
    const cdp = await context.newCDPSession(page)
    const all = await recordExchanges(page, cdp)
    const throughput = megabits === 0 ? -1 : (megabits * 1_000_000) / 8
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
    const bodies: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') bodies.push(response.text().catch(() => ''))
    })
    await page.goto(url, { waitUntil: 'commit' })
    const handle = await page.waitForFunction(() => Reflect.get(globalThis, 'contentAt') as unknown, undefined, { timeout: LIMIT_MS })
    const ms = Number(await handle.jsonValue())
    const start = all.find(({ kind }) => kind === 'document')?.start ?? 0
    const scripts = await Promise.all(bodies.slice())
    if (token) await page.waitForTimeout(AFTER_MS)
    return {
      ms,
      until: all.filter((each) => each.start - start <= ms),
      all: all.filter((each) => each.start - start <= ms + AFTER_MS),
      scripts,
    }
  } finally {
    await context.close()
  }
}

/** Checks on every animation frame. */
function watchFor(there: string): string {
  return `{
  const look = () => (document.body && (${there}) ? (window.contentAt = performance.now()) : requestAnimationFrame(look))
  requestAnimationFrame(look)
}`
}

function explain(where: string, { until, ms }: Load): void {
  const start = until[0]?.start ?? 0
  console.log(`\n${where}: ${number(ms)} ms`)
  for (const { kind, what, start: begun, end, bytes } of until) {
    console.log(
      `${number(begun - start).padStart(7)} ${(end === undefined ? '…' : number(end - start)).padStart(7)} ${number(bytes).padStart(8)} ${kind} ${what.slice(0, 120)}`,
    )
  }
  console.log(
    'in a row:',
    longestChain(until)
      .map(({ what }) => what.slice(0, 60))
      .join(' → '),
  )
}

async function untilListening(): Promise<void> {
  for (;;) {
    if (portal.exitCode !== null) throw new Error(`The demo ended with ${portal.exitCode}`)
    const health = await fetch(`${BASE}/api/health`).then(
      (answer) => answer.json(),
      () => undefined,
    )
    if (Reflect.get(Object(health), 'ready') === true) return
    await sleep(200)
  }
}

async function signIn(): Promise<string> {
  const config: unknown = await (await fetch(`${BASE}/portal-config.json`)).json()
  const answer = await fetch(`${BASE}/api/auth/login`, {
    method: 'POST',
    headers: { 'x-api-key': String(Reflect.get(Object(config), 'apiKey')), 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  })
  const token = answer.headers.get('x-idp-token')
  if (!token) throw new Error(`${ACCOUNT.emailAddress} could not sign in: ${answer.status} ${await answer.text()}`)
  return token
}
