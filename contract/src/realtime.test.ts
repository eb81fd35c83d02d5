import { expect, test } from 'vitest'
import { HEARTBEAT_MS, JoinRequest } from './realtime.socket.ts'
import { roomKey, ROOMS } from './realtime.ts'

test('the key of a room with parameters has its name and parameters, without parameters its name', () => {
  expect(roomKey('user', { userId: 12 })).toBe('user:12')
  expect(roomKey('servers', {})).toBe('servers')
})

test('parsed parameters can not form the key of another room', () => {
  expect(ROOMS.user.params.safeParse({ userId: '12' }).success).toBe(false)
  expect(ROOMS.user.params.safeParse({ userId: 1.5 }).success).toBe(false)
  expect(ROOMS.user.params.safeParse({ userId: -1 }).success).toBe(false)
  expect(roomKey('user', ROOMS.user.params.parse({ userId: 12, more: 'x' }))).toBe('user:12')
  expect(roomKey('servers', ROOMS.servers.params.parse({ more: 'x' }))).toBe('servers')
})

test('every room can be requested, and no other', () => {
  for (const room of Object.keys(ROOMS)) expect(JoinRequest.safeParse({ room, params: {} }).success, room).toBe(true)
  for (const room of ['', 'toString', '__proto__', 'user:1', '@user:1']) {
    expect(JoinRequest.safeParse({ room, params: {} }).success, room).toBe(false)
  }
})

test('every room is declared under its own name', () => {
  for (const [name, room] of Object.entries(ROOMS)) expect(room.name).toBe(name)
})

test('heartbeats are frequent enough for a client to be up to date within five seconds', () => {
  expect(HEARTBEAT_MS).toBeLessThan(5000)
})
