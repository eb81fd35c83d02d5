import { claimRecord, decideClaim, listClaims, maxVehicles, withdrawClaim } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { createClaimService } from './claims.service.ts'

export function claimsFeature({ db, publish, settings }: { db: Db; publish: Publish; settings: Settings }): Feature {
  const claims = createClaimService({ db, publish, maxVehicles: () => settings.get(maxVehicles) })
  return {
    name: 'claims',
    routes: async (app) => {
      route(app, claimRecord, (actor, { body }) => claims.create(actor, body))
      route(app, withdrawClaim, (actor, { params }) => claims.withdraw(actor, params.claimId))
      route(app, listClaims, (_actor, { query }) => claims.list(query))
      route(app, decideClaim, (actor, { params, body }) => claims.decide(actor, params.claimId, body))
    },
  }
}
