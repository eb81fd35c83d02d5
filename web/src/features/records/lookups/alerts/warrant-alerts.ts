import { subscribe } from '../../../../platform/realtime/realtime.ts'
import type { RoomDelta, RoomPosition } from '../../../../platform/realtime/rooms.ts'

type AlertDelta = RoomDelta<'own-warrants'> | RoomDelta<'active-warrants'>
type Listener = {
  readonly onDelta: (delta: AlertDelta) => void
  /** Something may have been missed: what was read before has to be read again. */
  readonly onGap: () => void
}
type Rooms = { readonly listeners: Set<Listener>; readonly leave: () => void }
type Subscribe = typeof subscribe

/**
 * Active warrants as units on duty are told of them, confidential ones included. All listeners share a subscription, because a snapshot goes to
 * every handler of a room: each panel that opened would look like a gap to the others.
 */
export function createWarrantAlerts(join: Subscribe) {
  const joined = new Map<number, Rooms>()
  const open = (userId: number): Rooms => {
    const listeners = new Set<Listener>()
    const handlers = {
      onSnapshot: (_warrants: unknown, { seq, known }: RoomPosition) => {
        if (known !== seq) listeners.forEach((each) => each.onGap())
      },
      onDelta: (delta: AlertDelta) => listeners.forEach((each) => each.onDelta(delta)),
    }
    // Off duty: a listener on the next duty has to join again.
    const onClosed = () => void (joined.get(userId) === rooms && joined.delete(userId))
    const leaves = [join('active-warrants', {}, { ...handlers, onClosed }), join('own-warrants', { userId }, handlers)]
    const rooms: Rooms = { listeners, leave: () => leaves.forEach((each) => each()) }
    return rooms
  }
  /** Follows them until the returned function is called. */
  return (userId: number, listener: Listener): (() => void) => {
    const rooms = joined.get(userId) ?? open(userId)
    joined.set(userId, rooms)
    rooms.listeners.add(listener)
    return () => {
      if (!rooms.listeners.delete(listener) || rooms.listeners.size > 0) return
      if (joined.get(userId) === rooms) joined.delete(userId)
      rooms.leave()
    }
  }
}
export const followWarrantAlerts = createWarrantAlerts(subscribe)
