import { expect, test } from 'vitest'
import { auditFilter, AuditSearch } from './audit-filter.ts'

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
