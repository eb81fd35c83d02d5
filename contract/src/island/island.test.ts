import { expect, test } from 'vitest'
import { findPlace } from './island.ts'

const nameOf = (text: string) => findPlace(text, () => undefined)?.name

test.each([
  ['Forum Dr / Strawberry Ave', 'Forum Drive / Strawberry Avenue'],
  ['strawbery ave & forum', 'Strawberry Avenue / Forum Drive'],
  ['Innocence Blvd and Davis Ave', 'Innocence Boulevard / Davis Avenue'],
  ['Del Perro Pier', 'Del Perro Pier'],
  ['Grove St', 'Grove Street'],
  ['Route 68, Harmony', 'Route 68, Harmony'],
  ['Mt. Chiliad', 'Mount Chiliad'],
  ['sandy shores airfeild', 'Sandy Shores Airfield'],
])('%s is found on the island as %s', (text, name) => {
  expect(nameOf(text)).toBe(name)
})

test.each(['Los Santos', 'Blaine County', 'Pacific Ocean', 'Great Ocean Hwy', 'San Andreas Ave / Vespucci Blvd'])(
  '%s is too vague for a position',
  (text) => {
    expect(nameOf(text)).toBeUndefined()
  },
)

test('a crossing is at the intersection of its roads', () => {
  expect(findPlace('Forum Dr / Strawberry Ave', () => undefined)).toMatchObject({ kind: 'crossing', x: 26, y: -1490 })
})
