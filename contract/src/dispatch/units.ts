import { z } from 'zod'
import { allOf, anyOf, cadDepartment, dispatcher, emergencyUnit, self, staff } from '../access.ts'
import { DepartmentId, DepartmentType } from '../people/departments.ts'
import { UNIT_CLASS, UnitClass, UnitType } from '../duty.ts'
import { defineEndpoint } from '../endpoint.ts'
import { ServerId } from '../ids.ts'
import { UserId } from '../people/users.ts'
import { Id, IdOrNoneParam, IdParam, Instant, trimmed } from '../values.ts'

export function unitClassOf(departmentType: DepartmentType): UnitClass {
  switch (departmentType) {
    case 'Leo':
    case 'Comms':
    case 'Fire':
      return UNIT_CLASS[departmentType]
    case 'Civilian':
    case 'Other':
      return UNIT_CLASS.Other
  }
}

/** The seed's seven statuses. Any transition is allowed. */
export const UNIT_STATUS = {
  offDuty: 1,
  outOfService: 2,
  inService: 3,
  busy: 4,
  enRoute: 5,
  onScene: 6,
  subjectInCustody: 7,
} as const
export const UnitStatus = z.literal([1, 2, 3, 4, 5, 6, 7], 'There is no such status')
export type UnitStatus = z.infer<typeof UnitStatus>

/** As spoken on the radio and written in the log. */
export const UNIT_STATUS_WORDS: Readonly<Record<UnitStatus, string>> = {
  1: 'off duty',
  2: 'out of service',
  3: 'in service',
  4: 'busy',
  5: 'en route',
  6: 'on scene',
  7: 'subject in custody',
}

/** The colours that a status or call type may have. Each is told from the others in both themes. */
export const StatusColour = z.enum(['available', 'busy', 'en-route', 'on-scene', 'custody', 'off'])
export type StatusColour = z.infer<typeof StatusColour>

/** Minutes in a status after which a unit should be checked on: shown in amber, then in red. */
export const STATUS_AMBER_MINUTES: Readonly<Partial<Record<UnitStatus, number>>> = { 4: 20, 5: 10, 6: 15, 7: 30 }
export const STATUS_RED_MINUTES: Readonly<Partial<Record<UnitStatus, number>>> = { 4: 40, 5: 20, 6: 30, 7: 60 }

export const RadioChannel = trimmed(16, 'A channel has at most 16 characters')

export const BeatArea = z.enum(['Twin Falls', 'Twin Falls County', 'Both'])
export const Beat = z.object({
  beatId: z.int(),
  name: z.string(),
  area: BeatArea,
  /** The departments that have it; none for all of them. */
  departments: z.array(z.int()),
})
export type Beat = z.infer<typeof Beat>

export const Identifier = trimmed(16, 'A call sign has at most 16 characters').min(1, 'Enter a call sign')

/** One user's duty on one server for one department. Kept while off duty, so that the call sign is remembered. */
export const PatrolUnit = z.object({
  userId: UserId,
  name: z.string(),
  serverId: ServerId,
  department: z.object({ departmentId: DepartmentId, name: z.string(), type: DepartmentType }),
  unitClass: UnitClass,
  identifier: z.string(),
  type: UnitType,
  /** The unit type of the community's own, which counts as `type`; null for one that the portal came with. */
  typeId: z.int().nullable(),
  beatId: z.int().nullable(),
  beatSince: Instant.nullable(),
  /** The radio channel they listen to; empty if not set. */
  channel: z.string(),
  status: UnitStatus,
  /** The status of the community's own that it has, which counts as `status`; null for one of the seven. */
  statusId: z.int().nullable(),
  /** The community's name for its status. */
  statusLabel: z.string(),
  statusSince: Instant,
  onDutySince: Instant.nullable(),
  callId: z.int().nullable(),
  callSince: Instant.nullable(),
})
export type PatrolUnit = z.infer<typeof PatrolUnit>

/** The input with which a user goes on duty. */
export const DutyInput = z.object({
  serverId: ServerId,
  departmentId: DepartmentId,
  identifier: Identifier,
  type: UnitType.default(1),
  /** A unit type of the community's own that counts as `type`. Left out, the unit keeps its own as long as it counts as `type`. */
  typeId: Id.nullable().optional(),
  beatId: Id.nullable().default(null),
})

/** Accepts the whole unit as GET returns it, including fields that have endpoints of their own. Omitted fields stay unchanged. */
export const UnitInput = DutyInput.partial({ departmentId: true })
  .extend({
    /** Owner of the unit; defaults to the caller. */
    userId: UserId.optional(),
    department: z.object({ departmentId: DepartmentId }).optional(),
    channel: RadioChannel.optional(),
    status: UnitStatus.optional(),
    callId: Id.nullable().optional(),
  })
  .transform(({ department, ...input }, context) => {
    const departmentId = input.departmentId ?? department?.departmentId
    if (departmentId !== undefined) return { ...input, departmentId }
    context.addIssue({ code: 'custom', path: ['departmentId'], message: 'Choose a department' })
    return z.NEVER
  })
export type UnitInput = z.infer<typeof UnitInput>

const byUser = z.object({ userId: IdParam })
const ownOrDispatched = anyOf(allOf(self('userId'), cadDepartment), dispatcher(), staff)

export const listBeats = defineEndpoint({
  method: 'GET',
  path: '/api/patrol/beats',
  summary: 'The beats a unit can patrol',
  access: anyOf(cadDepartment, staff),
  response: z.array(Beat),
})

export const setUnitBeat = defineEndpoint({
  method: 'POST',
  path: '/api/patrol/unit/beat/:userId',
  summary: 'Give a unit a beat; null takes it away. Members change their own unit, dispatchers and staff any',
  access: ownOrDispatched,
  params: byUser,
  body: z.object({ beatId: Id.nullable() }),
  response: PatrolUnit,
})

export const getUnit = defineEndpoint({
  method: 'GET',
  path: '/api/patrol/unit/:userId',
  summary: "A member's unit, off duty too; null where they never were on duty",
  access: anyOf(self('userId'), emergencyUnit(), staff),
  params: byUser,
  response: PatrolUnit.nullable(),
})

export const listUnits = defineEndpoint({
  method: 'GET',
  path: '/api/patrol/units/:serverId',
  summary: 'The units on duty on a server',
  access: anyOf(emergencyUnit('serverId'), staff),
  params: z.object({ serverId: IdParam }),
  response: z.array(PatrolUnit),
})

export const saveUnit = defineEndpoint({
  method: 'POST',
  path: '/api/patrol/unit/save',
  summary:
    "Go on duty, or change one's own unit while on duty; another's with `userId`, as a dispatcher of its server, or as staff who are in a CAD-enabled department too",
  access: cadDepartment,
  body: UnitInput,
  response: PatrolUnit,
})

export const setUnitIdentifier = defineEndpoint({
  method: 'POST',
  path: '/api/patrol/unit/identifier/:userId',
  summary: "Change a unit's call sign. Members change their own unit's, dispatchers and staff any",
  access: ownOrDispatched,
  params: byUser,
  body: z.object({ identifier: Identifier }),
  response: PatrolUnit,
})

export const setUnitChannel = defineEndpoint({
  method: 'POST',
  path: '/api/patrol/unit/channel/:userId',
  summary: "Set the radio channel of a unit on duty; empty for none. Members set their own unit's, dispatchers and staff any",
  access: ownOrDispatched,
  params: byUser,
  body: z.object({ channel: RadioChannel }),
  response: PatrolUnit,
})

export const checkIdentifier = defineEndpoint({
  method: 'GET',
  path: '/api/patrol/identifier/:serverId',
  summary: "The member on duty on a server who uses a call sign, the one whose own it is, and the next free one by a department's pattern",
  access: cadDepartment,
  params: z.object({ serverId: IdParam }),
  query: z.object({
    identifier: trimmed(16).default(''),
    departmentId: IdParam.optional(),
    type: z.coerce.number().pipe(UnitType).default(1),
  }),
  response: z.object({
    holder: z.object({ userId: UserId, name: z.string() }).nullable(),
    /** The other member who keeps this call sign, on duty or not. */
    keeper: z.object({ userId: UserId, name: z.string() }).nullable().default(null),
    suggestion: z.string().nullable(),
  }),
})

export const setUnitStatus = defineEndpoint({
  method: 'GET',
  path: '/api/patrol/unit/status/:userId/:status',
  summary: "Set a unit's status. Members set their own unit's, dispatchers and staff any",
  access: ownOrDispatched,
  params: z.object({ userId: IdParam, status: z.coerce.number().pipe(UnitStatus) }),
  query: z.object({
    /** A status of the community's own that counts as this one. */
    statusId: IdParam.optional(),
  }),
  response: PatrolUnit,
})

export const Dispatcher = z.object({ userId: UserId, identifier: z.string(), name: z.string(), since: Instant })
export type Dispatcher = z.infer<typeof Dispatcher>

export const listDispatchers = defineEndpoint({
  method: 'GET',
  path: '/api/cad/dispatchers/:serverId',
  summary: 'The dispatchers on duty on a server, longest first',
  access: anyOf(emergencyUnit('serverId'), staff),
  params: z.object({ serverId: IdParam }),
  response: z.array(Dispatcher),
})

export const assignUnit = defineEndpoint({
  method: 'GET',
  path: '/api/patrol/unit/call/:userId/:callId',
  summary: 'Send a unit to a call, or off it with call 0. A unit that is on another call is sent on only from the call named by `from`',
  access: anyOf(allOf(self('userId'), emergencyUnit()), dispatcher(), staff),
  params: z.object({ userId: IdParam, callId: IdOrNoneParam }),
  query: z.object({ from: IdOrNoneParam.optional() }),
  response: PatrolUnit,
})
