import { z } from 'zod'
import { anyOf, emergencyUnit, onDuty, staff } from '../access.ts'
import { UnitClass } from '../duty.ts'
import { defineEndpoint } from '../endpoint.ts'
import { ServerId } from '../ids.ts'
import { pageOf, PageQuery } from '../page.ts'
import { RadioChannel, StatusColour } from './units.ts'
import { countedList, DayInput, Id, IdParam, Instant, InstantInput, trimmed, Version } from '../values.ts'

export const CallSource = z.enum(['911-game', '911', 'officer', 'dispatcher'])
export type CallSource = z.infer<typeof CallSource>
/** Pending: no unit attached. Active: at least one. */
export const CallStatus = z.enum(['pending', 'active', 'cleared'])
export type CallStatus = z.infer<typeof CallStatus>
export const CallPriority = z.literal([1, 2, 3, 4], 'A priority is 1, 2, 3 or 4')
export type CallPriority = z.infer<typeof CallPriority>

/** The sounds that a call type may have. As usual: the one of being sent to a call, or of a waiting 911 call. */
export const CallTypeSound = z.enum([
  'usual',
  'newCallAssigned',
  'pingUnit',
  'activeWarrants',
  'expiredLicense',
  'revokedLicense',
  'suspendedLicense',
  'stolenVehicle',
  'tone',
  'callWaiting',
  'panic',
])
export type CallTypeSound = z.infer<typeof CallTypeSound>

export const CallTypeColour = z.enum(['none', ...StatusColour.options])
export type CallTypeColour = z.infer<typeof CallTypeColour>

/** So many units of a unit type. */
export const UnitNeed = z.object({ typeId: Id, count: z.int('Enter a whole number').min(1, 'At least 1').max(20, 'At most 20') })
export type UnitNeed = z.infer<typeof UnitNeed>

export const CallType = z.object({
  callTypeId: z.int(),
  /** The code it came with, by which the portal, game servers and integrations name it. */
  key: z.string(),
  code: z.string(),
  name: z.string(),
  priority: CallPriority,
  /** Unit classes it concerns. */
  classes: z.array(UnitClass),
  /** The text that a new call begins with. */
  opening: z.string(),
  sound: CallTypeSound,
  colour: CallTypeColour,
  /** Ids of the unit types of which units are recommended first. */
  recommend: z.array(z.int()),
  /** How many units of which unit types such a call needs. */
  needs: z.array(UnitNeed),
})
export type CallType = z.infer<typeof CallType>

/** Types only used within dispatch. */
const INTERNAL_TYPES: ReadonlySet<string> = new Set(['PANIC', 'WARRANT', 'TRAFFIC', 'TRANSPORT', 'PURSUIT'])

/** Whether a civilian may choose this type. Panic calls come only from a unit's panic button. */
export const isForCallers = ({ key }: Pick<CallType, 'key'>): boolean => !INTERNAL_TYPES.has(key.toUpperCase())

/** A unit, as it was when it acknowledged a panic alarm. */
export const PanicAcknowledgement = z.object({ userId: z.int(), identifier: z.string(), name: z.string() })
export type PanicAcknowledgement = z.infer<typeof PanicAcknowledgement>

/** A call as shown on the board. Units carry the call they are attached to. */
export const Call = z.object({
  callId: z.int(),
  serverId: ServerId,
  callTypeId: z.int(),
  priority: CallPriority,
  title: z.string(),
  narrative: z.string(),
  location: z.string(),
  postal: z.string(),
  x: z.number().nullable(),
  y: z.number().nullable(),
  caller: z.string(),
  channel: z.string(),
  /** Unit classes it concerns now; initially those of its type. */
  classes: z.array(UnitClass),
  source: CallSource,
  /** The emergency number that was called, as it was; null for other calls, and for 911 calls of before there were others. */
  number: z.string().nullable(),
  status: CallStatus,
  primaryUserId: z.int().nullable(),
  /** The dispatcher responsible: the one who created it or first sent a unit, until they hand it over or go off duty. */
  handlerUserId: z.int().nullable(),
  /** The call this one was a duplicate of. */
  mergedIntoId: z.int().nullable(),
  /** The user whose panic button created it; null once they have stood down. */
  panicUserId: z.int().nullable(),
  /** The units that acknowledged its panic alarm, in that order. */
  panicAcknowledgedBy: z.array(PanicAcknowledgement),
  disposition: z.string().nullable(),
  createdBy: z.object({ userId: z.int(), name: z.string() }).nullable(),
  createdAt: Instant,
  clearedBy: z.object({ userId: z.int(), name: z.string() }).nullable(),
  clearedAt: Instant.nullable(),
  /** Incremented when the call's details are edited; an edit sends the version it is based on. */
  version: z.int(),
})
export type Call = z.infer<typeof Call>

/** One period of a unit on a call; a unit that returns gets another. */
export const CallUnit = z.object({
  callUnitId: z.int(),
  userId: z.int(),
  identifier: z.string(),
  unitClass: UnitClass,
  isPrimary: z.boolean(),
  assignedAt: Instant,
  enRouteAt: Instant.nullable(),
  onSceneAt: Instant.nullable(),
  clearedAt: Instant.nullable(),
})
export type CallUnit = z.infer<typeof CallUnit>

/** Actions that can be taken back for a short time. */
export const TakeBackKind = z.enum(['clear', 'assign', 'merge'])
export type TakeBackKind = z.infer<typeof TakeBackKind>

export const CallLogEntry = z.object({
  callLogId: z.int(),
  at: Instant,
  author: z.object({ userId: z.int(), name: z.string() }).nullable(),
  /** Written by a person, or recorded for a change. */
  kind: z.enum(['note', 'change']),
  text: z.string(),
  /** A note added after the call was cleared. */
  isLate: z.boolean().optional(),
  /** The kind of action that can be taken back by this entry, for a short time. */
  takeBack: TakeBackKind.nullish(),
  /** The entry whose action this one took back. */
  takesBackId: z.int().nullish(),
})
export type CallLogEntry = z.infer<typeof CallLogEntry>

export const CallDetail = Call.extend({ units: z.array(CallUnit), log: z.array(CallLogEntry) })
export type CallDetail = z.infer<typeof CallDetail>

/** A number that callers dial. */
export const EmergencyNumber = trimmed(8, 'A number has at most 8 digits').regex(/^\d{2,8}$/u, 'A number has two to eight digits')

const line = (what: string, max: number) => trimmed(max, `${what} has at most ${max.toLocaleString('en')} characters`).default('')
const coordinate = z.number().min(-20_000).max(20_000).nullable().default(null)
export const CallPlace = z.object({
  location: line('A location', 160),
  postal: line('A postal', 16),
  /** Without coordinates the position is that of the postal, or of a place, crossing or postal that the location names. */
  x: coordinate,
  y: coordinate,
})
const CallContent = CallPlace.extend({
  callTypeId: Id.optional(),
  priority: CallPriority.optional(),
  title: line('A title', 120),
  narrative: line('A narrative', 4000),
  caller: line('A caller', 120),
  channel: RadioChannel.default(''),
})

export const CallInput = CallContent.extend({
  serverId: ServerId,
  source: CallSource.exclude(['911-game']).optional(),
  /** The emergency number of a 911 call; 911 if it names none. */
  number: EmergencyNumber.optional(),
  /** Units attached at once, the first as primary. An officer lists themself for a call they make on the spot. */
  unitIds: countedList(z.array(Id).max(20, 'Send at most 20 units at once')).default([]),
})
export type CallInput = z.infer<typeof CallInput>
export const CallEdit = CallContent.extend({ version: Version })
export type CallEdit = z.infer<typeof CallEdit>

const HISTORY_DAYS = 92
const DAY_MS = 86_400_000
const DayOrInstant = z.union(
  [DayInput, InstantInput],
  'Enter a date, such as 2026-01-31, or an instant with its offset, such as 2026-01-31T00:00:00-05:00',
)

/** An instant is used as given, up to the end of its second; a date alone means the whole day in UTC. */
export function periodOf(start: string, end: string): { from: Date; before: Date } {
  const isDay = (text: string) => !text.includes('T')
  const endsAt = Date.parse(end)
  return { from: new Date(start), before: new Date(isDay(end) ? endsAt + DAY_MS : (Math.floor(endsAt / 1000) + 1) * 1000) }
}
const lengthOf = (start: string, end: string): number => {
  const { from, before } = periodOf(start, end)
  return Number(before) - Number(from)
}

const byId = z.object({ callId: IdParam })
const boardReaders = anyOf(emergencyUnit('serverId'), staff)

export const listCallTypes = defineEndpoint({
  method: 'GET',
  path: '/api/cad/callTypes',
  summary: 'The types of calls, with priority and departments',
  access: anyOf(onDuty(), staff),
  response: z.array(CallType),
})

export const listActiveCalls = defineEndpoint({
  method: 'GET',
  path: '/api/cad/calls/active/:serverId',
  summary: "A server's calls that are not cleared, most urgent and oldest first",
  access: boardReaders,
  params: z.object({ serverId: IdParam }),
  response: z.array(Call),
})

export const listCallsByDate = defineEndpoint({
  method: 'GET',
  path: '/api/cad/calls/dates/:startISO/:endISO/:serverId',
  summary: `Calls made from one instant to another, or on whole days of UTC, newest first; at most ${HISTORY_DAYS} days at once`,
  access: boardReaders,
  params: z
    .object({ startISO: DayOrInstant, endISO: DayOrInstant, serverId: IdParam })
    .refine(({ startISO, endISO }) => lengthOf(startISO, endISO) > 0, { path: ['endISO'], error: 'The end lies before the start' })
    .refine(({ startISO, endISO }) => lengthOf(startISO, endISO) <= (HISTORY_DAYS + 1) * DAY_MS, {
      path: ['endISO'],
      error: `Ask for at most ${HISTORY_DAYS} days at once`,
    }),
  query: PageQuery.extend({
    /** Every word must occur in the call's number, texts, type, disposition or units. */
    text: trimmed(100, 'Look for at most 100 characters').default(''),
  }),
  response: pageOf(Call.extend({ units: z.array(z.string()) })),
})

export const getCall = defineEndpoint({
  method: 'GET',
  path: '/api/cad/call/:callId',
  summary: 'A call with its units and log. A civilian reads the calls they made, without what dispatch wrote about them',
  access: anyOf(onDuty(), staff),
  params: byId,
  response: CallDetail,
})

export const createCall = defineEndpoint({
  method: 'POST',
  path: '/api/cad/call',
  summary:
    "Create a call on the caller's server. A civilian calls 911, or another emergency number, with one of the types for civilians, which sets the priority",
  access: anyOf(onDuty(), staff),
  body: CallInput,
  response: Call,
})

export const updateCall = defineEndpoint({
  method: 'PUT',
  path: '/api/cad/call/:callId',
  summary: 'Change what a call says',
  access: anyOf(emergencyUnit(), staff),
  params: byId,
  body: CallEdit,
  response: Call,
})

export const clearCall = defineEndpoint({
  method: 'GET',
  path: '/api/cad/call/:callId/clear',
  summary: 'Clear a call; its units are released. For dispatchers, staff and units on the call',
  access: anyOf(emergencyUnit(), staff),
  params: byId,
  query: z.object({ disposition: trimmed(200, 'A disposition has at most 200 characters').min(1, 'Enter a disposition').optional() }),
  response: Call,
})

export const setPrimaryUnit = defineEndpoint({
  method: 'POST',
  path: '/api/cad/call/:callId/primary',
  summary: 'Make another unit of a call primary. For dispatchers, staff and units on the call',
  access: anyOf(emergencyUnit(), staff),
  params: byId,
  body: z.object({ userId: Id }),
  response: Call,
})

export const addCallLog = defineEndpoint({
  method: 'POST',
  path: '/api/cad/call/:callId/callLog',
  summary: "Write into a call's log, after it was cleared too; the message is a JSON string",
  access: anyOf(emergencyUnit(), staff),
  params: byId,
  body: trimmed(2000, 'A message has at most 2,000 characters').min(1, 'Enter a message'),
  response: CallLogEntry,
})
