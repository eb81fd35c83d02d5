import { endSession, listSessions, listSignIns, listUserAddresses } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { createSessionService, exportSessions } from './sessions.service.ts'

export function sessionsFeature({ db }: { db: Db }): Feature {
  const sessions = createSessionService({ db })
  return {
    name: 'sessions',
    routes: async (app) => {
      route(app, listSessions, (actor, { params }) => sessions.list(actor, params.userId))
      route(app, endSession, (actor, { params }) => sessions.end(actor, params.userId, params.sessionId))
      route(app, listSignIns, (actor, { params, query }) => sessions.signIns(actor, params.userId, query))
      route(app, listUserAddresses, (actor, { params }) => sessions.addresses(actor, params.websiteId))
    },
    accountExport: exportSessions(db),
  }
}
