import { getPlayerHistory } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Bridge } from './bridge.service.ts'

export const bridgePlugin: FastifyPluginAsync<{ bridge: Bridge }> = async (app, { bridge }) => {
  route(app, getPlayerHistory, (_actor, { params, query }) => bridge.statuses.history(params.serverId, query.range))
}
