import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { sessionsPlugin } from './sessions.plugin.ts'
import { createSessionService, exportSessions } from './sessions.service.ts'

/** `sessionExport` is the sign-in part of a member's data export. */
export const sessionsFeature = ({ db }: { db: Db }) =>
  ({
    name: 'sessions',
    routes: (app) => sessionsPlugin(app, { sessions: createSessionService({ db }) }),
    sessionExport: exportSessions(db),
  }) satisfies Feature & { sessionExport: object }
