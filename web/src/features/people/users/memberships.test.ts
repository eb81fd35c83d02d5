import { expect, test } from 'vitest'
import { addMembership, makePrimary, removeMembership, setRank } from './memberships.ts'

const primaries = (all: readonly { departmentId: number; isPrimary: boolean }[]) =>
  all.filter(({ isPrimary }) => isPrimary).map(({ departmentId }) => departmentId)

test('there is one primary department from the first on, whatever is added, chosen and removed', () => {
  const one = addMembership([], 2)
  expect(primaries(one)).toEqual([2])
  const two = addMembership(one, 6)
  expect(primaries(two)).toEqual([2])
  const other = makePrimary(two, 6)
  expect(primaries(other)).toEqual([6])
  expect(primaries(removeMembership(other, 6))).toEqual([2])
  expect(primaries(removeMembership(other, 2))).toEqual([6])
  expect(removeMembership(one, 2)).toEqual([])
})

test('a rank is set for its department only', () => {
  const two = addMembership(addMembership([], 2), 6)
  expect(setRank(two, 6, 14).map(({ rankId }) => rankId)).toEqual([null, 14])
})
