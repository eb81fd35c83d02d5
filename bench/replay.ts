import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { decodeTracks, REALTIME_PATH, type MapJoinReply, type Replay } from '@tenfour/contract'
import { nextMessage } from './lib/child.ts'
import { connect, drive, ingestedAt, openBridge } from './lib/map-clients.ts'
import { WEB_KEY } from './lib/portal.ts'
import { number, print, type Line } from './lib/report.ts'
import { createTraffic } from './lib/traffic.ts'

const HOURS = Number(process.env['HOURS'] ?? 4)
const ROUNDS = Number(process.env['ROUNDS'] ?? 6)
const ROUND_SECONDS = 10
const VIEWERS = 50
const STARTS = 20
const FIRST_MINUTES = 5
const KILOBYTES_GOAL = 100
const WITHIN = 1.05

type Member = { userId: number; token: string }
type Started = { url: string; key: string; staffToken: string; units: readonly Member[] }
type Evening = { from: string; to: string; bytes: number; unitHours: number; size: number; blocks: number; counted: number }
const server = fork(fileURLToPath(new URL('./replay.server.ts', import.meta.url)))
const ask = async <T>(message: object): Promise<T> => {
  const answered = nextMessage(server)
  server.send(message)
  return (await answered) as T
}
const { url, key, staffToken, units } = (await nextMessage(server)) as Started
const headers = (token: string) => ({ 'x-api-key': WEB_KEY, authorization: `Bearer ${token}` })
const at = (values: readonly number[], share: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
const lines: Line[] = []

const evening = await ask<Evening>({ evening: HOURS })
const perHour = evening.size / evening.unitHours
console.log(
  `${units.length} units for ${HOURS} h: ${number(evening.blocks)} blocks of ${number(evening.bytes / evening.blocks)} bytes, ${number(evening.bytes / evening.unitHours / 3600, 2)} bytes a point; ` +
    `a row with its index entries takes ${number((evening.size - evening.bytes) / evening.blocks)} bytes more; counted as ${number(evening.counted / evening.size, 2)} of what is on the disk`,
)
lines.push({
  what: 'kept per unit and hour, at a position a second, with rows and indexes',
  measured: `${number(perHour / 1000, 1)} kB`,
  goal: `under ${KILOBYTES_GOAL} kB`,
  isMet: perHour < KILOBYTES_GOAL * 1000,
})

const starts: number[] = []
const idle = await ask<{ cpu: NodeJS.CpuUsage }>({ usage: true })
for (let round = 0; round < STARTS; round += 1) starts.push(await start())
const used = await ask<{ cpu: NodeJS.CpuUsage }>({ usage: true })
const startCpu = (used.cpu.user + used.cpu.system - idle.cpu.user - idle.cpu.system) / 1000 / STARTS
console.log(`processor time of the portal for one start: ${number(startCpu)} ms`)
lines.push({
  what: `an evening of ${units.length} units starts to play: replay and first tracks read and decoded, p50 and slowest of ${STARTS}`,
  measured: `${number(at(starts, 0.5))} ms, ${number(Math.max(...starts))} ms`,
  goal: 'under 1,000 ms',
  isMet: Math.max(...starts) < 1000,
})

/** Not in step with the frames that the portal sends, or how long a position waits for the next one would be the luck of the start. */
const INGEST_EVERY_MS = 267
type Measured = { statuses: number[]; frames: number[]; cpu: number }
const viewers = await follow()
const { bridge, send } = await openBridge(url, key, units.length)
const next = createTraffic(units.length)
const measured: Record<'on' | 'off', Measured> = { on: { statuses: [], frames: [], cpu: 0 }, off: { statuses: [], frames: [], cpu: 0 } }
await ask({ keep: 7 })
await measure()
// In turn, each first as often as the other, so that noise hits both.
for (let round = 0; round < ROUNDS; round += 1) {
  for (const mode of round % 2 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
    await ask({ keep: mode === 'on' ? 7 : 0 })
    const { statuses, frames, cpu } = await measure()
    measured[mode].statuses.push(...statuses)
    measured[mode].frames.push(...frames)
    measured[mode].cpu += cpu / ROUNDS
  }
}
for (const [what, pick] of [
  ['status change', ({ statuses }: Measured) => statuses],
  ['map frame, from ingest to viewer', ({ frames }: Measured) => frames],
] as const) {
  for (const share of [0.5, 0.99]) {
    const [on, off] = [at(pick(measured.on), share), at(pick(measured.off), share)]
    lines.push({
      what: `${what}, p${share * 100}, recording against not recording`,
      measured: `${number(on, 1)} / ${number(off, 1)} ms = ${number(on / off, 2)}`,
      goal: `≤ ${WITHIN}`,
      isMet: on <= off * WITHIN,
    })
  }
}
lines.push({
  what: 'map frames sent, recording against not recording',
  measured: `${number(measured.on.frames.length)} / ${number(measured.off.frames.length)} = ${number(measured.on.frames.length / measured.off.frames.length, 2)}`,
  goal: `≥ ${number(1 / WITHIN, 2)}`,
  isMet: measured.on.frames.length * WITHIN >= measured.off.frames.length,
})
console.log(`processor time of the portal, recording against not: ${number(measured.on.cpu, 2)} / ${number(measured.off.cpu, 2)} of a core`)
for (const socket of [bridge, ...viewers.sockets]) socket.disconnect()
server.disconnect()
await once(server, 'exit')
print(lines)
process.exit()

/** The steps of the page before it can play, from the first call to the first points. */
async function start(): Promise<number> {
  const began = performance.now()
  const get = (path: string) => fetch(url + path, { headers: headers(staffToken) })
  const first = new Date(Date.parse(evening.from) + FIRST_MINUTES * 60_000).toISOString()
  const [replay, tracks] = await Promise.all([
    get(`/api/replay/servers/1?from=${evening.from}&to=${evening.to}`).then((response) => response.json() as Promise<Replay>),
    get(`/api/replay/servers/1/tracks?from=${evening.from}&to=${first}`).then(async (response) => decodeTracks(await response.bytes())),
  ])
  if (replay.units.length !== units.length || !tracks || tracks.length < units.length) throw new Error('not the evening')
  return performance.now() - began
}

async function follow() {
  const frames: number[] = []
  const sockets = []
  for (let index = 0; index < VIEWERS; index += 1) {
    const viewer = await connect(url, { path: REALTIME_PATH, auth: { apiKey: WEB_KEY, token: staffToken } })
    viewer.on('map.frame', (_serverId: number, frame: Uint8Array) => void frames.push(Date.now() - ingestedAt(frame)))
    const joined = (await viewer.emitWithAck('map.join', { serverId: 1 })) as MapJoinReply
    if (!joined.ok) throw new Error(joined.message)
    sockets.push(viewer)
  }
  return { sockets, frames }
}

/** Units drive and change their status, one after the other. */
async function measure(): Promise<Measured> {
  viewers.frames.length = 0
  const before = await ask<{ cpu: NodeJS.CpuUsage }>({ usage: true })
  const began = performance.now()
  let isOver = false
  const statuses: number[] = []
  const change = async () => {
    for (let index = 0; !isOver; index += 1) {
      const { userId, token } = units[index % units.length] ?? { userId: 0, token: '' }
      const sent = performance.now()
      const response = await fetch(`${url}/api/patrol/unit/status/${userId}/${3 + (Math.floor(index / units.length) % 2)}`, {
        headers: headers(token),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`status ${response.status}`)
      statuses.push(performance.now() - sent)
    }
  }
  const changing = change()
  await drive(send, next, ROUND_SECONDS, INGEST_EVERY_MS)
  isOver = true
  await changing
  const after = await ask<{ cpu: NodeJS.CpuUsage }>({ usage: true })
  const cpu = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1000 / (performance.now() - began)
  return { statuses, frames: [...viewers.frames], cpu }
}
