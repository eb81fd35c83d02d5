import { notify } from '../../../platform/notify/notify.ts'
import { subscribe as followRoom } from '../../../platform/realtime/realtime.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { createObservable, useObservable, type Readable } from '../../../platform/store/observable.ts'
import { answerWords, EMPTY_DESK, withDeskDelta, withDeskSnapshot, type DeskState } from './desk-state.ts'

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
