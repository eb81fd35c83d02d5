import { z } from 'zod'
import { keyOnly } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { CurrentUser } from '../people/users.ts'
import { text } from '../values.ts'

/** A ticket can be used once, within this time. */
export const TICKET_SECONDS = 60

export const exchangeTicket = defineEndpoint({
  method: 'POST',
  path: '/api/auth/ticket',
  summary: 'Sign in with the ticket a game server asked for; the token is in the X-IDP-Token response header',
  access: keyOnly,
  body: z.object({ ticket: text(100).min(1, 'Send the ticket') }),
  response: CurrentUser,
  issuesToken: true,
})
