import { z } from 'zod'
import { signedIn, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { CurrentPassword } from '../people/users.ts'
import { countedList, IdParam, Instant, trimmed, Version } from '../values.ts'
import { discordAdmin, manageDiscord, Snowflake } from './discord.ts'
import { DiscordReturn, DiscordStart, DiscordStarted } from './links.sign-in.ts'

/** How long someone may take at Discord, and how long a code of `/link` is valid. */
export const DISCORD_LINK_MINUTES = 10

export const DiscordLink = z.object({
  username: z.string(),
  displayName: z.string(),
  linkedAt: Instant,
  /** How the account was linked: on the portal (`page`), or by `/link` in Discord (`command`). */
  how: z.enum(['page', 'command']),
})
export type DiscordLink = z.infer<typeof DiscordLink>

export const getDiscordLink = defineEndpoint({
  method: 'GET',
  path: '/api/discord/link',
  summary: 'The Discord account linked to one’s own',
  access: signedIn,
  response: z.object({
    /** Whether an account can be linked on the portal; `/link` in Discord may be possible even if not. */
    isAvailable: z.boolean(),
    link: DiscordLink.nullable(),
    /**
     * Until when this session counts as confirmed with Discord, which members without a password need for what asks others for theirs. Null if it is
     * not confirmed, and for members with a password.
     */
    confirmedUntil: Instant.nullish(),
  }),
})

/** A linked Discord account can sign in, so an open session is not enough to link one. */
const confirmed = { currentPassword: CurrentPassword }

export const startDiscordLink = defineEndpoint({
  method: 'POST',
  path: '/api/discord/link/start',
  summary: 'The address at Discord where one shows which account is one’s own; needs the current password',
  access: signedIn,
  body: DiscordStart.extend(confirmed),
  response: DiscordStarted,
})

export const finishDiscordLink = defineEndpoint({
  method: 'POST',
  path: '/api/discord/link/finish',
  summary: 'Link the Discord account that the code from Discord belongs to, once the link was started with the password',
  access: signedIn,
  body: DiscordReturn,
  response: DiscordLink,
})

export const removeDiscordLink = defineEndpoint({
  method: 'DELETE',
  path: '/api/discord/link',
  summary: 'Unlink one’s Discord account. Other sessions opened through it end. Refused while the account has no password',
  access: signedIn,
  response: z.object({}),
})

const Code = z.object({ code: trimmed(40).min(1, 'Enter the code from Discord') })

export const readDiscordLinkCode = defineEndpoint({
  method: 'POST',
  path: '/api/discord/link/code/read',
  summary: 'Which Discord account a code of /link belongs to',
  access: signedIn,
  body: Code,
  response: z.object({ username: z.string(), displayName: z.string(), expiresAt: Instant }),
})

export const linkByDiscordCode = defineEndpoint({
  method: 'POST',
  path: '/api/discord/link/code',
  summary: 'Link the Discord account that asked for a code with /link; needs the current password',
  access: signedIn,
  body: Code.extend(confirmed),
  response: DiscordLink,
})

const ofMember = z.object({ userId: IdParam })

export const getMemberDiscordLink = defineEndpoint({
  method: 'GET',
  path: '/api/discord/links/:userId',
  summary: 'The Discord account linked to a member',
  access: staff,
  params: ofMember,
  response: DiscordLink.extend({ discordId: z.string() }).nullable(),
})

export const removeMemberDiscordLink = defineEndpoint({
  method: 'DELETE',
  path: '/api/discord/links/:userId',
  summary: 'Unlink the Discord account of a member who is not above oneself',
  access: manageDiscord,
  params: ofMember,
  response: z.object({}),
})

export const startDiscordConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/discord/confirm/start',
  summary: 'The address at Discord where a member without a password confirms that it is them',
  access: signedIn,
  body: DiscordStart,
  response: DiscordStarted,
})

export const finishDiscordConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/discord/confirm/finish',
  summary: 'Confirm one’s session with the code from Discord, if it belongs to the linked account',
  access: signedIn,
  body: DiscordReturn,
  response: z.object({ confirmedUntil: Instant }),
})

/** How many Discord servers can let people join: each may take a question to Discord when someone joins. */
export const MAX_JOINING_GUILDS = 10

/** Whether members of the community's Discord servers can make their account themselves. */
export const DiscordJoining = z.object({
  isOn: z.boolean(),
  /** Whether client id and client secret are set, without which nobody can sign in with Discord. */
  hasClient: z.boolean(),
  guilds: z.array(
    z.object({
      guildId: z.string(),
      name: z.string(),
      /** Members of the server may join. */
      letsJoin: z.boolean(),
      /** The bot has left the server, which lets nobody join until it is back. */
      hasLeft: z.boolean(),
    }),
  ),
  changedAt: Instant.nullable(),
  changedBy: z.object({ userId: z.int(), name: z.string() }).nullable(),
  version: z.int(),
})
export type DiscordJoining = z.infer<typeof DiscordJoining>

export const getDiscordJoining = defineEndpoint({
  method: 'GET',
  path: '/api/discord/joining',
  summary: 'Whether members of Discord servers can join by themselves, and of which',
  access: discordAdmin,
  response: DiscordJoining,
})

export const saveDiscordJoining = defineEndpoint({
  method: 'PUT',
  path: '/api/discord/joining',
  summary: 'Let members of these Discord servers join by themselves, or nobody',
  access: discordAdmin,
  body: z.object({
    isOn: z.boolean(),
    guildIds: countedList(z.array(Snowflake).max(MAX_JOINING_GUILDS, `At most ${MAX_JOINING_GUILDS} Discord servers`)),
    version: Version,
  }),
  response: DiscordJoining,
})
