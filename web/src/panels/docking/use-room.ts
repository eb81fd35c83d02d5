import { useSyncExternalStore } from 'react'
import { ROOM_QUERIES, type Room } from '../../features/cad/default-layouts.ts'

const lists = () => ROOM_QUERIES.map(([room, query]) => [room, window.matchMedia(query)] as const)

const readRoom = (): Room => lists().find(([, list]) => list.matches)?.[0] ?? 'narrow'

const subscribe = (listener: () => void) => {
  const all = lists()
  for (const [, list] of all) list.addEventListener('change', listener)
  return () => all.forEach(([, list]) => list.removeEventListener('change', listener))
}

/** How much room the window has now. */
export const useRoom = (): Room => useSyncExternalStore(subscribe, readRoom)

const PHONE = '(max-width: 767px)'
const onPhoneChange = (listener: () => void) => {
  const list = window.matchMedia(PHONE)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
/** Too little room for two panels. */
export const usePhone = (): boolean => useSyncExternalStore(onPhoneChange, () => window.matchMedia(PHONE).matches)
