import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { WatchGifts } from '../users/users.port.ts'
import { rolesPlugin } from './roles.plugin.ts'
import { createRoleService } from './roles.service.ts'

export const rolesFeature = ({ db, watchGifts }: { db: Db; watchGifts: WatchGifts }): Feature => ({
  name: 'roles',
  routes: (app) => rolesPlugin(app, { roles: createRoleService({ db, watchGifts }) }),
})
