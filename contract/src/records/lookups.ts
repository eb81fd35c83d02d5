import { z } from 'zod'
import { capability, civilian, fireUnit, lookupUnit } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { Day, Id, IdParam, Instant, InstantInput, LongIdParam, trimmed } from '../values.ts'
import { Bolo } from './bolos.ts'
import { Caution, Deceased } from './characters.ts'
import { FieldValues } from './fields.values.ts'
import { Licence } from './licences.ts'
import { JailTerm } from './penalties.ts'
import { RecordActor, RecordEvent } from './records.ts'
import { PersonReport } from './reports.read.ts'
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

/** What an officer must not miss, as it is shown. In order of weight. */
export const Flag = z.enum([
  /** An active one against the person, or for a search of the vehicle. */
  'Warrant',
  'Stolen',
  'BOLO',
  'Caution',
  'In jail',
  'Licence revoked',
  'Licence suspended',
  'Licence expired',
  'Registration expired',
  'Not registered',
  'Not insured',
  'Impounded',
  'Deceased',
  /** Noted by an officer; nobody has registered it. */
  'Noted',
])
export type Flag = z.infer<typeof Flag>

export const PersonRow = z.object({
  kind: z.literal('person'),
  characterId: z.int(),
  name: z.string(),
  birthYear: z.int().nullable(),
  /** The name it was found by, if that is a former one. */
  formerName: z.string().nullable(),
  flags: z.array(Flag),
})
export const VehicleRow = z.object({
  kind: z.literal('vehicle'),
  vehicleId: z.int(),
  plate: z.string(),
  model: z.string(),
  colour: z.string(),
  ownerName: z.string().nullable(),
  flags: z.array(Flag),
})
export const WeaponRow = z.object({
  kind: z.literal('weapon'),
  weaponId: z.int(),
  serial: z.string(),
  model: z.string(),
  ownerName: z.string(),
  flags: z.array(Flag),
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

/** A person others were on the same call with. */
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
  cautions: z.array(Caution),
  seenWith: z.array(SeenWith),
  licences: z.array(Licence),
  vehicles: z.array(Vehicle),
  weapons: z.array(Weapon),
  /** The newest 50. */
  record: z.array(RecordEvent),
  /** The newest 25; more by listPersonReports. */
  reports: z.array(PersonReport),
  /** Of each kind, up to 1,000. */
  reportCounts: z.object({ warning: z.int(), citation: z.int(), arrest: z.int(), incident: z.int() }),
  /** What is unpaid or contested, together. */
  unpaidFines: z.int(),
  jail: JailTerm.nullable(),
  /** The active ones that the caller may know of. */
  warrants: z.array(WarrantAlert),
  fields: FieldValues,
  flags: z.array(Flag),
})
export type PersonRecord = z.infer<typeof PersonRecord>

/** Enough of the owner to know whom one is talking to; more is a lookup of its own. */
const Owner = z.object({
  characterId: z.int(),
  name: z.string(),
  birthYear: z.int().nullable(),
  licences: z.array(Licence),
  /** As on the record of a person. */
  warrants: z.array(WarrantAlert),
  flags: z.array(Flag),
})

export const VehicleRecord = Vehicle.extend({
  kind: z.literal('vehicle'),
  isNoted: z.boolean(),
  owner: Owner.nullable(),
  /** For a search of the vehicle itself. */
  warrants: z.array(WarrantAlert),
  /** The newest 50. */
  record: z.array(RecordEvent),
  flags: z.array(Flag),
})
export type VehicleRecord = z.infer<typeof VehicleRecord>

export const WeaponRecord = Weapon.extend({ kind: z.literal('weapon'), owner: Owner, flags: z.array(Flag) })
export type WeaponRecord = z.infer<typeof WeaponRecord>

export const LookupResult = z.object({
  lookupId: z.int(),
  /** The call it was logged on: the one its unit is on. */
  callId: z.int().nullable(),
  /** Null where nothing is registered under it. */
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
    /** Registered or not: a plate that nobody has may still be looked for. */
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

/** What medics need, and nothing of what police keeps. */
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
  /** Of patient and treatment, the newest 25; more by listPatientReports. */
  reports: z.array(ReportSummary),
  fields: FieldValues,
})
export type PatientRecord = z.infer<typeof PatientRecord>

export const searchPatients = defineEndpoint({
  method: 'GET',
  path: '/api/patients',
  summary: 'Find patients by name or phone, as a fire unit on duty',
  access: fireUnit(),
  query: z.object({ q: typed }),
  response: z.object({ rows: z.array(PersonRow) }),
})

export const lookUpPatient = defineEndpoint({
  method: 'POST',
  path: '/api/patients/:characterId',
  summary: 'Look a patient up; it is logged',
  access: fireUnit(),
  params: z.object({ characterId: IdParam }),
  response: PatientRecord,
})

export const LookupLogEntry = z.object({
  lookupId: z.int(),
  /** Typed and seen without opening; opened; read by a camera in the game. */
  kind: z.enum(['search', 'lookup', 'patient', 'plate-read']),
  by: RecordActor,
  at: Instant,
  serverId: z.int(),
  callId: z.int().nullable(),
  /** What was typed or run. */
  query: z.string(),
  /** What it led to, as it was called then; of a search, what was shown. */
  found: z.array(z.string()),
  /** Hits as words. */
  flags: z.array(z.string()),
})
export type LookupLogEntry = z.infer<typeof LookupLogEntry>

export const LookupLogFilter = PageQuery.extend({
  /** Part of what was typed, found, or of the name or call sign. */
  q: trimmed(80).optional(),
  userId: IdParam.optional(),
  kind: LookupLogEntry.shape.kind.optional(),
  from: InstantInput.optional(),
  to: InstantInput.optional(),
  callId: IdParam.optional(),
})
export type LookupLogFilter = z.infer<typeof LookupLogFilter>

export const listLookups = defineEndpoint({
  method: 'GET',
  path: '/api/lookups/log/:departmentId',
  summary: 'What the units of a department looked up, newest first',
  access: capability('seeLookups', 'departmentId'),
  params: z.object({ departmentId: IdParam }),
  query: LookupLogFilter,
  response: pageOf(LookupLogEntry),
})

/** As the owner sees it: the unit, not what it typed. */
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
