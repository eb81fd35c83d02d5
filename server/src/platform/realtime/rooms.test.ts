import { ROOMS, type RoomName } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { collectRooms, type RoomOwner, type RoomSources } from './rooms.ts'

const sourceOf = (room: string) => ({ snapshot: async () => Promise.reject(new Error(room)) })
/** Sources for these rooms, distinguished by identity. */
const rooms = (...names: string[]) => Object.fromEntries(names.map((name) => [name, sourceOf(name)])) as unknown as Partial<RoomSources>
const names = Object.keys(ROOMS) as RoomName[]
const but = (left: RoomName) => names.filter((name) => name !== left)

test('the rooms of all features together are those of the contract, each with its own source', () => {
  const dispatch: RoomOwner = { name: 'board', rooms: rooms('board', 'call') }
  const others: RoomOwner = { name: 'others', rooms: rooms(...names.filter((name) => name !== 'board' && name !== 'call')) }
  const sources = collectRooms([dispatch, { name: 'roles' }, others])
  expect(Object.keys(sources).toSorted()).toEqual(names.toSorted())
  expect(sources.call).toBe(dispatch.rooms?.call)
  expect(sources.user).toBe(others.rooms?.user)
})

test('a room of the contract without a source is named', () => {
  expect(() => collectRooms([{ name: 'most', rooms: rooms(...but('desk')) }])).toThrow('No source for the room desk')
})

test('a source for no room of the contract is named, with its feature', () => {
  const owners = [
    { name: 'all', rooms: rooms(...names) },
    { name: 'warrants', rooms: rooms('pets', 'toString') },
  ]
  expect(() => collectRooms(owners)).toThrow('Not a room of the contract: pets (warrants), toString (warrants)')
})

test('a room with two sources is named, with both features', () => {
  const owners = [
    { name: 'all', rooms: rooms(...names) },
    { name: 'notes', rooms: rooms('dispatch') },
  ]
  expect(() => collectRooms(owners)).toThrow('More than one source for the room dispatch: all, notes')
})
