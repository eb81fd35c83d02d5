import { expect, test } from 'vitest'
import { buildUnit } from '../../features/dispatch/board/testing/build-board.ts'
import { lookOf, NO_FILTER } from './looks.ts'

const entry = { slot: 3, userId: 9, name: 'Rosa', identifier: '4L12', unitClass: 1 } as const

test('a unit looks as the board has it', () => {
  const look = lookOf(entry, buildUnit(9, { identifier: '3L7', status: 6, unitClass: 3, type: 2, callId: 1042 }), NO_FILTER)
  expect(look).toMatchObject({ shape: 'fire', tone: 'on-scene', label: '3L7', isAir: true, callId: 1042, isShown: true })
})

test('a unit the board does not have yet is drawn by what the roster says', () => {
  expect(lookOf(entry, undefined, NO_FILTER)).toMatchObject({ shape: 'police', tone: 'available', label: '4L12' })
})

test('a unit in panic is marked, and shown whatever is filtered', () => {
  const filter = { ...NO_FILTER, statuses: new Set([5 as const]) }
  expect(lookOf(entry, buildUnit(9, { identifier: '4L12' }), filter, true)).toMatchObject({ label: '4L12', isPanic: true, isShown: true })
  expect(lookOf(entry, buildUnit(9, { identifier: '4L12' }), filter)).toMatchObject({ label: '4L12', isPanic: false, isShown: false })
})

test('who is not on duty is a dot without a call sign', () => {
  const player = { ...entry, identifier: null, unitClass: null }
  expect(lookOf(player, undefined, NO_FILTER)).toMatchObject({ shape: 'player', label: '', name: 'Rosa', isShown: true })
})

test('a filter by class or status hides the others, and everyone who is not on duty', () => {
  const filter = { classes: new Set([3 as const]), statuses: new Set<never>(), hasPlayers: true }
  expect(lookOf(entry, buildUnit(9), filter).isShown).toBe(false)
  expect(lookOf(entry, buildUnit(9, { unitClass: 3 }), filter).isShown).toBe(true)
  expect(lookOf({ ...entry, identifier: null, unitClass: null }, undefined, filter).isShown).toBe(false)
  const busy = { classes: new Set<never>(), statuses: new Set([4 as const]), hasPlayers: true }
  expect(lookOf(entry, buildUnit(9, { status: 4 }), busy).isShown).toBe(true)
  expect(lookOf(entry, buildUnit(9, { status: 3 }), busy).isShown).toBe(false)
})
