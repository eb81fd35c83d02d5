import { expect, test } from 'vitest'
import { actionsIn, areaOf, auditFilter, changeArea, subjectsIn } from './audit-filter.ts'
import { AuditSearch } from './audit-search.ts'

test('a period reaches from the first moment of its first day to the last of its last, where the reader is', () => {
  const { from, to } = auditFilter({ from: '2026-05-01', to: '2026-05-02' })
  expect(new Date(from ?? '')).toEqual(new Date(2026, 4, 1, 0, 0, 0, 0))
  expect(new Date(to ?? '')).toEqual(new Date(2026, 4, 2, 23, 59, 59, 999))
})

test('a person as subject', () => {
  expect(auditFilter({ userId: 12, subjectType: 'role' })).toMatchObject({ subjectType: 'user', subjectId: '12' })
})

test('nonsense in the address counts as not given', () => {
  expect(AuditSearch.parse({ actorId: 'x', from: 'yesterday', action: 'user.created', token: 'y' })).toEqual({ action: 'user.created' })
})

test('the log opens on administration; dispatch and everything are asked for', () => {
  expect(auditFilter({})).toMatchObject({ area: 'administration' })
  expect(auditFilter({ area: 'dispatch' })).toMatchObject({ area: 'dispatch' })
  expect(auditFilter({ area: 'all' }).area).toBeUndefined()
  expect(AuditSearch.parse({ area: 'kitchen', q: 1042 })).toEqual({ q: '1042' })
})

test('an address that asks for calls is shown calls', () => {
  expect(areaOf({ action: 'call.cleared' })).toBe('dispatch')
  expect(areaOf({ subjectType: 'unit' })).toBe('dispatch')
  expect(areaOf({ subjectType: 'role' })).toBe('administration')
})

test('another area keeps the search and lets go of what it does not have', () => {
  const search = { q: 'rosa', action: 'user.created', subjectType: 'user', userId: 7 }
  expect(changeArea(search, 'all')).toEqual({ ...search, area: 'all' })
  expect(changeArea(search, 'dispatch')).toEqual({ q: 'rosa', area: 'dispatch' })
  expect(changeArea({ area: 'dispatch', action: 'call.cleared' }, 'administration')).toEqual({})
})

test('each area offers its own actions and subjects', () => {
  expect(actionsIn('dispatch').map(({ noun }) => noun)).toEqual(['dispatch-note', 'unit', 'call'])
  expect(actionsIn('administration').map(({ noun }) => noun)).not.toContain('unit')
  expect(subjectsIn('dispatch')).toEqual(['dispatch-note', 'unit', 'call'])
})
