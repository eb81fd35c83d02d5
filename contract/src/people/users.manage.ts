import { z } from 'zod'
import { anyOf, Permission, RoleGroupName, self } from '../access.ts'
import { DepartmentId, RankId } from './departments.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery, SortDirection } from '../page.ts'
import { manageUsers } from './rights.ts'
import {
  AvatarColor,
  CurrentUser,
  EmailAddress,
  isSteamHex,
  NewPassword,
  Password,
  STEAM_HEX_LENGTH,
  ThemeChoice,
  UserName,
} from './users.ts'
import { countedList, Id, IdParam, Instant, text, trimmed, Version } from '../values.ts'

/** An account as an administrator sees it, without password hash, tokens or IP addresses. */
export const UserRecord = CurrentUser.extend({
  isDisabled: z.boolean(),
  isDeleted: z.boolean(),
  createdAt: Instant,
  lastSeenAt: Instant.nullable(),
})
export type UserRecord = z.infer<typeof UserRecord>

/** One row of the user list. */
export const UserRow = UserRecord.pick({
  userId: true,
  name: true,
  avatarColor: true,
  picture: true,
  steamId: true,
  isWhitelisted: true,
  isWhitelistedDev: true,
  isEntitled: true,
  isEntitledDev: true,
  entitledBy: true,
  entitledByDev: true,
  isDisabled: true,
  isDeleted: true,
  createdAt: true,
  lastSeenAt: true,
}).extend({
  departments: z.array(z.object({ departmentId: DepartmentId, name: z.string(), rankName: z.string().nullable(), isPrimary: z.boolean() })),
  roles: z.array(z.object({ roleId: z.int(), name: z.string(), level: z.int(), roleGroup: z.object({ name: RoleGroupName }) })),
  /** When each of the user's characters was last played. */
  userCharacters: z.array(z.object({ lastUsedAt: Instant.nullable() })),
  /** Email address and Steam hex are null for users above the caller. */
  emailAddress: z.string().nullable(),
})
export type UserRow = z.infer<typeof UserRow>

export const UserSort = z.enum(['name', 'emailAddress', 'createdAt', 'lastSeenAt'])
export const UserFilter = PageQuery.extend({
  departmentId: IdParam.optional(),
  rankId: IdParam.optional(),
  roleId: IdParam.optional(),
  whitelist: z.enum(['prod', 'dev', 'none']).optional(),
  sort: UserSort.default('name'),
  direction: SortDirection.default('asc'),
})
export type UserFilter = z.infer<typeof UserFilter>

const include = z.object({ includeDisabled: z.stringbool(), includeDeleted: z.stringbool() })

export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/api/user/GetUsersAsync/:includeDisabled/:includeDeleted',
  summary: 'Accounts, a page at a time',
  access: manageUsers,
  params: include,
  query: UserFilter,
  response: pageOf(UserRow),
})

export const searchUsers = defineEndpoint({
  method: 'POST',
  path: '/api/user/search/:includeDisabled/:includeDeleted',
  summary: 'Accounts whose name, email address or Steam hex contains a term, a page at a time; those above the caller by name alone',
  access: manageUsers,
  params: include,
  body: UserFilter.extend({ term: trimmed(100).min(1, 'Enter something to search for') }),
  response: pageOf(UserRow),
})

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/api/user/getUser/:userId',
  summary: 'One account',
  access: anyOf(self('userId'), manageUsers),
  params: z.object({ userId: IdParam }),
  response: UserRecord,
})

/** Empty for none, otherwise a Steam hex. Stored in lower case. */
export const SteamHex = trimmed(40)
  .toLowerCase()
  .refine((value) => value === '' || isSteamHex(value), `A Steam hex has exactly ${STEAM_HEX_LENGTH} characters, 0–9 and a–f`)

export const DepartmentMembership = z.object({ departmentId: DepartmentId, rankId: RankId.nullable(), isPrimary: z.boolean() })
export type DepartmentMembership = z.infer<typeof DepartmentMembership>

export const DepartmentMemberships = countedList(
  z
    .array(DepartmentMembership)
    .max(50)
    .refine((all) => new Set(all.map(({ departmentId }) => departmentId)).size === all.length, 'A department can be given only once')
    .refine((all) => all.filter(({ isPrimary }) => isPrimary).length <= 1, 'Only one department can be the primary one'),
)

/** The API returns null for an account without a Steam hex, and accepts it back. */
const SteamHexOrNull = SteamHex.nullable()
  .default('')
  .transform((value) => value ?? '')
const Permissions = countedList(z.array(Permission).max(50, 'At most 50 permissions'))
const profile = { name: UserName, emailAddress: EmailAddress, steamId: SteamHexOrNull }

export const NewUserInput = z.object({
  ...profile,
  avatarColor: AvatarColor.optional(),
  userDepartments: DepartmentMemberships.default([]),
  roleIds: countedList(z.array(Id).max(50)).default([]),
  userPermissions: Permissions.default([]),
})
export type NewUserInput = z.infer<typeof NewUserInput>

export const createUser = defineEndpoint({
  method: 'POST',
  path: '/api/user/CreateUserAsync',
  summary: 'Create an account',
  access: manageUsers,
  body: z.object({ user: NewUserInput, password: Password }),
  response: UserRecord,
})

export const UserChange = z.object({
  ...profile,
  avatarColor: AvatarColor.optional(),
  /** Departments are applied only if `updateDepts` is set. */
  userDepartments: DepartmentMemberships.default([]),
  userPermissions: Permissions,
  version: Version,
})
export type UserChange = z.infer<typeof UserChange>

export const updateUser = defineEndpoint({
  method: 'PUT',
  path: '/api/user/UpdateUserAsync/:userId/:updateDepts',
  summary: 'Change an account; a password, where given, is set and ends its sessions',
  access: manageUsers,
  params: z.object({ userId: IdParam, updateDepts: z.stringbool() }),
  body: z.object({ user: UserChange, password: NewPassword }),
  response: UserRecord,
})

export const updateSelf = defineEndpoint({
  method: 'PUT',
  path: '/api/user/self/:userId',
  summary: "Change one's own profile; a new password needs the current one, and ends the other sessions",
  access: self('userId'),
  params: z.object({ userId: IdParam }),
  body: z.object({
    user: z.object({ ...profile, avatarColor: AvatarColor, version: Version }),
    password: NewPassword,
    currentPassword: text(200).nullish(),
  }),
  response: CurrentUser,
})

export const saveTheme = defineEndpoint({
  method: 'PUT',
  path: '/api/user/theme/:userId',
  summary: 'Choose how the portal looks',
  access: self('userId'),
  params: z.object({ userId: IdParam }),
  body: z.object({ theme: ThemeChoice }),
  response: CurrentUser,
})

export const UserStateAction = z.enum(['disable', 'enable', 'delete', 'restore'])

export const setUserState = defineEndpoint({
  method: 'PUT',
  path: '/api/user/state/:userId',
  summary: 'Disable, enable, delete or restore an account; its sessions end at once',
  access: manageUsers,
  params: z.object({ userId: IdParam }),
  body: z.object({ action: UserStateAction, reason: trimmed(500).default('') }),
  response: UserRecord,
})
