import {
  downloadResource,
  getServerRecords,
  issueServerKey,
  listManagedServers,
  listServerKeys,
  listServers,
  listServerStatuses,
  restoreServer,
  retireServer,
  revokeServerKey,
  rotateServerKey,
  saveServer,
  saveServerRecords,
} from '@tenfour/contract'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { followActivity } from './servers.activity.ts'
import { createServerManagement, type ServerManagement } from './servers.manage.service.ts'
import { createServerRecords } from './servers.records.ts'
import { createResourceDownload } from './servers.resource.ts'
import { createServerService, serversRoom, type ServerService } from './servers.service.ts'

type Deps = { readonly db: Db; readonly realtime: Realtime; readonly log: FastifyBaseLogger; readonly resourceFile?: string | undefined }

export function serversFeature({ db, realtime, log, resourceFile }: Deps): Feature {
  const { publish } = realtime
  const activity = followActivity({ db, realtime, log })
  return {
    name: 'servers',
    routes: (app) =>
      serversPlugin(app, {
        servers: createServerService({ db, publish }),
        management: createServerManagement({ db, publish }),
        records: createServerRecords({ db, publish }),
        readResource: createResourceDownload(resourceFile),
      }),
    rooms: { servers: serversRoom(db) },
    close: activity.close,
  }
}

type Options = {
  readonly servers: ServerService
  readonly management: ServerManagement
  readonly records: ReturnType<typeof createServerRecords>
  readonly readResource: ReturnType<typeof createResourceDownload>
}

const serversPlugin: FastifyPluginAsync<Options> = async (app, { servers, management, records, readResource }) => {
  route(app, listServers, () => servers.list())
  route(app, listServerStatuses, () => servers.statuses())
  route(app, saveServer, (actor, { body }) => servers.save(actor, body))
  route(app, downloadResource, () => readResource())
  route(app, listManagedServers, () => management.list())
  route(app, retireServer, (actor, { params, body }) => management.retire(actor, params.serverId, body.version))
  route(app, restoreServer, (actor, { params, body }) => management.restore(actor, params.serverId, body.version))
  route(app, getServerRecords, (_actor, { params }) => records.get(params.serverId))
  route(app, saveServerRecords, (actor, { params, body }) => records.save(actor, params.serverId, body))
  route(app, listServerKeys, (_actor, { params }) => management.keys(params.serverId))
  route(app, issueServerKey, (actor, { params, body }) => management.issueKey(actor, params.serverId, body))
  route(app, rotateServerKey, (actor, { params, body }) => management.rotateKey(actor, params.serverId, params.keyId, body))
  route(app, revokeServerKey, (actor, { params }) => management.revokeKey(actor, params.serverId, params.keyId))
}
