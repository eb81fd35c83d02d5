import { useSyncExternalStore } from 'react'
import { notify } from '../../platform/notify/notify.ts'
import { subscribe as followRoom } from '../../platform/realtime/realtime.ts'
import { useSignedInUser } from '../../platform/session/useSignedInUser.ts'
import { answerWords, EMPTY_DESK, withDeskDelta, withDeskSnapshot, type DeskState } from './desk-state.ts'

/** One member's desk, followed for as long as anything on the page shows it. */
function createDesk(userId: number) {
  const listeners = new Set<() => void>()
  let state = EMPTY_DESK
  let leave: (() => void) | undefined
  const become = (next: DeskState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const join = () =>
    followRoom(
      'desk',
      { userId },
      {
        onSnapshot: (snapshot) => become(withDeskSnapshot(snapshot)),
        onDelta: (delta) => {
          const words = delta.event === 'ping.answered' ? answerWords(delta.payload, userId) : null
          if (words) notify.success(words)
          become(withDeskDelta(state, delta))
        },
      },
    )
  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      leave ??= join()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        leave?.()
        leave = undefined
      }
    },
  }
}

const desks = new Map<number, ReturnType<typeof createDesk>>()

function deskOf(userId: number) {
  const known = desks.get(userId) ?? createDesk(userId)
  desks.set(userId, known)
  return known
}

/** The signed-in member's own desk. */
export function useDesk(): DeskState {
  const { subscribe, get } = deskOf(useSignedInUser().userId)
  return useSyncExternalStore(subscribe, get)
}
