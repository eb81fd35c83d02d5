import { RoleGroupName, type Role } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import { groupRoles, groupSigns, heldReason, maySign, whyOutOfReach } from './role-reach.ts'

const role = (name: RoleGroupName, level: number, roleId = level): Role => ({
  roleId,
  name,
  level,
  roleGroup: { roleGroupId: 1, name },
  signsWarrants: false,
})

describe('a role is out of reach', () => {
  test.each([
    ['an admin and the role above', role('Root', 100), role('Admin', 80), true],
    ['an admin and another admin role of the same level', role('Admin', 80), role('Admin', 80), true],
    ['an admin and staff', role('Staff', 40), role('Admin', 80), false],
    ['Root and Root', role('Root', 100), role('Root', 100), false],
    ['an admin role of low level, for staff of a higher', role('Admin', 10), role('Staff', 40), true],
    ['nobody at all', role('Staff', 1), undefined, true],
  ])('%s', (_case, wanted, own, isOut) => {
    expect(whyOutOfReach({ roles: own ? [own] : [] }, wanted) !== null).toBe(isOut)
  })
})

test('groups follow their highest role', () => {
  const sections = groupRoles([role('Staff', 40), role('Developer', 60), role('Staff', 90, 7)])
  expect(sections.map(({ group, roles }) => [group, roles.map(({ level }) => level)])).toEqual([
    ['Staff', [90, 40]],
    ['Developer', [60]],
  ])
})

test('a role that is held says how many keep it from being deleted', () => {
  expect([0, 1, 3].map((userCount) => heldReason({ userCount }))).toEqual([
    null,
    'Can’t be deleted: 1 user still holds this role.',
    'Can’t be deleted: 3 users still hold this role.',
  ])
})

test('warrants are signed by roles of some groups, and by those that are marked', () => {
  expect(RoleGroupName.options.filter(groupSigns)).toEqual(['Root', 'Admin', 'Legal Services Supervisor'])
  expect(RoleGroupName.options.filter((name) => maySign(role(name, 10)))).toEqual(['Root', 'Admin', 'Legal Services Supervisor'])
  expect(maySign({ ...role('Developer', 10), signsWarrants: true })).toBe(true)
})
