import type { UnitClass } from '@tenfour/contract'
import type { KeyValueStore } from '../../platform/storage/storage.ts'
import type { PanelId } from '../panel.ts'
import { parseLayout, type Layout } from './layout.ts'
import type { Room } from './use-room.ts'

/** Increase when the stored format changes; older layouts are then ignored. */
const VERSION = 1

type Place = { readonly userId: number; readonly unitClass: UnitClass; readonly room: Room }
const keyOf = ({ userId, unitClass, room }: Place) => `cad-layout:${VERSION}:${userId}:${unitClass}:${room}`

type DefaultLayout = (unitClass: UnitClass, room: Room) => Layout

/** The user's layouts, by class and window size. */
export function createStoredLayouts(store: KeyValueStore, defaultLayout: DefaultLayout) {
  const startingLayout = ({ unitClass, room }: Place, has: (panelId: PanelId) => boolean): Layout => {
    const fallback = defaultLayout(unitClass, room)
    return parseLayout(fallback, has) ?? fallback
  }
  return {
    /** The stored layout, or the default of the class. */
    load: (place: Place, has: (panelId: PanelId) => boolean): Layout =>
      parseLayout(parseJson(store.getItem(keyOf(place))), has) ?? startingLayout(place, has),
    save: (place: Place, layout: Layout): void => store.setItem(keyOf(place), JSON.stringify(layout)),
    reset: (place: Place, has: (panelId: PanelId) => boolean): Layout => {
      store.removeItem(keyOf(place))
      return startingLayout(place, has)
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
