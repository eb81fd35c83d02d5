import { useSyncExternalStore } from 'react'
import { serverPositions } from './server-positions.ts'
import { createUnitPlaces, type UnitPlaces } from './unit-places.ts'

export type { UnitPlaces } from './unit-places.ts'

const stores = new Map<number, ReturnType<typeof createUnitPlaces>>()
const NOWHERE: UnitPlaces = new Map()
const nothing = () => () => undefined
const nowhere = () => NOWHERE

/** Where members are on a server, about once a second. Positions are only sent for as long as somebody wants them. */
export function useUnitPlaces(serverId: number, isWanted: boolean): UnitPlaces {
  const store = isWanted ? (stores.get(serverId) ?? createUnitPlaces(serverPositions(serverId))) : undefined
  if (store) stores.set(serverId, store)
  return useSyncExternalStore(store?.subscribe ?? nothing, store?.get ?? nowhere)
}

/** Where they are as far as it is known by now: for who asks for it in passing, and wants nothing sent for it. */
export const unitPlacesNow = (serverId: number): UnitPlaces => stores.get(serverId)?.get() ?? NOWHERE
