import { expect, test } from 'vitest'
import { heldReason } from './RankList.tsx'

test('a rank that is held says how many members keep it from being retired', () => {
  expect(heldReason(0)).toBeNull()
  expect(heldReason(1)).toBe('Can’t be retired: 1 member still has this rank.')
  expect(heldReason(1200)).toBe('Can’t be retired: 1,200 members still have this rank.')
})
