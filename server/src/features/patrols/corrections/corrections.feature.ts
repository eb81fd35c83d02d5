import { askCorrection, decideCorrection, decideGap, withdrawCorrection } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settle } from '../settling/settling.port.ts'
import { createCorrectionDecisions } from './corrections.decide.ts'
import { createCorrectionService } from './corrections.service.ts'

/** Limits requests for corrections, each of which is kept even if it is withdrawn. */
const MAX_AN_HOUR = 30

type Deps = { readonly db: Db; readonly publish: Publish; readonly redis: Redis | undefined; readonly settle: Settle }

export function correctionsFeature({ db, publish, redis, settle }: Deps): Feature {
  const corrections = createCorrectionService({ db, publish })
  const countAsked = createHourlyLimit('corrections', MAX_AN_HOUR, redis)
  const decide = createCorrectionDecisions({ db, publish, settle })
  return {
    name: 'corrections',
    routes: async (app) => {
      limitedRoute(app, countAsked)(askCorrection, (actor, { params, body }) => corrections.ask(actor, params.patrolId, body))
      route(app, withdrawCorrection, (actor, { params }) => corrections.withdraw(actor, params.correctionId))
      route(app, decideCorrection, (actor, { params, body }) => decide.correction(actor, params.correctionId, body))
      route(app, decideGap, (actor, { params, body }) => decide.gap(actor, params.gapId, body))
    },
  }
}
