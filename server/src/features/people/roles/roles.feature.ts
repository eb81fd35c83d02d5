import { addUserRole, createRole, deleteRole, listRoles, listRolesUpToLevel, removeUserRole, updateRole } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { Authorize } from '../users/users.port.ts'
import { createRoleService } from './roles.service.ts'

export function rolesFeature({ db, authorize }: { db: Db; authorize: Authorize }): Feature {
  const roles = createRoleService({ db, authorize })
  return {
    name: 'roles',
    routes: async (app) => {
      route(app, listRolesUpToLevel, (actor, { params }) => roles.upToLevel(actor, params.highestLevel))
      route(app, addUserRole, (actor, { params }) => roles.give(actor, params))
      route(app, removeUserRole, (actor, { params }) => roles.take(actor, params))
      route(app, listRoles, () => roles.list())
      route(app, createRole, (actor, { body }) => roles.create(actor, body))
      route(app, updateRole, (actor, { params, body }) => roles.update(actor, params.roleId, body))
      route(app, deleteRole, (actor, { params }) => roles.delete(actor, params.roleId))
    },
  }
}
