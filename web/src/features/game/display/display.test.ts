import type { DisplayCall, DisplayState, DisplayUnit } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDisplayAddress } from './DisplayPage.tsx'
import { age, callsInOrder, fit, placeOf, unitBySign, unitsInOrder } from './display-rows.ts'
import { applyChange, createDisplayStore, REFUSED_RETRY_MS, SILENCE_MS } from './display-store.ts'
import { tilesIn } from './map-ground.ts'
import { signSides } from './map-marks.ts'
import { isStillGood, sightOf } from './map-sight.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const AT = '2026-01-01T20:00:00.000Z'
const unit = (slot: number, over: Partial<DisplayUnit> = {}): DisplayUnit => ({
  slot,
  identifier: `4L${slot}`,
  unitClass: 1,
  status: 3,
  statusSince: AT,
  callId: null,
  ...over,
})
const call = (callId: number, over: Partial<DisplayCall> = {}): DisplayCall => ({
  callId,
  priority: 2,
  title: 'Theft',
  location: '',
  postal: '',
  createdAt: AT,
  units: [],
  ...over,
})
const state = (over: Partial<DisplayState> = {}): DisplayState => ({
  seq: 4,
  now: AT,
  server: 'Main',
  units: [unit(1)],
  calls: [call(1)],
  ...over,
})
const nothing = { units: [], left: [], calls: [], cleared: [] }

test('a change follows on the number before, is ignored twice, and is missed after a gap', () => {
  const next = applyChange(state(), { ...nothing, seq: 5, units: [unit(2)], left: [1], cleared: [1], calls: [call(2)] })
  expect([next?.units.map(({ slot }) => slot), next?.calls.map(({ callId }) => callId)]).toEqual([[2], [2]])
  const known = state()
  expect(applyChange(known, { ...nothing, seq: 4, left: [1] })).toBe(known)
  expect(applyChange(known, { ...nothing, seq: 6 })).toBeUndefined()
})

function connected() {
  const handlers = new Map<string, (payload: never) => void>()
  const socket = {
    on: vi.fn((name: string, handler: (payload: never) => void) => handlers.set(name, handler)),
    emit: vi.fn(),
    connect: vi.fn(),
    active: true,
  }
  const [onStrange, onReconnect] = [vi.fn(), vi.fn()]
  const store = createDisplayStore({ onStrange, onReconnect })
  store.follow(socket as never)
  const emit = (name: string, payload?: unknown) => handlers.get(name)?.(payload as never)
  return { socket, store, emit, onStrange, onReconnect }
}

test('the last state stays when the link is lost, with the time of the loss, and is live again with the next state', () => {
  const { store, emit } = connected()
  emit('state', state())
  expect(store.get().phase).toBe('live')
  emit('disconnect', 'transport close')
  const { phase, state: kept, lostAt } = store.get()
  expect([phase, kept?.calls.length, lostAt]).toEqual(['stale', 1, Date.now()])
  emit('connect_error', new Error('xhr poll error'))
  expect(store.get().phase).toBe('stale')
  emit('state', state({ seq: 9 }))
  expect([store.get().phase, store.get().lostAt]).toEqual(['live', null])
})

test('a key that ends takes everything off the screen, and is tried again later, for ever', () => {
  const { socket, store, emit } = connected()
  emit('state', state())
  emit('ended')
  emit('disconnect', 'io server disconnect')
  expect(store.get()).toMatchObject({ phase: 'idle', state: null })
  socket.active = false
  for (let tries = 1; tries <= 3; tries += 1) {
    vi.advanceTimersByTime(REFUSED_RETRY_MS)
    expect(socket.connect).toHaveBeenCalledTimes(tries)
    emit('connect_error', new Error('api_key_invalid'))
  }
  expect(store.get().phase).toBe('idle')
})

test('a missed change, or a beat that is ahead, makes it ask for the state', () => {
  const { socket, emit } = connected()
  emit('state', state())
  emit('beat', 4)
  expect(socket.emit).not.toHaveBeenCalled()
  emit('beat', 5)
  emit('change', { ...nothing, seq: 7 })
  expect(socket.emit.mock.calls).toEqual([['refresh'], ['refresh']])
})

test('a state in an unknown form is not shown, and the page is loaded anew', () => {
  const { store, emit, onStrange } = connected()
  emit('state', { seq: 'x' })
  expect(store.get().phase).toBe('idle')
  expect(onStrange).toHaveBeenCalledTimes(1)
})

test('every connection but the first makes it ask whether the page is still the right one', () => {
  const { emit, onReconnect } = connected()
  emit('connect')
  expect(onReconnect).not.toHaveBeenCalled()
  emit('connect')
  expect(onReconnect).toHaveBeenCalledTimes(1)
})

test('a link that has gone silent without a word is lost since it was last heard, and live again with the next beat', () => {
  const { store, emit, socket } = connected()
  emit('state', state())
  const heardAt = Date.now()
  vi.advanceTimersByTime(SILENCE_MS - 1)
  expect(store.get().phase).toBe('live')
  vi.advanceTimersByTime(1)
  expect([store.get().phase, store.get().lostAt]).toEqual(['stale', heardAt])
  emit('beat', 4)
  expect([store.get().phase, store.get().lostAt]).toEqual(['live', null])
  expect(socket.emit).not.toHaveBeenCalled()
})

test('the address names screen, server, key and unit; what is not enough shows nothing', () => {
  expect(readDisplayAddress('?screen=map&serverId=2&key=k')).toEqual({ screen: 'map', serverId: 2, key: 'k', unit: '' })
  expect(readDisplayAddress('?serverId=2&key=k&screen=what')?.screen).toBe('board')
  for (const search of ['', '?serverId=2', '?key=k', '?serverId=x&key=k', '?screen=unit&serverId=1&key=k']) {
    expect(readDisplayAddress(search)).toBeUndefined()
  }
})

test('rows that do not fit are counted in the last one', () => {
  expect(fit([1, 2, 3], 6, 2, 1)).toEqual({ shown: [1, 2, 3], more: 0 })
  expect(fit([1, 2, 3, 4, 5], 6, 2, 1)).toEqual({ shown: [1, 2], more: 3 })
  expect(fit([1, 2, 3, 4, 5], 7, 2, 1)).toEqual({ shown: [1, 2, 3], more: 2 })
  expect(fit([1, 2], 0, 2, 1)).toEqual({ shown: [], more: 2 })
})

test('calls are in order of priority, units of what they do', () => {
  expect(callsInOrder([call(3), call(2), call(9, { priority: 1 })]).map(({ callId }) => callId)).toEqual([9, 2, 3])
  expect(callsInOrder([call(1, { units: ['4L1'] }), call(2, { units: [] })]).map(({ callId }) => callId)).toEqual([2, 1])
  const units = [unit(10), unit(2), unit(3, { status: 2 }), unit(4, { status: 6 })]
  expect(unitsInOrder(units).map(({ slot }) => slot)).toEqual([4, 2, 10, 3])
  expect(unitBySign(units, '4l10')?.slot).toBe(10)
})

test('ages and places are said in a few letters', () => {
  const now = Date.parse(AT)
  expect([0, 7, 125].map((minutes) => age(AT, now + minutes * 60_000))).toEqual(['now', '7 min', '2 h 05'])
  expect(age(AT, now - 60_000)).toBe('now')
  expect([placeOf(call(1, { location: 'Pier', postal: '12' })), placeOf(call(1))]).toEqual(['Pier · 12', 'No location'])
})

test('the map holds everything there is, and is painted anew only when something leaves it or it is far too wide', () => {
  const island = [-100, -100, 100, 100] as const
  expect(sightOf([], island, 400, 200)).toMatchObject({ x: 0, y: 0 })
  const places = [
    [0, 0],
    [9000, 100],
  ] as const
  const sight = sightOf(places, island, 400, 200)
  expect(isStillGood(sight, sight, places)).toBe(true)
  const further = [...places, [12_000, 0]] as const
  expect(isStillGood(sight, sightOf(further, island, 400, 200), further)).toBe(false)
  expect(isStillGood(sight, sightOf([[0, 0]], island, 400, 200), [[0, 0]])).toBe(false)
})

test('call signs are shown where they can be read: the first chooses first, none hides another or a unit, all are on the screen', () => {
  const mark = (left: number, top: number, sign = '4L12') => ({ left, top, sign, status: 3 as const })
  expect(signSides([mark(100, 100)], 20, 400, 200)).toEqual(['right'])
  expect(signSides([mark(390, 100)], 20, 400, 200)).toEqual(['left'])
  expect(signSides([mark(100, 100), mark(130, 100)], 20, 400, 200), 'one to each side').toEqual(['left', 'right'])
  expect(signSides([mark(100, 100), mark(100, 102), mark(101, 99)], 20, 400, 200), 'on one another').toEqual(['right', 'left', null])
  const crowd = Array.from({ length: 200 }, (_, index) => mark(20 + ((index * 37) % 360), 20 + ((index * 53) % 160)))
  expect(signSides(crowd, 14, 400, 200).filter(Boolean).length).toBeLessThan(40)
})

test('of the tiles of a community those in sight are asked for, just sharp enough', () => {
  const tiles = { url: 'https://t.example/{z}/{x}/{y}', tileSize: 256 as const, maxZoom: 3 }
  const world = [0, 0, 2048, 2048] as const
  const addresses = (x: number, y: number, resolution: number) =>
    tilesIn({ x, y, resolution, width: 200, height: 100 }, world, tiles).map(({ address }) => address.slice(18))
  expect(addresses(1024, 1024, 8)).toEqual(['0/0/0'])
  expect(addresses(128, 1920, 1)).toEqual(['3/0/0'])
  expect(addresses(256, 1920, 0.1), 'none sharper than there are').toEqual(['3/0/0', '3/1/0'])
  expect(addresses(9000, 9000, 1), 'nothing beside the map').toEqual([])
  const [first] = tilesIn({ x: 128, y: 1920, resolution: 1, width: 200, height: 100 }, world, tiles)
  expect(first?.box).toEqual([0, 1792, 256, 2048])
})
