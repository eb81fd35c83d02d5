import { z } from 'zod'
import { keyOnly } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Id, IdParam, Instant, text } from '../values.ts'
import { LinkCode } from './link-codes.ts'
import { manageUsers } from './rights.ts'
import { SteamHex } from './users.manage.ts'
import { CurrentUser, EmailAddress, Password, UserId } from './users.ts'

/** The page of these links. Their code stands behind `#`. */
export const PASSWORD_LINK_PATH = '/login/reset'
/** The page on which members who lost their password ask for such a link by mail. */
export const FORGOT_PASSWORD_PATH = '/login/forgot'
export const RESET_LINK_MINUTES = 60
export const WELCOME_LINK_DAYS = 14
/** The answer for a code that is unknown, and for a link that was used, ended or is too old: the four can't be told apart. */
export const DEAD_PASSWORD_LINK = 'This link no longer works. It may have been used already, or be too old: ask for a new one'

/** `reset`: for a member who lost the password. `welcome`: for a new account, which has no password yet. */
export const PasswordLinkPurpose = z.enum(['reset', 'welcome'])
export type PasswordLinkPurpose = z.infer<typeof PasswordLinkPurpose>

/** A link with which a member sets a new password, once. Its code is in no list. */
export const PasswordLink = z.object({
  passwordLinkId: z.int(),
  purpose: PasswordLinkPurpose,
  /** An `ended` link was ended by someone, by a newer one, or by a change of the account: its password, email address or state. */
  state: z.enum(['open', 'used', 'ended', 'expired']),
  /** Null for an operator at the console. The member themselves, if they asked for the link by mail. */
  madeBy: z.object({ userId: UserId, name: z.string() }).nullable(),
  madeAt: Instant,
  expiresAt: Instant,
})
export type PasswordLink = z.infer<typeof PasswordLink>

/** Shown once. `link` is null as long as the portal does not know its own address: the page then puts its own before the path. */
export const IssuedPasswordLink = PasswordLink.extend({ code: z.string(), link: z.string().nullable() })
export type IssuedPasswordLink = z.infer<typeof IssuedPasswordLink>

const ofUser = z.object({ userId: IdParam })

export const listPasswordLinks = defineEndpoint({
  method: 'GET',
  path: '/api/user/password-links/:userId',
  summary: 'The links that were made for the password of an account, newest first, at most 20; never their codes',
  access: manageUsers,
  params: ofUser,
  response: z.array(PasswordLink),
})

export const makePasswordLink = defineEndpoint({
  method: 'POST',
  path: '/api/user/password-links/:userId',
  summary: `Make a link with which a member sets a new password, once, within ${RESET_LINK_MINUTES} minutes, or a new account's first one within ${WELCOME_LINK_DAYS} days. It is shown once, and ends older ones`,
  access: manageUsers,
  params: ofUser,
  response: IssuedPasswordLink,
})

export const endPasswordLink = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/password-links/:userId/:passwordLinkId',
  summary: 'End a link for the password of an account',
  access: manageUsers,
  params: ofUser.extend({ passwordLinkId: IdParam }),
  response: PasswordLink,
})

/** The account and the questions that the page of a link shows. */
export const LookedAtPasswordLink = z.object({
  purpose: PasswordLinkPurpose,
  /** The member whose password the link sets. */
  name: z.string(),
  emailAddress: z.string(),
  expiresAt: Instant,
  /** The Steam hex of a new account, as far as it is known; null for a reset, which does not ask for it. */
  steamId: z.string().nullable(),
  /** The code of conduct, for a new account whose community has one. */
  conduct: z.object({ number: z.int(), text: z.string() }).nullable(),
})
export type LookedAtPasswordLink = z.infer<typeof LookedAtPasswordLink>

/**
 * Uses nothing up. A link that no longer works is `invalid_input` with the field `code` and DEAD_PASSWORD_LINK. After wrong codes,
 * `too_many_attempts` with the seconds to wait in its message.
 */
export const lookAtPasswordLink = defineEndpoint({
  method: 'POST',
  path: '/api/auth/password-link',
  summary: 'Whose password a link sets, and until when; uses nothing up',
  access: keyOnly,
  body: z.object({ code: LinkCode }),
  response: LookedAtPasswordLink,
})

/**
 * Beside the answers of `lookAtPasswordLink`, for a new account: `conflict` with the field `steamId` if another account has it, or with the field
 * `conduct` if the code of conduct has changed since; `invalid_input` with the field `conduct` if it has to be accepted.
 */
export const usePasswordLink = defineEndpoint({
  method: 'POST',
  path: '/api/auth/password-link/use',
  summary: 'Set a password by link, end every session of the account, and sign in; the token is in the X-IDP-Token response header',
  access: keyOnly,
  body: z.object({
    code: LinkCode,
    password: Password,
    /** For a new account alone. If omitted, it stays as it is. */
    steamId: SteamHex.optional(),
    /** The number of the code of conduct that was shown and accepted, for a new account alone. */
    conduct: Id.nullable().default(null),
    /** How the browser is recognised, as for a sign-in by password. */
    device: text(64).min(20).optional(),
  }),
  response: CurrentUser,
  issuesToken: true,
})

/**
 * The answer is the same with and without an account. `not_found` where the portal sends no mails; `too_many_attempts` after too many
 * requests for one address, with or without an account, or from one network.
 */
export const sendPasswordLink = defineEndpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Mail a link for a new password to this address, if an account has it; the answer does not tell',
  access: keyOnly,
  body: z.object({ emailAddress: EmailAddress }),
  response: z.object({}),
})
