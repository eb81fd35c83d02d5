import { getServerMap, getServerMapImage, listPostals, savePostals, saveServerMap, saveServerMapImage } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { ServerMaps } from './server-map.service.ts'

export const serverMapPlugin: FastifyPluginAsync<{ maps: ServerMaps }> = async (app, { maps }) => {
  route(app, getServerMap, (_actor, { params }) => maps.get(params.serverId))
  route(app, saveServerMap, (actor, { params, body }) => maps.save(actor, params.serverId, body))
  route(app, getServerMapImage, (_actor, { params }) => maps.image(params.serverId))
  route(app, saveServerMapImage, (actor, { params, body }) => maps.saveImage(actor, params.serverId, body))
  route(app, listPostals, (_actor, { params }) => maps.postals(params.serverId))
  route(app, savePostals, (actor, { params, body }) => maps.savePostals(actor, params.serverId, body))
}
