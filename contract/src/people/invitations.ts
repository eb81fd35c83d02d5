import { z } from 'zod'
import { keyOnly, signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { countedList, Id, IdParam, Instant, InstantInput, text, trimmed } from '../values.ts'
import { DepartmentId, RankId } from './departments.ts'
import { LinkCode } from './link-codes.ts'
import { manageUsers } from './rights.ts'
import { SteamHex } from './users.manage.ts'
import { CurrentUser, EmailAddress, Password, UserName } from './users.ts'

const Environment = z.enum(['prod', 'dev'])

export const INVITATION_MAX_PLACES = 500
export const INVITATION_MAX_DAYS = 90

const Person = z.object({ userId: z.int(), name: z.string() })
/** The department, rank and whitelists that an invitation gives. It never gives roles or permissions. */
const Grant = z.object({
  /** Null for an account without a department. */
  department: z.object({ departmentId: DepartmentId, name: z.string(), fullName: z.string() }).nullable(),
  rank: z.object({ rankId: RankId, rankName: z.string() }).nullable(),
  /** The whitelists that it puts members on, beside those that come with the rank. */
  whitelists: z.array(Environment),
})

/**
 * `open`: it can be used. `paused`: the member who answers for it may no longer give what it gives, until another member resumes it. The other
 * states are final.
 */
export const InvitationState = z.enum(['open', 'paused', 'ended', 'expired', 'used'])
export type InvitationState = z.infer<typeof InvitationState>

/** A member who joined with an invitation: with a new account, or with the account they had. */
export const InvitationUse = Person.extend({ at: Instant, isNew: z.boolean() })
export type InvitationUse = z.infer<typeof InvitationUse>

export const Invitation = Grant.extend({
  invitationId: z.int(),
  state: InvitationState,
  /** A note for the list alone, such as 'For the recruiting channel'. Empty for none. */
  note: z.string(),
  madeBy: Person,
  createdAt: Instant,
  /** The member whose rights count when it is used: the maker, or the member who resumed it last. */
  answeredForBy: Person,
  places: z.int(),
  used: z.int(),
  /** The newest uses, at most three. `listInvitationUses` has all of them. */
  latestUses: z.array(InvitationUse),
  expiresAt: Instant,
  /** Why the invitation is paused, in a sentence; null unless it is paused. */
  pausedBecause: z.string().nullable(),
  ended: z.object({ by: Person, at: Instant }).nullable(),
})
export type Invitation = z.infer<typeof Invitation>

export const InvitationInput = z
  .object({
    departmentId: DepartmentId.nullable().default(null),
    rankId: RankId.nullable().default(null),
    whitelists: countedList(z.array(Environment).max(2)).default([]),
    /** How many people may use the invitation. */
    places: z
      .int('Enter a whole number')
      .min(1, 'An invitation is for one person at least')
      .max(INVITATION_MAX_PLACES, `An invitation is for at most ${INVITATION_MAX_PLACES} people`)
      .default(1),
    /** At most 90 days from now. */
    expiresAt: InstantInput,
    note: trimmed(100).default(''),
  })
  .refine(({ departmentId, rankId }) => rankId === null || departmentId !== null, {
    path: ['rankId'],
    error: 'Choose the department of this rank',
  })
export type InvitationInput = z.infer<typeof InvitationInput>

/** Answers 403 with a field (`rankId` or `whitelists`) and the reason if the caller may not give what it would give. */
export const createInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations',
  summary: 'Create a link with which one or many people join; its code is in this answer alone',
  access: manageUsers,
  body: InvitationInput,
  response: z.object({
    invitation: Invitation,
    /** Shown once: the portal keeps a hash only. */
    code: z.string(),
    /** The address with the code behind #; null where PORTAL_URL is not set: then the page puts its own origin before `/login/join#CODE`. */
    link: z.string().nullable(),
  }),
})

export const InvitationFilter = PageQuery.extend({
  /** `current` invitations are open or paused. */
  show: z.enum(['current', 'over', 'all']).default('current'),
})
export type InvitationFilter = z.infer<typeof InvitationFilter>

export const listInvitations = defineEndpoint({
  method: 'GET',
  path: '/api/invitations',
  summary: 'Invitations, newest first, a page at a time; paused ones before the others',
  access: manageUsers,
  query: InvitationFilter,
  response: pageOf(Invitation),
})

const byInvitation = z.object({ invitationId: IdParam })

export const listInvitationUses = defineEndpoint({
  method: 'GET',
  path: '/api/invitations/:invitationId/uses',
  summary: 'Who joined with an invitation, newest first, a page at a time',
  access: manageUsers,
  params: byInvitation,
  query: PageQuery,
  response: pageOf(InvitationUse),
})

/** Members who joined with the invitation stay. Ending an invitation that is over changes nothing. */
export const endInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations/:invitationId/end',
  summary: 'End an invitation at once',
  access: manageUsers,
  params: byInvitation,
  response: Invitation,
})

/** Refused like a new invitation, if the caller may not give what this one gives. */
export const resumeInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations/:invitationId/resume',
  summary: 'Open a paused invitation again and answer for it from now on',
  access: manageUsers,
  params: byInvitation,
  response: Invitation,
})

/** The content of the page at the link. */
export const InvitationOffer = Grant.extend({
  communityName: z.string(),
  /** The name of the member who made the invitation. */
  madeBy: z.string(),
  placesLeft: z.int(),
  expiresAt: Instant,
  steamHex: z.object({
    /** The invitation itself puts members on a whitelist, which needs a Steam hex. */
    isRequired: z.boolean(),
    /** The whitelists that need it, by the invitation, department or rank; empty if it can be left out for now. */
    for: z.array(Environment),
  }),
  /** The code of conduct to accept; null if the community has none. */
  conduct: z.object({ number: z.int(), text: z.string() }).nullable(),
  /** For a caller who is signed in: what `acceptInvitation` would do. Null for others. */
  member: z
    .object({
      userId: z.int(),
      name: z.string(),
      /** Everything they would gain, in words: 'Los Santos Police', 'the rank Cadet in Los Santos Police', 'the whitelist of game servers'. */
      gains: z.array(z.string()),
      /** Why the member can't accept the invitation, in a sentence; null if they can. */
      refusal: z.string().nullable(),
    })
    .nullable(),
})
export type InvitationOffer = z.infer<typeof InvitationOffer>

/**
 * Uses nothing up. An unknown, ended, expired or used code is one answer: `not_found` with the field `code`. A paused one is `conflict` with the
 * field `code`. After wrong codes, `too_many_attempts` with the seconds to wait in its message.
 */
export const lookAtInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations/look',
  summary: 'Look at what an invitation offers, without using it up',
  access: keyOnly,
  body: z.object({ code: LinkCode }),
  response: InvitationOffer,
})

/**
 * Beside the answers of `lookAtInvitation`: `conflict` with the field `emailAddress` or `steamId` if another account has it, or with the field
 * `conduct` if the code of conduct has changed since; `invalid_input` with the field `steamId` or `conduct` if it is needed and absent;
 * `too_many_attempts` after a few addresses that have an account.
 */
export const joinByInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations/join',
  summary: 'Create an account by an invitation and sign in; the token is in the X-IDP-Token response header',
  access: keyOnly,
  body: z.object({
    code: LinkCode,
    name: UserName,
    emailAddress: EmailAddress,
    password: Password,
    steamId: SteamHex.default(''),
    /** The number of the code of conduct that they accept; null if there is none. */
    conduct: Id.nullable().default(null),
    /** As in `login`. */
    device: text(64).min(20).optional(),
  }),
  response: CurrentUser,
  issuesToken: true,
})

/** Adds the department and the whitelists that they lack, and raises their rank; never lowers it. Uses up a place. */
export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations/accept',
  summary: 'Accept an invitation as the signed-in member',
  access: signedIn,
  body: z.object({ code: LinkCode }),
  response: CurrentUser,
})
