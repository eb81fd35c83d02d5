import { DEPARTMENT, type Leave, type Mark, type RankPreview } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { changeWords, leaveState, markState, outcomeSummary, sharedDepartment, willChange } from './standing.ts'

const author = { userId: 1, name: 'Staff' }
const leave = (startsOn: string, endsOn: string, endedEarlyAt: string | null = null): Leave => ({
  leaveId: 1,
  startsOn,
  endsOn,
  reason: 'Holiday',
  author,
  endedEarlyAt,
})

test('a leave is current from its first to its last day', () => {
  const states = ['2026-04-30', '2026-05-01', '2026-05-10', '2026-05-11'].map((today) =>
    leaveState(leave('2026-05-01', '2026-05-10'), today),
  )
  expect(states).toEqual(['upcoming', 'current', 'current', 'past'])
  expect(leaveState(leave('2026-05-01', '2026-05-10', '2026-05-03T12:00:00Z'), '2026-05-05')).toBe('ended')
})

test('a mark is in force until it expires or is withdrawn', () => {
  const now = new Date('2026-05-10T12:00:00Z')
  const mark = (over: Partial<Mark>): Mark => ({
    markId: 1,
    kind: 'warning',
    text: 'Reckless driving',
    points: 2,
    author,
    createdAt: '2026-05-01T12:00:00Z',
    expiresAt: null,
    withdrawn: null,
    ...over,
  })
  expect(markState(mark({}), now)).toBe('in force')
  expect(markState(mark({ expiresAt: '2026-05-11T12:00:00Z' }), now)).toBe('in force')
  expect(markState(mark({ expiresAt: '2026-05-10T11:00:00Z' }), now)).toBe('expired')
  expect(markState(mark({ withdrawn: { by: author, at: '2026-05-02T12:00:00Z', reason: 'Mistake' } }), now)).toBe('withdrawn')
})

test('a preview says how many of what', () => {
  const preview = (outcome: RankPreview['outcome']): RankPreview => ({
    userId: 1,
    name: 'Rosa',
    version: 1,
    fromRank: null,
    toRank: 'Sergeant',
    outcome,
  })
  const previews = [preview('promotion'), preview('unchanged'), preview('promotion'), preview('above you')]
  expect(outcomeSummary(previews)).toBe('2 promotions, 1 unchanged, 1 above you')
  expect(previews.map(willChange)).toEqual([true, false, true, false])
  expect(outcomeSummary([])).toBe('')
})

test('a bulk change starts with the department that all of them share, if there is just one', () => {
  const of = (...ids: number[]) => ({
    departments: ids.map((departmentId) => ({ departmentId, name: String(departmentId), rankName: null, isPrimary: false })),
  })
  const { LSPD: lspd, BCSO: bcso, FIRE: fire } = DEPARTMENT
  expect(sharedDepartment([of(bcso), of(fire, bcso)])).toBe(bcso)
  expect(sharedDepartment([of(bcso), of(lspd)])).toBeNull()
  expect(sharedDepartment([of(bcso, fire), of(fire, bcso)])).toBeNull()
  expect(sharedDepartment([of(), of(bcso)])).toBeNull()
  expect(sharedDepartment([])).toBeNull()
})

test('a change of several ranks says how many', () => expect([1, 2].map(changeWords)).toEqual(['Change 1 rank', 'Change 2 ranks']))
