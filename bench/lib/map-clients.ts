import { setTimeout as sleep } from 'node:timers/promises'
import {
  BRIDGE_NAMESPACE,
  BRIDGE_PROTOCOL,
  createPositionEncoder,
  POSITIONS_EVERY_MS,
  REALTIME_PATH,
  type Position,
} from '@tenfour/contract'
import { io, type Socket } from 'socket.io-client'

const options = { transports: ['websocket'], forceNew: true, reconnection: false }

/** As many accounts as the viewers need: a member may have 64 sockets. */
export const ADMINS = Array.from({ length: 10 }, (_, index) => `admin${index}@example.com`)
export const PASSWORD = 'correct horse battery'

export function steamOf(id: number): string {
  return `11000010${id.toString(16).padStart(7, '0')}`
}

export async function connect(url: string, more: object = {}): Promise<Socket> {
  const socket = io(url, { ...options, ...more })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}

export type Send = (present: Map<number, Position>) => void

/** A game server with this many players, and what sends their positions. */
export async function openBridge(url: string, key: string, count: number): Promise<{ bridge: Socket; send: Send }> {
  const bridge = await connect(`${url}${BRIDGE_NAMESPACE}`, { path: REALTIME_PATH, auth: { apiKey: key, protocol: BRIDGE_PROTOCOL } })
  const players = Array.from({ length: count }, (_, index) => ({
    source: index + 1,
    name: `Player ${index + 1}`,
    identifiers: { steam: steamOf(index + 1) },
  }))
  const hello = { protocol: BRIDGE_PROTOCOL, version: 'bench', resource: 'bench', maxPlayers: count, players, whitelist: null }
  const helloAnswer: unknown = await bridge.emitWithAck('hello', hello)
  if (!(helloAnswer as { ok: boolean }).ok) throw new Error(JSON.stringify(helloAnswer))

  const encoder = createPositionEncoder()
  let needsKeyFrame = true
  bridge.on('positions.key', () => (needsKeyFrame = true))
  const send = (present: Map<number, Position>) => {
    const frame = encoder.delta(present, Date.now())
    if (needsKeyFrame) bridge.emit('positions', encoder.key())
    else bridge.volatile.emit('positions', frame)
    needsKeyFrame = false
  }
  return { bridge, send }
}

/** Four times a second, without catching up after a delay. */
export async function drive(send: Send, next: () => Map<number, Position>, seconds: number, everyMs = POSITIONS_EVERY_MS): Promise<void> {
  let due = performance.now()
  for (let frame = 1; frame <= (seconds * 1000) / everyMs; frame += 1) {
    send(next())
    due = Math.max(due + everyMs, performance.now())
    await sleep(Math.max(0, due - performance.now()))
  }
}

/** The timestamp, which is the second number of the header. */
export function ingestedAt(frame: Uint8Array): number {
  let index = 1
  const read = () => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = frame[index] ?? 0
      index += 1
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  read()
  return read()
}
