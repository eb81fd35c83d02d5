import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { ticketsPlugin } from './tickets.plugin.ts'
import { createTicketService, type TicketService } from './tickets.service.ts'

type Deps = { readonly db: Db; readonly attempts: AttemptGuard; readonly frameOrigins: readonly string[] }

export function ticketsFeature({ db, attempts, frameOrigins }: Deps): Feature & { readonly tickets: TicketService } {
  const tickets = createTicketService({ db, attempts })
  return { name: 'tickets', routes: (app) => ticketsPlugin(app, { tickets, frameOrigins }), tickets }
}
