import { expect, test } from 'vitest'
import { findPostal, mapWords, suggestPlaces, withPostal } from './place-search.ts'

const postals = [
  { code: '8020', x: 100, y: -200 },
  { code: '8021', x: 300, y: -400 },
  { code: 'B7', x: 7, y: 7 },
]
const nowhere = { postal: '', x: null, y: null }

test('what begins so comes first, then what has a word that does; not what is typed already', () => {
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

test('a postal is found in whatever case it is written', () => {
  expect(findPostal(' b7', postals)?.x).toBe(7)
  expect(findPostal('80', postals)).toBeUndefined()
})

test('a draft is where its postal is, and nowhere once the postal is one that nobody knows', () => {
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

test('what becomes of it on the map is said', () => {
  expect(mapWords(nowhere, postals)).toBe('')
  expect(mapWords({ postal: '8020', x: 100, y: -200 }, postals)).toBe('On the map at postal 8020')
  expect(mapWords({ postal: '8020', x: 120, y: -200 }, postals)).toBe('On the map where you clicked')
  expect(mapWords({ postal: '9999', x: null, y: null }, postals)).toBe('Postal 9999 is not in this server’s list: not on the map')
  expect(mapWords({ postal: '9999', x: null, y: null }, [])).toBe('')
})
