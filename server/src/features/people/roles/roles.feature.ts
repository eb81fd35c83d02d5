import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Authorize } from '../users/users.port.ts'
import { rolesPlugin } from './roles.plugin.ts'
import { createRoleService } from './roles.service.ts'

export const rolesFeature = ({ db, authorize }: { db: Db; authorize: Authorize }): Feature => ({
  name: 'roles',
  routes: (app) => rolesPlugin(app, { roles: createRoleService({ db, authorize }) }),
})
