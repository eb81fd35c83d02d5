import { z } from 'zod'
import { allOf, anyOf, dispatcher, emergencyUnit, self, staff } from '../access.ts'
import { Call, CallPlace, CallPriority, CallStatus } from './calls.ts'
import { defineEndpoint } from '../endpoint.ts'
import { PatrolUnit } from './units.ts'
import { UserId } from '../people/users.ts'
import { countedList, Id, IdOrNone, IdParam, Instant, text } from '../values.ts'

const MAX_UNITS = 20
const byId = z.object({ callId: IdParam })
const byServer = z.object({ serverId: IdParam })

/** `from` is the call the sender believes the unit is on, 0 for none. */
const Attached = z.object({ userId: UserId, from: IdOrNone.default(0) })
const isEachOnce = (userIds: readonly number[]) => new Set(userIds).size === userIds.length
export const CallUnitsChange = z
  .object({
    attach: countedList(z.array(Attached).max(MAX_UNITS, `Send at most ${MAX_UNITS} units at once`)).default([]),
    detach: countedList(z.array(UserId).max(MAX_UNITS, `Release at most ${MAX_UNITS} units at once`)).default([]),
  })
  .refine(({ attach, detach }) => attach.length + detach.length > 0, { path: ['attach'], error: 'Name a unit' })
  .refine(({ attach }) => isEachOnce(attach.map(({ userId }) => userId)), { path: ['attach'], error: 'Name each unit once' })
  .refine(({ attach, detach }) => isEachOnce([...detach, ...new Set(attach.map(({ userId }) => userId))]), {
    path: ['detach'],
    error: 'Name each unit once',
  })
export type CallUnitsChange = z.infer<typeof CallUnitsChange>

/** Police, communications and fire; calls are not for civilians. */
const EmergencyClass = z.literal([1, 2, 3], 'A call concerns police, fire or communications')
export const CallTransfer = z
  .object({
    /** Null for no handler. */
    handlerUserId: UserId.nullable().optional(),
    classes: countedList(z.array(EmergencyClass).min(1, 'Choose at least one department').max(3)).optional(),
  })
  .refine(({ handlerUserId, classes }) => handlerUserId !== undefined || classes !== undefined, {
    path: ['handlerUserId'],
    error: 'Choose a dispatcher or the departments',
  })
export type CallTransfer = z.infer<typeof CallTransfer>

/** The officer's position; defaults to that of their call. */
export const PanicInput = CallPlace.prefault({})
export type PanicInput = z.infer<typeof PanicInput>

export const PastCall = z.object({
  callId: z.int(),
  title: z.string(),
  priority: CallPriority,
  createdAt: Instant,
  status: CallStatus,
  disposition: z.string().nullable(),
})
export type PastCall = z.infer<typeof PastCall>

export const changeCallUnits = defineEndpoint({
  method: 'POST',
  path: '/api/cad/call/:callId/units',
  summary: 'Send several units to a call and release others, all or none. Members send their own unit, dispatchers and staff any',
  access: anyOf(emergencyUnit(), staff),
  params: byId,
  body: CallUnitsChange,
  response: z.array(PatrolUnit),
})

export const mergeCall = defineEndpoint({
  method: 'POST',
  path: '/api/cad/call/:callId/merge',
  summary: 'Merge a duplicate into another call: its units and notes go there, and it is cleared',
  access: anyOf(dispatcher(), staff),
  params: byId,
  body: z.object({ into: Id }),
  response: Call,
})

export const transferCall = defineEndpoint({
  method: 'POST',
  path: '/api/cad/call/:callId/transfer',
  summary: 'Transfer a call to another dispatcher or other departments',
  access: anyOf(dispatcher(), staff),
  params: byId,
  body: CallTransfer,
  response: Call,
})

export const raisePanic = defineEndpoint({
  method: 'POST',
  path: '/api/patrol/unit/:userId/panic',
  summary:
    "Press the member's panic button, which creates a call of the highest priority. While that is open, pressing again adds to its log",
  access: allOf(self('userId'), emergencyUnit()),
  params: z.object({ userId: IdParam }),
  body: PanicInput,
  response: Call,
})

export const standDownPanic = defineEndpoint({
  method: 'POST',
  path: '/api/patrol/unit/:userId/panic/stand-down',
  summary: "End the member's own panic alarm. Its call stays open, for dispatch to clear",
  access: allOf(self('userId'), emergencyUnit()),
  params: z.object({ userId: IdParam }),
  response: Call,
})

export const acknowledgePanic = defineEndpoint({
  method: 'POST',
  path: '/api/cad/call/:callId/acknowledge',
  summary: "Acknowledge another unit's panic alarm; the unit sees who did, and the call's log says so",
  access: emergencyUnit(),
  params: byId,
  response: Call,
})

export const getLocationHistory = defineEndpoint({
  method: 'GET',
  path: '/api/cad/location/:serverId',
  summary: 'The last 20 calls at the same postal or the same location, newest first',
  access: anyOf(emergencyUnit('serverId'), staff),
  params: byServer,
  query: z.object({
    location: text(160).default(''),
    postal: text(16).default(''),
    /** The call this is asked for, which is left out. */
    except: IdParam.optional(),
  }),
  response: z.array(PastCall),
})
