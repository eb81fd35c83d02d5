import { expect, test, vi } from 'vitest'
import { createBoardStore } from './board-store.ts'
import { buildBoard, buildCall, buildUnit } from './testing/build-board.ts'

const opened = () => {
  let time = 1000
  const store = createBoardStore(1, () => time)
  const listener = vi.fn()
  store.subscribe(listener)
  store.snapshot({ units: [buildUnit(1), buildUnit(2)], calls: [buildCall(7)], tones: [] })
  listener.mockClear()
  return { store, listener, advance: (ms: number) => (time += ms) }
}

test('a board is loading until its snapshot comes, and then live', () => {
  const store = createBoardStore(1)
  expect(store.get()).toMatchObject({ serverId: 1, phase: 'loading' })
  store.snapshot({ units: [buildUnit(1)], calls: [], tones: [] })
  expect(store.get().phase).toBe('live')
  expect(store.get().units.get(1)?.identifier).toBe('4L1')
})

test('a partial change keeps everything it does not name, and every other row', () => {
  const { store } = opened()
  const before = store.get()
  store.delta({ event: 'unit.changed', payload: { userId: 1, status: 5, callId: 7 } })
  const after = store.get()
  expect(after.units.get(1)).toEqual(buildUnit(1, { status: 5, callId: 7 }))
  expect(after.units.get(2)).toBe(before.units.get(2))
  expect(after.calls).toBe(before.calls)
  expect(before.units.get(1)?.status).toBe(3)
})

test('units and calls come and go', () => {
  const { store } = opened()
  store.delta({ event: 'unit.saved', payload: buildUnit(3) })
  store.delta({ event: 'unit.left', payload: { userId: 1 } })
  store.delta({ event: 'call.saved', payload: buildCall(8) })
  store.delta({ event: 'call.cleared', payload: { callId: 7 } })
  expect([...store.get().units.keys()]).toEqual([2, 3])
  expect([...store.get().calls.keys()]).toEqual([8])
})

test('an event that changes nothing notifies no listener', () => {
  const { store, listener } = opened()
  store.delta({ event: 'unit.changed', payload: { userId: 1, status: 3 } })
  store.delta({ event: 'unit.changed', payload: { userId: 99, status: 3 } })
  store.delta({ event: 'unit.left', payload: { userId: 99 } })
  store.delta({ event: 'call.saved', payload: buildCall(7) })
  expect(listener).not.toHaveBeenCalled()
})

test('a snapshot after a reconnect keeps unchanged rows, so that they are not drawn again', () => {
  const { store } = opened()
  const before = store.get()
  store.lost()
  expect(store.get().phase).toBe('lost')
  store.snapshot({ units: [buildUnit(1), buildUnit(2, { status: 6 })], calls: [buildCall(7)], tones: [] })
  const after = store.get()
  expect(after.phase).toBe('live')
  expect(after.units.get(1)).toBe(before.units.get(1))
  expect(after.units.get(2)?.status).toBe(6)
  expect(after.calls).toBe(before.calls)
})

test('a row is marked by the event that touched it, not by the snapshot', () => {
  const { store, advance } = opened()
  expect(store.changedAt({ kind: 'unit', id: 1 })).toBeNull()
  advance(500)
  store.delta({ event: 'unit.changed', payload: { userId: 1, status: 4 } })
  expect(store.changedAt({ kind: 'unit', id: 1 })).toBe(1500)
  expect(store.changedAt({ kind: 'call', id: 1 })).toBeNull()
  store.delta({ event: 'unit.left', payload: { userId: 1 } })
  expect(store.changedAt({ kind: 'unit', id: 1 })).toBeNull()
})

test('tones are kept beside the rows, and mark none of them as changed', () => {
  const { store } = opened()
  const before = store.get()
  const tone = {
    toneId: 3,
    serverId: 1,
    classes: [3 as const],
    message: 'Structure fire',
    callId: 7,
    by: { userId: 9, name: 'Dana' },
    at: '2026-05-01T20:00:00.000Z',
  }
  store.delta({ event: 'tone.sounded', payload: tone })
  expect(store.get().tones).toEqual([tone])
  expect(store.get().calls).toBe(before.calls)
  expect(store.changedAt({ kind: 'call', id: 7 })).toBeNull()
})

test('a closed board is empty, and a lost connection does not open it again', () => {
  const { store } = opened()
  store.closed()
  store.lost()
  expect(store.get()).toEqual({ ...buildBoard(), phase: 'closed' })
})
