import { z } from 'zod'
import { keyOnly, signedIn, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { CurrentUser } from '../people/users.ts'
import { IdParam, Instant, text, trimmed } from '../values.ts'
import { manageDiscord } from './discord.ts'

/** Where Discord sends the browser back to. To be registered with Discord as it stands, after the portal's origin. */
export const DISCORD_RETURN_PATH = '/login/discord'
/** How long someone may take at Discord, and how long a code of `/link` is valid. */
export const DISCORD_LINK_MINUTES = 10

export const DiscordLink = z.object({
  username: z.string(),
  displayName: z.string(),
  linkedAt: Instant,
  /** On the portal, or by `/link` in Discord. */
  how: z.enum(['page', 'command']),
})
export type DiscordLink = z.infer<typeof DiscordLink>

/** Where the page that starts it is, used while the portal has not been told its own address. */
const Start = z.object({
  origin: text(200).regex(/^https?:\/\/([a-z\d._-]+|\[[a-f\d:.]+\])(:\d{1,5})?$/, 'Give an origin, such as https://portal.example.com'),
})
const Started = z.object({
  /** Discord's page, to which the browser goes. */
  url: z.string(),
  /** Kept by the tab that started it alone, and sent back with the code: a code from elsewhere is worth nothing without it. */
  tabSecret: z.string(),
})
export type DiscordStarted = z.infer<typeof Started>

/** What Discord adds to the address it sends the browser back to, and the secret of the tab. */
const Return = z.object({
  code: text(500).min(1, 'Send the code from Discord'),
  state: text(100).min(1, 'Send the state from Discord'),
  tabSecret: text(100).min(1, 'Send the secret of the tab that started it'),
})
export type DiscordReturn = z.infer<typeof Return>

export const startDiscordSignIn = defineEndpoint({
  method: 'POST',
  path: '/api/auth/discord/start',
  summary: 'The address at Discord where a member signs in',
  access: keyOnly,
  body: Start,
  response: Started,
})

export const signInWithDiscord = defineEndpoint({
  method: 'POST',
  path: '/api/auth/discord/exchange',
  summary: 'Sign in with the code from Discord, if that account is linked; the token is in the X-IDP-Token response header',
  access: keyOnly,
  body: Return.extend({
    /** As for a sign-in by password. */
    device: text(64).min(20).optional(),
  }),
  response: CurrentUser,
  issuesToken: true,
})

export const getDiscordLink = defineEndpoint({
  method: 'GET',
  path: '/api/discord/link',
  summary: 'The Discord account linked to one’s own',
  access: signedIn,
  response: z.object({
    /** Whether one can be linked here; `/link` in Discord may still be possible. */
    isAvailable: z.boolean(),
    link: DiscordLink.nullable(),
  }),
})

export const startDiscordLink = defineEndpoint({
  method: 'POST',
  path: '/api/discord/link/start',
  summary: 'The address at Discord where one shows which account is one’s own',
  access: signedIn,
  body: Start,
  response: Started,
})

export const finishDiscordLink = defineEndpoint({
  method: 'POST',
  path: '/api/discord/link/finish',
  summary: 'Link the Discord account that the code from Discord belongs to',
  access: signedIn,
  body: Return,
  response: DiscordLink,
})

export const removeDiscordLink = defineEndpoint({
  method: 'DELETE',
  path: '/api/discord/link',
  summary: 'Unlink one’s Discord account. Other sessions opened through it end',
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
  summary: 'Link the Discord account that asked for a code with /link',
  access: signedIn,
  body: Code,
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
