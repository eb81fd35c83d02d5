import { expect, test } from 'vitest'
import { distance, nameScore, nearKeys, prefixDistance } from './lookups.distance.ts'

test.each([
  ['marlowe', 'marlowe', 0],
  ['marlow', 'marlowe', 1],
  ['marlowwe', 'marlowe', 1],
  ['marlawe', 'marlowe', 1],
  ['malrowe', 'marlowe', 1],
  ['arlowe', 'marlowe', 1],
  ['amrlowe', 'marlowe', 1],
  ['marloew', 'marlowe', 1],
  ['', 'a', 1],
  ['ab', 'ba', 1],
  ['abc', 'cba', 2],
  ['marl', 'marlowe', 2],
  ['mralwoe', 'marlowe', 2],
] as const)('%s and %s: %i', (one, other, apart) => {
  expect([distance(one, other), distance(other, one)]).toEqual([apart, apart])
})

test('the beginning of a word may be misspelt too', () => {
  expect([prefixDistance('malr', 'marlowe'), prefixDistance('mal', 'marlowe'), prefixDistance('xyl', 'marlowe')]).toEqual([1, 1, 2])
})

test('exact names come before beginnings, and beginnings before misspelt names; each word of a name counts once', () => {
  const score = (typed: string, name: string) => nameScore(typed.split(' '), name.split(' '))
  expect(score('john smith', 'smith john')).toBe(0)
  expect(score('john smi', 'john smith')).toBeLessThan(score('jonh smith', 'john smith'))
  expect(score('john john', 'john smith')).toBe(Infinity)
  expect(score('jo', 'ja')).toBe(Infinity)
})

test('the neighbours of a plate are all plates one error away, without the plate itself', () => {
  const near = nearKeys('46EEK572')
  expect(near).not.toContain('46EEK572')
  expect(near.every((key) => distance(key, '46EEK572') === 1)).toBe(true)
  expect(near).toEqual(expect.arrayContaining(['46EEX572', '46EK572', '46EKE572', '46EEK5721', 'A46EEK572']))
  expect(nearKeys('ABCDEFGHIJKL').length).toBeLessThan(1000)
})
