import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { entitlementJobs } from './entitlements.jobs.ts'
import { entitlementsPlugin } from './entitlements.plugin.ts'
import { createEntitlementService } from './entitlements.service.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly happened: Happened
}

export const entitlementsFeature = ({ db, background, happened }: Deps): Feature => ({
  name: 'entitlements',
  routes: (app) => entitlementsPlugin(app, { db, entitlements: createEntitlementService({ db, happened }) }),
  jobs: entitlementJobs(background.db),
})
