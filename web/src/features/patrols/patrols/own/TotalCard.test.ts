import { expect, test } from 'vitest'
import { compareWords, isBelowQuota, quotaShare, quotaWords, workWords } from './TotalCard.tsx'

const total = (countedSeconds: number) => ({ seconds: countedSeconds, countedSeconds, calls: 1, patrols: 2 })
const quota = { departmentId: 2, departmentName: 'LSPD', minutes: 480, leaveDays: 2, dueMinutes: 360, countedSeconds: 246 * 60 }

test('a week is compared with the one before', () => {
  expect(compareWords(total(7200), total(2400), 'last week')).toBe('+ 1 h 20 min on last week')
  expect(compareWords(total(2400), total(7200), 'last week')).toBe('− 1 h 20 min on last week')
  expect(compareWords(total(2400), total(2430), 'last week')).toBe('As much as last week')
  expect(compareWords(total(0), total(0), 'last month')).toBe('Nothing last month either')
  expect(workWords(total(0))).toBe('2 patrols, 1 call')
})

test('a quota is shown with what the leave left of it', () => {
  expect(quotaWords(quota)).toBe('4 h 06 of 6 h, 2 days of leave')
  expect(quotaWords({ ...quota, leaveDays: 1 })).toBe('4 h 06 of 6 h, 1 day of leave')
  expect(quotaWords({ ...quota, leaveDays: 7, dueMinutes: 0 })).toBe('4 h 06, nothing due, 7 days of leave')
  expect(quotaWords({ ...quota, leaveDays: 0 })).toBe('4 h 06 of 6 h')
})

test('a member is below quota to the second; a quota with nothing due is reached', () => {
  expect(isBelowQuota({ countedSeconds: 359 * 60 + 59, dueMinutes: 360 })).toBe(true)
  expect(isBelowQuota({ countedSeconds: 360 * 60, dueMinutes: 360 })).toBe(false)
  expect([0, 180, 720].map((minutes) => quotaShare({ countedSeconds: minutes * 60, dueMinutes: 360 }))).toEqual([0, 0.5, 1])
  expect(quotaShare({ countedSeconds: 0, dueMinutes: 0 })).toBe(1)
})
