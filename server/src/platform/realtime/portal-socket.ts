import type { ClientToServer, RoomName, ServerToClient } from '@tenfour/contract'
import type { Server, Socket } from 'socket.io'
import type { Actor, Credentials } from '../auth/actor.ts'

export type JoinedRoom = { readonly name: RoomName; readonly params: Record<string, unknown> }
type SocketData = {
  actor: Actor
  credentials: Credentials
  joined: Map<string, JoinedRoom>
  /** Number of rechecks so far: the result of an earlier one is discarded. */
  checks: number
}
/** Messages between nodes: events of rooms the portal itself listens to. */
type BetweenNodes = { heard: (room: RoomName, params: Record<string, unknown>, event: string, payload: unknown) => void }

export type PortalServer = Server<ClientToServer, ServerToClient, BetweenNodes, SocketData>
export type PortalSocket = Socket<ClientToServer, ServerToClient, BetweenNodes, SocketData>
