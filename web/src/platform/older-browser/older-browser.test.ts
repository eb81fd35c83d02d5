import { afterEach, beforeEach, expect, test } from 'vitest'
import { completeBrowser } from './older-browser.ts'

const LATER: readonly (readonly [object, string])[] = [
  ...['toSorted', 'toReversed', 'toSpliced', 'with'].map((name) => [Array.prototype, name] as const),
  [Object, 'groupBy'],
  [Map, 'groupBy'],
  [Promise, 'withResolvers'],
  [URL, 'canParse'],
  [URL, 'parse'],
]
const own = LATER.map(([on, name]) => Object.getOwnPropertyDescriptor(on, name))
beforeEach(() => {
  for (const [on, name] of LATER) Reflect.deleteProperty(on, name)
  completeBrowser()
})
afterEach(() => LATER.forEach(([on, name], index) => Object.defineProperty(on, name, own[index] ?? {})))

test('a browser of 2022 gets what later ones have', async () => {
  const list = [3, 1, 2]
  expect([list.toSorted((a, b) => a - b), list.toReversed(), list.toSpliced(1, 1, 8, 9), list.with(-1, 5)]).toEqual([
    [1, 2, 3],
    [2, 1, 3],
    [3, 8, 9, 2],
    [3, 1, 5],
  ])
  expect(list).toEqual([3, 1, 2])
  expect(() => list.with(3, 0)).toThrow(RangeError)
  expect({ ...Object.groupBy(list, (each) => (each > 1 ? 'many' : 'one')) }).toEqual({ many: [3, 2], one: [1] })
  expect([...Map.groupBy(list, (each) => each % 2)]).toEqual([
    [1, [3, 1]],
    [0, [2]],
  ])
  expect([URL.canParse('https://portal.example'), URL.canParse('nonsense')]).toEqual([true, false])
  expect([URL.parse('/x', 'https://portal.example')?.href, URL.parse('nonsense')]).toEqual(['https://portal.example/x', null])
  const { promise, resolve } = Promise.withResolvers<number>()
  resolve(7)
  expect(await promise).toBe(7)
})

test('nothing of it is met when what a list has is walked through', () => {
  const seen = LATER.filter(([on, name]) => Object.getOwnPropertyDescriptor(on, name)?.enumerable !== false)
  expect(seen).toEqual([])
})
