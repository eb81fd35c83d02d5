import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { auditPlugin } from './audit.plugin.ts'

export const auditFeature = ({ db }: { db: Db }): Feature => ({ name: 'audit', routes: (app) => auditPlugin(app, { db }) })
