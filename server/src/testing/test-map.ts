import {
  createPositionDecoder,
  createPositionEncoder,
  type MapJoinReply,
  type MapKeyReply,
  type Position,
  type RosterEntry,
  type Trail,
  type TrailReply,
} from '@tenfour/contract'
import type { TestBridge } from './test-bridge.ts'
import { until, type TestSocket } from './test-portal.ts'

/** Sends positions by source, like a bridge. */
export function driver(bridge: TestBridge) {
  const encoder = createPositionEncoder()
  const present = new Map<number, Position>()
  const send = (frame: Uint8Array) => void bridge.socket.emit('positions', frame)
  send(encoder.key())
  return {
    /** Moves players; null removes them. */
    drive: (to: Readonly<Record<number, readonly [x: number, y: number, heading?: number] | null>>) => {
      for (const [source, place] of Object.entries(to)) {
        if (place) present.set(Number(source), { x: place[0], y: place[1], heading: place[2] ?? 0 })
        else present.delete(Number(source))
      }
      send(encoder.delta(present, Date.now()))
    },
    /** Simulates a lost frame. */
    lose: () => void encoder.delta(present, Date.now()),
    sendKey: () => send(encoder.key()),
  }
}

export const joinMap = (socket: TestSocket, serverId = 1): Promise<MapJoinReply> =>
  socket.timeout(5000).emitWithAck('map.join', { serverId })

/** A client that follows a server's map and keeps its state. */
export async function followMap(socket: TestSocket, serverId = 1) {
  const decoder = createPositionDecoder()
  const roster = new Map<number, RosterEntry>()
  const frames: { at: number; kind: string; bytes: number }[] = []
  let isClosed = false
  const read = (frame: Uint8Array) => {
    const { kind } = decoder.decode(frame)
    frames.push({ at: Date.now(), kind, bytes: frame.length })
  }
  socket.on('map.frame', (of, frame) => of === serverId && read(frame))
  socket.on('map.roster', ({ serverId: of, saved, left }) => {
    if (of !== serverId) return
    for (const slot of left) roster.delete(slot)
    for (const entry of saved) roster.set(entry.slot, entry)
  })
  socket.on('map.closed', (of) => {
    if (of === serverId) isClosed = true
  })
  const reply = await joinMap(socket, serverId)
  if (!reply.ok) throw new Error(reply.message)
  for (const entry of reply.roster) roster.set(entry.slot, entry)
  read(reply.keyFrame)
  const named = (name: string) => [...roster.values()].find((entry) => entry.name === name || entry.identifier === name)
  return {
    group: reply.group,
    roster,
    frames,
    decoder,
    isClosed: () => isClosed,
    names: () => [...roster.values()].map(({ name, identifier }) => identifier ?? name).toSorted(),
    /** Position at which someone is shown, by name or call sign. */
    at: (name: string): Position | undefined => {
      const entry = named(name)
      return entry && decoder.get(entry.slot)
    },
    sees: (name: string, x: number) =>
      until(`${name} at ${x}`, () => {
        const entry = named(name)
        return entry !== undefined && decoder.get(entry.slot)?.x === x
      }),
    askKey: async () => {
      const answer = await new Promise<MapKeyReply>((reply) => socket.emit('map.key', { serverId }, reply))
      if (!answer.ok) throw new Error(answer.message)
      read(answer.keyFrame)
    },
    trailOf: async (name: string): Promise<Trail['points']> => {
      const slot = named(name)?.slot ?? -1
      const answer = await new Promise<TrailReply>((reply) => socket.emit('map.trails', { serverId, slots: [slot] }, reply))
      if (!answer.ok) throw new Error(answer.message)
      return answer.trails[0]?.points ?? []
    },
  }
}
