import type { CurrentUser, RoleGroupName, UserDepartment } from '@tenfour/contract'

type Options = Partial<CurrentUser> & { groups?: readonly RoleGroupName[] }

/** A member without roles, departments or permissions, with overrides. */
export function buildUser({ groups = [], ...over }: Options = {}): CurrentUser {
  return {
    userId: 1,
    version: 1,
    avatarColor: 'blue',
    picture: null,
    theme: 'system',
    name: 'Rosa Delgado',
    emailAddress: 'rosa@example.org',
    steamId: '11000010a1b2c3d',
    isWhitelisted: true,
    isWhitelistedDev: false,
    userDepartments: [],
    roles: groups.map((name, index) => ({
      roleId: index + 1,
      name,
      level: index,
      roleGroup: { roleGroupId: index + 1, name },
      signsWarrants: false,
    })),
    userPermissions: [],
    ...over,
  }
}

export const buildDepartment = (
  departmentId: number,
  over: Partial<UserDepartment['department']> = {},
  isPrimary = false,
): UserDepartment => ({
  departmentId,
  isPrimary,
  rankId: null,
  rankName: null,
  capabilities: [],
  department: {
    departmentId,
    name: `D${departmentId}`,
    fullName: `Department ${departmentId}`,
    type: 'Leo',
    isCadEnabled: true,
    callSignTemplate: '',
    ...over,
  },
})

/** Their roles are marked: they sign warrants without being of legal services. */
export const withSigning = (user: CurrentUser): CurrentUser => ({
  ...user,
  roles: user.roles.map((role) => ({ ...role, signsWarrants: true })),
})
