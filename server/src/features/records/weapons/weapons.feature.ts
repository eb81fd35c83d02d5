import { createWeapon, deleteWeapon, updateWeapon } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { createWeaponService } from './weapons.service.ts'

export function weaponsFeature({ db, publish }: { db: Db; publish: Publish }): Feature {
  const weapons = createWeaponService({ db, publish })
  return {
    name: 'weapons',
    routes: async (app) => {
      route(app, createWeapon, (actor, { body }) => weapons.create(actor, body))
      route(app, updateWeapon, (actor, { params, body }) => weapons.update(actor, params.weaponId, body))
      route(app, deleteWeapon, (actor, { params, query }) => weapons.remove(actor, params.weaponId, query.version))
    },
  }
}
