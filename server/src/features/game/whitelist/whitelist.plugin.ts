import { setWhitelist, triggerWhitelistUpdate } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { WhitelistService } from './whitelist.service.ts'

export const whitelistPlugin: FastifyPluginAsync<{ whitelist: WhitelistService }> = async (app, { whitelist }) => {
  route(app, setWhitelist, (actor, { params }) => whitelist.set(actor, params))
  route(app, triggerWhitelistUpdate, (actor) => whitelist.push(actor))
}
