import { getDisplayImage, MESSAGES } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import type { Feature } from '../../../platform/feature.ts'
import { publicRoute } from '../../../platform/http/route.ts'
import type { ServerMaps } from '../server-map/server-map.port.ts'
import { createDisplays, type DisplayDeps } from './display.gateway.ts'

export function displayFeature({ maps, ...deps }: DisplayDeps & { readonly maps: ServerMaps }): Feature {
  const displays = createDisplays(deps)
  return {
    name: 'display',
    routes: (app) => displayPlugin(app, { maps }),
    access: { keyRevoked: displays.recheck, missed: displays.recheck },
    stop: displays.close,
  }
}

const displayPlugin: FastifyPluginAsync<{ maps: ServerMaps }> = async (app, { maps }) => {
  publicRoute(app, getDisplayImage, async (caller, { params: { serverId } }) => {
    if (caller.serverId !== serverId) throw new AppError('forbidden', MESSAGES.forbidden)
    // Displays only get an image that is in use as the backdrop.
    const { backdrop } = await maps.get(serverId)
    if (backdrop.kind !== 'image') throw new AppError('not_found', 'There is no picture for this map')
    return maps.image(serverId)
  })
}
