import { admin, cadDepartment, civilian, legal, open, signedIn, staff } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { buildDepartment, buildUser } from './testing/build-user.ts'
import { judge, refusalWords } from './access.ts'

test('nobody signed in is asked to, whatever the route needs', () => {
  for (const access of [signedIn, admin, staff, legal, cadDepartment]) expect(judge(null, { access })).toBe('needsLogin')
  expect(judge(null, { access: open })).toBe('allowed')
})

test('a role opens its own areas and those of the roles it implies', () => {
  expect(judge(buildUser({ groups: ['Root'] }), { access: admin })).toBe('allowed')
  expect(judge(buildUser({ groups: ['Admin'] }), { access: staff })).toBe('allowed')
  expect(judge(buildUser({ groups: ['Admin'] }), { access: legal })).toBe('allowed')
  expect(judge(buildUser({ groups: ['Staff'] }), { access: admin })).toBe('needsRole')
  expect(judge(buildUser({ groups: ['Staff'] }), { access: legal })).toBe('needsRole')
  expect(judge(buildUser({ groups: ['Developer'] }), { access: staff })).toBe('needsRole')
})

test('the CAD needs one department that has it enabled, not a role', () => {
  const without = buildUser({ groups: ['Root'], userDepartments: [buildDepartment(9, { isCadEnabled: false })] })
  const having = buildUser({ userDepartments: [buildDepartment(9, { isCadEnabled: false }), buildDepartment(2)] })
  expect(judge(without, { access: cadDepartment })).toBe('needsCadDepartment')
  expect(judge(having, { access: cadDepartment })).toBe('allowed')
})

test('a route with permissions needs all of them, also from Root', () => {
  const user = buildUser({ groups: ['Root'], userPermissions: ['MANAGE_USERS'] })
  expect(judge(user, { access: signedIn, permissions: ['MANAGE_USERS'] })).toBe('allowed')
  expect(judge(user, { access: signedIn, permissions: ['MANAGE_USERS', 'MANAGE_DISCORD'] })).toBe('needsPermissions')
  expect(judge(user, { access: signedIn, permissions: ['NO_SUCH_PERMISSION'] })).toBe('needsPermissions')
  expect(judge(user, { access: signedIn, permissions: [] })).toBe('allowed')
})

test('a permission list that is no array blocks the route', () => {
  const user = buildUser({ groups: ['Root'], userPermissions: ['MANAGE_USERS'] })
  for (const permissions of ['MANAGE_USERS', {}, null, 7]) expect(judge(user, { access: signedIn, permissions })).toBe('invalidPermissions')
})

test('a refusal names the page and what it needs', () => {
  expect(refusalWords('Manage Members', { access: staff }, 'needsRole')).toBe('You can’t open Manage Members: it needs the Staff role.')
  expect(refusalWords('Characters', { access: civilian }, 'needsRole')).toBe('You can’t open Characters: it needs a civilian department.')
  expect(refusalWords('Reports', { access: signedIn, permissions: ['MANAGE_USERS', 'MANAGE_DISCORD'] }, 'needsPermissions')).toBe(
    'You can’t open Reports: it needs the permissions MANAGE_USERS and MANAGE_DISCORD.',
  )
})
