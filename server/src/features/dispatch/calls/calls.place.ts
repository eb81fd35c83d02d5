import type { Call } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'

type Place = Pick<Call, 'postal' | 'x' | 'y'>
const NOWHERE = { x: null, y: null }

/** Position of a postal on a server's map; undefined if the map doesn't have it. */
export type FindPostal = (tx: Tx, serverId: number, code: string) => Promise<{ x: number; y: number } | undefined>

/** Position of a call: the given coordinates, or else those of its postal, if the server's list has it. */
export async function placeOnMap(
  findPostal: FindPostal,
  tx: Tx,
  serverId: number,
  { postal, x, y }: Place,
): Promise<Pick<Place, 'x' | 'y'>> {
  if (x !== null && y !== null) return { x, y }
  return (await findPostal(tx, serverId, postal)) ?? NOWHERE
}

/**
 * Position of a call after an edit. A new postal moves the call, unless the edit gives coordinates. An unknown postal clears the position
 * if it came from the previous postal, and keeps it otherwise. Adding a postal to a call that has a position changes nothing.
 */
export async function placeAfterEdit(findPostal: FindPostal, tx: Tx, call: Call, edit: Place): Promise<Pick<Place, 'x' | 'y'>> {
  const { serverId, postal, x, y } = call
  const isMoved = edit.x !== x || edit.y !== y
  if (isMoved || edit.postal === postal || (x !== null && postal === '')) return { x: edit.x, y: edit.y }
  const found = await findPostal(tx, serverId, edit.postal)
  if (found) return found
  const before = await findPostal(tx, serverId, postal)
  return before && before.x === x && before.y === y ? NOWHERE : { x, y }
}
