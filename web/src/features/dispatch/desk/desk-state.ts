import type { OwnCall, Ping, PingAnswered, RoomSnapshot } from '@tenfour/contract'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'

/** What concerns one member: unanswered pings, oldest first, and their own 911 calls, newest first. */
export type DeskState = { readonly isLoaded: boolean; readonly pings: readonly Ping[]; readonly calls: readonly OwnCall[] }

export const EMPTY_DESK: DeskState = { isLoaded: false, pings: [], calls: [] }

export const withDeskSnapshot = ({ pings, calls }: RoomSnapshot<'desk'>): DeskState => ({
  isLoaded: true,
  pings: pings.toSorted((a, b) => a.pingId - b.pingId),
  calls: calls.toSorted((a, b) => b.callId - a.callId),
})

export function withDeskDelta(state: DeskState, delta: RoomDelta<'desk'>): DeskState {
  switch (delta.event) {
    case 'ping.saved': {
      const { payload } = delta
      // A repeated ping from the same sender replaces the earlier one.
      const isOther = (ping: Ping) => ping.kind !== payload.kind || ping.from?.userId !== payload.from?.userId
      return { ...state, pings: [...state.pings.filter(isOther), payload] }
    }
    case 'ping.answered':
      return { ...state, pings: state.pings.filter(({ pingId }) => pingId !== delta.payload.pingId) }
    case 'own-call.saved': {
      const others = state.calls.filter(({ callId }) => callId !== delta.payload.callId)
      return { ...state, calls: [...others, delta.payload].toSorted((a, b) => b.callId - a.callId) }
    }
  }
}

/** The message for the sender of a ping: '4L12 acknowledged'. None for whoever answered. */
export const answerWords = ({ by }: PingAnswered, ownUserId: number): string | null =>
  by.userId === ownUserId ? null : `${by.identifier || by.name} acknowledged`
