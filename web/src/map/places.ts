import type { FoundPlace } from '@tenfour/contract/island'
import { useSyncExternalStore } from 'react'
import { lazyModule } from '../platform/load/lazy-module.ts'
import { log } from '../platform/log/log.ts'

/** Where a typed place is, as the server will find it. */
export type FindPlace = (text: string, postalAt: (code: string) => { x: number; y: number } | undefined) => FoundPlace | undefined
type Places = { readonly names: readonly string[]; readonly locate: (x: number, y: number) => string; readonly find: FindPlace }

/** The names are part of the map's drawing, so they are loaded only when needed. */
const placeNames = lazyModule(async () => {
  const { PLACE_NAMES, findPlace, locate } = await import('./island/place-names.ts')
  return { names: PLACE_NAMES, locate, find: findPlace }
})

/** Each new subscriber retries a failed load; until then there are no suggestions for places. */
const subscribe = (listener: () => void) => {
  placeNames.load().catch((error: unknown) => log.warning('The names of places could not be fetched', error))
  return placeNames.subscribe(listener)
}

const places = (): Places | undefined => {
  const state = placeNames.get()
  return state.phase === 'ready' ? state.value : undefined
}

/** The names of roads and places, and lookups by position and by text; undefined until loaded. */
export const usePlaces = (): Places | undefined => useSyncExternalStore(subscribe, places)
