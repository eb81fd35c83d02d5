import { ENDPOINTS, isAllowed, Permission, type AccessSubject } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { PERMISSION_WORDS } from './PermissionBoxes.tsx'

const member: AccessSubject = {
  userId: 7,
  roleGroups: [],
  permissions: [],
  signsWarrants: false,
  hasCadDepartment: false,
  departmentIds: [],
  capabilities: [],
  isCivilian: false,
  duty: null,
}
const staffMember: AccessSubject = { ...member, roleGroups: ['Staff'] }
/** The calls that someone may make only because they hold the permission, by the file of the contract they are about. */
const opened = (permission: Permission, who: AccessSubject = member): string[] =>
  Object.values(ENDPOINTS)
    .filter(({ access }) => isAllowed(access, { ...who, permissions: [permission] }) && !isAllowed(access, who))
    .map(({ method, path }) => `${method} ${path}`)

test.each(Permission.options)('the words for %s say whether it opens anything', (permission) => {
  // Discord permissions open something to staff alone.
  const calls = [...opened(permission), ...opened(permission, staffMember)]
  expect(calls.length > 0).toBe(!PERMISSION_WORDS[permission].startsWith('Opens nothing'))
})

test('MANAGE_SERVERS manages servers, keys, maps and the push, and neither members nor the API logs', () => {
  const calls = opened('MANAGE_SERVERS')
  expect(calls).toEqual(
    expect.arrayContaining([
      'POST /api/patrol/server',
      'POST /api/servers/:serverId/retire',
      'POST /api/servers/:serverId/keys',
      'PUT /api/servers/:serverId/map',
      'GET /api/user/TriggerWhitelistUpdateAsync',
    ]),
  )
  expect(calls.filter((each) => /events|SetWhitelistState|\/api\/members/.test(each))).toEqual([])
})
