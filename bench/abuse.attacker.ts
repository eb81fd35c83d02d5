import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { createCharacter, mostBytes, REALTIME_PATH, type Endpoint } from '../contract/src/index.ts'
import { EXTRA_BODY_BYTES } from '../server/src/platform/limits/limits.ts'
import { WEB_KEY } from './lib/portal.ts'

// Attacks worker portal from a separate address on this machine, with the given attack, until the time is up.
const [url = '', name = '', token = '', seconds = '5'] = process.argv.slice(2)
const { port, hostname } = new URL(url)
if (hostname !== '127.0.0.1') throw new Error('only a portal on this machine is attacked')
const localAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'
const deadline = Date.now() + Number(seconds) * 1000
const isOver = () => Date.now() >= deadline

const request = (method: string, path: string, headers: Record<string, string | number> = {}) =>
  [`${method} ${path} HTTP/1.1`, 'host: portal', ...Object.entries(headers).map(([key, value]) => `${key}: ${value}`), '', ''].join('\r\n')
const signedIn = { 'x-api-key': WEB_KEY, authorization: `Bearer ${token}` }

/** Sends the parts over a separate connection and resolves when it is closed or the time is up. */
async function send(parts: Iterable<string | Buffer>, everyMs = 0): Promise<void> {
  const socket = connect({ port: Number(port), host: hostname, localAddress })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  socket.resume()
  await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))
  for (const part of parts) {
    if (socket.destroyed || isOver()) break
    if (!socket.write(part)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed, untilOver()])
    if (everyMs > 0) await sleep(everyMs)
  }
  await Promise.race([closed, untilOver()])
  socket.destroy()
}
const untilOver = () => sleep(Math.max(0, deadline - Date.now()))

/** Opens a WebSocket, sends `first` after the handshake and `then` once connected; resolves when it is closed or the time is up. */
async function sendMessages(first: readonly string[], then: readonly string[] = [], everyMs = 0): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${REALTIME_PATH}/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    localAddress,
  })
  socket.on('message', (raw: Buffer) => {
    const text = raw.toString()
    if (text.startsWith('0')) for (const each of first) socket.send(each)
    if (!text.startsWith('40')) return
    for (const each of then) socket.send(each)
    if (everyMs > 0) timer = setInterval(() => then.forEach((each) => socket.send(each)), everyMs)
  })
  let timer: NodeJS.Timeout | undefined
  await Promise.race([
    new Promise<void>((resolve) => {
      socket.on('error', () => resolve())
      socket.on('close', () => resolve())
    }),
    untilOver(),
  ])
  clearInterval(timer)
  socket.terminate()
}

/** Repeats the work, `atOnce` at a time and at max `max` times in total. */
async function repeat(atOnce: number, max: number, work: (count: number) => Promise<void>): Promise<void> {
  let count = 0
  const worker = async () => {
    while (!isOver() && count < max) {
      count += 1
      await work(count)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

function* blocks(megabytes: number) {
  const block = Buffer.alloc(1024 * 1024)
  for (let sent = 0; sent < megabytes; sent += 1) yield block
}
const letIn = `40${JSON.stringify({ apiKey: WEB_KEY, token })}`
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const pipeline = (path: string, headers: Record<string, string> = {}) => [request('GET', path, headers).repeat(20_000)]
const keys = (count: number) => Object.fromEntries(times(count, (index) => [String(index), 0]))
/** As many keys as the body of an endpoint holds. Their names are no numbers: those take ten times as long to parse. */
const keysFor = ({ body }: Endpoint) => {
  const bytes = (body ? mostBytes(body) : 0) + EXTRA_BODY_BYTES - 200
  return Object.fromEntries(times(Math.floor(bytes / '"k0000":0,'.length), (index) => [`k${index.toString(36).padStart(4, '0')}`, 0]))
}
const deepKeys = { charges: times(20, () => keys(100)), officers: times(20, () => keys(100)), more: keys(2000) }
const characterKeys = keysFor(createCharacter)
const post = (path: string, body: unknown) => {
  const text = JSON.stringify(body)
  return (
    request('POST', path, { ...signedIn, 'content-type': 'application/json', 'content-length': text.length, connection: 'close' }) + text
  )
}
const image = { 'content-type': 'image/png', 'content-length': 20 * 1024 * 1024 }
const login = { 'x-api-key': WEB_KEY, 'content-type': 'application/json', 'content-length': 10_000 }

const ATTACKS: Record<string, () => Promise<void>> = {
  nothing: async () => {
    while (!isOver()) JSON.parse(JSON.stringify(process.memoryUsage()))
  },
  'long-keys': () => repeat(50, 900, (count) => sendMessages([`40${JSON.stringify({ apiKey: `Ж${count}${'a'.repeat(990_000)}` })}`])),
  'wrong-keys': () =>
    repeat(64, 100_000, (count) =>
      send(
        times(20, (index) => request('GET', '/api/auth/me', { 'x-api-key': `web_${count}_${index}` })),
        5,
      ),
    ),
  bodies: () =>
    repeat(60, 600, () =>
      send(
        (function* () {
          yield request('PUT', '/api/servers/1/map/image', image)
          yield* blocks(19)
        })(),
      ),
    ),
  'pipelined-page': () => repeat(1, 200, () => send(pipeline('/'))),
  'pipelined-file': () => repeat(1, 200, () => send(pipeline('/assets/app-abc123.js'))),
  'pipelined-setup': () => repeat(1, 200, () => send(pipeline('/api/setup', { 'x-api-key': WEB_KEY }))),
  'pipelined-reads': () => repeat(1, 200, () => send(pipeline('/api/auth/me', signedIn))),
  connects: () => repeat(1, 200, () => sendMessages(times(20_000, (index) => `40{"apiKey":"web_wrong","token":"${index}"}`))),
  joins: () =>
    repeat(1, 200, () =>
      sendMessages(
        [letIn],
        times(20_000, (index) => `42${index}["join",{"room":"servers","params":{}}]`),
      ),
    ),
  'field-values': () =>
    repeat(8, 100_000, () => send([post('/api/characters', { name: 'x', bornOn: '1990-01-01', fields: characterKeys })])),
  'deep-keys': () => repeat(8, 100_000, () => send([post('/api/reports/drafts', { kind: 'arrest', prefill: deepKeys })])),
  'join-params': () =>
    repeat(2, 100, async () => {
      const params = JSON.stringify(keys(7408))
      await sendMessages([letIn], [`42["join",{"room":"servers","params":${params}}]`], 1000 / 45)
    }),
  maps: () =>
    repeat(1, 200, () =>
      sendMessages(
        [letIn],
        times(60_000, (index) => `42${index}["map.join",{"serverId":${index + 1000}}]`),
      ),
    ),
  trickle: () =>
    repeat(200, 2000, (count) => send([request('POST', '/api/auth/login', login), ...times(1000, () => ' ')], count % 2 ? 50 : 500)),
  'trickle-unknown': () =>
    repeat(200, 20_000, () => send([request('POST', '/api/patrol/server', { ...login, 'x-api-key': '' }), ...times(1000, () => ' ')], 50)),
}

await ATTACKS[name]?.()
process.exit(0)
