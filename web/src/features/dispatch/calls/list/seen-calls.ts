import type { Call } from '@tenfour/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { createObservable } from '../../../../platform/store/observable.ts'
import { boardStore } from '../../board/board.port.ts'

type Shown = { readonly serverId: number; readonly phase: string; readonly calls: ReadonlyMap<number, Call> }

const NOTHING: ReadonlySet<number> = new Set()

/** Which calls appeared since the board was opened and have not been viewed yet. One's own calls don't count. */
export function createSeenCalls() {
  let serverId: number | null = null
  let known: Shown['calls'] | null = null
  const unseen = createObservable(NOTHING)

  return {
    /** Records the calls of the board as it is now. */
    note: (board: Shown, ownUserId: number): void => {
      if (board.phase === 'loading' || board.phase === 'closed') return
      const { calls } = board
      const before = board.serverId === serverId ? known : null
      if (before === calls) return
      serverId = board.serverId
      known = calls
      const kept = before === null ? [] : [...unseen.get()].filter((callId) => calls.has(callId))
      const fresh =
        before === null ? [] : [...calls.values()].filter((call) => !before.has(call.callId) && call.createdBy?.userId !== ownUserId)
      if (fresh.length > 0 || kept.length !== unseen.get().size) unseen.set(new Set([...kept, ...fresh.map(({ callId }) => callId)]))
    },
    see: (callId: number): void => {
      if (unseen.get().has(callId)) unseen.set(new Set([...unseen.get()].filter((each) => each !== callId)))
    },
    isUnseen: (callId: number): boolean => unseen.get().has(callId),
    subscribe: unseen.subscribe,
  }
}

/** Outlives the panel, so that calls which appeared while it was closed are still new when it opens. */
export const seenCalls = createSeenCalls()
export const useIsUnseen = (callId: number): boolean => useSyncExternalStore(seenCalls.subscribe, () => seenCalls.isUnseen(callId))

/** Tracks new calls while the board is shown. */
export function useNoteNewCalls(ownUserId: number): void {
  useEffect(() => {
    const board = boardStore()
    const note = () => seenCalls.note(board.get(), ownUserId)
    note()
    return board.subscribe(note)
  }, [ownUserId])
}
