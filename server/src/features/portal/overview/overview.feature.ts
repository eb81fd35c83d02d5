import { getOverview } from '@tenfour/contract'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { readOverview, type OverviewDeps } from './overview.service.ts'

export const overviewFeature = (deps: OverviewDeps): Feature => ({
  name: 'overview',
  routes: async (app) => route(app, getOverview, () => readOverview(deps)),
})
