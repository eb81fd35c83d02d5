import { expect, test } from 'vitest'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createBodyCount, createBodyTurns, hasMoreValues } from './bodies.ts'

test('bodies of one caller are accepted up to a limit, and more once some are done', () => {
  const bodies = createBodyCount<string>(10)
  const [first, second] = [bodies.take('ann', 5), bodies.take('ann', 5)]
  expect(second).toBeDefined()
  expect(bodies.take('ann', 1)).toBeUndefined()
  expect(bodies.take('ann', 0), 'nothing is always taken').toBeDefined()
  expect(bodies.take('ben', 1), 'callers do not wait for each other').toBeDefined()
  first?.leave()
  first?.leave()
  expect(bodies.take('ann', 6)).toBeUndefined()
  expect(bodies.take('ann', 5)).toBeDefined()
})

test('a body larger than the limit is accepted alone, and a caller without bodies leaves no entry', () => {
  const bodies = createBodyCount<string>(10)
  const large = bodies.take('ann', 50)
  expect(large).toBeDefined()
  expect(bodies.take('ann', 1)).toBeUndefined()
  large?.leave()
  expect(bodies.size()).toBe(0)
})

test('bodies of one caller are parsed one by one, with others in between', async () => {
  const done: string[] = []
  const takeTurn = createBodyTurns<string>()
  for (const [caller, what] of [
    ['ann', 'ann 1'],
    ['ann', 'ann 2'],
    ['ann', 'ann 3'],
    ['ben', 'ben 1'],
  ] as const)
    takeTurn(caller, () => done.push(what))
  expect(done).toEqual(['ann 1', 'ben 1'])
  await nextTurn()
  expect(done).toEqual(['ann 1', 'ben 1', 'ann 2'])
  await nextTurn()
  takeTurn('ann', () => done.push('ann 4'))
  expect(done).toEqual(['ann 1', 'ben 1', 'ann 2', 'ann 3'])
  await nextTurn()
  expect(done.at(-1)).toBe('ann 4')
})

test('failing work does not block the next', async () => {
  const takeTurn = createBodyTurns<string>()
  const fail = () => {
    throw new Error('not JSON')
  }
  expect(() => takeTurn('ann', fail)).toThrow('not JSON')
  await nextTurn()
  let isDone = false
  takeTurn('ann', () => (isDone = true))
  expect(isDone).toBe(true)
})

test('lists, objects and entries of JSON are counted, whatever its strings contain', () => {
  const valuesOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Object.values(value).reduce<number>((all, each) => all + 1 + valuesOf(each), 0) : 0
  for (const value of [
    { a: 1, b: [2, 3, { c: 'x' }] },
    { '{[,"': ['a,b', '"', '\\', '\\"', '\\\\",{['] },
    [[[[[1]]]]],
    Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`"${'\\'.repeat(index)}`, `${'\\'.repeat(index)}",`])),
  ]) {
    for (const json of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      expect(hasMoreValues(json, valuesOf(value)), json).toBe(false)
      expect(hasMoreValues(json, 1), json).toBe(true)
    }
  }
  expect(hasMoreValues('"a text that does not end, ,,,,', 0)).toBe(false)
})

test('a string of only backslashes and quotes is scanned once', () => {
  const json = JSON.stringify('\\"'.repeat(100_000))
  expect(hasMoreValues(`[${json}]`, 1)).toBe(false)
})
