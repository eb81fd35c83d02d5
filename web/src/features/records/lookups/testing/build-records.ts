import type { Bolo, Licence, LookupResult, PersonRecord, RecordFlag, SearchRow, VehicleRecord, WarrantAlert } from '@tenfour/contract'

const OFFICER = { userId: 20, name: 'S. Whitcombe', identifier: '4L20' }

export const aLicence = (over: Partial<Licence> = {}): Licence => ({
  licenceId: 1,
  characterId: 7,
  type: 'DRIVERS',
  status: 'valid',
  expiresOn: '2030-01-02',
  suspendedUntil: null,
  points: 0,
  reason: '',
  version: 1,
  ...over,
})

export const aFlag = (over: Partial<RecordFlag> = {}): RecordFlag => ({
  flagId: 1,
  valueId: 12,
  name: 'Armed and dangerous',
  tone: 'on-scene',
  severity: 'high',
  warns: true,
  text: '',
  expiresAt: null,
  by: OFFICER,
  at: '2026-05-01T10:00:00.000Z',
  ...over,
})

export const aPerson = (over: Partial<PersonRecord> = {}): PersonRecord => ({
  kind: 'person',
  characterId: 7,
  name: 'Dexter Marlowe',
  formerNames: [],
  bornOn: '1991-03-03',
  address: '1142 Mirror Park Blvd',
  postal: '6120',
  description: '',
  occupation: '',
  phone: '',
  picture: null,
  deceased: null,
  isNoted: false,
  hasAccount: true,
  cautions: [],
  seenWith: [],
  licences: [],
  vehicles: [],
  weapons: [],
  record: [],
  reports: [],
  reportCounts: { warning: 0, citation: 0, arrest: 0, incident: 0 },
  unpaidFines: 0,
  jail: null,
  warrants: [],
  fields: {},
  flags: [],
  recordFlags: [],
  ...over,
})

export const aVehicle = (over: Partial<VehicleRecord> = {}): VehicleRecord => ({
  kind: 'vehicle',
  vehicleId: 3,
  version: 1,
  plate: '46EEK572',
  vin: '1TF46EEK572',
  model: 'Karin Sultan',
  colour: 'silver',
  registeredUntil: '2030-01-01',
  insuredUntil: '2030-01-01',
  stolen: null,
  impound: null,
  fields: {},
  isNoted: false,
  owner: { characterId: 7, name: 'Dexter Marlowe', birthYear: 1991, licences: [], warrants: [], flags: [], recordFlags: [] },
  warrants: [],
  record: [],
  flags: [],
  recordFlags: [],
  ...over,
})

export const aBolo = (over: Partial<Bolo> = {}): Bolo => ({
  boloId: 1,
  serverId: 1,
  kind: 'vehicle',
  plate: '46E*',
  name: '',
  characterId: null,
  vehicleId: null,
  description: 'Silver Sultan',
  reason: 'Armed robbery',
  callId: 1042,
  by: OFFICER,
  createdAt: '2026-05-01T11:00:00.000Z',
  expiresAt: '2026-05-01T14:00:00.000Z',
  hits: 1,
  lastHitAt: null,
  version: 1,
  ...over,
})

export const aResult = (record: LookupResult['record'], over: Partial<LookupResult> = {}): LookupResult => ({
  lookupId: 1,
  callId: null,
  record,
  bolos: [],
  ...over,
})

export const personRow = (characterId: number, name: string, birthYear: number | null = 1991): SearchRow => ({
  kind: 'person',
  characterId,
  name,
  birthYear,
  formerName: null,
  flags: [],
  recordFlags: [],
})
export const vehicleRow = (vehicleId: number, plate: string): SearchRow => ({
  kind: 'vehicle',
  vehicleId,
  plate,
  model: 'Karin Sultan',
  colour: 'silver',
  ownerName: 'Dexter Marlowe',
  flags: [],
  recordFlags: [],
})

export const aWarrant = (over: Partial<WarrantAlert> = {}): WarrantAlert => ({
  warrantId: 1,
  number: 'W-2026-0114',
  type: 'arrest',
  characterId: 7,
  vehicleId: null,
  subjectName: 'Dexter Marlowe',
  about: 'Robbery, 2 counts',
  bail: 12_000,
  signedBy: 'V. Oakes',
  signedAt: '2026-04-14T11:00:00.000Z',
  expiresAt: '2026-07-14T11:00:00.000Z',
  isConfidential: false,
  version: 3,
  ...over,
})
