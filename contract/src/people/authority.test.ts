import { expect, test } from 'vitest'
import {
  groupsOutOfReach,
  isAbove,
  mayGrantPermission,
  mayGrantRole,
  mayHandleUser,
  whyNotChange,
  whyNotGive,
  whyNotTakeOver,
} from './authority.ts'
import type { Capability, Permission, RoleGroupName } from '../access.ts'

let lastId = 0
const person = (
  roles: readonly (readonly [RoleGroupName, number])[] = [],
  userPermissions: Permission[] = [],
  capabilities: Capability[] = [],
) => ({
  userId: (lastId += 1),
  roles: roles.map(([name, level], index) => ({
    roleId: index,
    name: `${name} ${level}`,
    level,
    roleGroup: { roleGroupId: index, name },
    signsWarrants: false,
  })),
  userPermissions,
  userDepartments: capabilities.length === 0 ? [] : [lspd(capabilities)],
})
const lspd = (capabilities: Capability[]) => ({
  departmentId: 2,
  isPrimary: true,
  rankId: 6,
  rankName: 'Sergeant',
  capabilities,
  department: {
    departmentId: 2,
    name: 'LSPD',
    fullName: 'Los Santos Police',
    type: 'Leo' as const,
    isCadEnabled: true,
    callSignTemplate: '',
  },
})
const root = person([['Root', 100]])
const admin = person([['Admin', 80]])
const juniorAdmin = person([['Admin', 10]])
const senior = person([['Staff', 60]], ['MANAGE_USERS'])
const member = person()

test('an account is above by level, or by a group that only its own members can reach', () => {
  expect(isAbove(admin, senior)).toBe(true)
  expect(isAbove(juniorAdmin, senior), 'whatever the level').toBe(true)
  expect(isAbove(senior, juniorAdmin), 'by level').toBe(true)
  expect(isAbove(juniorAdmin, admin)).toBe(false)
  expect(isAbove(root, root)).toBe(false)
  expect(groupsOutOfReach(senior)).toEqual(['Root', 'Admin'])
  expect(groupsOutOfReach(admin)).toEqual(['Root'])
  expect(groupsOutOfReach(root)).toEqual([])
  expect(mayHandleUser(member, member)).toBe(true)
})

test('a role is given from above, and one of the group Admin by Admins', () => {
  const [junior] = juniorAdmin.roles
  expect([mayGrantRole(senior, junior!), mayGrantRole(admin, junior!), mayGrantRole(juniorAdmin, junior!)]).toEqual([false, true, false])
  expect([mayGrantPermission(senior, 'MANAGE_SERVERS'), mayGrantPermission(juniorAdmin, 'MANAGE_SERVERS')]).toEqual([false, true])
})

test('an account that has more than the actor can’t be taken over, and the message says what it has', () => {
  expect(whyNotTakeOver(senior, member)).toBeNull()
  expect(whyNotTakeOver(senior, senior)).toBeNull()
  expect(whyNotTakeOver(senior, person([['Legal Services', 30]])), 'a role they could give').toBeNull()
  expect(whyNotTakeOver(senior, juniorAdmin)).toBe('This account is above yours')
  expect(whyNotTakeOver(senior, person([['Developer', 60]]))).toBe('This account has the role Developer 60, which you could not give')
  expect(whyNotTakeOver(senior, person([], ['MANAGE_SERVERS']))).toBe('This account holds MANAGE_SERVERS and you do not')
  expect(whyNotTakeOver(admin, person([['Developer', 70]], ['MANAGE_SERVERS']))).toBeNull()
})

test('an account that may sign warrants can be taken over by members who may sign, or could give its role', () => {
  const marked = (level: number) => {
    const clerk = person([['Staff', level]])
    return { ...clerk, roles: clerk.roles.map((role) => ({ ...role, signsWarrants: true })) }
  }
  const [staff, clerk, judge] = [
    person([['Staff', 50]]),
    marked(50),
    person([
      ['Legal Services Supervisor', 50],
      ['Staff', 50],
    ]),
  ]
  expect(whyNotTakeOver(staff, person([['Staff', 50]])), 'a role they hold').toBeNull()
  expect(whyNotTakeOver(staff, clerk)).toBe('This account has the role Staff 50, which you could not give')
  expect(whyNotTakeOver(staff, marked(40)), 'a role they could give').toBeNull()
  expect(whyNotTakeOver(judge, clerk)).toBeNull()
  expect(whyNotTakeOver(clerk, marked(50)), 'by a mark of their own').toBeNull()
})

test('capabilities of a rank count like a role: those who have them and admins may take them over and give them, and those who manage no accounts may give them', () => {
  const sergeant = person([], [], ['approveReports'])
  const gift = { kind: 'capability', departmentId: 2, department: 'LSPD', capability: 'approveReports' } as const
  expect(whyNotTakeOver(senior, sergeant)).toBe('This account may approve reports in LSPD and you may not')
  expect(whyNotGive(senior, gift)).toBe(
    'It lets them approve reports in LSPD, and you may not: who manages accounts gives only what they may do themselves. Ask an admin',
  )
  const peer = person([], ['MANAGE_USERS'], ['approveReports'])
  for (const one of [peer, juniorAdmin, root]) expect([whyNotTakeOver(one, sergeant), whyNotGive(one, gift)]).toEqual([null, null])
  expect(whyNotGive(peer, { ...gift, departmentId: 3, department: 'BCSO' }), 'in their own department alone').not.toBeNull()
  for (const one of [person([['Staff', 40]]), person([], ['MANAGE_MEMBERS'])]) expect(whyNotGive(one, gift)).toBeNull()
  expect(whyNotTakeOver(senior, person([], [], ['seePatrols', 'grantLeave'])), 'what staff may do anyway').toBeNull()
  expect(whyNotGive(member, gift)).not.toBeNull()
})

test('below Admin nobody changes their own departments and ranks', () => {
  const self = (own: typeof senior) => whyNotChange(own, { userId: own.userId, ranks: true })
  expect(self(senior)).toEqual([{ part: 'ranks', message: "You can't promote or demote yourself: ask someone else" }])
  expect([self(juniorAdmin), self(root), whyNotChange(senior, { userId: member.userId, ranks: true })]).toEqual([[], [], []])
})

test('every part of a change that the actor may not make is named', () => {
  const [role] = admin.roles
  const change = {
    userId: 0,
    roles: [role!],
    permissions: ['MANAGE_SERVERS' as const],
    signIn: { account: juniorAdmin, act: 'restore it' },
  }
  expect(whyNotChange(senior, change)).toEqual([
    { part: 'signIn', message: "This account is above yours: you can't restore it" },
    { part: 'roles', message: "The role Admin 80 is not below your own: you can't give or take it" },
    { part: 'permissions', message: "You do not hold MANAGE_SERVERS yourself: you can't give or take it" },
  ])
})
