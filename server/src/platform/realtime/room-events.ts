import { roomKey, ROOMS, type RoomEvents, type RoomName, type RoomParams } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Publish } from '../database/transaction.ts'
import type { PortalServer } from './portal-socket.ts'

/** A room event with its payload, discriminated by `event`. */
type RoomEvent<N extends RoomName> = {
  [E in keyof RoomEvents<N>]: { readonly event: E; readonly payload: RoomEvents<N>[E] }
}[keyof RoomEvents<N>]

type Listen = <N extends RoomName>(room: N, listener: (params: RoomParams<N>, news: RoomEvent<N>) => void) => void

export type RoomEventBus = {
  /** Sends to everyone in the room, on every node. */
  readonly publish: Publish
  /** Sends to sockets of this node only, for changes every node learns about by itself. */
  readonly publishHere: Publish
  /** Subscribes the portal itself to every room of this name, across all nodes. */
  readonly listen: Listen
  /** The same for events that this node publishes: for work that every node would otherwise do again. */
  readonly listenHere: Listen
}

type Listeners = Map<RoomName, ((params: Record<string, unknown>, news: { event: string; payload: unknown }) => void)[]>

/** Sends events of rooms to browsers and to listeners within the portal. `isShared`: other nodes have listeners too. */
export function createRoomEvents({ io, isShared, log }: { io: PortalServer; isShared: boolean; log: FastifyBaseLogger }): RoomEventBus {
  const listeners: Listeners = new Map()
  const listenersHere: Listeners = new Map()
  const addListener =
    (to: Listeners): Listen =>
    (room, listener) => {
      const known = to.get(room) ?? []
      // Payloads are parsed with the room's schema before they get here.
      known.push(listener as (typeof known)[number])
      to.set(room, known)
    }
  const notify = (registered: Listeners, room: RoomName, params: Record<string, unknown>, event: string, payload: unknown) => {
    for (const listener of registered.get(room) ?? []) {
      try {
        listener(params, { event, payload })
      } catch (error) {
        log.error({ err: error }, `an event of the room ${room} could not be handled`)
      }
    }
  }
  io.on('heard', (room, params, event, payload) => notify(listeners, room, params, event, payload))

  const publish: Publish = (room, params, seq, event, payload) => {
    const delta = deltaOf(room, params, seq, event, payload)
    io.to(delta.key).emit('delta', delta)
    notify(listenersHere, room, params, event, delta.payload)
    if (!listeners.has(room)) return
    notify(listeners, room, params, event, delta.payload)
    if (isShared) io.serverSideEmit('heard', room, params, event, delta.payload)
  }
  return {
    // The change is already committed: if an event can't be sent, its room just lags until the next heartbeat.
    publish: (room, ...event) => {
      try {
        publish(room, ...event)
      } catch (error) {
        log.error({ err: error }, `an event of the room ${room} could not be published`)
      }
    },
    publishHere: (room, params, seq, event, payload) => {
      const delta = deltaOf(room, params, seq, event, payload)
      io.local.to(delta.key).emit('delta', delta)
    },
    listen: addListener(listeners),
    listenHere: addListener(listenersHere),
  }
}

function deltaOf(room: RoomName, params: Record<string, unknown>, seq: number, event: string, payload: unknown) {
  const events: Readonly<Record<string, { parse: (value: unknown) => unknown } | undefined>> = ROOMS[room].events
  return { key: roomKey(room, params), seq, event, payload: events[event]?.parse(payload) }
}
