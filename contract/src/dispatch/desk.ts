import { z } from 'zod'
import { allOf, anyOf, dispatcher, onDuty, self, signedIn, staff } from '../access.ts'
import { CallStatus } from './calls.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { UserId } from '../people/users.ts'
import { featureSwitch } from '../setting.ts'
import { IdParam, Instant, LongIdParam, trimmed } from '../values.ts'

export const portal911 = featureSwitch({
  key: 'calls.portal-911',
  title: '911 from the portal',
  help: 'Civilians can call 911 from the CAD desktop and follow their calls. Calls made in the game are not affected.',
  offMessage: 'Calling 911 from the portal is switched off',
  offEffect: 'Open calls stay with dispatch. Civilians no longer see their progress in the portal.',
})

/** How long a 911 call stays on its caller's desk. */
export const OWN_CALL_HOURS = 12

/** A request, by someone or by the portal, that a unit confirm it is still there. */
export const Ping = z.object({
  pingId: z.int(),
  kind: z.enum(['ping', 'welfare']),
  /** Null if the portal asks. The call sign is empty if the sender is not on duty. */
  from: z.object({ userId: UserId, name: z.string(), identifier: z.string() }).nullable(),
  message: z.string(),
  at: Instant,
  /** A unit that has not answered by then is taken off duty. */
  deadline: Instant.nullable(),
})
export type Ping = z.infer<typeof Ping>

/** Sent to the pinged user, so that their other pages stop asking, and to the sender. */
export const PingAnswered = z.object({
  pingId: z.int(),
  /** The unit that was pinged. */
  by: z.object({ userId: UserId, name: z.string(), identifier: z.string() }),
})
export type PingAnswered = z.infer<typeof PingAnswered>

/** A 911 call as its caller sees it: their own text and the outcome, without anything dispatch wrote. */
export const OwnCall = z.object({
  callId: z.int(),
  title: z.string(),
  narrative: z.string(),
  location: z.string(),
  postal: z.string(),
  /** The status of the call that this one was merged into, if it was. */
  status: CallStatus,
  /** The call it was merged into, and which the caller follows from then on. */
  mergedIntoId: z.int().nullable(),
  createdAt: Instant,
  clearedAt: Instant.nullable(),
})
export type OwnCall = z.infer<typeof OwnCall>

export const PingInput = z.object({ message: trimmed(200, 'A message has at most 200 characters').default('') })
export type PingInput = z.infer<typeof PingInput>

const byUser = z.object({ userId: IdParam })

export const pingUnit = defineEndpoint({
  method: 'POST',
  path: '/api/patrol/unit/:userId/ping',
  summary: 'Ask a unit to answer. Asked again before it did, the earlier question is replaced',
  access: anyOf(dispatcher(), staff),
  params: byUser,
  body: PingInput,
  response: Ping,
})

export const answerPing = defineEndpoint({
  method: 'POST',
  path: '/api/patrol/ping/:pingId/answer',
  summary: 'Answer a ping sent to oneself',
  access: signedIn,
  params: z.object({ pingId: LongIdParam }),
  response: z.object({}),
})

export const heard = defineEndpoint({
  method: 'POST',
  path: '/api/patrol/unit/:userId/heard',
  summary: "A sign of life of the member's unit: someone is at the desktop, though they change nothing",
  access: allOf(self('userId'), onDuty()),
  params: byUser,
  response: z.object({}),
})

export const listOwnCalls = defineEndpoint({
  method: 'GET',
  path: '/api/cad/calls/mine',
  summary: "The member's own 911 calls, newest first",
  access: signedIn,
  featureSwitch: portal911,
  query: PageQuery,
  response: pageOf(OwnCall),
})
