import { createContext, use, useSyncExternalStore } from 'react'
import type { Readable } from '../../../platform/store/observable.ts'

/** By user, in the game's coordinates. */
type UnitPlaces = ReadonlyMap<number, { readonly x: number; readonly y: number }>
/** Where the units of a board are. The board has it from whoever shows it, and does not know where positions come from. */
export type UnitPlacesStore = Readable<UnitPlaces>

export const UnitPlacesContext = createContext<UnitPlacesStore | null>(null)

const NOWHERE: UnitPlaces = new Map()
const nothing = () => () => undefined
const nowhere = () => NOWHERE

/** Where units are as far as it is known. They are only followed for as long as that is wanted. */
export function useUnitPlaces(isWanted: boolean): UnitPlaces {
  const places = use(UnitPlacesContext)
  const store = isWanted ? places : null
  return useSyncExternalStore(store?.subscribe ?? nothing, store?.get ?? nowhere)
}

/** Reads where units are as far as it is known by now, for whoever asks in passing and wants nobody followed for it. */
export const useUnitPlacesNow = (): (() => UnitPlaces) => use(UnitPlacesContext)?.get ?? nowhere
