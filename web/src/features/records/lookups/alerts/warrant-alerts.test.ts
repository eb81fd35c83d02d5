import { expect, test, vi } from 'vitest'
import type { RoomPosition } from '../../../../platform/realtime/rooms.ts'
import { aWarrant } from '../testing/build-records.ts'
import { createWarrantAlerts } from './warrant-alerts.ts'

type Handlers = { onSnapshot: (snapshot: object, position: RoomPosition) => void; onDelta: (delta: unknown) => void; onClosed?: () => void }

function setUp() {
  const rooms = new Map<string, Handlers>()
  const leave = vi.fn<(name: string) => void>()
  const join = vi.fn((name: string, _: object, handlers: Handlers) => {
    rooms.set(name, handlers)
    return () => leave(name)
  })
  const follow = createWarrantAlerts(join as unknown as Parameters<typeof createWarrantAlerts>[0])
  const listener = () => ({ onDelta: vi.fn<() => void>(), onGap: vi.fn<() => void>() })
  return { rooms, leave, join, follow, listener }
}

test('a panel that opens joins no room again, so that the others see no gap', () => {
  const { join, rooms, leave, follow, listener } = setUp()
  const [first, second] = [listener(), listener()]
  const leaves = [follow(1, first), follow(1, second)]
  expect(join.mock.calls.map(([name]) => name)).toEqual(['active-warrants', 'own-warrants'])
  rooms.get('own-warrants')?.onDelta({ event: 'alert.saved', payload: aWarrant() })
  for (const { onDelta, onGap } of [first, second]) expect([onDelta.mock.calls.length, onGap.mock.calls.length]).toEqual([1, 0])
  leaves[0]?.()
  expect(leave).not.toHaveBeenCalled()
  leaves[1]?.()
  expect(leave).toHaveBeenCalledTimes(2)
})

test('a snapshot of either room is a gap: confidential warrants come in the member’s own', () => {
  const { rooms, follow, listener } = setUp()
  const heard = listener()
  follow(1, heard)
  for (const name of ['active-warrants', 'own-warrants']) rooms.get(name)?.onSnapshot({}, { seq: 1, known: null })
  expect(heard.onGap).toHaveBeenCalledTimes(2)
})

test('after duty has ended, the next to listen joins again', () => {
  const { join, rooms, follow, listener } = setUp()
  follow(1, listener())
  rooms.get('active-warrants')?.onClosed?.()
  follow(1, listener())
  expect(join).toHaveBeenCalledTimes(4)
})
