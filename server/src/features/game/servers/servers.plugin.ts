import {
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
} from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { ServerManagement } from './servers.manage.service.ts'
import type { ServerService } from './servers.service.ts'

type Options = { readonly servers: ServerService; readonly management: ServerManagement }

export const serversPlugin: FastifyPluginAsync<Options> = async (app, { servers, management }) => {
  route(app, listServers, () => servers.list())
  route(app, listServerStatuses, () => servers.statuses())
  route(app, saveServer, (actor, { body }) => servers.save(actor, body))
  route(app, listManagedServers, () => management.list())
  route(app, retireServer, (actor, { params, body }) => management.retire(actor, params.serverId, body.version))
  route(app, restoreServer, (actor, { params, body }) => management.restore(actor, params.serverId, body.version))
  route(app, listServerKeys, (_actor, { params }) => management.keys(params.serverId))
  route(app, issueServerKey, (actor, { params, body }) => management.issueKey(actor, params.serverId, body))
  route(app, rotateServerKey, (actor, { params, body }) => management.rotateKey(actor, params.serverId, params.keyId, body))
  route(app, revokeServerKey, (actor, { params }) => management.revokeKey(actor, params.serverId, params.keyId))
}
