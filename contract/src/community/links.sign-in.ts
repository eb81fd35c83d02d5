import { z } from 'zod'
import { keyOnly } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { CurrentUser } from '../people/users.ts'
import { text } from '../values.ts'

/** These schemas are apart from the rest of linking, because every page carries the sign-in. */

/** The path to which Discord sends the browser back. Discord has to know it as a redirect, after the portal's origin. */
export const DISCORD_RETURN_PATH = '/login/discord'
/** The origin of the page that starts the sign-in, used as long as the portal does not know its own address. */
export const DiscordStart = z.object({
  origin: text(200).regex(/^https?:\/\/([a-z\d._-]+|\[[a-f\d:.]+\])(:\d{1,5})?$/, 'Enter an origin, such as https://portal.example.com'),
})
export const DiscordStarted = z.object({
  /** Discord's page, to which the browser goes. */
  url: z.string(),
  /** A secret that only the tab which started the sign-in has, and sends with the code: a code from elsewhere is worth nothing without it. */
  tabSecret: z.string(),
})

export type DiscordStarted = z.infer<typeof DiscordStarted>

/** The code and state that Discord adds to the address to which it sends the browser back, and the secret of the tab. */
export const DiscordReturn = z.object({
  code: text(500).min(1, 'Send the code from Discord'),
  state: text(100).min(1, 'Send the state from Discord'),
  tabSecret: text(100).min(1, 'Send the secret of the tab that started it'),
})
export type DiscordReturn = z.infer<typeof DiscordReturn>

export const startDiscordSignIn = defineEndpoint({
  method: 'POST',
  path: '/api/auth/discord/start',
  summary: 'The address at Discord where a member signs in, or where someone new agrees to join',
  access: keyOnly,
  /** To join, Discord is asked for the email address and for membership of its servers as well. */
  body: DiscordStart.extend({ purpose: z.enum(['sign-in', 'join']).default('sign-in') }),
  response: DiscordStarted,
})

const FromDiscord = DiscordReturn.extend({
  /** How the browser is recognised, as for a sign-in by password. */
  device: text(64).min(20).optional(),
})

export const signInWithDiscord = defineEndpoint({
  method: 'POST',
  path: '/api/auth/discord/exchange',
  summary: 'Sign in with the code from Discord, if that account is linked; the token is in the X-IDP-Token response header',
  access: keyOnly,
  body: FromDiscord,
  response: CurrentUser,
  issuesToken: true,
})

/**
 * Signs in if the Discord account is linked by now. Answers `forbidden`, with the reason in its message, to those who may not join: not on a Discord
 * server that lets people join, its screening not passed, no verified email address. `conflict` if another account has that address: it is never linked
 * by it. `unavailable` while Discord does not answer, `too_many_attempts` when too many have joined within an hour.
 */
export const joinWithDiscord = defineEndpoint({
  method: 'POST',
  path: '/api/auth/discord/join',
  summary: 'Make an account for a member of the community’s Discord server and sign in; the token is in the X-IDP-Token response header',
  access: keyOnly,
  body: FromDiscord,
  response: CurrentUser,
  issuesToken: true,
})
