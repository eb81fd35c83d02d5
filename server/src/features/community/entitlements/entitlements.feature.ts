import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { entitlementJobs } from './entitlements.jobs.ts'
import { entitlementsPlugin } from './entitlements.plugin.ts'
import { createEntitlementService, type EntitlementListener } from './entitlements.service.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly entitlementListeners: readonly EntitlementListener[]
}

export const entitlementsFeature = ({ db, background, entitlementListeners }: Deps): Feature => ({
  name: 'entitlements',
  routes: (app) => entitlementsPlugin(app, { db, entitlements: createEntitlementService({ db, listeners: entitlementListeners }) }),
  jobs: entitlementJobs(background.db),
})
