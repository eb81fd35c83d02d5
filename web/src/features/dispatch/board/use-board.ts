import { type Call, type PatrolUnit, accessSubject, anyOf, dispatcher, isAllowed, staff } from '@tenfour/contract'
import { useCallback, useState, useSyncExternalStore, createContext, use } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import type { BoardRow, BoardState, BoardStore } from './board-store.ts'
import { unitsOnCall } from './board-index.ts'
import type { Readable } from '../../../platform/store/observable.ts'

export const BoardContext = createContext<BoardStore | null>(null)

function useBoardStore(): BoardStore {
  const store = use(BoardContext)
  if (!store) throw new Error('There is no BoardProvider above this')
  return store
}

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

/** The same value, or lists or plain objects that hold the same values. */
export function shallowEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (!isPlain(left) || Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && Object.is(Reflect.get(left, key), Reflect.get(right, key)))
  )
}

const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype

/** By user, in the game's coordinates. */
type UnitPlaces = ReadonlyMap<number, { readonly x: number; readonly y: number }>
/** Positions of a board's units. Injected, so that the board does not depend on where positions come from. */
export type UnitPlacesStore = Readable<UnitPlaces>

export const UnitPlacesContext = createContext<UnitPlacesStore | null>(null)

const NOWHERE: UnitPlaces = new Map()
const nothing = () => () => undefined
const nowhere = () => NOWHERE

/** The known positions of units. Subscribes only while `isWanted`. */
export function useUnitPlaces(isWanted: boolean): UnitPlaces {
  const places = use(UnitPlacesContext)
  const store = isWanted ? places : null
  return useSyncExternalStore(store?.subscribe ?? nothing, store?.get ?? nowhere)
}

/** Reads the positions known right now, without subscribing. */
export const useUnitPlacesNow = (): (() => UnitPlaces) => use(UnitPlacesContext)?.get ?? nowhere
