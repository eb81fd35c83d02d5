import {
  roomKey,
  ROOMS,
  type Delta,
  type Room,
  type JoinReply,
  type JoinRequest,
  type RoomEvents,
  type RoomName,
  type RoomParams,
  type RoomSnapshot,
} from '@tenfour/contract'
import { createSequencer, type Sequencer } from './sequencer.ts'

export type RoomDelta<N extends RoomName> = {
  [E in keyof RoomEvents<N>]: { readonly event: E; readonly payload: RoomEvents<N>[E] }
}[keyof RoomEvents<N>]

/** How far the changes of a room were followed. */
export type RoomPosition = {
  /** The number of the last change in the snapshot. */
  readonly seq: number
  /** The number that this subscriber had reached; null before its first snapshot. */
  readonly known: number | null
}
/** Changes came between what the subscriber was told and this snapshot. */
export const hasMissed = ({ seq, known }: RoomPosition): boolean => known !== null && known !== seq

export type RoomHandlers<N extends RoomName> = {
  /** Also comes when another part of the page joins the same room: then `position` says that nothing is new. */
  readonly onSnapshot: (snapshot: RoomSnapshot<N>, position: RoomPosition) => void
  readonly onDelta: (delta: RoomDelta<N>) => void
  /** The user may no longer be in the room. */
  readonly onClosed?: () => void
}

type Handlers = {
  onSnapshot: (snapshot: unknown, seq: number) => void
  onDelta: (event: string, payload: unknown, seq: number) => void
  onClosed: () => void
}
type OpenRoom = { readonly request: JoinRequest; readonly handlers: Set<Handlers>; readonly sequencer: Sequencer; attempt: number }

type Options = {
  /** Sends a join; undefined without a connection or without a response in time. */
  readonly join: (request: JoinRequest) => Promise<JoinReply | undefined>
  readonly leave: (key: string) => void
  readonly onSessionInvalid: () => void
  readonly onProblem: (message: string, detail?: unknown) => void
}

const RETRY_MS = 3000

/** The rooms this page is in, independent of the transport. */
export function createRooms({ join, leave, onSessionInvalid, onProblem }: Options) {
  const rooms = new Map<string, OpenRoom>()

  const close = (key: string) => {
    const room = rooms.get(key)
    if (!room) return
    rooms.delete(key)
    room.sequencer.reset()
    for (const each of room.handlers) each.onClosed()
  }
  const enter = async (key: string) => {
    const room = rooms.get(key)
    if (!room) return
    const attempt = (room.attempt += 1)
    const reply = await join(room.request)
    // A later join, or a leave, has superseded this response.
    if (rooms.get(key) !== room || room.attempt !== attempt) return
    if (reply?.ok) return room.sequencer.snapshot(reply.seq, reply.snapshot)
    if (reply?.code === 'session_invalid') return onSessionInvalid()
    if (reply?.code === 'forbidden' || reply?.code === 'not_found' || reply?.code === 'feature_off') return close(key)
    if (reply) onProblem(`The room ${key} could not be joined: ${reply.message}`)
    setTimeout(() => room.attempt === attempt && void enter(key), RETRY_MS)
  }

  return {
    size: () => rooms.size,
    /** Joins every room again, on a new connection. */
    rejoinAll: () => {
      for (const [key, room] of rooms) {
        room.sequencer.reset()
        void enter(key)
      }
    },
    delta: ({ key, seq, event, payload }: Delta) => rooms.get(key)?.sequencer.delta(seq, event, payload),
    heartbeat: (seqs: Readonly<Record<string, number>>) => {
      for (const [key, seq] of Object.entries(seqs)) rooms.get(key)?.sequencer.heartbeat(seq)
    },
    closed: close,
    clear: () => {
      for (const room of rooms.values()) room.sequencer.reset()
      rooms.clear()
    },
    /** Follows a room until the returned function is called. A second subscriber to the same room gets its own snapshot. */
    subscribe: <N extends RoomName>(name: N, params: RoomParams<N>, handlers: RoomHandlers<N>): (() => void) => {
      const key = roomKey(name, params)
      const own = parsing(name, handlers, onProblem)
      const open = rooms.get(key) ?? openRoom({ room: name, params }, () => void enter(key))
      open.handlers.add(own)
      rooms.set(key, open)
      void enter(key)
      return () => {
        open.handlers.delete(own)
        if (open.handlers.size > 0 || rooms.get(key) !== open) return
        open.sequencer.reset()
        rooms.delete(key)
        leave(key)
      }
    },
  }
}

function openRoom(request: JoinRequest, rejoin: () => void): OpenRoom {
  const handlers = new Set<Handlers>()
  const sequencer = createSequencer({
    onSnapshot: (snapshot, seq) => handlers.forEach((each) => each.onSnapshot(snapshot, seq)),
    onDelta: (event, payload, seq) => handlers.forEach((each) => each.onDelta(event, payload, seq)),
    rejoin,
  })
  return { request, handlers, sequencer, attempt: 0 }
}

/** Parses incoming messages, so that pages only ever see what the contract promises. */
function parsing<N extends RoomName>(
  name: N,
  { onSnapshot, onDelta, onClosed }: RoomHandlers<N>,
  onProblem: Options['onProblem'],
): Handlers {
  const { snapshot: snapshotShape, events }: Room = ROOMS[name]
  let known: number | null = null
  return {
    onSnapshot: (snapshot, seq) => {
      const position = { seq, known }
      known = seq
      const parsed = snapshotShape.safeParse(snapshot)
      if (parsed.success) onSnapshot(parsed.data as RoomSnapshot<N>, position)
      else onProblem(`The snapshot of ${name} is not what was agreed`, parsed.error)
    },
    onDelta: (event, payload, seq) => {
      known = seq
      const parsed = (Object.hasOwn(events, event) ? events[event] : undefined)?.safeParse(payload)
      if (parsed?.success) onDelta({ event, payload: parsed.data } as unknown as RoomDelta<N>)
      else onProblem(`The event ${event} of ${name} is not what was agreed`, parsed?.error)
    },
    onClosed: () => onClosed?.(),
  }
}
