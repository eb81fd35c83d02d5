import { findPlace } from '@tenfour/contract/island'
import { expect, test } from 'vitest'
import { asksForPostal, findPostal, mapWords, positionOf, suggestPlaces, withPostal } from './PlaceFields.tsx'

const postals = [
  { code: '8020', x: 100, y: -200 },
  { code: '8021', x: 300, y: -400 },
  { code: 'B7', x: 7, y: 7 },
]
const nowhere = { postal: '', x: null, y: null }

test('names that begin with the text come first, then names with such a word; exact matches are left out', () => {
  const names = ['Vinewood Boulevard', 'East Vinewood', 'Vinewood', 'Great Ocean Highway']
  expect(suggestPlaces('vine', names)).toEqual(['Vinewood Boulevard', 'Vinewood', 'East Vinewood'])
  expect(suggestPlaces('Vinewood', names)).toEqual(['Vinewood Boulevard', 'East Vinewood'])
  expect(suggestPlaces(' ', names)).toEqual([])
  expect(suggestPlaces('wood', names)).toEqual([])
})

test('at most a dozen are offered, however long the list', () => {
  const codes = Array.from({ length: 5000 }, (_, at) => String(1000 + at))
  expect(suggestPlaces('1', codes)).toHaveLength(12)
})

test('a postal is found in upper and lower case', () => {
  expect(findPostal(' b7', postals)?.x).toBe(7)
  expect(findPostal('80', postals)).toBeUndefined()
})

test('a postal is found with its word before it, and then written as in the list', () => {
  expect(['postal 8020', 'p 8020', 'P. 8020'].map((typed) => findPostal(typed, postals)?.code)).toEqual(['8020', '8020', '8020'])
  expect(withPostal(nowhere, 'p b7', postals)).toEqual({ postal: 'B7', x: 7, y: 7 })
})

test('a draft is placed at its postal, and nowhere once the postal is unknown', () => {
  const placed = withPostal(nowhere, '8020', postals)
  expect(placed).toEqual({ postal: '8020', x: 100, y: -200 })
  expect(withPostal(placed, '802', postals)).toEqual({ postal: '802', x: null, y: null })
  expect(withPostal(placed, '8021', postals)).toEqual({ postal: '8021', x: 300, y: -400 })
})

test('a draft that was placed by a click stays there until its postal says otherwise', () => {
  const clicked = { postal: '8020', x: 120, y: -190 }
  expect(withPostal(clicked, '802', postals)).toEqual({ postal: '802', x: 120, y: -190 })
  expect(withPostal(clicked, '8021', postals)).toEqual({ postal: '8021', x: 300, y: -400 })
})

type Draft = Parameters<typeof mapWords>[0]
const draft: Draft = { ...nowhere, location: '' }
const words = (over: Partial<Draft>, known = postals) => mapWords({ ...draft, ...over }, known, findPlace)

test('the form says where the call will be on the map', () => {
  expect(words({})).toBe('')
  expect(words({ postal: '8020', x: 100, y: -200 })).toBe('On the map at postal 8020')
  expect(words({ postal: '8020', x: 120, y: -200 })).toBe('On the map where you clicked')
  expect(words({ postal: '9999' })).toBe('Postal 9999 is not in this server’s list: not on the map')
  expect(words({ postal: '9999' }, [])).toBe('')
  expect(words({ location: 'Forum Dr / Strawberry Ave' })).toBe('On the map at Forum Drive / Strawberry Avenue')
  expect(words({ location: 'behind the shop, 8020' })).toBe('On the map at postal 8020')
  expect(words({ location: 'Leigon Square', postal: '9999' })).toBe('Postal 9999 is not in this server’s list. On the map at Legion Square')
  expect(words({ location: 'the red house' })).toBe('Place not found: not on the map, distance unknown')
})

test('the form says nothing about a typed place until place names are loaded', () => {
  expect(mapWords({ ...draft, location: 'the red house' }, postals, undefined)).toBe('')
})

test('units are recommended for where the typed place is, unless a position was given', () => {
  const position = (over: Partial<Draft>) => positionOf({ ...draft, ...over }, postals, findPlace)
  expect(position({ location: 'Del Perro Pier' })).toMatchObject({ x: -1760, y: -1170 })
  expect(position({ location: 'Del Perro Pier', x: 1, y: 2 })).toEqual({ x: 1, y: 2 })
  expect(position({ location: 'the red house' })).toBeUndefined()
})

test.each(['8020', 'postal 8020', 'p 8020', 'behind the shop, 8020'])('the location %j is at its postal', (location) => {
  expect(words({ location })).toBe('On the map at postal 8020')
})

test('a postal is missed only where nothing else says where the call is', () => {
  const asks = (over: Partial<Draft>) => asksForPostal({ ...draft, ...over }, findPlace)
  expect([asks({ postal: '8020' }), asks({ location: 'p 8020' }), asks({ location: 'the red house 8020' })]).toEqual([true, true, true])
  expect([asks({}), asks({ location: 'the red house' }), asks({ location: 'Legion Square', postal: '8020' })]).toEqual([
    false,
    false,
    false,
  ])
  expect(asks({ postal: '8020', x: 1, y: 2 })).toBe(false)
})
