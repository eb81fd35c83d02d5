import { useSyncExternalStore } from 'react'
import { log } from '../../platform/log/log.ts'

export { usePostals } from './postals.queries.ts'

type Places = { readonly names: readonly string[]; readonly locate: (x: number, y: number) => string }

const listeners = new Set<() => void>()
let places: Places | undefined
let isAsked = false

/** The names are part of the map's drawing, which not everybody needs. */
function fetchOnce(): void {
  if (isAsked) return
  isAsked = true
  import('./island/place-names.ts').then(
    ({ PLACE_NAMES, locate }) => {
      places = { names: PLACE_NAMES, locate }
      for (const listener of listeners) listener()
    },
    (error: unknown) => {
      isAsked = false
      log.warning('The names of places could not be fetched', error)
    },
  )
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  fetchOnce()
  return () => void listeners.delete(listener)
}

/** What roads and places are called, and where a point is in those words; undefined until it is known. */
export const usePlaces = (): Places | undefined => useSyncExternalStore(subscribe, () => places)
