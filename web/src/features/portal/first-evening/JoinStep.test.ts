import type { ManagedDepartment } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { highestRank } from './JoinStep.tsx'

const rank = (rankName: string, more: Partial<ManagedDepartment['ranks'][number]> = {}) => ({
  rankId: 1,
  rankName,
  isReserve: false,
  capabilities: [],
  memberCount: 0,
  isRetired: false,
  version: 1,
  ...more,
})

test('the highest rank is the last of the ladder, which has neither reserves nor retired ranks', () => {
  const ranks = [rank('Cadet'), rank('Chief'), rank('Commissioner', { isRetired: true }), rank('Reserve Chief', { isReserve: true })]
  expect(highestRank({ ranks })?.rankName).toBe('Chief')
  expect(highestRank({ ranks: [] })).toBeUndefined()
})
