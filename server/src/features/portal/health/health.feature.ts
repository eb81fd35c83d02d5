import type { Database } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { healthPlugin } from './health.plugin.ts'

export const healthFeature = ({ database, version }: { database: Database; version: string }): Feature => ({
  name: 'health',
  routes: (app) => healthPlugin(app, { database, version }),
})
