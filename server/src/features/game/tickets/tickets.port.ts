export type { TicketService } from './tickets.service.ts'
