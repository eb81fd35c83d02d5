import { endSession, listSessions, listSignIns, listUserAddresses } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { SessionService } from './sessions.service.ts'

export const sessionsPlugin: FastifyPluginAsync<{ sessions: SessionService }> = async (app, { sessions }) => {
  route(app, listSessions, (actor, { params }) => sessions.list(actor, params.userId))
  route(app, endSession, (actor, { params }) => sessions.end(actor, params.userId, params.sessionId))
  route(app, listSignIns, (actor, { params, query }) => sessions.signIns(actor, params.userId, query))
  route(app, listUserAddresses, (actor, { params }) => sessions.addresses(actor, params.websiteId))
}
