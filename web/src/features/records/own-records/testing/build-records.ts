import type { Claim, Licence, OwnCharacter, OwnFine, OwnRecords, OwnVehicle, VehicleTransfer, Weapon } from '@tenfour/contract'

const AT = '2026-11-16T20:00:00.000Z'

export const buildCharacter = (characterId: number, over: Partial<OwnCharacter> = {}): OwnCharacter => ({
  characterId,
  version: 1,
  name: `Character ${characterId}`,
  bornOn: '1991-03-03',
  address: '',
  postal: '',
  description: '',
  occupation: '',
  phone: '',
  medicalNotes: '',
  contacts: '',
  fields: {},
  picture: null,
  deceased: null,
  playedOn: null,
  lastUsedAt: null,
  createdAt: AT,
  ledByGame: [],
  ...over,
})

export const buildVehicle = (vehicleId: number, characterId: number, over: Partial<OwnVehicle> = {}): OwnVehicle => ({
  vehicleId,
  characterId,
  version: 1,
  plate: `46EEK${vehicleId}`,
  vin: `VIN${vehicleId}`,
  model: 'Karin Sultan',
  colour: 'Silver',
  registeredUntil: '2027-01-31',
  insuredUntil: '2027-01-31',
  stolen: null,
  impound: null,
  unapproved: null,
  fields: {},
  ...over,
})

export const buildLicence = (licenceId: number, characterId: number, over: Partial<Licence> = {}): Licence => ({
  licenceId,
  characterId,
  type: 'DRIVERS',
  typeId: 21,
  typeName: "Driver's licence",
  number: 'D1234567',
  concerns: 'vehicle',
  meaning: '',
  status: 'valid',
  expiresOn: '2027-01-31',
  suspendedUntil: null,
  points: 0,
  reason: '',
  version: 1,
  ...over,
})

export const buildWeapon = (weaponId: number, characterId: number, over: Partial<Weapon> = {}): Weapon => ({
  weaponId,
  characterId,
  version: 1,
  model: 'Pistol',
  serial: `4471K${weaponId}`,
  registeredAt: AT,
  unapproved: null,
  ...over,
})

export const buildTransfer = (transferId: number, from: number, to: number, over: Partial<VehicleTransfer> = {}): VehicleTransfer => ({
  transferId,
  vehicleId: 1,
  plate: '46EEK1',
  model: 'Karin Sultan',
  from: { characterId: from, name: `Character ${from}` },
  to: { characterId: to, name: `Character ${to}` },
  offeredAt: AT,
  ...over,
})

export const buildClaim = (claimId: number, characterId: number, over: Partial<Claim> = {}): Claim => ({
  claimId,
  kind: 'vehicle',
  label: '46EEK9',
  characterId,
  characterName: `Character ${characterId}`,
  text: '',
  state: 'open',
  reason: '',
  createdAt: AT,
  decidedAt: null,
  ...over,
})

export const buildFine = (fineId: number, characterId: number, over: Partial<OwnFine> = {}): OwnFine => ({
  fineId,
  characterId,
  reportId: fineId,
  number: `C-2026-00${fineId}`,
  about: '1-201 Speeding',
  amount: 150,
  originalAmount: 150,
  state: 'unpaid',
  contestReason: '',
  contestedAt: null,
  decision: null,
  decisionReason: '',
  decidedAt: null,
  paidAt: null,
  reportedAt: null,
  imposedAt: AT,
  version: 1,
  ...over,
})

export const buildRecords = (over: Partial<OwnRecords> = {}): OwnRecords => ({
  characters: [],
  vehicles: [],
  licences: [],
  weapons: [],
  transfers: [],
  claims: [],
  fines: [],
  ...over,
})
