import { expect, test } from 'vitest'
import { inUseReason } from './RankList.tsx'

test('a department or rank in use says how many members keep it from being retired', () => {
  expect(inUseReason('department', 0)).toBeNull()
  expect(inUseReason('department', 1)).toBe('Can’t be retired: 1 member is still in this department.')
  expect(inUseReason('department', 1200)).toBe('Can’t be retired: 1,200 members are still in this department.')
  expect(inUseReason('rank', 2)).toBe('Can’t be retired: 2 members still have this rank.')
})
