import { z } from 'zod'
import { admin, anyOf, RoleGroupName } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { manageMembers, manageUsers } from './rights.ts'
import { Role } from './users.ts'
import { IdParam, numberParam, trimmed, Version } from '../values.ts'

/** The level of a role, which decides what its holders may grant, change and see. */
export const RoleLevel = z.int().min(1).max(100)

export const RoleInput = z.object({
  name: trimmed(60, 'A name has at most 60 characters').min(1, 'Enter a name'),
  level: RoleLevel,
  roleGroup: RoleGroupName,
  /** If omitted, it stays as it is, and a new role may not sign warrants. */
  signsWarrants: z.boolean().optional(),
})
export type RoleInput = z.infer<typeof RoleInput>

export const RoleInUse = Role.extend({ userCount: z.int(), version: z.int() })
export type RoleInUse = z.infer<typeof RoleInUse>

export const listRolesUpToLevel = defineEndpoint({
  method: 'GET',
  path: '/api/user/GetRolesWithLevelAsync/:highestLevel',
  summary: "Roles up to a level, and never above the caller's own",
  access: anyOf(manageUsers, manageMembers),
  params: z.object({ highestLevel: numberParam(0, 1000) }),
  response: z.array(Role),
})

const roleOfUser = z.object({ roleId: IdParam, userId: IdParam })
const ChangedUser = z.object({ userId: z.int(), version: z.int() })

export const addUserRole = defineEndpoint({
  method: 'GET',
  path: '/api/user/role/:roleId/:userId',
  summary: 'Give a role to a user',
  access: manageUsers,
  params: roleOfUser,
  response: ChangedUser,
})

export const removeUserRole = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/role/:roleId/:userId',
  summary: 'Take a role from a user',
  access: manageUsers,
  params: roleOfUser,
  response: ChangedUser,
})

export const listRoles = defineEndpoint({
  method: 'GET',
  path: '/api/roles',
  summary: 'Every role with the number of users who hold it',
  access: admin,
  response: z.array(RoleInUse),
})

export const createRole = defineEndpoint({
  method: 'POST',
  path: '/api/roles',
  summary: 'Create a role',
  access: admin,
  body: RoleInput,
  response: RoleInUse,
})

export const updateRole = defineEndpoint({
  method: 'PUT',
  path: '/api/roles/:roleId',
  summary: 'Rename a role or change its level or group',
  access: admin,
  params: z.object({ roleId: IdParam }),
  body: RoleInput.extend({ version: Version }),
  response: RoleInUse,
})

export const deleteRole = defineEndpoint({
  method: 'DELETE',
  path: '/api/roles/:roleId',
  summary: 'Remove a role that nobody holds',
  access: admin,
  params: z.object({ roleId: IdParam }),
  response: z.object({}),
})
