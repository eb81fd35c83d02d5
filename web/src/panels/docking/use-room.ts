import { useSyncExternalStore } from 'react'

/** The window's size class: four columns of panels, three with the map in sight, two, or two with the others as tabs. */
export type Room = 'vast' | 'wide' | 'medium' | 'narrow'
const ROOM_QUERIES: readonly (readonly [Room, string])[] = [
  ['vast', '(min-width: 2200px)'],
  ['wide', '(min-width: 1440px)'],
  ['medium', '(min-width: 1100px)'],
]

/** A size and all smaller ones, the largest first. */
export const roomsFrom = (room: Room): readonly Room[] => {
  const rooms: readonly Room[] = [...ROOM_QUERIES.map(([each]) => each), 'narrow']
  return rooms.slice(rooms.indexOf(room))
}

const lists = () => ROOM_QUERIES.map(([room, query]) => [room, window.matchMedia(query)] as const)

const readRoom = (): Room => lists().find(([, list]) => list.matches)?.[0] ?? 'narrow'

const subscribe = (listener: () => void) => {
  const all = lists()
  for (const [, list] of all) list.addEventListener('change', listener)
  return () => all.forEach(([, list]) => list.removeEventListener('change', listener))
}

/** The window's current size class. */
export const useRoom = (): Room => useSyncExternalStore(subscribe, readRoom)

const PHONE = '(max-width: 767px)'
const onPhoneChange = (listener: () => void) => {
  const list = window.matchMedia(PHONE)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
/** Too narrow for two panels. */
export const usePhone = (): boolean => useSyncExternalStore(onPhoneChange, () => window.matchMedia(PHONE).matches)
