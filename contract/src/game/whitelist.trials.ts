import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { manageServers } from '../people/rights.ts'
import { IdParam, Instant } from '../values.ts'
import { ServerWhitelist } from './whitelist.ts'

/** For how long it is kept whom a whitelist would have refused. */
export const WHITELIST_TRIAL_DAYS = 14

export const enforceWhitelist = defineEndpoint({
  method: 'POST',
  path: '/api/servers/:serverId/whitelist/enforce',
  summary: 'Have a server refuse players who are not on its whitelist, or let everyone in again',
  access: manageServers,
  params: z.object({ serverId: IdParam }),
  body: z.object({ isEnforced: z.boolean() }),
  response: ServerWhitelist,
})

/** A player whom the whitelist would have refused: unknown to the portal, or a member who is not on it. */
export const WhitelistTrial = z.object({
  /** Their name in the game. */
  name: z.string(),
  account: z.object({ userId: z.int(), name: z.string() }).nullable(),
  firstAt: Instant,
  lastAt: Instant,
  times: z.int(),
})
export type WhitelistTrial = z.infer<typeof WhitelistTrial>

export const listWhitelistTrials = defineEndpoint({
  method: 'GET',
  path: '/api/servers/:serverId/whitelist/trials',
  summary: `Players whom a server's whitelist would have refused in the last ${WHITELIST_TRIAL_DAYS} days while it was not enforced, newest first, at most 200`,
  access: manageServers,
  params: z.object({ serverId: IdParam }),
  response: z.array(WhitelistTrial),
})
