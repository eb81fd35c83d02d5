import { listPatrolRules, savePatrolRules } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { createQuotaService } from './quotas.service.ts'

export function quotasFeature({ db }: { readonly db: Db }): Feature {
  const quotas = createQuotaService({ db })
  return {
    name: 'quotas',
    routes: async (app) => {
      route(app, listPatrolRules, (actor) => quotas.list(actor))
      route(app, savePatrolRules, (actor, { params, body }) => quotas.save(actor, params.departmentId, body))
    },
  }
}
