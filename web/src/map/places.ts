import { useSyncExternalStore } from 'react'
import { lazyModule } from '../platform/load/lazy-module.ts'
import { log } from '../platform/log/log.ts'

type Places = { readonly names: readonly string[]; readonly locate: (x: number, y: number) => string }

/** The names are part of the map's drawing, which not everybody needs. */
const placeNames = lazyModule(async () => {
  const { PLACE_NAMES, locate } = await import('./island/place-names.ts')
  return { names: PLACE_NAMES, locate }
})

/** Whoever needs the names next has them fetched again where that failed; until then places are typed without suggestions. */
const subscribe = (listener: () => void) => {
  placeNames.load().catch((error: unknown) => log.warning('The names of places could not be fetched', error))
  return placeNames.subscribe(listener)
}

const places = (): Places | undefined => {
  const state = placeNames.get()
  return state.phase === 'ready' ? state.value : undefined
}

/** What roads and places are called, and where a point is in those words; undefined until it is known. */
export const usePlaces = (): Places | undefined => useSyncExternalStore(subscribe, places)
