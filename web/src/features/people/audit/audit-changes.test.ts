import { describe, expect, test } from 'vitest'
import { actionWords, auditChanges, changesInWords, entryWords } from './audit-changes.ts'

describe('the changes of an entry', () => {
  test('only the fields that differ, in words', () => {
    const before = { name: 'LSPD', isCadEnabled: true, order: ['a', 'b'] }
    const after = { name: 'LSPD', isCadEnabled: false, order: ['b', 'a'] }
    expect(auditChanges({ before, after, action: 'user.changed', names: {} })).toEqual([
      { field: 'CAD enabled', before: 'yes', after: 'no' },
      { field: 'Order', before: 'a, b', after: 'b, a' },
    ])
  })

  test('something new has no before, something removed no after', () => {
    expect(auditChanges({ action: 'user.changed', names: {}, before: null, after: { role: 'Admin', steamId: null } })).toEqual([
      { field: 'Role', before: null, after: 'Admin' },
      { field: 'Steam hex', before: null, after: 'none' },
    ])
    expect(auditChanges({ action: 'user.changed', names: {}, before: { role: 'Admin' }, after: null })).toEqual([
      { field: 'Role', before: 'Admin', after: null },
    ])
  })

  test('nested objects are told by path, lists of them in one line', () => {
    const before = { rank: { name: 'Officer' }, departments: [] }
    const after = { rank: { name: 'Sergeant' }, departments: [{ rank: 'Officer', isPrimary: true, department: 'LSPD' }] }
    expect(auditChanges({ before, after, action: 'user.changed', names: {} })).toEqual([
      { field: 'Rank › Name', before: 'Officer', after: 'Sergeant' },
      { field: 'Departments', before: 'none', after: 'LSPD Officer (primary)' },
    ])
  })

  test('dispatch actions read as dispatchers say them', () => {
    const sent = { before: { identifier: '4L12', call: null }, after: { identifier: '4L12', call: 1042 } }
    expect(auditChanges({ ...sent, action: 'user.changed', names: {} })).toEqual([{ field: 'Call', before: 'none', after: '1042' }])
    const cleared = {
      before: { status: 'active', units: ['4L12', 'E7'] },
      after: { status: 'cleared', units: [], disposition: 'Arrest made' },
    }
    expect(auditChanges({ ...cleared, action: 'user.changed', names: {} })).toEqual([
      { field: 'Status', before: 'active', after: 'cleared' },
      { field: 'Units', before: '4L12, E7', after: 'none' },
      { field: 'Disposition', before: null, after: 'Arrest made' },
    ])
    expect(auditChanges({ action: 'user.changed', names: {}, before: { primary: '4L12' }, after: { primary: 'E7' } })).toMatchObject([
      { field: 'Primary unit' },
    ])
    expect(auditChanges({ action: 'user.changed', names: {}, before: { mergedInto: null }, after: { mergedInto: 1042 } })).toMatchObject([
      { field: 'Merged into' },
    ])
  })

  test('nothing told, nothing changed', () =>
    expect(auditChanges({ action: 'user.changed', names: {}, before: null, after: null })).toEqual([]))
})

test.each([
  ['user.role-added', 'User role added'],
  ['portal.set-up', 'Portal set up'],
  ['key.issued', 'Key issued'],
  ['unit.status-set', 'Unit status set'],
  ['call.primary-changed', 'Call primary changed'],
])('%s reads %s', (action, words) => expect(actionWords(action)).toBe(words))

test('the summary shows the values, not only which fields changed', () => {
  const changes = auditChanges({
    before: { priority: 3, status: 'active' },
    after: { priority: 1, status: 'cleared' },
    action: 'user.changed',
    names: {},
  })
  expect(changesInWords(changes)).toBe('Priority: 3 → 1; Status: active → cleared')
})

test('names stand for ids, dates are written out, and bare record numbers are left out', () => {
  const after = { departmentId: 2, noteId: 99, version: 4, expiresAt: new Date(2026, 4, 1, 14, 5).toISOString(), endsOn: '2026-05-09' }
  expect(
    auditChanges({
      before: { departmentId: 3 },
      after,
      action: 'user.changed',
      names: { 'departmentId:2': 'LSPD', 'departmentId:3': 'BCSO' },
    }),
  ).toEqual([
    { field: 'Department', before: 'BCSO', after: 'LSPD' },
    { field: 'Expires at', before: null, after: '1 May 2026, 14:05' },
    { field: 'Until', before: null, after: '9 May 2026' },
  ])
})

test('the kind of a mark, which its title says, is not said twice', () => {
  const after = { kind: 'warning', text: 'Late', points: 2 }
  expect(changesInWords(auditChanges({ action: 'member.mark-added', before: null, after, names: {} }))).toBe('Text: Late; Points: 2')
})

test.each([
  ['member.mark-added', null, { kind: 'warning' }, 'Warning added'],
  ['member.mark-added', null, { kind: 'commendation' }, 'Commendation added'],
  ['member.mark-withdrawn', { kind: 'warning' }, { kind: 'warning' }, 'Warning withdrawn'],
  ['member.mark-added', null, null, 'Warning or commendation added'],
  ['user.created', null, { kind: 'warning' }, 'User created'],
])('%s of %j, %j reads %s', (action, before, after, words) => expect(entryWords({ action, before, after })).toBe(words))

test.each([
  ['patrol.corrected', 'Patrol corrected'],
  ['patrol.correction-declined', 'Correction of a patrol declined'],
  ['patrol.absence-left-out', 'Absence during a patrol left out'],
  ['member.leave-granted', 'Member leave granted'],
  ['department.quotas-changed', 'Department quotas changed'],
])('%s reads %s', (action, words) => expect(entryWords({ action, before: null, after: null })).toBe(words))

test('a patrol that was corrected shows its times, its department by name, and no ids', () => {
  const before = { patrolId: 7, startedAt: '2026-05-01T12:00:00.000Z' }
  const after = { patrolId: 7, startedAt: '2026-05-01T12:00:00.000Z', departmentId: 2, note: 'I was there' }
  const changes = auditChanges({ action: 'patrol.corrected', before, after, names: { 'departmentId:2': 'LSPD' } })
  expect(changesInWords(changes)).toBe('Department: LSPD; Note: I was there')
})
