import { findRecords, repairCharacter, repairVehicle } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { createRepairService } from './repairs.service.ts'

export function repairsFeature({ db, publish }: { db: Db; publish: Publish }): Feature {
  const repairs = createRepairService({ db, publish })
  return {
    name: 'repairs',
    routes: async (app) => {
      route(app, findRecords, (actor, { query, body }) => repairs.find(actor, body, query))
      route(app, repairCharacter, (actor, { params, body }) => repairs.character(actor, params.characterId, body))
      route(app, repairVehicle, (actor, { params, body }) => repairs.vehicle(actor, params.vehicleId, body))
    },
  }
}
