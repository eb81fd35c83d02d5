import { expect, test } from 'vitest'
import { quotaTitle } from './member-patrols-columns.tsx'
import { quotaNote, reviewWords } from './ViewerCards.tsx'
import { departmentWords } from './ViewerHeader.tsx'

test('a quota says how much is missing, and how much leave took off', () => {
  const quota = { minutes: 360, leaveDays: 0, dueMinutes: 360, countedSeconds: 5400, weeks: null }
  expect(quotaTitle({ quota })).toBe('4 h 30 min short of 6 h')
  expect(quotaTitle({ quota: { ...quota, leaveDays: 1, dueMinutes: 309, countedSeconds: 18_540 } })).toBe(
    'Reached 5 h 9 min, lowered from 6 h by 1 day of leave',
  )
  expect(quotaTitle({ quota: { ...quota, weeks: { missed: 2, over: 3 } } })).toBe('4 h 30 min short of 6 h; weeks missed: 2 of 3')
  expect(quotaTitle({ quota: null })).toBe('')
})

test('without a quota for the period, the card says which periods have one', () => {
  expect(quotaNote({ belowQuota: 3, onLeave: 2 }, { kind: 'week' })).toBe('2 on leave')
  expect(quotaNote({ belowQuota: null, onLeave: 2 }, { kind: 'week' })).toBe('quotas are by month')
  expect(quotaNote({ belowQuota: null, onLeave: 2 }, { kind: 'custom' })).toBe('for a whole week or month only')
})

test('waiting reviews are counted by kind, in parts that add up to their patrols', () => {
  expect(reviewWords({ corrections: 3, flagged: 12, patrols: 14 })).toBe('2 corrections, 11 flagged, 1 both')
  expect(reviewWords({ corrections: 1, flagged: 1, patrols: 1 })).toBe('1 both')
  expect(reviewWords({ corrections: 0, flagged: 0, patrols: 0 })).toBe('nothing to review')
})

test('the departments shown are named', () => {
  const departments = ['LSPD', 'BCSO'].map((name, index) => ({ departmentId: index + 2, name }))
  expect(departmentWords(departments, 3, true)).toBe('BCSO')
  expect(departmentWords(departments, undefined, true)).toBe('all departments')
  expect(departmentWords(departments, undefined, false)).toBe('LSPD and BCSO')
})
