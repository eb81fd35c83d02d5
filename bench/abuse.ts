import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { io } from 'socket.io-client'
import { REALTIME_PATH } from '../contract/src/index.ts'
import { nextMessage } from './lib/child.ts'
import { WEB_KEY } from './lib/portal.ts'
import { number, print, type Line } from './lib/report.ts'

const SECONDS = 6
/** Pause between a member's requests; without it they would hit the join limit themselves. */
const REST_MS = 20
const SETTLE_MS = 3000
const ATTACKS: Record<string, string> = {
  nothing: 'no attack, but another process that computes as hard as it can',
  'long-keys': 'up to 900 sockets with keys of a megabyte',
  'wrong-keys': 'wrong keys on 64 connections',
  bodies: 'bodies of 19 MB without a key, on 60 connections',
  trickle: 'sign-ins on 200 connections whose body never ends',
  'trickle-unknown': 'bodies without a key on 200 connections, a byte at a time',
  'pipelined-page': '20,000 times / on one connection, again and again',
  'pipelined-file': '20,000 times a script on one connection, again and again',
  'pipelined-setup': '20,000 times /api/setup on one connection, again and again',
  'pipelined-reads': '20,000 times auth/me by a member on one connection, again and again',
  connects: '20,000 refused connects on one WebSocket, again and again',
  joins: '20,000 joins by a member on one socket, again and again',
  'field-values': 'characters with as many keys as their body holds, by a civilian on 8 connections',
  'deep-keys': 'drafts of reports with many keys at every level, by a civilian on 8 connections',
  'join-params': 'joins with as many parameters as a message holds, 45 a second on two sockets',
  maps: '60,000 joins of maps that do not exist, by staff, again and again',
}
const wanted = process.argv.slice(2)
const chosen = Object.entries(ATTACKS).filter(([name]) => wanted.length === 0 || wanted.includes(name))

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const server = fork(path('./abuse.server.ts'), { execArgv: ['--expose-gc'] })
let hasDied = false
const death = new AbortController()
server.once('exit', () => {
  hasDied = true
  death.abort()
})
const { url } = (await nextMessage(server, death.signal)) as { url: string }

const memberToken = await signIn('member')
const attackerToken = await signIn('attacker')
const socket = io(url, { path: REALTIME_PATH, auth: { apiKey: WEB_KEY, token: memberToken }, transports: ['websocket'] })
await new Promise<void>((resolve) => void socket.once('connect', () => resolve()))
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

await work(3)
const quiet = await work(2 * SECONDS)
const { settled: quietMemory } = await memory()
const limit = Math.max(3 * quiet.p99, 50)
console.log(`quiet: p50 ${number(quiet.p50, 1)} ms, p99 ${number(quiet.p99, 1)} ms, ${number(quietMemory)} MB`)

const lines: Line[] = []
for (const [name, what] of chosen) {
  if (hasDied) break
  const attacker = fork(path('./abuse.attacker.ts'), [url, name, attackerToken, String(SECONDS)])
  const ended = once(attacker, 'exit')
  const underAttack = await work(SECONDS)
  await ended
  await sleep(SETTLE_MS)
  const { peak, settled } = await memory()
  lines.push({
    what,
    measured: `p99 ${number(underAttack.p99, 1)} ms, p50 ${number(underAttack.p50, 1)} ms, ${number(underAttack.failed)} failed`,
    goal: `${number(limit)} ms`,
    isMet: underAttack.p99 <= limit && underAttack.failed === 0,
  })
  lines.push({
    what: '  memory above the quiet portal, highest and afterwards',
    measured: `${number(peak - quietMemory)} MB, ${number(settled - quietMemory)} MB`,
    goal: '100 MB',
    isMet: peak - quietMemory <= 100 && settled - quietMemory <= 100,
  })
}
lines.push({ what: 'the portal is alive', measured: hasDied ? 'no' : 'yes', goal: 'yes', isMet: !hasDied })
socket.disconnect()
agent.destroy()
if (!hasDied) {
  server.disconnect()
  await once(server, 'exit')
}
print(lines)

/** A member at work: an API call, a page and a room join in turn, each timed. */
async function work(seconds: number) {
  const times: number[] = []
  let failed = 0
  const timed = async (act: () => Promise<boolean>) => {
    const started = performance.now()
    if (!(await act().catch(() => false))) failed += 1
    times.push(performance.now() - started)
    await sleep(REST_MS)
  }
  const worker = async () => {
    for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline && !hasDied;) {
      await timed(() => answered('/api/auth/me'))
      await timed(() => answered('/'))
      await timed(() => socket.timeout(30_000).emitWithAck('join', { room: 'servers', params: {} }).then(isJoined))
    }
  }
  await Promise.all([worker(), worker()])
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return { p50: at(0.5), p99: at(0.99), failed }
}

function answered(address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': WEB_KEY, authorization: `Bearer ${memberToken}` }
    get(`${url}${address}`, { agent, headers, timeout: 30_000 }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode === 200))
    }).once('error', reject)
  })
}

function isJoined(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'ok' in reply && reply.ok === true
}

/** Peak memory since the last call, and current memory after garbage collection. */
async function memory(): Promise<{ peak: number; settled: number }> {
  if (hasDied) return { peak: 0, settled: 0 }
  server.send('memory')
  return (await nextMessage(server, death.signal)) as { peak: number; settled: number }
}

/** Signs in with worker of the server's accounts. */
async function signIn(name: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'x-api-key': WEB_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ emailAddress: `${name}@example.com`, password: 'correct horse battery' }),
  })
  return response.headers.get('x-idp-token') ?? ''
}
