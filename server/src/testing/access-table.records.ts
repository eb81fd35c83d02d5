import { admins, CALLERS, nobody, type Caller, type Case } from './access-callers.ts'

const civilians: readonly Caller[] = ['civilian', 'civilianOnDuty']
const police: readonly Caller[] = ['officerOnDuty', 'supervisorOnDuty']
const lookupUnits: readonly Caller[] = [...police, 'callTakerOnDuty', 'dispatcherOnDuty']
const fire: readonly Caller[] = ['fireOnDuty']
const supervisors: readonly Caller[] = ['supervisor', 'supervisorOnDuty']
const licenceOfficers: readonly Caller[] = ['supervisorOnDuty']

const character = { name: 'New Person', bornOn: '1990-01-31' }
const vehicle = { plate: 'NEW 1', model: 'New' }
const bolo = { kind: 'vehicle', plate: 'NEW1', reason: 'New', expiresAt: '2030-01-01T00:00:00Z' }

export const RECORDS: Partial<Record<string, readonly Case[]>> = {
  listOffences: [{ path: '/api/offences', who: CALLERS }],
  listOffenceRevisions: [{ path: '/api/offences/1/revisions', who: CALLERS }],
  createOffence: [
    {
      path: '/api/offences',
      who: admins,
      body: { code: 'X-1', title: 'X', type: 'Felony', category: 'X', fineMin: 0, fineMax: 0, jailMin: 0, jailMax: 0, points: 0 },
    },
  ],
  updateOffence: [
    {
      path: '/api/offences/1',
      who: admins,
      body: {
        code: 'X-1',
        title: 'X',
        type: 'Felony',
        category: 'X',
        fineMin: 0,
        fineMax: 0,
        jailMin: 0,
        jailMax: 0,
        points: 0,
        version: 99,
      },
    },
  ],
  retireOffence: [{ path: '/api/offences/1/retire', who: admins, body: { version: 99, isRetired: true } }],
  uploadImport: [{ path: '/api/imports?kind=people&format=json&fileName=people.json', who: admins, body: [] }],
  listImports: [{ path: '/api/imports', who: admins }],
  getImport: [{ path: '/api/imports/999999', who: admins }],
  listImportProblems: [{ path: '/api/imports/999999/problems', who: admins }],
  startImport: [{ path: '/api/imports/999999/start', who: admins }],
  cancelImport: [{ path: '/api/imports/999999/cancel', who: admins }],
  discardImport: [{ path: '/api/imports/999999/file', who: admins }],
  listOwnRecords: [{ path: '/api/characters', who: civilians }],
  createCharacter: [{ path: '/api/characters', who: [...civilians, ...lookupUnits, ...fire], body: character }],
  updateCharacter: [{ path: '/api/characters/999999', who: civilians, body: { ...character, version: 1 } }],
  deleteCharacter: [{ path: '/api/characters/999999?version=1', who: civilians }],
  getCharacterPicture: [{ path: '/api/characters/999999/picture/full', who: [...civilians, ...lookupUnits, ...fire] }],
  saveCharacterPicture: [{ path: '/api/characters/999999/picture', who: civilians, body: {} }],
  deleteCharacterPicture: [{ path: '/api/characters/999999/picture', who: civilians }],
  playCharacter: [{ path: '/api/characters/999999/play', who: civilians, body: { serverId: 1 } }],
  stopPlaying: [{ path: '/api/characters/999999/stop', who: civilians }],
  declareDead: [{ path: '/api/characters/999999/deceased', who: fire, body: { cause: 'New' } }],
  undoDeath: [{ path: '/api/characters/999999/alive', who: supervisors, body: { reason: 'New' } }],
  listOwnRecord: [{ path: '/api/characters/999999/record', who: civilians }],
  exportCharacters: [
    { path: '/api/characters/export/{other}', who: nobody },
    { path: '/api/characters/export/{me}', who: CALLERS },
  ],
  addCaution: [{ path: '/api/characters/999999/cautions', who: lookupUnits, body: { text: 'New' } }],
  withdrawCaution: [{ path: '/api/characters/999999/cautions/1/withdraw', who: lookupUnits }],
  noteCharacter: [{ path: '/api/characters/noted', who: lookupUnits, body: { name: 'New Person' } }],
  claimRecord: [{ path: '/api/claims', who: civilians, body: { characterId: 999_999 } }],
  withdrawClaim: [{ path: '/api/claims/999999/withdraw', who: civilians }],
  listClaims: [{ path: '/api/claims', who: supervisors }],
  decideClaim: [{ path: '/api/claims/999999/decide', who: supervisors, body: { isGranted: true } }],
  createWeapon: [{ path: '/api/weapons', who: civilians, body: { characterId: 999_999, model: 'New' } }],
  updateWeapon: [{ path: '/api/weapons/999999', who: civilians, body: { model: 'New', version: 1 } }],
  deleteWeapon: [{ path: '/api/weapons/999999?version=1', who: civilians }],
  createVehicle: [{ path: '/api/vehicles', who: civilians, body: { ...vehicle, characterId: 999_999 } }],
  updateVehicle: [{ path: '/api/vehicles/999999', who: civilians, body: { ...vehicle, version: 1 } }],
  deleteVehicle: [{ path: '/api/vehicles/999999?version=1', who: civilians }],
  offerVehicle: [{ path: '/api/vehicles/999999/offer', who: civilians, body: { name: 'New Person', version: 1 } }],
  acceptVehicle: [{ path: '/api/vehicle-transfers/999999/accept', who: civilians }],
  declineVehicle: [{ path: '/api/vehicle-transfers/999999/decline', who: civilians }],
  reportStolen: [{ path: '/api/vehicles/999999/stolen', who: [...civilians, ...lookupUnits], body: { note: 'New' } }],
  reportRecovered: [{ path: '/api/vehicles/999999/recovered', who: [...civilians, ...lookupUnits], body: { note: 'New' } }],
  impoundVehicle: [{ path: '/api/vehicles/999999/impound', who: police, body: { place: 'New', reason: 'New' } }],
  releaseVehicle: [{ path: '/api/vehicles/999999/release', who: police, body: { reason: 'New' } }],
  noteVehicle: [{ path: '/api/vehicles/noted', who: lookupUnits, body: { plate: 'NEW 2' } }],
  applyForLicence: [{ path: '/api/licences', who: civilians, body: { characterId: 999_999, type: 'CCW' } }],
  renewLicence: [{ path: '/api/licences/999999/renew', who: civilians, body: { version: 1 } }],
  giveUpLicence: [{ path: '/api/licences/999999?version=1', who: civilians }],
  listLicenceApplications: [{ path: '/api/licences/applications', who: supervisors }],
  decideLicence: [{ path: '/api/licences/999999/decide', who: supervisors, body: { isGranted: true, version: 1 } }],
  suspendLicence: [
    { path: '/api/licences/999999/suspend', who: licenceOfficers, body: { until: '2030-01-01T00:00:00Z', reason: 'New', version: 1 } },
  ],
  revokeLicence: [{ path: '/api/licences/999999/revoke', who: licenceOfficers, body: { reason: 'New', version: 1 } }],
  reinstateLicence: [{ path: '/api/licences/999999/reinstate', who: licenceOfficers, body: { reason: 'New', version: 1 } }],
  addLicencePoints: [{ path: '/api/licences/999999/points', who: licenceOfficers, body: { points: 1, reason: 'New', version: 1 } }],
  searchRecords: [{ path: '/api/lookups/search?kind=person&q=new', who: lookupUnits }],
  lookUp: [{ path: '/api/lookups', who: lookupUnits, body: { by: 'plate', plate: 'NEW1' } }],
  putOnCall: [{ path: '/api/lookups/to-call', who: lookupUnits, body: { kind: 'person', characterId: 999_999 } }],
  searchPatients: [{ path: '/api/patients?q=new', who: fire }],
  lookUpPatient: [{ path: '/api/patients/999999', who: fire }],
  listLookups: [
    { path: '/api/lookups/log/2', who: supervisors },
    { path: '/api/lookups/log/3', who: nobody },
  ],
  listOwnLookups: [{ path: '/api/characters/999999/lookups', who: civilians }],
  listBolos: [
    { path: '/api/bolos/1', who: lookupUnits },
    { path: '/api/bolos/2', who: nobody },
  ],
  createBolo: [{ path: '/api/bolos/1', who: lookupUnits, body: bolo }],
  updateBolo: [{ path: '/api/bolos/1/999999', who: lookupUnits, body: { ...bolo, version: 1 } }],
  endBolo: [{ path: '/api/bolos/1/999999/end', who: lookupUnits, body: {} }],
  findRecords: [{ path: '/api/records/find', who: admins, body: { kind: 'character', q: 'new' } }],
  repairCharacter: [
    {
      path: '/api/records/characters/999999',
      who: admins,
      body: { name: 'New', bornOn: null, memberEmail: null, isDeleted: false, reason: 'New', version: 1 },
    },
  ],
  repairVehicle: [
    {
      path: '/api/records/vehicles/999999',
      who: admins,
      body: { plate: 'NEW1', vin: '', model: 'New', colour: '', characterId: null, isDeleted: false, reason: 'New', version: 1 },
    },
  ],
}
