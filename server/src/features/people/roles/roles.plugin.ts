import { addUserRole, createRole, deleteRole, listRoles, listRolesUpToLevel, removeUserRole, updateRole } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { RoleService } from './roles.service.ts'

export const rolesPlugin: FastifyPluginAsync<{ roles: RoleService }> = async (app, { roles }) => {
  route(app, listRolesUpToLevel, (actor, { params }) => roles.upToLevel(actor, params.highestLevel))
  route(app, addUserRole, (actor, { params }) => roles.give(actor, params))
  route(app, removeUserRole, (actor, { params }) => roles.take(actor, params))
  route(app, listRoles, () => roles.list())
  route(app, createRole, (actor, { body }) => roles.create(actor, body))
  route(app, updateRole, (actor, { params, body }) => roles.update(actor, params.roleId, body))
  route(app, deleteRole, (actor, { params }) => roles.delete(actor, params.roleId))
}
