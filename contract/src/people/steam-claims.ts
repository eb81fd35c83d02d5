import { z } from 'zod'
import { anyOf, self, signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Id, IdParam, Instant, text } from '../values.ts'
import { manageUsers } from './rights.ts'
import { steamSwitch } from './steam-claims.settings.ts'
import { SteamHex } from './users.manage.ts'
import { UserId } from './users.ts'

/** How long someone may take at Steam. */
export const STEAM_PROOF_MINUTES = 10

/** A Steam account that two members or more have proved: its hex belongs to none of them until staff decide. */
const Disputed = z.object({ steamHex: z.string(), provedAt: Instant })

/** How the portal knows the Steam account of a member. */
export const SteamClaim = z.object({
  /** The Steam hex by which game servers recognise the member; null for none. */
  steamHex: z.string().nullable(),
  /** When the member proved at Steam that it is theirs; null for a hex that someone typed. */
  provedAt: Instant.nullable(),
  disputed: z.array(Disputed),
  /** The address of the portal at which members prove their Steam account; null where they cannot. */
  proveAt: z.string().nullable(),
})
export type SteamClaim = z.infer<typeof SteamClaim>

export const getSteamClaim = defineEndpoint({
  method: 'GET',
  path: '/api/user/steam/:userId',
  summary: 'Whether the Steam hex of an account was proved or typed',
  access: anyOf(self('userId'), manageUsers),
  params: z.object({ userId: IdParam }),
  response: SteamClaim,
})

export const startSteamProof = defineEndpoint({
  method: 'POST',
  path: '/api/steam/proof/start',
  summary: 'The address at Steam where one shows which Steam account is one’s own',
  access: signedIn,
  featureSwitch: steamSwitch,
  response: z.object({
    /** Steam's page, to which the browser goes. */
    url: z.string(),
    /** A secret that only the tab which started it has, and sends with Steam's answer: an answer from elsewhere is worth nothing without it. */
    tabSecret: z.string(),
  }),
})

const field = (max: number) => text(max).min(1, 'Send what Steam added to the address')

/** The parameters with which Steam sends the browser back, without their prefix `openid.`. */
export const SteamAnswer = z.object({
  ns: field(100),
  mode: field(40),
  op_endpoint: field(200),
  claimed_id: field(200),
  identity: field(200),
  return_to: field(1000),
  response_nonce: field(255),
  assoc_handle: field(255),
  signed: field(300),
  sig: field(300),
})
export type SteamAnswer = z.infer<typeof SteamAnswer>

/**
 * `proved`: the Steam hex is the member's now, and nobody else's. `disputed`: another member has proved the same Steam account; it belongs to
 * neither until staff decide. `unavailable` while Steam does not answer.
 */
export const finishSteamProof = defineEndpoint({
  method: 'POST',
  path: '/api/steam/proof/finish',
  summary: 'Take over the Steam hex that Steam confirms, in the session and the tab that started it',
  access: signedIn,
  featureSwitch: steamSwitch,
  body: z.object({
    state: text(100).min(1, 'Send the state from the address'),
    tabSecret: text(100).min(1, 'Send the secret of the tab that started it'),
    answer: SteamAnswer,
  }),
  response: z.object({ steamHex: z.string(), outcome: z.enum(['proved', 'disputed']) }),
})

export const SteamDispute = z.object({
  steamHex: z.string(),
  claims: z.array(z.object({ userId: UserId, name: z.string(), provedAt: Instant, isDisabled: z.boolean(), isDeleted: z.boolean() })),
  /** False for a dispute that the caller has a part in: someone else decides it. */
  mayDecide: z.boolean(),
})
export type SteamDispute = z.infer<typeof SteamDispute>

export const listSteamDisputes = defineEndpoint({
  method: 'GET',
  path: '/api/steam/disputes',
  summary: 'Steam accounts that more than one member has proved, oldest first, at most 100; not those of accounts above the caller',
  access: manageUsers,
  response: z.array(SteamDispute),
})

export const decideSteamDispute = defineEndpoint({
  method: 'POST',
  path: '/api/steam/disputes',
  summary: 'Decide to which of the members who proved it a Steam account belongs',
  access: manageUsers,
  body: z.object({
    steamHex: SteamHex,
    /** Null for none of them; the hex is free then. */
    userId: Id.nullable(),
  }),
  response: z.object({}),
})
