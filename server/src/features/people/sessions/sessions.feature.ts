import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { sessionsPlugin } from './sessions.plugin.ts'
import { createSessionService, exportSessions } from './sessions.service.ts'

export const sessionsFeature = ({ db }: { db: Db }): Feature => ({
  name: 'sessions',
  routes: (app) => sessionsPlugin(app, { sessions: createSessionService({ db }) }),
  accountExport: exportSessions(db),
})
