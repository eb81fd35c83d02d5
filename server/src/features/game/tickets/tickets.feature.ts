import { exchangeTicket, HEADERS, originMatches } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { signInRoute } from '../../../platform/http/route.ts'
import { TooManyAttempts } from '../../people/auth/auth.port.ts'
import { createTicketService, type TicketService } from './tickets.service.ts'

type Deps = { readonly db: Db; readonly attempts: AttemptGuard; readonly frameOrigins: readonly string[] }

export function ticketsFeature({ db, attempts, frameOrigins }: Deps): Feature & { readonly tickets: TicketService } {
  const tickets = createTicketService({ db, attempts })
  return { name: 'tickets', routes: (app) => ticketsPlugin(app, { tickets, frameOrigins }), tickets }
}

type Options = { readonly tickets: TicketService; readonly frameOrigins: readonly string[] }

/**
 * The page in the game that exchanges the ticket is not on the portal's origin, so CORS is allowed for the origins that may frame the
 * portal.
 */
const ticketsPlugin: FastifyPluginAsync<Options> = async (app, { tickets, frameOrigins }) => {
  app.addHook('onRequest', async ({ headers: { origin } }, reply) => {
    reply.header('vary', 'origin')
    if (origin === undefined || !originMatches(origin, frameOrigins)) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': exchangeTicket.method,
      'access-control-allow-headers': `content-type, ${HEADERS.apiKey}`,
      'access-control-expose-headers': HEADERS.token,
      'access-control-max-age': '600',
    })
  })
  app.addHook('onError', async (_request, reply, error) => {
    if (error instanceof TooManyAttempts) reply.header('retry-after', error.waitSeconds)
  })
  app.options(exchangeTicket.path, async (_request, reply) => reply.code(204).send())
  signInRoute(app, exchangeTicket, (caller, { body }) => tickets.exchange(caller, body.ticket))
}
