import { contestFine, decideFine, listContestedFines, listJailed, payFine, releaseFromJail } from '@tenfour/contract'
import type { Db } from '../../../../platform/database/database.ts'
import type { Publish } from '../../../../platform/database/transaction.ts'
import type { Feature } from '../../../../platform/feature.ts'
import { limitedRoute, route } from '../../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../../platform/limits/limits.ts'
import type { Redis } from '../../../../platform/redis/redis.ts'
import { createFineService } from './penalties.fines.ts'
import { createJailService, jailRoom } from './penalties.jail.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly redis: Redis | undefined }

/** Manages the fines and jail terms that reports impose. */
export function penaltiesFeature({ db, publish, redis }: Deps): Feature {
  const fines = createFineService({ db, publish })
  const jail = createJailService({ db, publish })
  const countChange = createHourlyLimit('penalties', AN_HOUR.recordChanges, redis)
  return {
    name: 'penalties',
    routes: async (app) => {
      const change = limitedRoute(app, countChange)
      change(payFine, (actor, { params, body }) => fines.pay(actor, params.fineId, body.version))
      change(contestFine, (actor, { params, body }) => fines.contest(actor, params.fineId, body))
      route(app, listContestedFines, (_actor, { params, query }) => fines.listContested(params.departmentId, query))
      change(decideFine, (actor, { params, body }) => fines.decide(actor, params.fineId, body))
      route(app, listJailed, (_actor, { params }) => jail.list(params.serverId))
      change(releaseFromJail, (actor, { params, body }) => jail.release(actor, params.termId, body.reason))
    },
    rooms: { jail: jailRoom(db) },
  }
}
