import { createContext, use, useSyncExternalStore } from 'react'
import type { Readable } from '../../../platform/store/observable.ts'

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
