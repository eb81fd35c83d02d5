import { z } from 'zod'
import { self } from '../access.ts'
import { UnitClass } from '../duty.ts'
import { defineEndpoint } from '../endpoint.ts'
import { LicenseKind } from './players.ts'
import { Day, IdParam, Instant } from '../values.ts'
import { Session, SignIn, UserAddress } from './sessions.ts'
import { UserRecord } from './users.manage.ts'

export const exportSelf = defineEndpoint({
  method: 'GET',
  path: '/api/user/export/:userId',
  summary: "Everything kept about one's own account",
  access: self('userId'),
  params: z.object({ userId: IdParam }),
  response: z.object({
    exportedAt: Instant,
    account: UserRecord,
    sessions: z.array(Session),
    signIns: z.array(SignIn),
    addresses: z.array(UserAddress),
    characters: z.array(z.object({ name: z.string(), lastUsedAt: Instant.nullable() })),
    patrols: z.array(
      z.object({
        startedAt: Instant,
        endedAt: Instant.nullable(),
        department: z.string(),
        server: z.string(),
        kind: z.enum(['duty', 'civilian']).optional(),
        countedSeconds: z.int().optional(),
        seenSeconds: z.int().nullable().optional(),
        idleSeconds: z.int().nullable().optional(),
        calls: z.int().optional(),
        corrections: z
          .array(z.object({ askedAt: Instant, reason: z.string(), state: z.string(), decidedAt: Instant.nullable(), note: z.string() }))
          .optional(),
      }),
    ),
    /** The member's own requests for leave. */
    leaveRequests: z
      .array(z.object({ startsOn: Day, endsOn: Day, reason: z.string(), state: z.string(), askedAt: Instant, note: z.string() }))
      .optional(),
    /** The linked Discord account. */
    discord: z.object({ discordId: z.string(), username: z.string(), displayName: z.string(), linkedAt: Instant }).nullable().optional(),
    /** The notices that the member chose to get through Discord. */
    discordPreferences: z.object({ sendsNotices: z.boolean(), patrolNotify: z.boolean(), sendsWaiting: z.boolean().optional() }).optional(),
    /** Tickets that the member opened in Discord, with what they wrote in them. */
    supportTickets: z
      .array(
        z.object({
          ticketId: z.int(),
          subject: z.string(),
          openedAt: Instant,
          closedAt: Instant.nullable(),
          closeReason: z.string(),
          messages: z.array(z.object({ at: Instant, text: z.string() })),
        }),
      )
      .optional(),
    /** The member's ballots in votes held in Discord. */
    ballots: z.array(z.object({ question: z.string(), option: z.string(), at: Instant })).optional(),
    /** The member's ride-alongs and passes. */
    grants: z
      .array(
        z.object({
          kind: z.string(),
          state: z.string(),
          note: z.string(),
          sponsor: z.string().nullable(),
          askedAt: Instant,
          endsAt: Instant.nullable(),
        }),
      )
      .optional(),
    /** The invitations by which the member came. */
    invitations: z.array(z.object({ at: Instant, madeBy: z.string(), isNew: z.boolean() })).optional(),
    /** The licences of the game that the member was seen to play with, and since when game servers recognise the member by them. */
    gameLicenses: z.array(z.object({ kind: LicenseKind, license: z.string(), seenAt: Instant, provedAt: Instant.nullable() })).optional(),
    /** Steam accounts that the member proved. */
    steamClaims: z.array(z.object({ steamHex: z.string(), provedAt: Instant, isDisputed: z.boolean() })).optional(),
    /** Versions of the code of conduct that the member accepted. */
    conductAccepted: z.array(z.object({ number: z.int(), acceptedAt: Instant })).optional(),
    /** Layouts of the desktop that the member keeps. */
    desktopLayouts: z
      .array(z.object({ name: z.string(), unitClass: UnitClass, layout: z.record(z.string(), z.unknown()), savedAt: Instant }))
      .optional(),
    /** The characters with all that belongs to them and their record, as `exportCharacters` gives them. */
    records: z.record(z.string(), z.unknown()),
  }),
})
