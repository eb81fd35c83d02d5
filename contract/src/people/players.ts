import { z } from 'zod'
import { anyOf, self } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Id, IdParam, Instant, text } from '../values.ts'
import { manageUsers } from './rights.ts'
import { UserId } from './users.ts'

/** The two identifiers that the game itself gives a player: of the licence they play with, and of their account at Rockstar. */
export const LicenseKind = z.enum(['license', 'license2'])
export type LicenseKind = z.infer<typeof LicenseKind>

/** A licence that was seen beside a proved identifier of the member, or linked with a code. */
const KeptLicense = z.object({
  kind: LicenseKind,
  license: z.string(),
  provedAt: Instant,
  /** Another member has proved it too, so that game servers recognise neither of them by it. */
  isShared: z.boolean(),
})

/** By what game servers recognise a member, besides their Steam hex. */
export const PlayerIdentifiers = z.object({
  /** The name of the linked Discord account; null for none. */
  discordName: z.string().nullable(),
  licenses: z.array(KeptLicense),
})
export type PlayerIdentifiers = z.infer<typeof PlayerIdentifiers>

export const getPlayerIdentifiers = defineEndpoint({
  method: 'GET',
  path: '/api/user/players/:userId',
  summary: 'By what game servers recognise a member, besides their Steam hex',
  access: anyOf(self('userId'), manageUsers),
  params: z.object({ userId: IdParam }),
  response: PlayerIdentifiers,
})

export const SharedLicense = z.object({
  kind: LicenseKind,
  license: z.string(),
  members: z.array(z.object({ userId: UserId, name: z.string(), provedAt: Instant, isDisabled: z.boolean() })),
  /** False for one that the caller has proved: someone else decides it. */
  mayDecide: z.boolean(),
})
export type SharedLicense = z.infer<typeof SharedLicense>

export const listSharedLicenses = defineEndpoint({
  method: 'GET',
  path: '/api/players/shared',
  summary: 'Licences that more than one member has proved, at most 100; not those of accounts above the caller, nor those left as they are',
  access: manageUsers,
  response: z.array(SharedLicense),
})

export const decideSharedLicense = defineEndpoint({
  method: 'POST',
  path: '/api/players/shared',
  summary: 'Decide to which of the members who proved it a licence belongs',
  access: manageUsers,
  body: z.object({
    kind: LicenseKind,
    license: text(80).min(1, 'Send the licence'),
    /** Null leaves it to all of them: game servers go on recognising none of them by it, and staff are not told again. */
    userId: Id.nullable(),
  }),
  response: z.object({}),
})

/** How long a code is valid, and how often it may be typed wrongly within an hour: by a player, and by all players of a server. */
export const PLAYER_CODE_MINUTES = 10
export const PLAYER_CODE_TRIES = 5
export const SERVER_CODE_TRIES = 60

const byMember = z.object({ userId: IdParam })

export const askPlayerCode = defineEndpoint({
  method: 'POST',
  path: '/api/user/players/:userId/code',
  summary: 'A code to type in the game, in place of an earlier one; the answer is the only place it is shown',
  access: self('userId'),
  params: byMember,
  response: z.object({ code: z.string(), expiresAt: Instant }),
})

export const answerPlayerCode = defineEndpoint({
  method: 'POST',
  path: '/api/user/players/:userId/code/answer',
  summary: 'Say whether the player who typed the code is oneself. They are linked once they have confirmed it in the game too',
  access: self('userId'),
  params: byMember,
  /** The end of the licence that was shown, so that nobody else is confirmed. */
  body: z.object({ isOwn: z.boolean(), license: text(80) }),
  response: z.object({ isLinked: z.boolean() }),
})
