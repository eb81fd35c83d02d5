import type { Feature } from '../../../platform/feature.ts'
import { healthPlugin, type HealthDeps } from './health.plugin.ts'

export const healthFeature = ({ database, redis, version }: HealthDeps): Feature => ({
  name: 'health',
  routes: (app) => healthPlugin(app, { database, redis, version }),
})
