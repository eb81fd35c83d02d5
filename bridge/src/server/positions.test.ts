import { createPositionDecoder } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPositions } from './positions.ts'

type Body = { x: number; y: number; heading: number; vehicle?: number }
const bodies = new Map<number, Body | null>()
const bodyOf = (ped: number) => bodies.get(ped - 100) ?? { x: 0, y: 0, heading: 0 }
beforeEach(() => {
  vi.useFakeTimers()
  bodies.clear()
  vi.stubGlobal('GetPlayerPed', (source: string) => (bodies.get(Number(source)) ? Number(source) + 100 : 0))
  vi.stubGlobal('GetEntityCoords', (ped: number) => [bodyOf(ped).x, bodyOf(ped).y, 0])
  vi.stubGlobal('GetVehiclePedIsIn', (ped: number) => bodyOf(ped).vehicle ?? 0)
  vi.stubGlobal('GetEntityHeading', (entity: number) => (entity === 900 ? 270 : bodyOf(entity).heading))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function start(perSecond = 4) {
  const frames: Uint8Array[] = []
  const positions = createPositions({ perSecond, players: () => [...bodies.keys()].map(String), send: (frame) => void frames.push(frame) })
  positions.start()
  return { frames, positions }
}

test('positions are read at most four times a second, and only movements are sent', () => {
  for (let source = 1; source <= 200; source += 1) bodies.set(source, { x: source * 10, y: -source, heading: 0 })
  const { frames, positions } = start()
  vi.advanceTimersByTime(250)
  const [key] = frames
  expect(key?.length).toBeGreaterThan(400)
  for (let step = 0; step < 4; step += 1) {
    bodies.set(7, { x: 83 + step * 13, y: -7, heading: 0 })
    vi.advanceTimersByTime(250)
  }
  expect(frames).toHaveLength(5)
  expect(frames.slice(1).every(({ length }) => length < 30)).toBe(true)
  positions.stop()
  vi.advanceTimersByTime(5000)
  expect(frames).toHaveLength(5)
})

test('while nobody moves a frame is still sent every second', () => {
  bodies.set(1, { x: 5, y: 6, heading: 90 })
  const { frames } = start()
  vi.advanceTimersByTime(250 + 10_000)
  expect(frames.length).toBeGreaterThan(9)
  expect(frames.length).toBeLessThan(12)
})

test('a player without a ped is not on the map, and a driver has the heading of the vehicle', () => {
  bodies.set(1, null)
  bodies.set(2, { x: 100, y: 200, heading: 10, vehicle: 900 })
  const { frames } = start()
  vi.advanceTimersByTime(250)
  const decoder = createPositionDecoder()
  decoder.decode(frames[0] ?? new Uint8Array())
  expect([...decoder.slots()]).toEqual([2])
  expect(decoder.get(2)).toMatchObject({ x: 100, y: 200, heading: 270 })
})

test('after a new connection, and when the portal requests it, everything is sent again', () => {
  bodies.set(1, { x: 5, y: 6, heading: 0 })
  const { frames, positions } = start()
  vi.advanceTimersByTime(250)
  positions.sendKey()
  vi.advanceTimersByTime(250)
  positions.start()
  vi.advanceTimersByTime(250)
  expect(frames.map((frame) => frame[0])).toEqual([1, 1, 1])
})
