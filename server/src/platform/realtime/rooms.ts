import { ROOMS, type RoomName, type RoomParams, type RoomSnapshot } from '@tenfour/contract'
import type { Actor } from '../auth/actor.ts'

/** How the server side of a room is filled: what a joiner is sent, and which sequence number the database holds now. */
export type RoomSource<N extends RoomName> = {
  readonly snapshot: (actor: Actor, params: RoomParams<N>) => Promise<{ seq: number; state: RoomSnapshot<N> }>
  readonly currentSeqs: (params: readonly RoomParams<N>[]) => Promise<readonly number[]>
}
export type RoomSources = { readonly [N in RoomName]: RoomSource<N> }

/** Some of the rooms, and by whom they are filled. */
export type RoomOwner = { readonly name: string; readonly rooms?: Partial<RoomSources> }

/** The source of every room of the contract. The portal does not start while one has none or two, or while there is one for no room. */
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
  // Each room of the contract has exactly one by now, of the type that its owner's declaration was checked against.
  return Object.fromEntries(sources.map(({ room, source }) => [room, source])) as RoomSources
}

const list = (names: readonly string[]): string => names.join(', ')
