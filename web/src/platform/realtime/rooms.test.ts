import type { JoinReply, JoinRequest, Server } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRooms, hasMissed } from './rooms.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const server = (serverId: number): Server => ({ serverId, name: `Server ${serverId}`, environment: 'prod', version: 1 })
const live = { isOnline: false, players: 0, maxPlayers: null, lastHeartbeatAt: null, unitsOnDuty: 0, activeCalls: 0 }

function setUp(
  reply: (request: JoinRequest) => JoinReply | undefined = () => ({
    ok: true,
    key: 'servers',
    seq: 3,
    snapshot: [{ ...server(1), ...live }],
  }),
) {
  const join = vi.fn(async (request: JoinRequest) => reply(request))
  const leave = vi.fn()
  const onSessionInvalid = vi.fn()
  const onProblem = vi.fn()
  const rooms = createRooms({ join, leave, onSessionInvalid, onProblem })
  const follow = () => {
    const handlers = { onSnapshot: vi.fn(), onDelta: vi.fn(), onClosed: vi.fn() }
    return { ...handlers, stop: rooms.subscribe('servers', {}, handlers) }
  }
  return { rooms, join, leave, onSessionInvalid, onProblem, follow }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('joining gives the snapshot, and then what changes', async () => {
  const { rooms, follow } = setUp()
  const { onSnapshot, onDelta } = follow()
  await settle()
  expect(onSnapshot).toHaveBeenCalledWith([{ ...server(1), ...live }], { seq: 3, known: null })
  rooms.delta({ key: 'servers', seq: 4, event: 'server.saved', payload: server(2) })
  expect(onDelta).toHaveBeenCalledWith({ event: 'server.saved', payload: server(2) })
})

test('a new connection joins every room again', async () => {
  const { rooms, join, follow } = setUp()
  const { onSnapshot } = follow()
  await settle()
  rooms.rejoinAll()
  await settle()
  expect(join).toHaveBeenCalledTimes(2)
  expect(onSnapshot).toHaveBeenCalledTimes(2)
})

test('a missed delta is noticed by the heartbeat and made good by a new snapshot', async () => {
  const { rooms, follow } = setUp()
  const { onSnapshot } = follow()
  await settle()
  rooms.heartbeat({ servers: 4, 'user:1': 9 })
  await vi.advanceTimersByTimeAsync(300)
  expect(onSnapshot).toHaveBeenCalledTimes(2)
})

test('a subscriber knows from the numbers whether a snapshot brings something new', async () => {
  let seq = 3
  const { rooms, follow } = setUp(() => ({ ok: true, key: 'servers', seq, snapshot: [{ ...server(1), ...live }] }))
  const positionsOf = ({ onSnapshot }: { onSnapshot: { mock: { calls: unknown[][] } } }) =>
    onSnapshot.mock.calls.map(([, position]) => position)
  const first = follow()
  await settle()
  rooms.delta({ key: 'servers', seq: 4, event: 'server.saved', payload: server(2) })
  seq = 4
  const second = follow()
  await settle()
  // The connection was lost, and two changes with it.
  seq = 6
  rooms.rejoinAll()
  await settle()
  const expected = [
    { seq: 3, known: null },
    { seq: 4, known: 4 },
    { seq: 6, known: 4 },
  ]
  expect(positionsOf(first)).toEqual(expected)
  expect(expected.map(hasMissed)).toEqual([false, false, true])
  expect(positionsOf(second)).toEqual([
    { seq: 4, known: null },
    { seq: 6, known: 4 },
  ])
})

test('the room is left with its last follower', async () => {
  const { leave, follow } = setUp()
  const first = follow()
  const second = follow()
  await settle()
  first.stop()
  expect(leave).not.toHaveBeenCalled()
  second.stop()
  expect(leave).toHaveBeenCalledExactlyOnceWith('servers')
})

test('an answer that comes after the room was left is ignored', async () => {
  const { follow } = setUp()
  const { onSnapshot, stop } = follow()
  stop()
  await settle()
  expect(onSnapshot).not.toHaveBeenCalled()
})

test('a room that is closed or forbidden says so and is not tried again', async () => {
  const { rooms, join, follow } = setUp()
  const { onClosed } = follow()
  await settle()
  rooms.closed('servers')
  expect(onClosed).toHaveBeenCalledOnce()
  rooms.rejoinAll()
  expect(join).toHaveBeenCalledOnce()

  const refused = setUp(() => ({ ok: false, code: 'forbidden', message: 'No' }))
  const follower = refused.follow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(follower.onClosed).toHaveBeenCalledOnce()
  expect(refused.join).toHaveBeenCalledOnce()
})

test('a join that gets no answer is tried again', async () => {
  let isUp = false
  const { onProblem, follow } = setUp(() => (isUp ? { ok: true, key: 'servers', seq: 1, snapshot: [] } : undefined))
  const { onSnapshot } = follow()
  await settle()
  isUp = true
  await vi.advanceTimersByTimeAsync(3000)
  expect(onSnapshot).toHaveBeenCalledOnce()
  expect(onProblem).not.toHaveBeenCalled()
})

test('a session that has ended is reported', async () => {
  const { onSessionInvalid, follow } = setUp(() => ({ ok: false, code: 'session_invalid', message: 'Over' }))
  follow()
  await settle()
  expect(onSessionInvalid).toHaveBeenCalledOnce()
})

test('an event that does not fit the contract reaches no page', async () => {
  const { rooms, onProblem, follow } = setUp()
  const { onDelta } = follow()
  await settle()
  rooms.delta({ key: 'servers', seq: 4, event: 'server.saved', payload: { serverId: 'x' } })
  rooms.delta({ key: 'servers', seq: 5, event: 'server.exploded', payload: {} })
  expect(onDelta).not.toHaveBeenCalled()
  expect(onProblem).toHaveBeenCalledTimes(2)
})
