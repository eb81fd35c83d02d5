import { getServerMap, getServerMapImage, listPostals, savePostals, saveServerMap, saveServerMapImage } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { findPostal } from './server-map.repo.ts'
import { createServerMaps, type ServerMaps } from './server-map.service.ts'

type ServerMapFeature = Feature & { readonly maps: ServerMaps; readonly findPostal: typeof findPostal }

export function serverMapFeature({ db }: { db: Db }): ServerMapFeature {
  const maps = createServerMaps({ db })
  return { name: 'server-map', routes: (app) => serverMapPlugin(app, { maps }), maps, findPostal }
}

const serverMapPlugin: FastifyPluginAsync<{ maps: ServerMaps }> = async (app, { maps }) => {
  route(app, getServerMap, (_actor, { params }) => maps.get(params.serverId))
  route(app, saveServerMap, (actor, { params, body }) => maps.save(actor, params.serverId, body))
  route(app, getServerMapImage, (_actor, { params }) => maps.image(params.serverId))
  route(app, saveServerMapImage, (actor, { params, body }) => maps.saveImage(actor, params.serverId, body))
  route(app, listPostals, (_actor, { params }) => maps.postals(params.serverId))
  route(app, savePostals, (actor, { params, body }) => maps.savePostals(actor, params.serverId, body))
}
