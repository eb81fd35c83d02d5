import { describe, expect, test } from 'vitest'
import {
  admin,
  allOf,
  anyOf,
  cadDepartment,
  capability,
  describeAccess,
  dispatcher,
  emergencyUnit,
  isAllowed,
  keyOnly,
  legal,
  needsSignIn,
  onDuty,
  open,
  Permission,
  permissions,
  RoleGroupName,
  root,
  self,
  signedIn,
  signsWarrants,
  staff,
  withImpliedRoles,
  type AccessSubject,
} from './access.ts'
import { legalStaff, warrantWriters } from './legal/warrants.ts'

const subject = (given: Partial<AccessSubject> = {}): AccessSubject => ({
  userId: 7,
  roleGroups: [],
  permissions: [],
  signsWarrants: false,
  hasCadDepartment: false,
  isCivilian: false,
  departmentIds: [],
  capabilities: [],
  duty: null,
  ...given,
})
const holding = (...roleGroups: RoleGroupName[]) => subject({ roleGroups })

describe('the role hierarchy', () => {
  test.each<[RoleGroupName, RoleGroupName[]]>([
    ['Root', ['Root', 'Admin', 'Staff', 'Legal Services Supervisor', 'Legal Services', 'Developer']],
    ['Admin', ['Admin', 'Staff', 'Legal Services Supervisor', 'Legal Services']],
    ['Staff', ['Staff']],
    ['Legal Services Supervisor', ['Legal Services Supervisor', 'Legal Services']],
    ['Legal Services', ['Legal Services']],
    ['Developer', ['Developer']],
  ])('%s has exactly %j', (held, expected) => {
    expect([...withImpliedRoles([held])].sort()).toEqual([...expected].sort())
  })

  test('without roles there are no role groups, and several roles add up', () => {
    expect(withImpliedRoles([]).size).toBe(0)
    expect([...withImpliedRoles(['Staff', 'Developer', 'Staff'])].sort()).toEqual(['Developer', 'Staff'])
  })

  test('the role groups and permissions are those of the specification', () => {
    expect(RoleGroupName.options).toEqual(['Root', 'Admin', 'Staff', 'Legal Services Supervisor', 'Legal Services', 'Developer'])
    expect(Permission.options).toEqual(['MANAGE_USERS', 'MANAGE_MEMBERS', 'MANAGE_SERVERS', 'MANAGE_DISCORD', 'DISCORD_ADMIN'])
  })
})

describe('access rules', () => {
  test('open and key let everyone in, signed in or not', () => {
    for (const rule of [open, keyOnly]) {
      expect(isAllowed(rule, null)).toBe(true)
      expect(isAllowed(rule, subject())).toBe(true)
    }
  })

  test('signedIn needs any signed-in user', () => {
    expect(isAllowed(signedIn, null)).toBe(false)
    expect(isAllowed(signedIn, subject())).toBe(true)
  })

  test.each([
    ['root', root, ['Root']],
    ['admin', admin, ['Root', 'Admin']],
    ['staff', staff, ['Root', 'Admin', 'Staff']],
    ['legal', legal, ['Root', 'Admin', 'Legal Services Supervisor', 'Legal Services']],
    ['signsWarrants', signsWarrants, ['Root', 'Admin', 'Legal Services Supervisor']],
    ['legalStaff', legalStaff, ['Root', 'Admin', 'Legal Services Supervisor', 'Legal Services']],
  ] as const)('%s lets in exactly the groups that imply it', (_name, rule, expected) => {
    expect(RoleGroupName.options.filter((group) => isAllowed(rule, holding(group)))).toEqual(expected)
    expect(isAllowed(rule, null)).toBe(false)
    expect(isAllowed(rule, subject())).toBe(false)
  })

  test('a role marked to sign warrants counts as legal staff, in any group', () => {
    for (const roleGroups of [[], ['Developer'], ['Staff'], ['Legal Services']] as const satisfies RoleGroupName[][]) {
      const marked = subject({ roleGroups, signsWarrants: true })
      expect([signsWarrants, legalStaff, warrantWriters].map((rule) => isAllowed(rule, marked))).toEqual([true, true, true])
      expect(isAllowed(legal, marked), 'which is no group').toBe(roleGroups[0] === 'Legal Services')
    }
    const officer = subject({ hasCadDepartment: true })
    expect([signsWarrants, legalStaff, warrantWriters].map((rule) => isAllowed(rule, officer))).toEqual([false, false, true])
  })

  test('all listed permissions are needed, and no role replaces them', () => {
    const rule = permissions('MANAGE_USERS', 'MANAGE_SERVERS')
    expect(isAllowed(rule, null)).toBe(false)
    expect(isAllowed(rule, holding('Root'))).toBe(false)
    expect(isAllowed(rule, subject({ permissions: ['MANAGE_USERS'] }))).toBe(false)
    expect(isAllowed(rule, subject({ permissions: ['MANAGE_SERVERS', 'DISCORD_ADMIN', 'MANAGE_USERS'] }))).toBe(true)
  })

  test('an empty list of permissions still needs a signed-in user', () => {
    expect(isAllowed(permissions(), null)).toBe(false)
    expect(isAllowed(permissions(), subject())).toBe(true)
  })

  test('cadDepartment needs one CAD-enabled department', () => {
    expect(isAllowed(cadDepartment, null)).toBe(false)
    expect(isAllowed(cadDepartment, holding('Root'))).toBe(false)
    expect(isAllowed(cadDepartment, subject({ hasCadDepartment: true }))).toBe(true)
  })

  test.each([
    ['the same number', 7, true],
    ['the same number as a string: parameters are parsed before they are compared', '7', false],
    ['another number', 8, false],
    ['nothing', undefined, false],
    ['null', null, false],
    ['an array around the number', [7], false],
  ])('self, with %s', (_what, value, expected) => {
    expect(isAllowed(self('userId'), subject(), { userId: value })).toBe(expected)
    expect(isAllowed(self('userId'), null, { userId: value })).toBe(false)
  })

  test('self compares only the named parameter', () => {
    expect(isAllowed(self('ownerId'), subject(), { userId: 7 })).toBe(false)
    expect(isAllowed(self('userId'), subject())).toBe(false)
  })

  test('duty is compared by class, type and, if a parameter names one, server', () => {
    const on = (unitClass: 0 | 1 | 2 | 3, type: 1 | 2 | 3 = 1, serverId = 1) => subject({ duty: { serverId, unitClass, type } })
    const classes = [0, 1, 2, 3] as const
    expect(classes.map((each) => isAllowed(onDuty(), on(each)))).toEqual([true, true, true, true])
    expect(classes.map((each) => isAllowed(emergencyUnit(), on(each)))).toEqual([false, true, true, true])
    expect(classes.map((each) => isAllowed(dispatcher(), on(each, 3)))).toEqual([false, false, true, false])
    expect(([1, 2, 3] as const).map((type) => isAllowed(dispatcher(), on(2, type)))).toEqual([false, false, true])
    for (const rule of [onDuty('serverId'), emergencyUnit('serverId'), dispatcher('serverId')]) {
      expect(isAllowed(rule, on(2, 3), { serverId: 1 })).toBe(true)
      for (const serverId of [2, '1', undefined]) expect(isAllowed(rule, on(2, 3), { serverId })).toBe(false)
      expect(isAllowed(rule, holding('Root'), { serverId: 1 })).toBe(false)
      expect(isAllowed(rule, null, { serverId: 1 })).toBe(false)
    }
  })

  test('anyOf needs one of its rules, and allows nobody without rules', () => {
    const rule = anyOf(self('userId'), staff)
    expect(isAllowed(rule, subject(), { userId: 7 })).toBe(true)
    expect(isAllowed(rule, holding('Admin'), { userId: 8 })).toBe(true)
    expect(isAllowed(rule, subject(), { userId: 8 })).toBe(false)
    expect(isAllowed(rule, null, { userId: 7 })).toBe(false)
    expect(isAllowed(anyOf(), holding('Root'))).toBe(false)
  })

  test('allOf needs all of its rules, including nested ones', () => {
    const rule = allOf(cadDepartment, anyOf(legal, permissions('MANAGE_MEMBERS')))
    expect(isAllowed(rule, subject({ hasCadDepartment: true }))).toBe(false)
    expect(isAllowed(rule, holding('Legal Services'))).toBe(false)
    expect(isAllowed(rule, subject({ hasCadDepartment: true, roleGroups: ['Legal Services'] }))).toBe(true)
    expect(isAllowed(rule, subject({ hasCadDepartment: true, permissions: ['MANAGE_MEMBERS'] }))).toBe(true)
    expect(isAllowed(rule, null)).toBe(false)
  })
})

test('needsSignIn is true for every rule that an unknown caller can not meet', () => {
  expect([open, keyOnly, anyOf(staff, keyOnly)].map(needsSignIn)).toEqual([false, false, false])
  expect([signedIn, admin, permissions(), self('userId'), cadDepartment, allOf(keyOnly, staff)].map(needsSignIn)).toEqual(
    Array.from({ length: 6 }, () => true),
  )
})

test.each([
  [open, 'anyone, without an API key'],
  [keyOnly, 'anyone with an API key'],
  [signedIn, 'any signed-in user'],
  [admin, 'Admin or above'],
  [permissions('MANAGE_USERS', 'MANAGE_DISCORD'), 'MANAGE_USERS and MANAGE_DISCORD'],
  [signsWarrants, 'Legal Services Supervisor or above, or a role that may sign warrants'],
  [cadDepartment, 'members of a CAD-enabled department'],
  [self('userId'), 'the user named by userId'],
  [onDuty(), 'any unit on duty'],
  [emergencyUnit('serverId'), 'a Leo, Comms, Fire unit on duty on the server named by serverId'],
  [dispatcher(), 'a dispatcher on duty'],
  [anyOf(self('userId'), staff), 'the user named by userId, or Staff or above'],
  [allOf(legal, cadDepartment), 'Legal Services or above, and members of a CAD-enabled department'],
])('the API document describes %j as "%s"', (rule, words) => {
  expect(describeAccess(rule)).toBe(words)
})

test("a capability comes with a rank, and counts only in that rank's department", () => {
  const supervisor = subject({ capabilities: [{ departmentId: 2, capability: 'seeLookups' }] })
  expect(isAllowed(capability('seeLookups'), supervisor)).toBe(true)
  expect(isAllowed(capability('approveReports'), supervisor)).toBe(false)
  expect(isAllowed(capability('seeLookups', 'departmentId'), supervisor, { departmentId: 2 })).toBe(true)
  expect(isAllowed(capability('seeLookups', 'departmentId'), supervisor, { departmentId: 3 })).toBe(false)
  expect(isAllowed(capability('seeLookups'), holding('Root')), 'rank, not role').toBe(false)
  expect(isAllowed(capability('seeLookups'), null)).toBe(false)
  expect(describeAccess(capability('seePatrols', 'departmentId'))).toBe(
    "a rank that may see the department's patrols in the department named by departmentId",
  )
})
