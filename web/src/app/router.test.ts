import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './router.tsx'

test('values stay the text they are, numbers and true included', () => {
  expect(parseSearch('?serverId=1&tablet=true&name="a"')).toEqual({ serverId: '1', tablet: 'true', name: '"a"' })
})

test('a repeated name is a list', () => {
  expect(parseSearch('?a=1&a=2&a=3')).toEqual({ a: ['1', '2', '3'] })
  expect(stringifySearch({ a: ['1', '2', '3'] })).toBe('?a=1&a=2&a=3')
})

test('a query is written as it was read', () => {
  for (const text of ['?redirect=%2Flivemap%3FserverId%3D1', '?a=1&b=x+y', '']) expect(stringifySearch(parseSearch(text))).toBe(text)
})

test('numbers are written without quotes, nothing is written for what is not set', () => {
  expect(stringifySearch({ serverId: 2, sort: undefined, filter: null, page: 0 })).toBe('?serverId=2&page=0')
})

test('a parameter with the name of an object property is only a parameter', () => {
  expect(Object.keys(parseSearch('?__proto__=x&constructor=y'))).toEqual(['__proto__', 'constructor'])
})
