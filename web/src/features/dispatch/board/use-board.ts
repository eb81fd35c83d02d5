import type { Call, PatrolUnit } from '@tenfour/contract'
import { accessSubject, anyOf, dispatcher, isAllowed, staff } from '@tenfour/contract'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { useBoardStore } from './board-context.ts'
import type { BoardRow, BoardState } from './board-state.ts'
import { shallowEqual } from './shallow-equal.ts'
import { unitsOnCall } from './unit-index.ts'

/** Derives a value from the board; rerenders only when it changes, compared one level deep. */
export function useBoard<T>(select: (state: BoardState) => T): T {
  const store = useBoardStore()
  const [selection] = useState(createSelection<T>)
  return useSyncExternalStore(store.subscribe, () => selection(store.get(), select))
}

function createSelection<T>() {
  let last: { readonly state: BoardState; readonly select: (state: BoardState) => T; readonly value: T } | undefined
  return (state: BoardState, select: (state: BoardState) => T): T => {
    if (last?.state === state && last.select === select) return last.value
    const fresh = select(state)
    const value = last && shallowEqual(last.value, fresh) ? last.value : fresh
    last = { state, select, value }
    return value
  }
}

export const useUnit = (userId: number | null): PatrolUnit | undefined =>
  useBoard((state) => (userId === null ? undefined : state.units.get(userId)))

export const useCall = (callId: number | null): Call | undefined =>
  useBoard((state) => (callId === null ? undefined : state.calls.get(callId)))

/** The units on a call: the primary unit first, then in the order they were assigned. */
export const useUnitsOnCall = (callId: number): readonly PatrolUnit[] => useBoard((state) => unitsOnCall(state, callId))

/** The signed-in user's own unit, while it is on duty on this server. */
export const useOwnUnit = (): PatrolUnit | undefined => useUnit(useSignedInUser().userId)

/** Whether the user may act on units other than their own: a dispatcher on duty here, or staff. */
export function useMayDispatch(): boolean {
  const serverId = useBoard((state) => state.serverId)
  return isAllowed(anyOf(dispatcher('serverId'), staff), accessSubject(useSignedInUser()), { serverId })
}

/** When a live event last touched the row; null if unchanged since the board was opened. */
function useChangedAt(kind: BoardRow['kind'], id: number): number | null {
  const store = useBoardStore()
  const read = useCallback(() => store.changedAt({ kind, id }), [store, kind, id])
  return useSyncExternalStore(store.subscribe, read)
}

const FLASH_MS = 1600

/** When the row last changed, for a highlight that fades; null if that was before it was rendered. */
export function useFlash(kind: BoardRow['kind'], id: number): number | null {
  const changedAt = useChangedAt(kind, id)
  const [shownAt] = useState(Date.now)
  return changedAt !== null && changedAt >= shownAt - FLASH_MS ? changedAt : null
}
