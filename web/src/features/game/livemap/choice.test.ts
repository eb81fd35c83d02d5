import type { RosterEntry } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { currentChoice, unitChoice } from './map-state.ts'

const entry = (slot: number, userId: number | null, name = `Member ${userId}`): RosterEntry => ({
  slot,
  userId,
  name,
  identifier: null,
  unitClass: null,
})
const rosterOf = (...entries: RosterEntry[]) => new Map(entries.map((each) => [each.slot, each]))

test('a followed unit is let go of when it leaves, and not swapped for the player who gets its slot', () => {
  const chosen = unitChoice(entry(3, 12))
  expect(currentChoice(chosen, rosterOf(entry(3, 12)))).toBe(chosen)
  expect(currentChoice(chosen, rosterOf(entry(3, 77)))).toBeNull()
  expect(currentChoice(chosen, rosterOf())).toBeNull()
})

test('who has another slot after joining anew is still followed', () => {
  const chosen = unitChoice(entry(3, 12))
  expect(currentChoice(chosen, rosterOf(entry(3, 77), entry(9, 12)))).toMatchObject({ kind: 'unit', slot: 9 })
})

test('players without an account are told apart by name', () => {
  const chosen = unitChoice(entry(3, null, 'Rex'))
  expect(currentChoice(chosen, rosterOf(entry(3, null, 'Ada')))).toBeNull()
  expect(currentChoice(chosen, rosterOf(entry(3, null, 'Rex')))).toBe(chosen)
})

test('a call stays chosen when players come and go', () => {
  expect(currentChoice({ kind: 'call', callId: 1042 }, rosterOf())).toEqual({ kind: 'call', callId: 1042 })
})
