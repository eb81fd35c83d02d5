import {
  acceptVehicle,
  createVehicle,
  declineVehicle,
  deleteVehicle,
  impoundVehicle,
  maxVehicles,
  noteVehicle,
  offerVehicle,
  releaseVehicle,
  reportRecovered,
  reportStolen,
  updateVehicle,
} from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { createGameVehicles, type GameVehicles } from './vehicles.game.ts'
import { createHandOver } from './vehicles.hand-over.ts'
import { createVehicleOfficers } from './vehicles.officers.ts'
import { createVehicleService } from './vehicles.service.ts'

export function vehiclesFeature({
  db,
  publish,
  settings,
}: {
  db: Db
  publish: Publish
  settings: Settings
}): Feature & { gameVehicles: GameVehicles } {
  const deps = { db, publish, limit: () => settings.get(maxVehicles) }
  const vehicles = createVehicleService(deps)
  const handOver = createHandOver(deps)
  const officers = createVehicleOfficers(deps)
  return {
    name: 'vehicles',
    routes: async (app) => {
      route(app, createVehicle, (actor, { body }) => vehicles.create(actor, body))
      route(app, updateVehicle, (actor, { params, body }) => vehicles.update(actor, params.vehicleId, body))
      route(app, deleteVehicle, (actor, { params, query }) => vehicles.delete(actor, params.vehicleId, query.version))
      route(app, offerVehicle, (actor, { params, body }) => handOver.offer(actor, params.vehicleId, body))
      route(app, acceptVehicle, (actor, { params }) => handOver.accept(actor, params.transferId))
      route(app, declineVehicle, (actor, { params }) => handOver.decline(actor, params.transferId))
      route(app, reportStolen, (actor, { params, body }) => officers.reportStolen(actor, params.vehicleId, body.note))
      route(app, reportRecovered, (actor, { params, body }) => officers.reportRecovered(actor, params.vehicleId, body.note))
      route(app, impoundVehicle, (actor, { params, body }) => officers.impound(actor, params.vehicleId, body))
      route(app, releaseVehicle, (actor, { params, body }) => officers.release(actor, params.vehicleId, body.reason))
      route(app, noteVehicle, (actor, { body }) => officers.note(actor, body))
    },
    settings: [maxVehicles],
    gameVehicles: createGameVehicles(deps),
  }
}
