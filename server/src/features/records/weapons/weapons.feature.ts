import { createWeapon, deleteWeapon, updateWeapon, weaponsNeedApproval } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { createWeaponService } from './weapons.service.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly settings: Settings; readonly redis: Redis | undefined }

export function weaponsFeature({ db, publish, settings, redis }: Deps): Feature {
  const weapons = createWeaponService({ db, publish, needsApproval: () => settings.get(weaponsNeedApproval) })
  const countChange = createHourlyLimit('weapons', AN_HOUR.recordChanges, redis)
  return {
    name: 'weapons',
    settings: [weaponsNeedApproval],
    routes: async (app) => {
      const change = limitedRoute(app, countChange)
      change(createWeapon, (actor, { body }) => weapons.create(actor, body))
      change(updateWeapon, (actor, { params, body }) => weapons.update(actor, params.weaponId, body))
      change(deleteWeapon, (actor, { params, query }) => weapons.remove(actor, params.weaponId, query.version))
    },
  }
}
