import { listServers, listServerStatuses, saveServer } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { ServerService } from './servers.service.ts'

export const serversPlugin: FastifyPluginAsync<{ servers: ServerService }> = async (app, { servers }) => {
  route(app, listServers, () => servers.list())
  route(app, listServerStatuses, () => servers.statuses())
  route(app, saveServer, (actor, { body }) => servers.save(actor, body))
}
