import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { followActivity } from './servers.activity.ts'
import { createServerManagement } from './servers.manage.service.ts'
import { serversPlugin } from './servers.plugin.ts'
import { createServerService, serversRoom } from './servers.service.ts'

type Deps = { readonly db: Db; readonly realtime: Realtime; readonly log: FastifyBaseLogger }

export function serversFeature({ db, realtime, log }: Deps): Feature {
  const { publish } = realtime
  const activity = followActivity({ db, realtime, log })
  return {
    name: 'servers',
    routes: (app) =>
      serversPlugin(app, { servers: createServerService({ db, publish }), management: createServerManagement({ db, publish }) }),
    rooms: { servers: serversRoom(db) },
    close: activity.close,
  }
}
