import { exchangeTicket } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { signInRoute } from '../../platform/http/route.ts'
import { TooManyAttempts } from '../auth/auth.port.ts'
import type { TicketService } from './tickets.service.ts'

export const ticketsPlugin: FastifyPluginAsync<{ tickets: TicketService }> = async (app, { tickets }) => {
  app.addHook('onError', async (_request, reply, error) => {
    if (error instanceof TooManyAttempts) reply.header('retry-after', error.waitSeconds)
  })
  signInRoute(app, exchangeTicket, (caller, { body }) => tickets.exchange(caller, body.ticket))
}
