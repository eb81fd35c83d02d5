import { capability, claimRecord, decideClaim, listClaims, maxVehicles, withdrawClaim } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { amongThose, anyRoom, counted, type Waiting } from '../../../platform/waiting.ts'
import { isToDecide } from './claims.rows.ts'
import { createClaimService } from './claims.service.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly settings: Settings; readonly redis: Redis | undefined }

export function claimsFeature({ db, publish, settings, redis }: Deps): Feature {
  const claims = createClaimService({ db, publish, maxVehicles: () => settings.get(maxVehicles) })
  const countClaim = createHourlyLimit('claims', AN_HOUR.claims, redis)
  const countDecision = createHourlyLimit('claim-decisions', AN_HOUR.recordChanges, redis)
  return {
    name: 'claims',
    routes: async (app) => {
      limitedRoute(app, countClaim)(claimRecord, (actor, { body }) => claims.create(actor, body))
      route(app, withdrawClaim, (actor, { params }) => claims.withdraw(actor, params.claimId))
      route(app, listClaims, (_actor, { query }) => claims.list(query))
      limitedRoute(app, countDecision)(decideClaim, (actor, { params, body }) => claims.decide(actor, params.claimId, body))
    },
    waiting: [claimsToDecide],
  }
}

/** Nobody decides their own claim. */
const claimsToDecide: Waiting = {
  id: 'claims',
  access: capability('actOnLicences'),
  changedBy: [anyRoom('own-records', 'claim.saved')],
  count: amongThose(
    () => sql<{ claimantId: number; count: number }>`select l.user_id as "claimantId", count(*)::integer as count
      from record_claims l join users u on u.id = l.user_id where ${isToDecide} group by l.user_id`,
    ({ userId }, { claimantId }) => claimantId !== userId,
  ),
  words: counted('claim to decide', 'claims to decide'),
  path: '/user/approvals',
}
