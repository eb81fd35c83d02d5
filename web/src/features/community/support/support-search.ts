import { z } from 'zod'

export const TICKET_TABS = ['open', 'mine', 'closed'] as const
export type TicketTab = (typeof TICKET_TABS)[number]

/** In addition to the list's own parameters. Apart from the rest, because every page carries the routes. */
export const TicketsSearch = z.looseObject({ tab: z.enum(TICKET_TABS).optional().catch(undefined) })
