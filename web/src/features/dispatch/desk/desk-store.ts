import { notify } from '../../../platform/notify/notify.ts'
import { subscribe as followRoom } from '../../../platform/realtime/realtime.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { createObservable, useObservable, type Readable } from '../../../platform/store/observable.ts'
import { type OwnCall, type Ping, type PingAnswered, type RoomSnapshot, TONE_MINUTES, type Tone, type UnitClass } from '@tenfour/contract'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'

/** The state of one member’s desk: unanswered pings, oldest first, and their own 911 calls, newest first. */
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

/** The message for the sender of a ping: '4L12 acknowledged'. None for the member who answered. */
export const answerWords = ({ by }: PingAnswered, ownUserId: number): string | null =>
  by.userId === ownUserId ? null : `${by.identifier || by.name} acknowledged`

/** One member's desk, subscribed to while anything on the page shows it. */
function createDesk(userId: number): Readable<DeskState> {
  const desk = createObservable(EMPTY_DESK, () =>
    followRoom(
      'desk',
      { userId },
      {
        onSnapshot: (snapshot) => desk.set(withDeskSnapshot(snapshot)),
        onDelta: (delta) => {
          const words = delta.event === 'ping.answered' ? answerWords(delta.payload, userId) : null
          if (words) notify.success(words)
          desk.set(withDeskDelta(desk.get(), delta))
        },
      },
    ),
  )
  return desk
}

const desks = new Map<number, Readable<DeskState>>()

function deskOf(userId: number) {
  const known = desks.get(userId) ?? createDesk(userId)
  desks.set(userId, known)
  return known
}

/** The signed-in member's own desk. */
export function useDesk(): DeskState {
  return useObservable(deskOf(useSignedInUser().userId))
}

type Reader = {
  readonly userId: number
  readonly unitClass: UnitClass
  /** Dismissed or faded. */
  readonly isPast: (tone: Tone) => boolean
  readonly openedAt: number
  readonly now: number
}

/** Tones older than this when the page is opened are not shown. */
const NEWS_MS = 60_000

/** The unread tones for a user: for their class, by someone else, not dismissed, and recent enough. */
export const tonesFor = (tones: readonly Tone[], { userId, unitClass, isPast, openedAt, now }: Reader): readonly Tone[] =>
  tones.filter((tone) => {
    const { classes, by, at } = tone
    const age = now - Date.parse(at)
    return (
      by.userId !== userId &&
      classes.some((each) => each === unitClass) &&
      Date.parse(at) > openedAt - NEWS_MS &&
      age < TONE_MINUTES * 60_000 &&
      !isPast(tone)
    )
  })
