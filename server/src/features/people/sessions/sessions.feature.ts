import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { sessionsPlugin } from './sessions.plugin.ts'
import { createSessionService, exportSessions } from './sessions.service.ts'

/** `sessionExport` is what of a member's own data is about how they signed in. */
export const sessionsFeature = ({ db }: { db: Db }) =>
  ({
    name: 'sessions',
    routes: (app) => sessionsPlugin(app, { sessions: createSessionService({ db }) }),
    sessionExport: exportSessions(db),
  }) satisfies Feature & { sessionExport: object }
