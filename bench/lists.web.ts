// node bench/lists.web.ts: how long an arrow key in the list of calls takes to be painted, on a full board and on an empty one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { createUser } from '../server/src/features/people/users/users.service.ts'
import { hashSecret, newToken } from '../server/src/platform/auth/secrets.ts'
import { startBenchPortal, WEB_KEY } from './lib/portal.ts'
import { number, print } from './lib/report.ts'

const CALLS = 200
const UNITS = 100
const ROUNDS = 4
const KEYS = 30
/** As someone looks through a list: the sheet follows each row. */
const BETWEEN_MS = 250
const GOAL_MS = 50
const FULL = 1

/** From a key as the browser has received it to the first task after the frame that follows. */
const NOTE_PAINTS = `{
  window.paints = []
  const channel = new MessageChannel()
  const waiting = []
  channel.port1.onmessage = () => paints.push(...waiting.splice(0).map((from) => performance.now() - from))
  const note = ({ timeStamp }) => requestAnimationFrame(() => {
    waiting.push(timeStamp)
    channel.port2.postMessage(null)
  })
  window.addEventListener('keydown', note, true)
}`
/** An empty board shows no list of calls, so that its keys go to the panel. */
const BEGIN = `{
  const panel = document.querySelector('[data-panel="calls"]')
  const list = panel.querySelector('[role="grid"]') ?? panel
  list.focus()
  paints.splice(0)
}`

const WEB = join(import.meta.dirname, '..', 'web')
const webFolder = mkdtempSync(join(tmpdir(), 'tenfour-lists-'))
await build({ root: WEB, configFile: join(WEB, 'vite.config.ts'), logLevel: 'warn', build: { outDir: webFolder, emptyOutDir: true } })
const portal = await startBenchPortal({ webFolder })
const { db } = portal.database

type Member = { readonly userId: number; readonly token: string }
async function addMember(name: string, department: string): Promise<Member> {
  const account = { name, emailAddress: `${name}@example.com`, password: newToken(), roles: [] }
  const userId = await db
    .transaction()
    .execute((tx) => createUser(tx, {}, { ...account, departments: [{ name: department, isPrimary: true }] }))
  const token = newToken()
  const expires_at = new Date(Date.now() + 86_400_000)
  await db
    .insertInto('sessions')
    .values({ user_id: userId, token_hash: hashSecret(token), address: '127.0.0.1', user_agent: 'bench', expires_at })
    .execute()
  return { userId, token }
}
async function post<T>({ token }: Member, url: string, payload: object): Promise<T> {
  const headers = { 'x-api-key': WEB_KEY, authorization: `Bearer ${token}` }
  const response = await portal.app.http.inject({ method: 'POST', url, headers, payload })
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`)
  return response.json<T>()
}

const { id: empty } = await db.insertInto('servers').values({ name: 'Quiet' }).returning('id').executeTakeFirstOrThrow()
const dispatcherOn = async (serverId: number) => {
  const member = await addMember(`dispatcher${serverId}`, 'COMM')
  await post(member, '/api/patrol/unit/save', { serverId, departmentId: 5, identifier: `D-${serverId}`, type: 3 })
  return member
}
const dispatchers = { full: await dispatcherOn(FULL), empty: await dispatcherOn(empty) }
for (let index = 0; index < UNITS; index += 1) {
  const unit = await addMember(`unit${index}`, 'LSPD')
  await post(unit, '/api/patrol/unit/save', { serverId: FULL, departmentId: 2, identifier: `4L${index}`, beatId: (index % 11) + 1 })
}
for (let index = 0; index < CALLS; index += 1) {
  await post(dispatchers.full, '/api/cad/call', {
    serverId: FULL,
    callTypeId: (index % 26) + 1,
    narrative: 'Two masked males, one with a long gun, silver Sultan outside with the engine running.',
    location: 'Great Ocean Hwy, Banham Canyon',
    postal: '5041',
    caller: 'T. Marsh, clerk',
  })
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const pages = { full: await open(dispatchers.full), empty: await open(dispatchers.empty) }
  const paints: Record<'full' | 'empty', number[]> = { full: [], empty: [] }
  for (const page of Object.values(pages)) await walk(page)
  // In turn, each first as often as the other, so that noise hits both.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const board of round % 2 ? (['full', 'empty'] as const) : (['empty', 'full'] as const))
      paints[board].push(...(await walk(pages[board])))
  const at = (board: 'full' | 'empty', share: number) => {
    const sorted = paints[board].toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  }
  const slow = at('full', 0.98)
  print([
    {
      what: `an arrow key to the next paint, ${CALLS} calls and ${UNITS} units against an empty board, p50`,
      measured: `${number(at('full', 0.5))} / ${number(at('empty', 0.5))} ms`,
      goal: `≤ ${GOAL_MS} ms`,
      isMet: at('full', 0.5) <= GOAL_MS,
    },
    {
      what: 'the same, p98',
      measured: `${number(slow)} / ${number(at('empty', 0.98))} ms`,
      goal: `≤ ${GOAL_MS} ms`,
      isMet: slow <= GOAL_MS,
    },
  ])
} finally {
  await browser.close()
  await portal.close()
  rmSync(webFolder, { recursive: true, force: true })
}
process.exit()

async function open({ token }: Member): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1920, height: 1080 } })
  const page = await context.newPage()
  await page.goto('/portal-config.json')
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.goto('/cad/desktop')
  await page.getByRole('grid', { name: 'Units' }).locator('[data-unit-id]').first().waitFor()
  await page.locator('[data-panel="calls"]').waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(NOTE_PAINTS)
  return page
}

/** Goes down the list and up again; returns how long each key took to be painted. */
async function walk(page: Page): Promise<number[]> {
  await page.evaluate(BEGIN)
  for (let index = 0; index < KEYS; index += 1) {
    await page.keyboard.press(index < KEYS / 2 ? 'ArrowDown' : 'ArrowUp')
    await page.waitForTimeout(BETWEEN_MS)
  }
  return page.evaluate<number[]>('paints.splice(0)')
}
