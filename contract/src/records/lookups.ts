import { z } from 'zod'
import { capability, civilian, fireUnit, lookupUnit, seesAllLookups } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { Day, Id, IdParam, Instant, InstantInput, LongIdParam, trimmed } from '../values.ts'
import { Bolo } from './bolos.ts'
import { Caution, Deceased } from './characters.ts'
import { FieldValues } from './fields.values.ts'
import { Licence } from './licences.ts'
import { JailTerm } from './penalties.ts'
import { RecordFlag, ShownFlag } from './record-flags.ts'
import { RecordActor, RecordEvent } from './records.ts'
import { PersonReport } from './reports.read.ts'
import { medicalSwitch } from './reports.settings.ts'
import { ReportSummary } from './reports.ts'
import { Vehicle } from './vehicles.ts'
import { WarrantAlert } from './warrant-alerts.ts'
import { Weapon } from './weapons.ts'

export const SEARCHES_A_SECOND = 5
export const LOOKUPS_AN_HOUR = 300
export const MAX_SEARCH_ROWS = 20
/** A search begins at this many characters. */
export const SEARCH_FROM = 2
/** How long the log is kept. */
export const LOOKUP_LOG_DAYS = 365

export const LookupKind = z.enum(['person', 'vehicle', 'weapon'])
export type LookupKind = z.infer<typeof LookupKind>

/** Warnings that an officer must not miss, as they are shown; the most important first. */
export const Flag = z.enum([
  /** An active warrant against the person, or for a search of the vehicle. */
  'Warrant',
  'Stolen',
  'BOLO',
  /** A flag that warns, on the person, vehicle or weapon. */
  'Caution',
  'In jail',
  'Licence revoked',
  'Licence suspended',
  'Licence expired',
  'Registration expired',
  'Not registered',
  'Not insured',
  'Impounded',
  'Waiting for approval',
  'Approval refused',
  'Deceased',
  /** An officer noted the person or vehicle; nobody has registered them. */
  'Noted',
])
export type Flag = z.infer<typeof Flag>

export const PersonRow = z.object({
  kind: z.literal('person'),
  characterId: z.int(),
  name: z.string(),
  birthYear: z.int().nullable(),
  /** The name by which the person was found, if it is a former name. */
  formerName: z.string().nullable(),
  flags: z.array(Flag),
  recordFlags: z.array(ShownFlag),
})
export const VehicleRow = z.object({
  kind: z.literal('vehicle'),
  vehicleId: z.int(),
  plate: z.string(),
  model: z.string(),
  colour: z.string(),
  ownerName: z.string().nullable(),
  flags: z.array(Flag),
  recordFlags: z.array(ShownFlag),
})
export const WeaponRow = z.object({
  kind: z.literal('weapon'),
  weaponId: z.int(),
  serial: z.string(),
  model: z.string(),
  ownerName: z.string(),
  flags: z.array(Flag),
  recordFlags: z.array(ShownFlag),
})
export const SearchRow = z.discriminatedUnion('kind', [PersonRow, VehicleRow, WeaponRow])
export type SearchRow = z.infer<typeof SearchRow>

const typed = trimmed(80, 'At most 80 characters').min(SEARCH_FROM, `Type at least ${SEARCH_FROM} characters`)

export const searchRecords = defineEndpoint({
  method: 'GET',
  path: '/api/lookups/search',
  summary: `Find persons by name or phone, vehicles by plate or VIN, weapons by serial: at most ${MAX_SEARCH_ROWS}, best first. ${SEARCHES_A_SECOND} a second`,
  access: lookupUnit(),
  query: z.object({ kind: LookupKind, q: typed }),
  response: z.object({ rows: z.array(SearchRow) }),
})

/** Another person who was on the same calls. */
const SeenWith = z.object({ characterId: z.int(), name: z.string(), times: z.int() })

export const PersonRecord = z.object({
  kind: z.literal('person'),
  characterId: z.int(),
  name: z.string(),
  formerNames: z.array(z.string()),
  bornOn: Day.nullable(),
  address: z.string(),
  postal: z.string(),
  description: z.string(),
  occupation: z.string(),
  phone: z.string(),
  picture: z.string().nullable(),
  deceased: Deceased.nullable(),
  isNoted: z.boolean(),
  /** Whether the person belongs to a member; players of the game may have no account. */
  hasAccount: z.boolean(),
  /** The flags that warn. */
  cautions: z.array(Caution),
  /** The flags that units set, the most severe first. */
  recordFlags: z.array(RecordFlag),
  seenWith: z.array(SeenWith),
  licences: z.array(Licence),
  vehicles: z.array(Vehicle),
  weapons: z.array(Weapon),
  /** The newest 50. */
  record: z.array(RecordEvent),
  /** The newest 25; listPersonReports has more. */
  reports: z.array(PersonReport),
  /** How many reports of each kind, up to 1,000. */
  reportCounts: z.object({ warning: z.int(), citation: z.int(), arrest: z.int(), incident: z.int() }),
  /** The sum of unpaid and contested fines. */
  unpaidFines: z.int(),
  jail: JailTerm.nullable(),
  /** Active warrants that the caller may know of. */
  warrants: z.array(WarrantAlert),
  fields: FieldValues,
  flags: z.array(Flag),
})
export type PersonRecord = z.infer<typeof PersonRecord>

/** Enough about the owner to know whom one is talking to; more needs a lookup of its own. */
const Owner = z.object({
  characterId: z.int(),
  name: z.string(),
  birthYear: z.int().nullable(),
  licences: z.array(Licence),
  /** The same as on the record of a person. */
  warrants: z.array(WarrantAlert),
  flags: z.array(Flag),
  recordFlags: z.array(ShownFlag),
})

export const VehicleRecord = Vehicle.extend({
  kind: z.literal('vehicle'),
  isNoted: z.boolean(),
  owner: Owner.nullable(),
  /** Warrants for a search of the vehicle itself. */
  warrants: z.array(WarrantAlert),
  /** The newest 50. */
  record: z.array(RecordEvent),
  flags: z.array(Flag),
  recordFlags: z.array(RecordFlag),
})
export type VehicleRecord = z.infer<typeof VehicleRecord>

export const WeaponRecord = Weapon.extend({
  kind: z.literal('weapon'),
  owner: Owner,
  flags: z.array(Flag),
  recordFlags: z.array(RecordFlag),
})
export type WeaponRecord = z.infer<typeof WeaponRecord>

export const LookupResult = z.object({
  lookupId: z.int(),
  /** The call that the unit is on, with which the lookup is logged. */
  callId: z.int().nullable(),
  /** Null if nothing is registered under the plate. */
  record: z.discriminatedUnion('kind', [PersonRecord, VehicleRecord, WeaponRecord]).nullable(),
  bolos: z.array(Bolo),
})
export type LookupResult = z.infer<typeof LookupResult>

export const lookUp = defineEndpoint({
  method: 'POST',
  path: '/api/lookups',
  summary: `Look one record up, logged with who, what, when and on which call. ${LOOKUPS_AN_HOUR} an hour`,
  access: lookupUnit(),
  body: z.discriminatedUnion('by', [
    z.object({ by: z.literal('character'), characterId: Id }),
    z.object({ by: z.literal('vehicle'), vehicleId: Id }),
    z.object({ by: z.literal('weapon'), weaponId: Id }),
    /** Any plate, registered or not: a BOLO may match it. */
    z.object({ by: z.literal('plate'), plate: trimmed(12, 'A plate has at most 12 characters').min(1, 'Enter a plate') }),
  ]),
  response: LookupResult,
})

export const listRecordWarrants = defineEndpoint({
  method: 'GET',
  path: '/api/lookups/:lookupId/warrants',
  summary: 'The warrants on a record that one has looked up within the last twelve hours, as they are now',
  access: lookupUnit(),
  params: z.object({ lookupId: LongIdParam }),
  response: z.object({ warrants: z.array(WarrantAlert) }),
})

export const putOnCall = defineEndpoint({
  method: 'POST',
  path: '/api/lookups/to-call',
  summary: 'Put a person or a vehicle on the call that one’s unit is on; the call log says so',
  access: lookupUnit(),
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('person'), characterId: Id }),
    z.object({ kind: z.literal('vehicle'), vehicleId: Id }),
  ]),
  response: z.object({ callId: z.int() }),
})

/** The facts that medics need about a person, without anything that only police sees. */
export const PatientRecord = z.object({
  characterId: z.int(),
  name: z.string(),
  bornOn: Day.nullable(),
  description: z.string(),
  phone: z.string(),
  picture: z.string().nullable(),
  medicalNotes: z.string(),
  contacts: z.string(),
  deceased: Deceased.nullable(),
  /** The newest 25 patient and treatment reports; listPatientReports has more. */
  reports: z.array(ReportSummary),
  fields: FieldValues,
})
export type PatientRecord = z.infer<typeof PatientRecord>

export const searchPatients = defineEndpoint({
  method: 'GET',
  path: '/api/patients',
  summary: 'Find patients by name or phone, as a fire unit on duty',
  access: fireUnit(),
  featureSwitch: medicalSwitch,
  query: z.object({ q: typed }),
  response: z.object({ rows: z.array(PersonRow) }),
})

export const lookUpPatient = defineEndpoint({
  method: 'POST',
  path: '/api/patients/:characterId',
  summary: 'Look a patient up; it is logged',
  access: fireUnit(),
  featureSwitch: medicalSwitch,
  params: z.object({ characterId: IdParam }),
  response: PatientRecord,
})

export const LookupLogEntry = z.object({
  lookupId: z.int(),
  /** A search whose results were not opened, an opened record or patient, or a plate that a camera in the game read. */
  kind: z.enum(['search', 'lookup', 'patient', 'plate-read']),
  by: RecordActor,
  /** The department of the unit. */
  department: z.object({ departmentId: z.int(), name: z.string() }),
  at: Instant,
  serverId: z.int(),
  callId: z.int().nullable(),
  /** The text that was typed, or the plate that was run. */
  query: z.string(),
  /** The names of what was found, as they were then; for a search, of what was shown. */
  found: z.array(z.string()),
  /** The character that was opened, or that owns what was opened now. */
  characterId: z.int().nullable(),
  /** The flags that were shown. */
  flags: z.array(z.string()),
})
export type LookupLogEntry = z.infer<typeof LookupLogEntry>

export const LookupLogFilter = PageQuery.extend({
  /** Part of the typed text, of what was found, or of the officer's name or call sign. */
  q: trimmed(80).optional(),
  userId: IdParam.optional(),
  /** Lookups of this character, and of vehicles and weapons that the character owns now. */
  characterId: IdParam.optional(),
  kind: LookupLogEntry.shape.kind.optional(),
  from: InstantInput.optional(),
  to: InstantInput.optional(),
  callId: IdParam.optional(),
})
export type LookupLogFilter = z.infer<typeof LookupLogFilter>

export const listLookups = defineEndpoint({
  method: 'GET',
  path: '/api/lookups/log/:departmentId',
  summary: 'Lookups by the units of a department, newest first',
  access: capability('seeLookups', 'departmentId'),
  params: z.object({ departmentId: IdParam }),
  query: LookupLogFilter,
  response: pageOf(LookupLogEntry),
})

export const listAllLookups = defineEndpoint({
  method: 'GET',
  path: '/api/lookups/log',
  summary: 'Lookups by the units of all departments, newest first, without those by others of the caller’s own characters',
  access: seesAllLookups,
  query: LookupLogFilter.extend({ departmentId: IdParam.optional() }),
  response: pageOf(LookupLogEntry),
})

/** A lookup as the owner sees it: with the unit, without what it typed. */
export const OwnLookup = z.object({ lookupId: z.int(), identifier: z.string(), department: z.string(), at: Instant })
export type OwnLookup = z.infer<typeof OwnLookup>

export const listOwnLookups = defineEndpoint({
  method: 'GET',
  path: '/api/characters/:characterId/lookups',
  summary: 'Who looked up a character of one’s own, where the community shows it',
  access: civilian,
  params: z.object({ characterId: IdParam }),
  query: PageQuery,
  response: pageOf(OwnLookup),
})
