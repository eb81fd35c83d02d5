import type { Call } from '@tenfour/contract'
import { findPlace, trailingPostal } from '@tenfour/contract/island'
import type { Tx } from '../../../platform/database/database.ts'

type Place = Pick<Call, 'location' | 'postal' | 'x' | 'y'>
type Position = Pick<Place, 'x' | 'y'>
const NOWHERE: Position = { x: null, y: null }

/** Position of a postal on a server's map; undefined if the map doesn't have it. */
export type FindPostal = (tx: Tx, serverId: number, code: string) => Promise<{ x: number; y: number } | undefined>
export type PlaceOnMap = ReturnType<typeof createPlaceOnMap>

/** Finds the position of a call: the given coordinates, or else the position of the place that was typed. */
export function createPlaceOnMap(findPostal: FindPostal) {
  /** Looks for the postal first, which may be written 'p 5041', then for the location: a postal at its end, a crossing, a name or a road of the island. */
  const locate = async (tx: Tx, serverId: number, { location, postal }: Pick<Place, 'location' | 'postal'>): Promise<Position> => {
    const found = (await findPostal(tx, serverId, postal)) ?? (await findPostal(tx, serverId, trailingPostal(postal) ?? ''))
    if (found) return found
    const code = trailingPostal(location)
    const atEnd = code === undefined ? undefined : await findPostal(tx, serverId, code)
    const place = findPlace(location, () => atEnd)
    return place ? { x: place.x, y: place.y } : NOWHERE
  }

  return {
    ofNew: async (tx: Tx, serverId: number, place: Place): Promise<Position> => {
      const { x, y } = place
      return x !== null && y !== null ? { x, y } : locate(tx, serverId, place)
    },

    /**
     * A new postal or location moves the call, unless the edit gives coordinates. A position that did not come from the previous place was
     * given by a person or the game, and stays.
     */
    afterEdit: async (tx: Tx, call: Call, edit: Place): Promise<Position> => {
      const { serverId, x, y } = call
      const given = { x: edit.x, y: edit.y }
      if (edit.postal === call.postal && edit.location === call.location) return given
      const isGone = edit.x === null || edit.y === null
      if (x === null || y === null || isGone) return isGone ? locate(tx, serverId, edit) : given
      if (edit.x !== x || edit.y !== y) return given
      const before = await locate(tx, serverId, call)
      return before.x === x && before.y === y ? locate(tx, serverId, edit) : given
    },
  }
}
