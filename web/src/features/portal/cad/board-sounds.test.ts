import { describe, expect, test } from 'vitest'
import type { Tone } from '@tenfour/contract'
import { emptyBoard, type BoardState } from '../../dispatch/board/board-store.ts'
import { buildBoard, buildCall, buildUnit } from '../../dispatch/board/testing/build-board.ts'
import { soundsBetween, wordsFor } from './board-sounds.ts'

const ME = 1
const NOW = Date.parse('2026-05-01T20:00:30.000Z')
const between = (before: BoardState, after: BoardState, { isOwnDoing = false, now = NOW } = {}) =>
  soundsBetween(before, after, { userId: ME, now, wasSentFromHere: () => isOwnDoing })

const tone = (over: Partial<Tone> = {}): Tone => ({
  toneId: 5,
  serverId: 1,
  classes: [1],
  message: '',
  callId: null,
  by: { userId: 9, name: 'Dana' },
  at: '2026-05-01T20:00:10.000Z',
  ...over,
})
const free = buildBoard([buildUnit(ME), buildUnit(2)], [buildCall(7), buildCall(8)])
const sent = (callId: number | null) => buildBoard([buildUnit(ME, { callId }), buildUnit(2)], [buildCall(7), buildCall(8)])

describe('being sent to a call', () => {
  test('is heard, and so is being sent on to another', () => {
    expect(between(free, sent(7))).toEqual(['newCallAssigned'])
    expect(between(sent(7), sent(8))).toEqual(['newCallAssigned'])
  })
  test('is not heard for others, for being released, nor for what stays as it was', () => {
    expect(between(free, buildBoard([buildUnit(ME), buildUnit(2, { callId: 7 })], [buildCall(7)]))).toEqual([])
    expect(between(sent(7), sent(null))).toEqual([])
    expect(between(sent(7), sent(7))).toEqual([])
  })
  test('is not heard when the board is first opened, but when it happened while the connection was lost', () => {
    expect(between(emptyBoard(1), sent(7))).toEqual([])
    expect(between({ ...free, phase: 'lost' }, sent(7))).toEqual(['newCallAssigned'])
    expect(between({ ...sent(7), phase: 'lost' }, sent(7))).toEqual([])
  })
  test('is not heard when one sent oneself', () => {
    expect(between(free, sent(7), { isOwnDoing: true })).toEqual([])
  })
  test('is heard by who goes on duty straight onto a call', () => {
    expect(between(buildBoard([], [buildCall(7)]), sent(7))).toEqual(['newCallAssigned'])
  })
})

describe('a panic button', () => {
  const panic = (panicUserId: number | null) =>
    buildBoard([buildUnit(ME), buildUnit(2)], [buildCall(7), buildCall(8), buildCall(9, { panicUserId })])
  test('is heard by everyone but who pressed it, once', () => {
    expect(between(free, panic(2))).toEqual(['panic'])
    expect(between(free, panic(ME))).toEqual([])
    expect(between(panic(2), panic(2))).toEqual([])
    expect(between(free, panic(null))).toEqual([])
  })
  test('that is open when the board is first opened is seen, not heard', () => {
    expect(between(emptyBoard(1), panic(2))).toEqual([])
  })
})

describe('a 911 call that waits', () => {
  const me = buildUnit(ME, { unitClass: 2, type: 3 })
  const board = buildBoard([me], [buildCall(7)])
  const rung = (...calls: Parameters<typeof buildCall>[1][]) =>
    buildBoard([me], [buildCall(7), ...calls.map((over, at) => buildCall(20 + at, { source: '911', status: 'pending', ...over }))])
  test('rings at the desk of a dispatcher, from the game too, once however many came', () => {
    expect(between(board, rung({}))).toEqual(['callWaiting'])
    expect(between(board, rung({ source: '911-game' }, {}))).toEqual(['callWaiting'])
    expect(between(rung({}), rung({}))).toEqual([])
  })
  test('rings when it came while the connection was lost, and not when the board is first opened', () => {
    expect(between({ ...board, phase: 'lost' }, rung({}))).toEqual(['callWaiting'])
    expect(between(emptyBoard(1), rung({}))).toEqual([])
  })
  test('does not ring for other units, for what one wrote down oneself, nor for calls that nobody rang about or that are worked already', () => {
    const officer = buildBoard([buildUnit(ME)], [buildCall(7)])
    expect(between(officer, { ...rung({}), units: officer.units })).toEqual([])
    expect(between({ ...board, units: new Map() }, { ...rung({}), units: new Map() })).toEqual([])
    expect(between(board, rung({ createdBy: { userId: ME, name: 'Me' } }))).toEqual([])
    expect(between(board, rung({ source: 'officer' }))).toEqual([])
    expect(between(board, rung({ source: 'dispatcher' }))).toEqual([])
    expect(between(board, rung({ status: 'active' }))).toEqual([])
  })
})

test('a call type with a sound of its own is heard by it, where its call would be heard', () => {
  const listener = { userId: ME, now: NOW, wasSentFromHere: () => false }
  const typeOf = () => ({ sound: 'tone' }) as const
  expect(soundsBetween(free, sent(7), { ...listener, typeOf })).toEqual(['tone'])
  expect(soundsBetween(free, sent(7), { ...listener, typeOf: () => ({ sound: 'usual' }) })).toEqual(['newCallAssigned'])
  expect(soundsBetween(sent(7), sent(7), { ...listener, typeOf })).toEqual([])
})

describe('a tone', () => {
  const with_ = (...tones: Tone[]): BoardState => ({ ...free, tones })
  test('is heard by its class, and not by who sounded it', () => {
    expect(between(free, with_(tone()))).toEqual(['tone'])
    expect(between(free, with_(tone({ classes: [3] })))).toEqual([])
    expect(between(free, with_(tone({ by: { userId: ME, name: 'Me' } })))).toEqual([])
    expect(between(with_(tone()), with_(tone()))).toEqual([])
  })
  test('is not heard long after, when the connection comes back', () => {
    expect(between({ ...free, phase: 'lost' }, with_(tone()), { now: NOW + 120_000 })).toEqual([])
  })
})

test('nothing is heard while the board is not live', () => {
  expect(between(free, { ...sent(7), phase: 'lost' })).toEqual([])
  expect(between(free, { ...emptyBoard(1), phase: 'closed' })).toEqual([])
})

describe('said aloud', () => {
  const call = buildCall(7, { title: 'Robbery', location: 'Legion Square', postal: '8055', panicUserId: 2 })
  const after = {
    ...buildBoard([buildUnit(ME, { callId: 7 }), buildUnit(2, { identifier: '4L12' })], [call]),
    tones: [tone({ message: 'All units to the pier' })],
  }
  test.each([
    ['newCallAssigned', 'Robbery, Legion Square, postal 8055'],
    ['tone', 'All units to the pier'],
    ['panic', 'Panic button, 4 L 12, Legion Square'],
    ['pingUnit', undefined],
  ] as const)('%s: %s', (sound, words) => {
    expect(wordsFor(sound, buildBoard([buildUnit(ME), buildUnit(2)], []), after, ME)).toBe(words)
  })
})
