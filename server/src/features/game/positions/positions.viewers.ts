import type { ClientToServer, MapGroup, ServerToClient } from '@tenfour/contract'
import type { PortalSocket } from '../../../platform/realtime/portal-socket.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { RosterChange } from './positions.group.ts'

/** Packets a viewer may lag behind before frames are skipped for them. A frame takes two (header and bytes), so this is four frames. */
const MAX_WAITING = 8

export type Viewers = ReturnType<typeof createViewers>

/** Sockets viewing a map on this node. Each frame is encoded once for all, and skipped for those that can't keep up. */
export function createViewers(realtime: Realtime) {
  const everyone = realtime.namespace<ClientToServer, ServerToClient, unknown>('/')
  const rooms = new Map<string, Set<PortalSocket>>()
  const groups = new WeakMap<PortalSocket, Map<number, MapGroup>>()
  const waiting = new WeakMap<PortalSocket, number>()
  const watched = new Map<string, number>()

  const groupsOf = (socket: PortalSocket): Map<number, MapGroup> => {
    const known = groups.get(socket)
    if (known) return known
    const own = new Map<number, MapGroup>()
    groups.set(socket, own)
    socket.conn.on('packetCreate', () => waiting.set(socket, (waiting.get(socket) ?? 0) + 1))
    socket.conn.on('drain', () => waiting.set(socket, 0))
    socket.once('disconnect', () => {
      for (const serverId of own.keys()) leave(socket, serverId)
    })
    return own
  }

  const leave = (socket: PortalSocket, serverId: number): void => {
    const group = groups.get(socket)?.get(serverId)
    if (group === undefined) return
    groups.get(socket)?.delete(serverId)
    const room = roomOf(serverId, group)
    rooms.get(room)?.delete(socket)
    if (rooms.get(room)?.size === 0) rooms.delete(room)
    void socket.leave(room)
  }

  return {
    join: (socket: PortalSocket, serverId: number, group: MapGroup): void => {
      leave(socket, serverId)
      const room = roomOf(serverId, group)
      groupsOf(socket).set(serverId, group)
      rooms.set(room, (rooms.get(room) ?? new Set()).add(socket))
      void socket.join(room)
    },
    leave,
    /** The groups a socket follows, by server. */
    groupsOf: (socket: PortalSocket): ReadonlyMap<number, MapGroup> => groups.get(socket) ?? new Map(),
    areThere: (serverId: number, group: MapGroup): boolean => {
      const room = roomOf(serverId, group)
      return rooms.has(room) || watched.has(room)
    },
    /** Registers the portal itself as a viewer until the returned function is called. */
    watch: (serverId: number, group: MapGroup): (() => void) => {
      const room = roomOf(serverId, group)
      watched.set(room, (watched.get(room) ?? 0) + 1)
      return () => {
        const left = (watched.get(room) ?? 0) - 1
        if (left > 0) watched.set(room, left)
        else watched.delete(room)
      }
    },

    sendFrame: (serverId: number, group: MapGroup, frame: Uint8Array): void => {
      const room = roomOf(serverId, group)
      const behind = [...(rooms.get(room) ?? [])].filter((socket) => (waiting.get(socket) ?? 0) >= MAX_WAITING)
      everyone.local
        .to(room)
        .except(behind.map(({ id }) => id))
        .emit('map.frame', serverId, frame)
    },
    sendRoster: (serverId: number, group: MapGroup, change: RosterChange): void => {
      everyone.local.to(roomOf(serverId, group)).emit('map.roster', { serverId, ...change })
    },
  }
}

const roomOf = (serverId: number, group: MapGroup): string => `map:${serverId}:${group}`
