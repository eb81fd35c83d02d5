import {
  acceptVehicle,
  civilian,
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
  vehiclesNeedApproval,
} from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { byMember, counted, ownRoom, type Waiting } from '../../../platform/waiting.ts'
import { createGameVehicles, type GameVehicles } from './vehicles.game.ts'
import { createHandOver } from './vehicles.hand-over.ts'
import { createVehicleOfficers } from './vehicles.officers.ts'
import { createVehicleService } from './vehicles.service.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly settings: Settings; readonly redis: Redis | undefined }

export function vehiclesFeature({ db, publish, settings, redis }: Deps): Feature & { gameVehicles: GameVehicles } {
  const deps = { db, publish, limit: () => settings.get(maxVehicles), needsApproval: () => settings.get(vehiclesNeedApproval) }
  const vehicles = createVehicleService(deps)
  const handOver = createHandOver(deps)
  const officers = createVehicleOfficers(deps)
  const countChange = createHourlyLimit('vehicles', AN_HOUR.recordChanges, redis)
  const countOffer = createHourlyLimit('vehicle-offers', AN_HOUR.vehicleOffers, redis)
  const countNote = createHourlyLimit('noted-vehicles', AN_HOUR.notedVehicles, redis)
  return {
    name: 'vehicles',
    routes: async (app) => {
      const change = limitedRoute(app, countChange)
      change(createVehicle, (actor, { body }) => vehicles.create(actor, body))
      change(updateVehicle, (actor, { params, body }) => vehicles.update(actor, params.vehicleId, body))
      change(deleteVehicle, (actor, { params, query }) => vehicles.delete(actor, params.vehicleId, query.version))
      limitedRoute(app, countOffer)(offerVehicle, (actor, { params, body }) => handOver.offer(actor, params.vehicleId, body))
      change(acceptVehicle, (actor, { params }) => handOver.accept(actor, params.transferId))
      change(declineVehicle, (actor, { params }) => handOver.decline(actor, params.transferId))
      change(reportStolen, (actor, { params, body }) => officers.reportStolen(actor, params.vehicleId, body.note))
      change(reportRecovered, (actor, { params, body }) => officers.reportRecovered(actor, params.vehicleId, body.note))
      change(impoundVehicle, (actor, { params, body }) => officers.impound(actor, params.vehicleId, body))
      change(releaseVehicle, (actor, { params, body }) => officers.release(actor, params.vehicleId, body.reason))
      limitedRoute(app, countNote)(noteVehicle, (actor, { body }) => officers.note(actor, body))
    },
    settings: [maxVehicles, vehiclesNeedApproval],
    waiting: [offeredVehicles],
    gameVehicles: createGameVehicles({
      ...deps,
      countChange: createHourlyLimit('game-vehicles', AN_HOUR.gameChanges, redis, { code: 'conflict' }),
      countUnowned: createHourlyLimit('game-vehicles-unowned', AN_HOUR.unownedChanges, redis, { code: 'conflict' }),
      countNewUnowned: createHourlyLimit('game-vehicles-unowned-new', AN_HOUR.newUnowned, redis, { code: 'conflict' }),
    }),
  }
}

/** Offers to the member's characters that neither side has ended. */
const offeredVehicles: Waiting = {
  id: 'offered-vehicles',
  access: civilian,
  changedBy: [ownRoom('own-records')],
  count: byMember(
    (userIds) => sql`select t.user_id as "userId", count(*)::integer as count
      from characters t join vehicle_transfers o on o.to_character_id = t.id
      join vehicles v on v.id = o.vehicle_id and v.removed_at is null and v.character_id = o.from_character_id
      join characters f on f.id = o.from_character_id and f.removed_at is null
      where t.user_id = any(${userIds}::integer[]) and t.removed_at is null group by t.user_id`,
  ),
  words: counted('vehicle offered to you', 'vehicles offered to you'),
  path: '/user/characters',
}
