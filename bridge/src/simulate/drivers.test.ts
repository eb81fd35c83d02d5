import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDrivers } from './drivers.ts'
import { createFakeFivem } from './fake-fivem.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const STEAM = '110000112345678'
const CALL = { callId: 1042, x: 100, y: 200 }

async function setUp() {
  const game = createFakeFivem({ folder: '/nowhere', convars: {} })
  const drivers = createDrivers(game)
  const source = Number(await game.join({ name: 'June', identifiers: [`steam:${STEAM}`], ...drivers.placeOf(0) }))
  drivers.add(source, STEAM, 0)
  const place = () => game.players.get(source)
  const distance = (to: { x: number; y: number }) => Math.hypot((place()?.x ?? 0) - to.x, (place()?.y ?? 0) - to.y)
  return { game, drivers, place, distance }
}

test('a driver without a call follows their route', async () => {
  const { drivers, distance } = await setUp()
  vi.advanceTimersByTime(10_000)
  expect(distance(drivers.placeOf(0))).toBeGreaterThan(50)
})

test('a unit that is sent to a call drives there, stays, and returns to its route when the call is cleared', async () => {
  const { game, distance, place } = await setUp()
  game.fromResource('tenfour:callAssigned', STEAM, CALL)
  vi.advanceTimersByTime(120_000)
  expect(distance(CALL)).toBeLessThan(15)
  const there = { ...place() }
  vi.advanceTimersByTime(5000)
  expect(place()).toEqual(there)
  game.fromResource('tenfour:unit', { steam: STEAM, callId: null, status: 3 })
  vi.advanceTimersByTime(5000)
  expect(distance(CALL)).toBeGreaterThan(50)
})

test('a unit that was on scene before the server connected is placed there at once', async () => {
  const { game, distance } = await setUp()
  game.fromResource('tenfour:connected', [{ steam: STEAM, callId: 1042, status: 6 }], [CALL])
  expect(distance(CALL)).toBeLessThan(40)
})

test('a dispatcher sits still in the dispatch room', async () => {
  const { game, drivers } = await setUp()
  const source = Number(await game.join({ name: 'Dana', identifiers: ['steam:1'], ...drivers.placeOf(1, true) }))
  drivers.add(source, '1', 1, true)
  const before = { ...game.players.get(source) }
  vi.advanceTimersByTime(10_000)
  expect(game.players.get(source)).toEqual(before)
  expect(drivers.placeOf(1, true)).not.toEqual(drivers.placeOf(2, true))
})
