import { describe, expect, test } from 'vitest'
import { actionWords, auditChanges } from './audit-changes.ts'

describe('what an entry changed', () => {
  test('only the fields that differ, in words', () => {
    const before = { name: 'LSPD', isCadEnabled: true, order: ['a', 'b'] }
    const after = { name: 'LSPD', isCadEnabled: false, order: ['b', 'a'] }
    expect(auditChanges({ before, after })).toEqual([
      { field: 'CAD enabled', before: 'yes', after: 'no' },
      { field: 'Order', before: 'a, b', after: 'b, a' },
    ])
  })

  test('something new has no before, something removed no after', () => {
    expect(auditChanges({ before: null, after: { role: 'Admin', steamId: null } })).toEqual([
      { field: 'Role', before: null, after: 'Admin' },
      { field: 'Steam hex', before: null, after: 'none' },
    ])
    expect(auditChanges({ before: { role: 'Admin' }, after: null })).toEqual([{ field: 'Role', before: 'Admin', after: null }])
  })

  test('nested objects are told by path, lists of them in one line', () => {
    const before = { rank: { name: 'Officer' }, departments: [] }
    const after = { rank: { name: 'Sergeant' }, departments: [{ rank: 'Officer', isPrimary: true, department: 'LSPD' }] }
    expect(auditChanges({ before, after })).toEqual([
      { field: 'Rank › Name', before: 'Officer', after: 'Sergeant' },
      { field: 'Departments', before: 'none', after: 'LSPD Officer (primary)' },
    ])
  })

  test('nothing told, nothing changed', () => expect(auditChanges({ before: null, after: null })).toEqual([]))
})

test.each([
  ['user.role-added', 'User role added'],
  ['portal.set-up', 'Portal set up'],
  ['key.issued', 'Key issued'],
])('%s reads %s', (action, words) => expect(actionWords(action)).toBe(words))
