import type { UserRecord } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import { buildDepartment, buildUser } from '../../../app/testing/build-user.ts'
import { differences } from './user-differences.ts'
import { changedFields, draftOf, previewedChange, reapply, addMembership, makePrimary, removeMembership, setRank } from './user-draft.ts'

const account = (over: Partial<UserRecord> = {}): UserRecord => ({
  ...buildUser({ userDepartments: [buildDepartment(2, {}, true), buildDepartment(7)] }),
  isDisabled: false,
  isDeleted: false,
  createdAt: '2026-05-01T10:00:00Z',
  lastSeenAt: null,
  ...over,
})
const named = ({ departmentId }: { departmentId: number }) => `D${departmentId}`

describe('the changed fields', () => {
  test('nothing, whatever the order of departments and permissions', () => {
    const before = draftOf(account({ userPermissions: ['MANAGE_USERS', 'MANAGE_DISCORD'] }))
    const after = {
      ...before,
      userDepartments: before.userDepartments.toReversed(),
      userPermissions: before.userPermissions.toReversed(),
    }
    expect(changedFields(before, after)).toEqual([])
  })

  test('another primary department is a change', () => {
    const before = draftOf(account())
    const after = { ...before, userDepartments: before.userDepartments.map((each) => ({ ...each, isPrimary: !each.isPrimary })) }
    expect(changedFields(before, after)).toEqual(['userDepartments'])
  })
})

describe('two administrators at once', () => {
  const base = account()
  const mine = { ...draftOf(base), name: 'Rosa M. Delgado', steamId: '' }
  const now = account({ version: 2, name: 'Rosa Diaz', emailAddress: 'diaz@example.org', isDisabled: true })

  test('each field that differs says whose it is, and what acts at once is told too', () => {
    expect(differences(base, mine, now, named)).toEqual([
      { field: 'Name', yours: 'Rosa M. Delgado', now: 'Rosa Diaz', changedBy: 'both' },
      { field: 'Email address', yours: 'rosa@example.org', now: 'diaz@example.org', changedBy: 'them' },
      { field: 'Steam hex', yours: 'none', now: '11000010a1b2c3d', changedBy: 'you' },
      { field: 'State', yours: 'Active', now: 'Disabled', changedBy: 'them' },
    ])
  })

  test('mine, re-applied, leaves what only they changed', () => {
    expect(reapply(draftOf(base), mine, draftOf(now))).toEqual({
      ...draftOf(now),
      name: 'Rosa M. Delgado',
      steamId: '',
    })
  })

  test('the same change by both is no difference', () => {
    expect(differences(base, { ...draftOf(base), name: 'Rosa Diaz' }, account({ name: 'Rosa Diaz' }), named)).toEqual([])
  })
})

test('the preview covers memberships, name and Steam hex, once they are typed in full', () => {
  const before = draftOf(account())
  const preview = (over: object) =>
    previewedChange(7, { changed: changedFields(before, { ...before, ...over }), draft: { ...before, ...over } })
  expect(preview({ emailAddress: 'other@example.com', avatarColor: 'red' })).toBeNull()
  expect(preview({ steamId: '1100' })).toBeNull()
  expect(preview({ name: '' })).toBeNull()
  expect(preview({ steamId: '11000010A1B2C3D', userDepartments: [] })).toEqual({
    userId: 7,
    steamId: '11000010a1b2c3d',
    userDepartments: [],
  })
  expect(preview({ name: 'Rosa', steamId: '1100' })).toEqual({ userId: 7, name: 'Rosa' })
})

const primaries = (all: readonly { departmentId: number; isPrimary: boolean }[]) =>
  all.filter(({ isPrimary }) => isPrimary).map(({ departmentId }) => departmentId)

test('there is one primary department from the first on, whatever is added, chosen and removed', () => {
  const one = addMembership([], 2)
  expect(primaries(one)).toEqual([2])
  const two = addMembership(one, 6)
  expect(primaries(two)).toEqual([2])
  const other = makePrimary(two, 6)
  expect(primaries(other)).toEqual([6])
  expect(primaries(removeMembership(other, 6))).toEqual([2])
  expect(primaries(removeMembership(other, 2))).toEqual([6])
  expect(removeMembership(one, 2)).toEqual([])
})

test('a rank is set for its department only', () => {
  const two = addMembership(addMembership([], 2), 6)
  expect(setRank(two, 6, 14).map(({ rankId }) => rankId)).toEqual([null, 14])
})
