import { DEPARTMENT } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { navEntries, navFlags, navKey, ownLinks } from './nav.ts'
import { buildDepartment, buildUser } from './testing/build-user.ts'

const servers = [
  { serverId: 1, name: 'Server 1' },
  { serverId: 4, name: 'Development' },
]
const labels = (user: ReturnType<typeof buildUser>, isTablet = false) =>
  navEntries(navFlags(user), { isTablet, servers }).map((entry) =>
    'links' in entry ? [entry.label, ...entry.links.map((link) => link.label)] : entry.label,
  )

test('a member sees the dashboard and patrols', () => {
  expect(labels(buildUser())).toEqual(['Dashboard', 'Patrol'])
})

test('legal services see warrants too', () => {
  expect(labels(buildUser({ groups: ['Legal Services'] }))).toEqual(['Dashboard', 'Patrol', 'Manage Warrants'])
  expect(labels(buildUser({ groups: ['Legal Services Supervisor'] }))).toEqual(['Dashboard', 'Patrol', 'Manage Warrants'])
})

test('staff see the staff menu', () => {
  expect(labels(buildUser({ groups: ['Staff'] }))).toEqual([
    'Dashboard',
    'Patrol',
    ['Staff', 'Manage Members', 'Manage Discord', 'Patrol Viewer'],
  ])
})

test('admins see everything, the live map once for each server', () => {
  const all = [
    'Dashboard',
    'Patrol',
    'Manage Warrants',
    ['Livemap', 'Server 1', 'Development'],
    ['Staff', 'Manage Members', 'Manage Discord', 'Patrol Viewer'],
    ['Admin', 'Add User', 'Manage Users', 'Manage Servers', 'API Logs'],
  ]
  expect(labels(buildUser({ groups: ['Admin'] }))).toEqual(all)
  expect(labels(buildUser({ groups: ['Root'] }))).toEqual(all)
})

test('the live map menu is hidden in tablet mode', () => {
  expect(labels(buildUser({ groups: ['Admin'] }), true).flat()).not.toContain('Livemap')
})

test('the flags follow roles, permissions, primary department and Steam hex', () => {
  expect(navFlags(buildUser({ groups: ['Root'] }))).toMatchObject({
    isRoot: true,
    isAdmin: true,
    isStaff: true,
    isLegal: true,
    canManageDiscord: false,
  })
  expect(navFlags(buildUser({ userPermissions: ['MANAGE_DISCORD'] })).canManageDiscord).toBe(true)
  expect(navFlags(buildUser({ userDepartments: [buildDepartment(DEPARTMENT.CIV, {}, true)] })).isCivilianPrimary).toBe(true)
  expect(navFlags(buildUser({ userDepartments: [buildDepartment(DEPARTMENT.CIV), buildDepartment(2, {}, true)] })).isCivilianPrimary).toBe(
    false,
  )
  expect(navFlags(buildUser({ steamId: 'nonsense' })).hasInvalidSteamHex).toBe(true)
})

test('the bar is created anew when access changes, and not when a name does', () => {
  expect(navKey(buildUser({ groups: ['Staff'] }))).not.toBe(navKey(buildUser()))
  expect(navKey(buildUser({ name: 'Someone Else' }))).toBe(navKey(buildUser()))
})

test('beside the bar are characters for civilians and reports for those who write them', () => {
  const own = (...userDepartments: ReturnType<typeof buildDepartment>[]) =>
    ownLinks(navFlags(buildUser({ userDepartments }))).map(({ label }) => label)
  const [police, civilians] = [buildDepartment(2, { type: 'Leo' }, true), buildDepartment(DEPARTMENT.CIV, { type: 'Civilian' })]
  expect(own(police, civilians)).toEqual(['Characters', 'Reports'])
  expect([own(civilians), own(police), own()]).toEqual([['Characters'], ['Reports'], []])
})
