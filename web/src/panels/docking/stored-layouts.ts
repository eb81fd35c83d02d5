import type { UnitClass } from '@tenfour/contract'
import type { KeyValueStore } from '../../platform/storage/storage.ts'
import type { PanelId } from '../panel.ts'
import { layoutsBySize, parseLayout, type Layout, type SizedLayouts } from './layout.ts'
import { roomsFrom, type Room } from './use-room.ts'

/** Increase when the stored format changes; older layouts are then ignored. */
const VERSION = 1

type Owner = { readonly userId: number; readonly unitClass: UnitClass }
type Place = Owner & { readonly room: Room }
const keyOf = ({ userId, unitClass, room }: Place) => `cad-layout:${VERSION}:${userId}:${unitClass}:${room}`
/** The department's layouts as they were when the desktop was last opened: they are drawn at once. */
const departmentKeyOf = ({ userId, unitClass }: Owner) => `cad-layout:${VERSION}:department:${userId}:${unitClass}`

type DefaultLayout = (unitClass: UnitClass, room: Room) => Layout
type Has = (panelId: PanelId) => boolean

/** The user's layouts, by class and window size. The department's layouts stand in for layouts that the user has not arranged. */
export function createStoredLayouts(store: KeyValueStore, defaultLayout: DefaultLayout) {
  const read = (key: string): unknown => parseJson(store.getItem(key))
  const shipped = ({ unitClass, room }: Place, has: Has): Layout => {
    const fallback = defaultLayout(unitClass, room)
    return parseLayout(fallback, has) ?? fallback
  }
  /** Of this size of window, or of the next smaller one that the department has a layout for. */
  const ofDepartment = (place: Place, has: Has): Layout | undefined => {
    const sizes = layoutsBySize(read(departmentKeyOf(place)))
    const room = roomsFrom(place.room).find((each) => sizes.has(each))
    return room && parseLayout(sizes.get(room), has)
  }
  const starting = (place: Place, has: Has): Layout => ofDepartment(place, has) ?? shipped(place, has)
  return {
    /** The stored layout, or the default of the department or class. */
    load: (place: Place, has: Has): Layout => parseLayout(read(keyOf(place)), has) ?? starting(place, has),
    isOwn: (place: Place): boolean => store.getItem(keyOf(place)) !== null,
    save: (place: Place, layout: Layout): void => store.setItem(keyOf(place), JSON.stringify(layout)),
    reset: (place: Place, has: Has): Layout => {
      store.removeItem(keyOf(place))
      return starting(place, has)
    },
    /** The layout as the portal came with it. */
    shipped,
    /** Whether the department's layouts are others than before. */
    keepDepartment: (owner: Owner, layouts: SizedLayouts): boolean => {
      const key = departmentKeyOf(owner)
      const next = layouts.length > 0 ? JSON.stringify(layouts) : null
      if (next === store.getItem(key)) return false
      if (next === null) store.removeItem(key)
      else store.setItem(key, next)
      return true
    },
  }
}

export type StoredLayouts = ReturnType<typeof createStoredLayouts>

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
