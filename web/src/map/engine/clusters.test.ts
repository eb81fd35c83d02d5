import { expect, test } from 'vitest'
import { group } from './clusters.ts'

const crowd = (places: readonly (readonly [number, number])[], over: { hidden?: number; alone?: number } = {}) => ({
  count: places.length,
  xs: places.map(([x]) => x),
  ys: places.map(([, y]) => y),
  isShown: (index: number) => index !== over.hidden,
  mayJoin: (index: number) => index !== over.alone,
})
const six = Array.from({ length: 6 }, (_, index) => [10 + index, 10] as const)

test('many in one place are drawn as one, few as themselves', () => {
  const { loose, clusters } = group(crowd([...six, [9000, 9000]]), 10, true)
  expect(clusters.map(({ members }) => members)).toEqual([[0, 1, 2, 3, 4, 5]])
  expect(loose).toEqual([6])
  expect(group(crowd(six.slice(0, 4)), 10, true).clusters).toEqual([])
})

test('close up, or where it is not wanted, everyone is drawn', () => {
  expect(group(crowd(six), 1, true).clusters).toEqual([])
  expect(group(crowd(six), 10, false).loose).toHaveLength(6)
})

test('the unit looked at stands alone, and a unit filtered out is nowhere', () => {
  const { loose, clusters } = group(crowd([...six, [16, 10]], { alone: 2, hidden: 0 }), 10, true)
  expect(loose).toEqual([2])
  expect(clusters[0]?.members).toEqual([1, 3, 4, 5, 6])
})
