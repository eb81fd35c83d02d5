import { z } from 'zod'
import { allOf } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { LinkCode } from '../people/link-codes.ts'
import { manageUsers } from '../people/rights.ts'
import { IdParam, trimmed } from '../values.ts'
import { manageDiscord, Snowflake } from './discord.ts'
import { DiscordTarget } from './posts.ts'

const postsInvitations = allOf(manageUsers, manageDiscord)

export const listInvitationChannels = defineEndpoint({
  method: 'GET',
  path: '/api/discord/invitations',
  summary: 'The channels in which an invitation can be posted',
  access: postsInvitations,
  response: z.object({
    /** False where PORTAL_URL is not set: the portal does not know the address that it would post. */
    hasPortalUrl: z.boolean(),
    /** Channels of type Text or CommunityAnnouncements; empty without PORTAL_URL. */
    channels: z.array(DiscordTarget),
  }),
})

/** The page that made the invitation sends the code along, because the portal keeps a hash only. The text is wiped once Discord has it. */
export const postInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/discord/invitations/:invitationId',
  summary: 'Post an invitation with its link in a channel; it pings nobody',
  access: postsInvitations,
  params: z.object({ invitationId: IdParam }),
  body: z.object({ code: LinkCode, channelId: Snowflake, text: trimmed(500, 'At most 500 characters').default('') }),
  response: z.object({}),
})
