import { roomKey, ROOMS, type RoomName, type RoomParams, type RoomSnapshot } from '@tenfour/contract'
import type { Actor } from '../auth/actor.ts'
import type { Db, Tx } from '../database/database.ts'
import { readAtOnce, streamSeqs } from '../database/streams.ts'

/** Server side of a room: the snapshot sent to a joiner, and the current sequence number in the database. */
export type RoomSource<N extends RoomName> = {
  readonly snapshot: (actor: Actor, params: RoomParams<N>) => Promise<{ seq: number; state: RoomSnapshot<N> }>
  /** Only for a room whose changes are not numbered by its own stream. */
  readonly currentSeqs?: (params: readonly RoomParams<N>[]) => Promise<readonly number[]>
}

/** A room whose snapshot is read together with the number of the last change. */
export const streamRoom = <N extends RoomName>(
  db: Db,
  name: N,
  read: (tx: Tx, params: RoomParams<N>) => Promise<RoomSnapshot<N>>,
): RoomSource<N> => ({
  snapshot: (_actor, params) =>
    readAtOnce(db, async (tx) => {
      const [seq = 0] = await streamSeqs(tx, [roomKey(name, params)])
      return { seq, state: await read(tx, params) }
    }),
})

/** A room that only announces changes; its snapshot is empty. */
export const changesRoom = <N extends RoomName>(
  db: Db,
  name: N & (Record<string, never> extends RoomSnapshot<N> ? N : never),
): RoomSource<N> => streamRoom(db, name, async () => ({}) as RoomSnapshot<N>)
export type RoomSources = { readonly [N in RoomName]: RoomSource<N> }

/** Rooms provided by one feature. */
export type RoomOwner = { readonly name: string; readonly rooms?: Partial<RoomSources> }

/** Collects the source of every room of the contract. Fails startup if a room has no source or several, or if a source has no room. */
export function collectRooms(owners: readonly RoomOwner[]): RoomSources {
  const sources = owners.flatMap(({ name, rooms = {} }) => Object.entries(rooms).map(([room, source]) => ({ room, source, owner: name })))
  const undeclared = sources.filter(({ room }) => !Object.hasOwn(ROOMS, room))
  if (undeclared.length > 0)
    throw new Error(`Not a room of the contract: ${list(undeclared.map(({ room, owner }) => `${room} (${owner})`))}`)
  const ownersOf = Map.groupBy(sources, ({ room }) => room)
  const missing = Object.keys(ROOMS).filter((room) => !ownersOf.has(room))
  if (missing.length > 0) throw new Error(`No source for the room ${list(missing)}`)
  for (const [room, own] of ownersOf) {
    if (own.length > 1) throw new Error(`More than one source for the room ${room}: ${list(own.map(({ owner }) => owner))}`)
  }
  // Each room now has exactly one source, and its type was checked where it was declared.
  return Object.fromEntries(sources.map(({ room, source }) => [room, source])) as RoomSources
}

const list = (names: readonly string[]): string => names.join(', ')
