import { z } from 'zod'
import { anyOf, emergencyUnit, staff } from '../access.ts'
import { Call, TakeBackKind } from './calls.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam, Instant, LongIdParam } from '../values.ts'

/** How long a clear, a dispatch or a merge can be undone. */
export const TAKE_BACK_SECONDS = 60

/** The last action of a member that can still be undone. Sending several units together is undone together. */
export const TakeBackOffer = z.object({
  kind: TakeBackKind,
  callId: z.int(),
  /** Newest first, which is the order in which they can be undone. */
  callLogIds: z.array(z.int()),
  /** For example 'clearing 1064', after 'Undo'. */
  words: z.string(),
  /** The call signs of the units that it moves back. */
  units: z.array(z.string()),
  until: Instant,
})
export type TakeBackOffer = z.infer<typeof TakeBackOffer>

export const reopenCall = defineEndpoint({
  method: 'POST',
  path: '/api/cad/call/:callId/reopen',
  summary: 'Reopen a cleared call, without units; a merged one is separate again. For dispatchers, staff and the member who cleared it',
  access: anyOf(emergencyUnit(), staff),
  params: z.object({ callId: IdParam }),
  response: Call,
})

export const takeBack = defineEndpoint({
  method: 'POST',
  path: '/api/cad/call/:callId/callLog/:callLogId/take-back',
  summary: `Undo a clear, a dispatch or a merge within ${TAKE_BACK_SECONDS} seconds, by its log entry. For the member who did it, dispatchers and staff. Refused if anything it changed has changed since`,
  access: anyOf(emergencyUnit(), staff),
  params: z.object({ callId: IdParam, callLogId: LongIdParam }),
  response: Call,
})

export const getTakeBackOffer = defineEndpoint({
  method: 'GET',
  path: '/api/cad/take-back/:serverId',
  summary: "The member's last action on a server that can still be undone; null if there is none",
  access: anyOf(emergencyUnit('serverId'), staff),
  params: z.object({ serverId: IdParam }),
  response: TakeBackOffer.nullable(),
})
