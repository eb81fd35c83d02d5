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

  test('what dispatch does reads as dispatchers say it', () => {
    const sent = { before: { identifier: '4L12', call: null }, after: { identifier: '4L12', call: 1042 } }
    expect(auditChanges(sent)).toEqual([{ field: 'Call', before: 'none', after: '1042' }])
    const cleared = {
      before: { status: 'active', units: ['4L12', 'E7'] },
      after: { status: 'cleared', units: [], disposition: 'Arrest made' },
    }
    expect(auditChanges(cleared)).toEqual([
      { field: 'Status', before: 'active', after: 'cleared' },
      { field: 'Units', before: '4L12, E7', after: 'none' },
      { field: 'Disposition', before: null, after: 'Arrest made' },
    ])
    expect(auditChanges({ before: { primary: '4L12' }, after: { primary: 'E7' } })).toMatchObject([{ field: 'Primary unit' }])
    expect(auditChanges({ before: { mergedInto: null }, after: { mergedInto: 1042 } })).toMatchObject([{ field: 'Merged into' }])
  })

  test('nothing told, nothing changed', () => expect(auditChanges({ before: null, after: null })).toEqual([]))
})

test.each([
  ['user.role-added', 'User role added'],
  ['portal.set-up', 'Portal set up'],
  ['key.issued', 'Key issued'],
  ['unit.status-set', 'Unit status set'],
  ['call.primary-changed', 'Call primary changed'],
])('%s reads %s', (action, words) => expect(actionWords(action)).toBe(words))
