import { HEARTBEAT_MS, type RoomName, type RoomParams } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from '../redis/redis.ts'
import type { JoinedRoom, PortalSocket } from './portal-socket.ts'
import type { RoomSource } from './rooms.ts'

type Options = {
  readonly localSockets: () => readonly PortalSocket[]
  readonly sourceOf: <N extends RoomName>(name: N) => RoomSource<N>
  /** Numbers of the last changes, by the keys of rooms. */
  readonly streamSeqs: (keys: readonly string[]) => Promise<readonly number[]>
  readonly redis: Redis | undefined
  readonly log: FastifyBaseLogger
}

/** Tells each socket every few seconds the sequence numbers of its rooms, so that a browser notices an event that it missed. */
export function startHeartbeat({ localSockets, sourceOf, streamSeqs, redis, log }: Options) {
  const beat = async () => {
    const sockets = localSockets()
    const wanted = new Map<string, JoinedRoom>(sockets.flatMap((socket) => [...socket.data.joined]))
    if (wanted.size === 0) return
    const seqs = await readSeqs(wanted)
    for (const socket of sockets) {
      const own = [...socket.data.joined.keys()].flatMap((key) => (seqs.has(key) ? [[key, seqs.get(key) ?? 0] as const] : []))
      if (own.length > 0) socket.emit('heartbeat', Object.fromEntries(own))
    }
  }
  const readSeqs = async (wanted: Map<string, JoinedRoom>) => {
    const seqs = new Map<string, number>()
    const read = async (rooms: readonly [string, JoinedRoom][], current: Promise<readonly number[]>) => {
      const numbers = await current
      rooms.forEach(([key], index) => seqs.set(key, numbers[index] ?? 0))
    }
    const byName = Map.groupBy(wanted, ([, { name }]) => name)
    const inStreams = [...byName].flatMap(([name, rooms]) => (sourceOf(name).currentSeqs ? [] : rooms))
    await Promise.all([
      read(inStreams, streamSeqs(inStreams.map(([key]) => key))),
      ...[...byName].map(async ([name, rooms]) => {
        const current = sourceOf(name).currentSeqs?.(rooms.map(([, room]) => room.params as RoomParams<RoomName>))
        if (current) await read(rooms, current)
      }),
    ])
    return seqs
  }

  const missedListeners: (() => void)[] = []
  /** Beats left during which events of other nodes may be missing: those may return from an outage later than this node. */
  let beatsWithMissedEvents = 0
  const beatAll = () => {
    beat().catch((error: unknown) => log.warn({ err: error }, 'a heartbeat was missed'))
    if (redis?.isAway()) beatsWithMissedEvents = 2
    if (beatsWithMissedEvents === 0) return
    beatsWithMissedEvents -= 1
    for (const listener of missedListeners) listener()
  }
  const timer = setInterval(beatAll, HEARTBEAT_MS)
  redis?.onBack(beatAll)

  return {
    onMissed: (listener: () => void) => void missedListeners.push(listener),
    stop: () => clearInterval(timer),
  }
}
