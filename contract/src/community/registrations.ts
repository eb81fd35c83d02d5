import { z } from 'zod'
import { applicant, keyOnly } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { DepartmentId, RankId } from '../people/departments.ts'
import { manageUsers } from '../people/rights.ts'
import { LinkCode } from '../people/link-codes.ts'
import { EmailAddress, Password, UserName } from '../people/users.ts'
import { AskedField, FieldValuesInput } from '../records/fields.ts'
import { DiscordReturn, DiscordStart, DiscordStarted } from './links.sign-in.ts'
import { Count, Id, IdParam, Instant, text, trimmed, Version } from '../values.ts'

/** The page of applications. The links that confirm an email address lead there; their code stands behind `#`. */
export const REGISTRATION_PATH = '/login/register'
export const REGISTRATION_LINK_HOURS = 24
/** The answer for a code that is unknown, and for a link that was used, replaced or is too old. */
export const DEAD_REGISTRATION_LINK = 'This link no longer works. It may have been used already, or be too old.'

/** How many applications of one email address are kept; of addresses that nobody confirmed, how many of one address and network. */
export const MAX_REGISTRATIONS_OF_ADDRESS = 3
/** Leading zero bits of the hash that a browser looks for, where the community wants that. */
export const REGISTRATION_WORK_BITS = 17

/** The text whose SHA-256 begins with the zero bits. The stamp and the address keep one result from being used for other applications. */
export const registrationWorkOf = (stamp: string, emailAddress: string, nonce: number): string =>
  `tenfour registration ${stamp} ${emailAddress.trim().toLowerCase()} ${nonce}`

/**
 * `unconfirmed`: the applicant has to open the link that was mailed to them, before staff see the application. `open`: staff have to decide.
 * `asked`: the applicant has to answer a question. The other states are final.
 */
export const RegistrationState = z.enum(['unconfirmed', 'open', 'asked', 'accepted', 'declined', 'withdrawn'])
export type RegistrationState = z.infer<typeof RegistrationState>

export const RegistrationForm = z.object({
  communityName: z.string(),
  questions: z.array(AskedField),
  /** The code of conduct to accept; null if the community has none. */
  conduct: z.object({ number: z.int(), text: z.string() }).nullable(),
  /** The calculation that the browser has to do; null for none. */
  work: z.object({ stamp: z.string(), bits: z.int() }).nullable(),
})
export type RegistrationForm = z.infer<typeof RegistrationForm>

/** `feature_off` while the community takes no applications. */
export const getRegistrationForm = defineEndpoint({
  method: 'GET',
  path: '/api/registration',
  summary: 'The form of an application: its questions and the code of conduct',
  access: keyOnly,
  response: RegistrationForm,
})

const Message = z.object({ at: Instant, isByStaff: z.boolean(), text: z.string() })
const Content = z.object({
  state: RegistrationState,
  name: z.string(),
  emailAddress: z.string(),
  appliedAt: Instant,
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** Messages between staff and the applicant, oldest first. A message that comes with the decision is the last. */
  messages: z.array(Message),
  version: z.int(),
})

/** An application as its applicant sees it. */
export const OwnRegistration = Content.extend({
  communityName: z.string(),
  /** The Discord account that they have proved. */
  discord: z.object({ username: z.string(), displayName: z.string() }).nullable(),
})
export type OwnRegistration = z.infer<typeof OwnRegistration>

/**
 * The answer is the same whether or not an account has the address. `invalid_input` with the field `fields.<id>`, `conduct` or `work`;
 * `conflict` with the field `conduct` if the code of conduct has changed since; `too_many_attempts` beyond the limits.
 */
export const register = defineEndpoint({
  method: 'POST',
  path: '/api/registration',
  summary: 'Apply for an account; the token of the application is in the X-IDP-Token response header',
  access: keyOnly,
  body: z.object({
    name: UserName,
    emailAddress: EmailAddress,
    password: Password,
    fields: FieldValuesInput.default({}),
    /** The number of the code of conduct that they accept; null if there is none. */
    conduct: Id.nullable().default(null),
    /** The stamp of the form, and the number that was found for it. */
    work: z
      .object({ stamp: text(20), nonce: Count })
      .nullable()
      .default(null),
  }),
  response: OwnRegistration,
  issuesToken: true,
})

/** A link that no longer works is `invalid_input` with the field `code`. After wrong codes, `too_many_attempts`. */
export const confirmRegistration = defineEndpoint({
  method: 'POST',
  path: '/api/registration/confirm',
  summary: 'Confirm the email address of an application by the code that was mailed to it; opens nothing',
  access: keyOnly,
  body: z.object({ code: LinkCode }),
  response: z.object({}),
})

export const openRegistration = defineEndpoint({
  method: 'POST',
  path: '/api/registration/sign-in',
  summary: 'Open one’s application by email address and password; its token is in the X-IDP-Token response header',
  access: keyOnly,
  body: z.object({ emailAddress: text(254), password: text(200) }),
  response: OwnRegistration,
  issuesToken: true,
})

export const getOwnRegistration = defineEndpoint({
  method: 'GET',
  path: '/api/registration/own',
  summary: 'How one’s application stands',
  access: applicant,
  response: OwnRegistration,
})

/** `conflict` once the address was confirmed. */
export const sendRegistrationLink = defineEndpoint({
  method: 'POST',
  path: '/api/registration/own/link',
  summary: `Mail another link to confirm the address of one’s application, which works for ${REGISTRATION_LINK_HOURS} hours. Ends the one before`,
  access: applicant,
  response: OwnRegistration,
})

const words = (max: number) => trimmed(max).min(1, 'Enter a text')

export const answerRegistration = defineEndpoint({
  method: 'POST',
  path: '/api/registration/own/answer',
  summary: 'Answer the question of staff',
  access: applicant,
  body: z.object({ text: words(2000), version: Version }),
  response: OwnRegistration,
})

export const startApplicantDiscord = defineEndpoint({
  method: 'POST',
  path: '/api/registration/own/discord/start',
  summary: 'The address at Discord where an applicant shows which account is theirs',
  access: applicant,
  body: DiscordStart,
  response: DiscordStarted,
})

/**
 * `conflict` if the Discord account is linked to an account here, or another application that waits has it; `forbidden` for one of someone who may not
 * return.
 */
export const finishApplicantDiscord = defineEndpoint({
  method: 'POST',
  path: '/api/registration/own/discord/finish',
  summary: 'Prove the Discord account that the code from Discord belongs to. It is linked once the application is accepted',
  access: applicant,
  body: DiscordReturn,
  response: OwnRegistration,
})

export const withdrawRegistration = defineEndpoint({
  method: 'POST',
  path: '/api/registration/own/withdraw',
  summary: 'Withdraw one’s application; its answers are deleted, and its token ends',
  access: applicant,
  response: z.object({}),
})

const Person = z.object({ userId: z.int(), name: z.string() })
/** By what someone else is the same: the email address, the network address, or the Discord account. */
const SameBy = z.array(z.enum(['email', 'network', 'discord']))
const ProvedDiscord = z.object({
  username: z.string(),
  /** Since when the account exists in Discord. */
  createdAt: Instant,
})

/** An application in the list. */
export const ListedRegistration = Content.pick({ state: true, name: true, appliedAt: true, version: true }).extend({
  registrationId: z.int(),
  decided: z.object({ by: Person, at: Instant }).nullable(),
  /** The Discord account that they have proved. */
  discord: ProvedDiscord.nullable(),
})
export type ListedRegistration = z.infer<typeof ListedRegistration>

/** An application as those who decide see it. */
export const Registration = Content.extend({
  registrationId: z.int(),
  decided: ListedRegistration.shape.decided,
  discord: ProvedDiscord.extend({
    displayName: z.string(),
    provedAt: Instant,
    /** Since when they are on a Discord server of the community, as far as the bot knows; null if they are on none. */
    memberSince: Instant.nullable(),
  }).nullable(),
  /** Whether the applicant opened a link that was mailed to the address. Nobody is asked to where the portal sends no mails. */
  isAddressConfirmed: z.boolean(),
  /** The account that it became. */
  account: Person.nullable(),
  /** The version of the code of conduct that they accepted, and whether it is the current one; null if there was none. */
  conduct: z.object({ number: z.int(), isCurrent: z.boolean() }).nullable(),
  /** Someone with this email address or Discord account may not return. */
  mayNotReturn: z.boolean(),
  /** Accounts with the same address, at most 20. */
  sameAccounts: z.array(Person.extend({ by: SameBy, isFormer: z.boolean() })),
  /** Other applications with the same address, newest first, at most 20. */
  others: z.array(z.object({ registrationId: z.int(), name: z.string(), state: RegistrationState, appliedAt: Instant, by: SameBy })),
})
export type Registration = z.infer<typeof Registration>

export const RegistrationFilter = PageQuery.extend({
  /** `waiting` applications wait for staff or for the applicant. */
  show: z.enum(['waiting', 'decided', 'all']).default('waiting'),
})
export type RegistrationFilter = z.infer<typeof RegistrationFilter>

export const listRegistrations = defineEndpoint({
  method: 'GET',
  path: '/api/registrations',
  summary: 'Applications, a page at a time: those that staff have to decide first, the oldest of them at the top',
  access: manageUsers,
  query: RegistrationFilter,
  response: pageOf(ListedRegistration),
})

const byRegistration = z.object({ registrationId: IdParam })

export const getRegistration = defineEndpoint({
  method: 'GET',
  path: '/api/registrations/:registrationId',
  summary: 'An application, with what helps to decide on it',
  access: manageUsers,
  params: byRegistration,
  response: Registration,
})

/**
 * Refused like a new account: 403 with the field `rankId` if the caller may not give it, 409 with the field `emailAddress` if another account
 * has the address.
 */
export const acceptRegistration = defineEndpoint({
  method: 'POST',
  path: '/api/registrations/:registrationId/accept',
  summary: 'Accept an application: creates the account',
  access: manageUsers,
  params: byRegistration,
  body: z
    .object({
      departmentId: DepartmentId.nullable().default(null),
      rankId: RankId.nullable().default(null),
      text: trimmed(1000).default(''),
      version: Version,
    })
    .refine(({ departmentId, rankId }) => rankId === null || departmentId !== null, {
      path: ['rankId'],
      error: 'Choose the department of this rank',
    }),
  response: Registration,
})

export const askApplicant = defineEndpoint({
  method: 'POST',
  path: '/api/registrations/:registrationId/ask',
  summary: 'Ask an applicant a question',
  access: manageUsers,
  params: byRegistration,
  body: z.object({ text: words(1000), version: Version }),
  response: Registration,
})

export const declineRegistration = defineEndpoint({
  method: 'POST',
  path: '/api/registrations/:registrationId/decline',
  summary: 'Decline an application, with words for the applicant',
  access: manageUsers,
  params: byRegistration,
  body: z.object({ text: words(1000), version: Version }),
  response: Registration,
})
