import { getPlayerHistory, getServerWhitelist } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Bridge } from './bridge.service.ts'

export const bridgePlugin: FastifyPluginAsync<{ bridge: Bridge }> = async (app, { bridge }) => {
  route(app, getPlayerHistory, (_actor, { params, query }) => bridge.statuses.history(params.serverId, query.range))
  route(app, getServerWhitelist, async (_actor, { params }) => {
    const whitelist = await bridge.whitelists.get(params.serverId)
    if (!whitelist) throw new AppError('not_found', 'There is no such server', 'serverId')
    return whitelist
  })
}
