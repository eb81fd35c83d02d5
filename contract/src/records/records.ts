import { z } from 'zod'
import { flagSetting, numberSetting, type SettingGroup } from '../setting.ts'
import { Instant, trimmed } from '../values.ts'

/** Settings and types that characters, vehicles, licences and weapons share. */

export const RECORD_SETTINGS: SettingGroup = {
  key: 'records',
  title: 'Characters and records',
  help: 'The property of civilians, which officers look up.',
}

export const maxCharacters = numberSetting({
  key: 'records.max-characters',
  group: RECORD_SETTINGS,
  title: 'Characters per member',
  help: 'How many characters a member may have. A lower limit deletes none.',
  fallback: 10,
  min: 1,
  max: 50,
  unit: 'characters',
})
export const maxVehicles = numberSetting({
  key: 'records.max-vehicles',
  group: RECORD_SETTINGS,
  title: 'Vehicles per member',
  help: 'How many vehicles the characters of a member may have together. A lower limit deletes none.',
  fallback: 30,
  min: 1,
  max: 200,
  unit: 'vehicles',
})
export const licencesNeedApproval = flagSetting({
  key: 'records.licences-need-approval',
  group: RECORD_SETTINGS,
  title: 'Licences need approval',
  help: 'A rank that may act on licences decides each application. When this is off, a licence is valid as soon as it is applied for.',
  fallback: false,
})
export const licenceDays = numberSetting({
  key: 'records.licence-days',
  group: RECORD_SETTINGS,
  title: 'Licences are valid for',
  help: 'From the day they are granted or renewed.',
  fallback: 365,
  min: 1,
  max: 3650,
  unit: 'days',
})
export const pointsLapseDays = numberSetting({
  key: 'records.points-lapse-days',
  group: RECORD_SETTINGS,
  title: 'Points lapse after',
  help: 'Points against a licence count this long from the day they are given.',
  fallback: 90,
  min: 1,
  max: 3650,
  unit: 'days',
})
export const pointsToSuspend = numberSetting({
  key: 'records.points-to-suspend',
  group: RECORD_SETTINGS,
  title: 'Points that suspend a licence',
  help: 'A driving licence with this many points that have not lapsed is suspended. 0: never.',
  fallback: 12,
  min: 0,
  max: 100,
  unit: 'points',
})
export const pointsSuspensionDays = numberSetting({
  key: 'records.points-suspension-days',
  group: RECORD_SETTINGS,
  title: 'Suspended for points for',
  help: 'How long a licence is suspended for its points.',
  fallback: 14,
  min: 1,
  max: 365,
  unit: 'days',
})

export const officersCreateCharacters = flagSetting({
  key: 'records.officers-create-characters',
  group: RECORD_SETTINGS,
  title: 'Police and fire create characters for others',
  help: 'Units of police and fire on duty may create a character for a civilian who is on duty on the same server.',
  fallback: false,
})
export const ownersSeeLookups = flagSetting({
  key: 'records.owners-see-lookups',
  group: RECORD_SETTINGS,
  title: 'Members see who looked them up',
  help: 'A member sees which units looked up their characters, and when.',
  fallback: false,
})

/** A vehicle or weapon that is not approved: it waits, or was refused for this reason. */
export const Unapproved = z.object({ state: z.enum(['waiting', 'refused']), reason: z.string() })
export type Unapproved = z.infer<typeof Unapproved>

/** 'Waiting for approval', or why it was refused. */
export const approvalWords = ({ state, reason }: Unapproved): string =>
  state === 'waiting' ? 'Waiting for approval' : ['Approval refused', reason].filter(Boolean).join(': ')

/** A member who did something; the call sign is empty if they were off duty. */
export const RecordActor = z.object({ userId: z.int(), name: z.string(), identifier: z.string() })
export type RecordActor = z.infer<typeof RecordActor>

/** Why an officer acts. */
export const Reason = trimmed(500, 'A reason has at most 500 characters').min(1, 'Enter a reason')

/** An event of a character or of what it owns, worded when it happened and never changed. */
export const RecordEvent = z.object({
  eventId: z.int(),
  /** The character whose record the event is on; null for a vehicle without a known owner. */
  characterId: z.int().nullable(),
  vehicleId: z.int().nullable(),
  /** A short heading, such as 'Licence suspended'. */
  title: z.string(),
  /** Details with names as they were then, such as 'DRIVERS until 2 Jan 2027'. */
  text: z.string(),
  reason: z.string(),
  /** Null for the portal or the game. */
  by: RecordActor.nullable(),
  at: Instant,
})
export type RecordEvent = z.infer<typeof RecordEvent>

/** Where a record comes from. Records from an officer were noted, and belong to nobody until they are claimed. */
export const RecordOrigin = z.enum(['portal', 'officer', 'game', 'import'])
export type RecordOrigin = z.infer<typeof RecordOrigin>

const NOT_KEY = /[\s-]+/g
/** Plates, VINs and serials are the same without regard to case, spaces and hyphens. The database computes it the same way. */
export const recordKey = (value: string): string => value.replace(NOT_KEY, '').toUpperCase()

const PLAIN = /^[A-Za-z0-9 -]*$/
/** Refuses other characters, such as a no-break space or ß: the database would compute another key for them, and two could look the same. */
export const hasRecordKey = (value: string, min: number, max: number): boolean => {
  const { length } = recordKey(value)
  return PLAIN.test(value) && length >= min && length <= max
}
