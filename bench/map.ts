import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  createPositionDecoder,
  createPositionEncoder,
  POSITIONS_EVERY_MS,
  REALTIME_PATH,
  type MapJoinReply,
  type Position,
} from '@tenfour/contract'
import type { Socket } from 'socket.io-client'
import { ADMINS, connect, drive, ingestedAt, openBridge, PASSWORD, steamOf } from './lib/map-clients.ts'
import { WEB_KEY } from './lib/portal.ts'
import { number, print } from './lib/report.ts'
import { createTraffic } from './lib/traffic.ts'

const PLAYERS = 2048
const VIEWERS = 500
const ROUNDS = 4
const ROUND_SECONDS = 8
const WARM_UP_SECONDS = 4
const BYTES_GOAL = 15

type ServerInfo = { url: string; key: string }
type Usage = { cpu: NodeJS.CpuUsage; memory: number }
type Measured = { delays: number[]; frames: number; bytesPerViewer: number; cpu: number; memory: number; gaps: number }
type Watch = { viewers: Socket[]; delays: number[]; frames: { count: number; gaps: number } }
/** The viewers, and the sender in `sockets`. */
type Side = { watch: Watch; sockets: Socket[]; run: (seconds: number) => Promise<void> }

const portal = await start('portal')
const bare = await start('bare')

const sides = { portal: await viewPortal(), bare: await viewBare(VIEWERS, driveBare) }
const details = (id: number) => ({ name: `Player ${id}`, identifier: steamOf(id) })
// Alternate for several rounds, so that noise hits both.
const rounds: { portal: Measured; bare: Measured }[] = []
for (const side of [sides.portal, sides.bare]) await side.run(WARM_UP_SECONDS)
for (let round = 0; round < ROUNDS; round += 1) {
  rounds.push({ portal: await measure(portal.child, sides.portal), bare: await measure(bare.child, sides.bare) })
}
const throughPortal = pooled(rounds.map((round) => round.portal))
const throughBare = pooled(rounds.map((round) => round.bare))
for (const { sockets } of Object.values(sides)) for (const socket of sockets) socket.disconnect()
const asJson = await measure(bare.child, await viewBare(20, driveJson(details)))
const asLeanJson = await measure(
  bare.child,
  await viewBare(
    20,
    driveJson(() => ({})),
  ),
)
for (const { child } of [portal, bare]) {
  child.disconnect()
  await once(child, 'exit')
}

const at = (delays: readonly number[], part: number) => delays.toSorted((a, b) => a - b)[Math.floor(delays.length * part)] ?? 0
const [p50, p99] = [at(throughPortal.delays, 0.5), at(throughPortal.delays, 0.99)]
const [bare50, bare99] = [at(throughBare.delays, 0.5), at(throughBare.delays, 0.99)]
const perMover = throughPortal.bytesPerViewer / 4 / PLAYERS
console.log(`JSON without names and identifiers: ${number(asLeanJson.bytesPerViewer / throughPortal.bytesPerViewer, 1)} times our bytes`)
console.log(`${number(PLAYERS)} players at 4 Hz, ${VIEWERS} viewers who see all of them, ${ROUNDS} rounds of ${ROUND_SECONDS} s each`)
console.log(
  `portal: ${number(throughPortal.cpu * 100)} % of a core, ${number(throughPortal.memory / 1e6)} MB, ${throughPortal.frames} frames to each, ${throughPortal.gaps} gaps`,
)
console.log(
  `bare broadcast of the same bytes: ${number(throughBare.cpu * 100)} % of a core; ${number(perMover, 2)} bytes a player and frame, headers included`,
)
print([
  {
    what: 'bytes per viewer and second, full JSON state every 500 ms against ours',
    measured: `${number(asJson.bytesPerViewer)} / ${number(throughPortal.bytesPerViewer)} = ${number(asJson.bytesPerViewer / throughPortal.bytesPerViewer, 1)}`,
    goal: `≥ ${BYTES_GOAL}`,
    isMet: asJson.bytesPerViewer / throughPortal.bytesPerViewer >= BYTES_GOAL,
  },
  ...[
    { name: 'p50', ours: p50, theirs: bare50 },
    { name: 'p99', ours: p99, theirs: bare99 },
  ].map(({ name, ours, theirs }) => ({
    what: `from ingest to viewer, ${name}, against a bare broadcast`,
    measured: `${number(ours, 1)} ms / ${number(theirs, 1)} ms`,
    goal: `≤ ${number(2 * theirs + POSITIONS_EVERY_MS, 1)} ms (twice, and ${POSITIONS_EVERY_MS} ms)`,
    isMet: ours <= 2 * theirs + POSITIONS_EVERY_MS,
  })),
])
process.exit()

async function start(role: string): Promise<{ child: ChildProcess; info: ServerInfo }> {
  const child = fork(fileURLToPath(new URL('./map.server.ts', import.meta.url)), [role])
  const [info] = (await once(child, 'message')) as [ServerInfo]
  return { child, info }
}

async function usageOf(child: ChildProcess): Promise<Usage> {
  const answer = once(child, 'message')
  child.send('how are you')
  return ((await answer) as [Usage])[0]
}

async function measure(child: ChildProcess, { watch, run }: Side): Promise<Measured> {
  watch.delays.length = 0
  Object.assign(watch.frames, { count: 0, gaps: 0 })
  const before = { ...(await usageOf(child)), bytes: watch.viewers.map(bytesRead), at: performance.now() }
  await run(ROUND_SECONDS)
  const after = await usageOf(child)
  const seconds = (performance.now() - before.at) / 1000
  const bytes = watch.viewers.map((viewer, index) => bytesRead(viewer) - (before.bytes[index] ?? 0))
  return {
    delays: [...watch.delays],
    frames: Math.round(watch.frames.count / watch.viewers.length),
    gaps: watch.frames.gaps,
    bytesPerViewer: mean(bytes) / seconds,
    cpu: (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1e6 / seconds,
    memory: after.memory,
  }
}

function pooled(measured: readonly Measured[]): Measured {
  return {
    delays: measured.flatMap(({ delays }) => delays),
    frames: measured.reduce((sum, { frames }) => sum + frames, 0),
    gaps: measured.reduce((sum, { gaps }) => sum + gaps, 0),
    bytesPerViewer: mean(measured.map(({ bytesPerViewer }) => bytesPerViewer)),
    cpu: mean(measured.map(({ cpu }) => cpu)),
    memory: Math.max(...measured.map(({ memory }) => memory)),
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length
}

/** Bytes on the wire, including framing. */
function bytesRead(socket: Socket): number {
  const { ws } = socket.io.engine.transport as unknown as { ws: { _socket: { bytesRead: number } } }
  return ws._socket.bytesRead
}

async function viewPortal(): Promise<Side> {
  const { url, key } = portal.info
  const tokens = await Promise.all(ADMINS.map((emailAddress) => signIn(url, emailAddress)))
  const { bridge, send } = await openBridge(url, key, PLAYERS)
  const watch: Watch = { viewers: [], delays: [], frames: { count: 0, gaps: 0 } }
  for (let index = 0; index < VIEWERS; index += 1) {
    const auth = { apiKey: WEB_KEY, token: tokens[index % tokens.length] }
    const viewer = await connect(url, { path: REALTIME_PATH, auth })
    // All viewers read the frame's timestamp; a few decode everything, to check that no frame is missed.
    const decoder = index % 100 === 0 ? createPositionDecoder() : undefined
    viewer.on('map.frame', (_serverId: number, frame: Uint8Array) => {
      watch.frames.count += 1
      watch.delays.push(Date.now() - ingestedAt(frame))
      if (decoder && decoder.decode(frame).kind !== 'delta') watch.frames.gaps += 1
    })
    const joined = (await viewer.emitWithAck('map.join', { serverId: 1 })) as MapJoinReply
    if (!joined.ok) throw new Error(joined.message)
    decoder?.decode(joined.keyFrame)
    watch.viewers.push(viewer)
  }
  const next = createTraffic(PLAYERS)
  return { watch, sockets: [bridge, ...watch.viewers], run: (seconds) => drive(send, next, seconds) }
}

async function signIn(url: string, emailAddress: string): Promise<string> {
  const { headers } = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'x-api-key': WEB_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ emailAddress, password: PASSWORD }),
  })
  return headers.get('x-idp-token') ?? ''
}

async function viewBare(count: number, driveWith: (source: Socket) => (present: Map<number, Position>) => void): Promise<Side> {
  const { url } = bare.info
  const watch: Watch = { viewers: [], delays: [], frames: { count: 0, gaps: 0 } }
  for (let index = 0; index < count; index += 1) {
    const viewer = await connect(url)
    viewer.on('frame', (frame: Buffer) => {
      watch.frames.count += 1
      watch.delays.push(Date.now() - frame.readDoubleBE())
    })
    viewer.emit('view')
    watch.viewers.push(viewer)
  }
  const source = await connect(url)
  const send = driveWith(source)
  const next = createTraffic(PLAYERS)
  return { watch, sockets: [source, ...watch.viewers], run: (seconds) => drive(send, next, seconds) }
}

/** The same frames as sent to the portal. */
function driveBare(source: Socket) {
  const encoder = createPositionEncoder()
  return (present: Map<number, Position>) => void source.emit('frame', encoder.delta(present, Date.now()))
}

/** The usual approach: everyone's full state as JSON, twice a second. */
function driveJson(detailsOf: (id: number) => object) {
  const cents = (value: number) => Math.round(value * 100) / 100
  return (source: Socket) => {
    let frame = 0
    return (present: Map<number, Position>) => {
      frame += 1
      if (frame % 2) return
      const state = [...present].map(([id, { x, y, heading }]) => ({
        id,
        ...detailsOf(id),
        x: cents(x),
        y: cents(y),
        heading: cents(heading),
      }))
      source.emit('state', state)
    }
  }
}
