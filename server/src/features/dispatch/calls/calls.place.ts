import type { Call } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'

type Place = Pick<Call, 'postal' | 'x' | 'y'>
const NOWHERE = { x: null, y: null }

/** Where a postal is on a server's map; undefined where the map does not know it. */
export type FindPostal = (tx: Tx, serverId: number, code: string) => Promise<{ x: number; y: number } | undefined>

/** Where a call is on the map: where it was said to be, or else where its postal is, if the server's list has it. */
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
 * Where a call is once it has been edited. Another postal is another place, unless the edit says where; one that nobody knows takes a call
 * off the place of its postal before, and leaves it where it is otherwise. A postal that is added to a known place changes nothing.
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
