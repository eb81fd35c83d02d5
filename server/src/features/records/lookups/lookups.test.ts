import {
  ownersSeeLookups,
  type Bolo,
  type LookupLogEntry,
  type LookupResult,
  type OwnLookup,
  type PageOf,
  type PatientRecord,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { dispatchOf, type Dispatch, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, until, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, type Civilian } from '../../../testing/test-records.ts'
import { alertsFor, wantedAmong } from '../../legal/warrants/warrants.port.ts'
import { createPlateReads } from './records/lookups.plates.ts'
import { deleteOldLookups } from './lookups.repo.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let d: Dispatch
let officer: Member
let owner: Civilian
let characterId: number
let vehicleId: number
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  d = dispatchOf(t)
  officer = await r.officer({ name: 'R. Delgado' })
  owner = await r.civilian()
  characterId = await r.character(owner, { name: 'Dexter Marlowe', bornOn: '1991-03-03' })
  await sql`update characters set medical_notes = 'Penicillin', contacts = 'Mother', address = '1142 Mirror Park Blvd' where id = ${characterId}`.execute(
    t.db,
  )
  vehicleId = await addVehicle('46EEK572', characterId)
  await sql`insert into licences (character_id, type, state, expires_on, suspended_until)
    values (${characterId}, 'DRIVERS', 'granted', '2199-01-01', now() + interval '1 day')`.execute(t.db)
  await sql`insert into weapons (character_id, model, serial) values (${characterId}, 'Pistol', '4471-K')`.execute(t.db)
})
afterAll(() => t.close())

async function addVehicle(plate: string, ownerId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into vehicles (plate, vin, model, character_id, registered_until, insured_until)
    values (${plate}, ${`VIN${plate}`}, 'Sultan', ${ownerId}, '2199-01-01', '2199-01-01') returning id`.execute(t.db)
  return rows[0]!.id
}
const lookUp = async (by: Member, body: object): Promise<LookupResult> => {
  const response = await by.http.post('/api/lookups', body)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<LookupResult>()
}
const search = (by: Member, q: string, kind = 'person') => by.http.get(`/api/lookups/search?kind=${kind}&q=${encodeURIComponent(q)}`)
const logged = async (of: Member) => {
  const { rows } = await sql<{ kind: string; query: string; found: string[]; flags: string[]; call_id: number | null; identifier: string }>`
    select kind, query, found, flags, call_id, identifier from lookups where user_id = ${of.userId} order by id`.execute(t.db)
  return rows
}

describe('the record', () => {
  test('of a person has what they own and their events, and no medical notes', async () => {
    const { record, lookupId } = await lookUp(officer, { by: 'character', characterId })
    expect(lookupId).toBeGreaterThan(0)
    expect(record).toMatchObject({
      kind: 'person',
      name: 'Dexter Marlowe',
      address: '1142 Mirror Park Blvd',
      licences: [{ type: 'DRIVERS', status: 'suspended' }],
      vehicles: [{ plate: '46EEK572' }],
      weapons: [{ serial: '4471-K' }],
      flags: ['Licence suspended'],
    })
    expect(JSON.stringify(record)).not.toMatch(/Penicillin|Mother"/)
  })

  test('of a plate has the owner with their flags; a plate that nobody has gives no record', async () => {
    const { record } = await lookUp(officer, { by: 'plate', plate: '46 eek-572' })
    expect(record).toMatchObject({
      kind: 'vehicle',
      vehicleId,
      flags: [],
      owner: { name: 'Dexter Marlowe', birthYear: 1991, flags: ['Licence suspended'] },
    })
    expect((await lookUp(officer, { by: 'plate', plate: 'NOBODY' })).record).toBeNull()
    const { rows } = await sql<{ id: number }>`select id from weapons`.execute(t.db)
    expect((await lookUp(officer, { by: 'weapon', weaponId: rows[0]!.id })).record).toMatchObject({
      kind: 'weapon',
      owner: { characterId },
    })
  })

  test('of a claimed person is that of the character; unknown ids are not found', async () => {
    const stub = await r.character(null, { name: 'Dex Marlow' })
    await sql`update characters set merged_into_id = ${characterId} where id = ${stub}`.execute(t.db)
    expect((await lookUp(officer, { by: 'character', characterId: stub })).record).toMatchObject({ characterId })
    for (const body of [
      { by: 'character', characterId: 999_999 },
      { by: 'vehicle', vehicleId: 999_999 },
      { by: 'weapon', weaponId: 999_999 },
    ])
      expect((await officer.http.post('/api/lookups', body)).statusCode).toBe(404)
  })
})

describe('fire units', () => {
  test('see patients with medical notes and nothing that only police sees; police do not see patients', async () => {
    const medic = await r.officer({ department: 'FIRE' })
    const found = (await medic.http.get('/api/patients?q=marlowe')).json<{ rows: unknown[] }>()
    expect(found.rows).toEqual([
      { kind: 'person', characterId, name: 'Dexter Marlowe', birthYear: 1991, formerName: null, flags: [], recordFlags: [] },
    ])
    const patient = (await medic.http.post(`/api/patients/${characterId}`)).json<PatientRecord>()
    expect(patient).toMatchObject({ name: 'Dexter Marlowe', medicalNotes: 'Penicillin', contacts: 'Mother' })
    expect(Object.keys(patient)).not.toContain('licences')
    expect(await logged(medic)).toMatchObject([{ kind: 'patient', query: 'marlowe', found: ['Dexter Marlowe'] }])
    expect((await officer.http.post(`/api/patients/${characterId}`)).statusCode).toBe(403)
    expect((await medic.http.post('/api/lookups', { by: 'character', characterId })).statusCode).toBe(403)
  })
})

describe('the log', () => {
  test('has one entry for a lookup, with the typed text, the call and what was seen, and none for its search', async () => {
    const unit = await r.officer()
    const { callId } = await d.call(unit)
    const dispatcher = await r.officer({ department: 'COMM' })
    await d.assign(dispatcher, unit, callId)
    await search(unit, 'dexter mar')
    expect((await lookUp(unit, { by: 'character', characterId })).callId).toBe(callId)
    expect(await logged(unit)).toEqual([
      {
        kind: 'lookup',
        query: 'dexter mar',
        found: ['Dexter Marlowe'],
        flags: ['Licence suspended'],
        call_id: callId,
        identifier: unit.identifier,
      },
    ])
  })

  test('has one entry for each search whose results were not opened, at the latest when the portal closes', async () => {
    const database = await createTestDatabase()
    const other = await startTestPortal({ database })
    const records = recordsOf(other)
    const unit = await records.officer()
    await records.character(null, { name: 'Dexter Marlowe' })
    for (const q of ['de', 'dex', 'dexter']) await search(unit, q)
    await search(unit, '46ee', 'vehicle')
    await search(unit, 'someone else')
    await other.close()
    const { rows } = await sql`select kind, query, found, user_id, department_id from lookups order by query`.execute(database.db)
    const by = { kind: 'search', user_id: unit.userId, department_id: 2 }
    expect(rows).toEqual([
      { ...by, query: '46ee', found: [] },
      { ...by, query: 'dexter', found: ['Dexter Marlowe, 1990'] },
      { ...by, query: 'someone else', found: [] },
    ])
    await database.drop()
  })

  test('is read only by supervisors of the department, filtered and paged', async () => {
    const unit = await r.officer({ name: 'Logged Officer' })
    const sergeant = await r.supervisor({ capabilities: ['seeLookups'] })
    const lead = await r.supervisor({ department: 'COMM', capabilities: ['seeLookups'] })
    for (const plate of ['LOG1', 'LOG2']) await lookUp(unit, { by: 'plate', plate })
    const log = async (query: string) => (await sergeant.http.get(`/api/lookups/log/2?${query}`)).json<PageOf<LookupLogEntry>>()
    const found = await log(`userId=${unit.userId}`)
    expect(found.items.map(({ query }) => query)).toEqual(['LOG2', 'LOG1'])
    expect(found.items[0]).toMatchObject({ kind: 'lookup', by: { name: 'Logged Officer', identifier: unit.identifier }, serverId: 1 })
    expect((await log('q=log2')).items).toHaveLength(1)
    expect((await log('q=logged%20off&pageSize=1')).total).toBe(2)
    expect((await log('q=100%25')).items).toEqual([])
    expect((await log('kind=patient')).items).toEqual([])
    expect((await log(`from=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`)).items).toEqual([])
    for (const by of [unit, lead]) expect((await by.http.get('/api/lookups/log/2')).statusCode).toBe(403)
    expect((await (await t.as('admin')).get('/api/lookups/log/2')).statusCode).toBe(403)
    expect((await lead.http.get('/api/lookups/log/5')).statusCode).toBe(200)
  })

  test('of all departments is read by admins, and by staff who manage members; neither sees who looked up their own characters', async () => {
    const unit = await r.officer({ name: 'Everywhere Officer' })
    const medic = await r.officer({ department: 'FIRE', name: 'Everywhere Medic' })
    const manager = await t.addPerson({
      roles: ['Staff'],
      permissions: ['MANAGE_MEMBERS'],
      departments: [{ name: 'CIV', isPrimary: true }],
    })
    const http = t.http(manager.token)
    const theirs = await r.character(manager, { name: 'Nosy Manager' })
    const other = await r.character(null, { name: 'Looked At' })
    await lookUp(unit, { by: 'character', characterId: theirs })
    await lookUp(unit, { by: 'character', characterId: other })
    await medic.http.post(`/api/patients/${other}`)
    const log = async (by: Http, query: string) => (await by.get(`/api/lookups/log?${query}`)).json<PageOf<LookupLogEntry>>().items
    const admin = await t.as('admin')
    const ofBoth = await log(admin, 'q=everywhere')
    expect(ofBoth.map(({ kind, department, characterId: id }) => [kind, department.name, id])).toEqual([
      ['patient', 'FIRE', other],
      ['lookup', 'LSPD', other],
      ['lookup', 'LSPD', theirs],
    ])
    expect((await log(admin, `characterId=${other}&departmentId=2`)).map(({ characterId: id }) => id)).toEqual([other])
    expect((await log(http, `userId=${unit.userId}`)).map(({ characterId: id }) => id)).toEqual([other])
    expect(await log(http, `characterId=${theirs}`)).toEqual([])
    const member = t.http((await t.addPerson({ permissions: ['MANAGE_MEMBERS'] })).token)
    const sergeant = await r.supervisor({ capabilities: ['seeLookups'] })
    for (const refused of [await t.as('staff'), member, sergeant.http, unit.http]) {
      expect((await refused.get('/api/lookups/log')).statusCode).toBe(403)
    }
  })

  test('is shown to owners only if the community allows it: the units that looked up their characters, without patients', async () => {
    const own = await r.character(owner, { name: 'Watched Person' })
    await lookUp(officer, { by: 'character', characterId: own })
    const mine = () => owner.http.get(`/api/characters/${own}/lookups`)
    expect((await mine()).json()).toMatchObject({ code: 'feature_off' })
    await r.set(ownersSeeLookups, true)
    const medic = await r.officer({ department: 'FIRE' })
    await medic.http.post(`/api/patients/${own}`)
    const seen = (await mine()).json<PageOf<OwnLookup>>()
    expect(seen.items).toMatchObject([{ identifier: officer.identifier, department: expect.any(String) }])
    expect(Object.keys(seen.items[0]!).toSorted()).toEqual(['at', 'department', 'identifier', 'lookupId'])
    const stranger = await r.civilian()
    expect((await stranger.http.get(`/api/characters/${own}/lookups`)).statusCode).toBe(404)
    await r.set(ownersSeeLookups, false)
  })

  test('is kept for a year', async () => {
    const unit = await r.officer()
    await lookUp(unit, { by: 'plate', plate: 'OLD1' })
    await lookUp(unit, { by: 'plate', plate: 'OLD2' })
    await sql`update lookups set at = now() - interval '366 days' where query = 'OLD1'`.execute(t.db)
    await deleteOldLookups(t.db)
    expect((await logged(unit)).map(({ query }) => query)).toEqual(['OLD2'])
  })
})

test('a person and a vehicle are put on the unit’s call once; the call log says so, and records say who was seen with whom', async () => {
  const unit = await r.officer()
  expect((await unit.http.post('/api/lookups/to-call', { kind: 'person', characterId })).statusCode, 'not on a call').toBe(409)
  const { callId } = await d.call(unit)
  await d.assign(await r.officer({ department: 'COMM' }), unit, callId)
  const friend = await r.character(null, { name: 'Trevor Brill' })
  for (const id of [characterId, friend, friend]) {
    const response = await unit.http.post('/api/lookups/to-call', { kind: 'person', characterId: id })
    expect(response.json(), response.body).toEqual({ callId })
  }
  await unit.http.post('/api/lookups/to-call', { kind: 'vehicle', vehicleId })
  const texts = (await d.texts(unit, callId)).filter((text) => text.endsWith('put on the call'))
  expect(texts.toSorted()).toEqual(['46EEK572 Sultan put on the call', 'Dexter Marlowe put on the call', 'Trevor Brill put on the call'])
  expect((await lookUp(unit, { by: 'character', characterId })).record).toMatchObject({
    seenWith: [{ characterId: friend, name: 'Trevor Brill', times: 1 }],
  })
  expect((await unit.http.post('/api/lookups/to-call', { kind: 'vehicle', vehicleId: 999_999 })).statusCode).toBe(404)
})

describe('limits', () => {
  test('a unit above its lookups per hour is refused, and supervisors of the department are told once', async () => {
    const few = await startTestPortal({ lookupLimits: { searchesASecond: 2, lookupsAnHour: 3 } })
    const records = recordsOf(few)
    const unit = await records.officer({ name: 'Busy Officer' })
    const sergeant = await records.supervisor({ capabilities: ['seeLookups'] })
    const other = await records.supervisor({ department: 'COMM', capabilities: ['seeLookups'] })
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const response = await unit.http.post('/api/lookups', { by: 'plate', plate: `P${index}` })
      statuses.push(response.statusCode)
      if (index === 5) expect(response.json()).toMatchObject({ code: 'too_many_attempts', message: expect.stringContaining('3 lookups') })
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
    expect((await sergeant.http.post('/api/lookups', { by: 'plate', plate: 'P1' })).statusCode, 'others are not concerned').toBe(200)
    await until('the supervisors are told', async () => (await records.notices(sergeant)).length > 0)
    expect(await records.notices(sergeant)).toMatchObject([
      { title: 'Lookup limit reached', text: expect.stringContaining('Busy Officer'), path: '/user/lookups' },
    ])
    expect(await records.notices(other)).toEqual([])
    const answers = await Promise.all(Array.from({ length: 20 }, () => search(unit, 'de')))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length, 'a short burst is fine').toBeGreaterThanOrEqual(8)
    expect(refused.length).toBeLessThan(20)
    await few.close()
  })
})

describe('a plate read in the game', () => {
  const reads = () => createPlateReads({ db: t.db, warrants: { alertsFor, wantedAmong }, publish: () => undefined })

  test('is answered with the flags of vehicle and owner, logged once a minute, and not answered to units that may not look up', async () => {
    const unit = await r.officer()
    const { runPlate } = reads()
    const read = { userId: unit.userId, serverId: 1, plate: '46EEK572' }
    const [answer] = await Promise.all([runPlate(read), runPlate({ ...read, plate: '46 eek 572' }), runPlate(read)])
    expect(answer).toMatchObject({
      plate: '46EEK572',
      vehicle: { vehicleId, ownerName: 'Dexter Marlowe' },
      flags: ['Licence suspended'],
      bolos: [],
    })
    expect(await runPlate({ ...read, plate: 'UNKNOWN' })).toMatchObject({ vehicle: null, flags: [] })
    expect((await logged(unit)).map(({ kind, query }) => `${kind} ${query}`)).toEqual(['plate-read 46EEK572', 'plate-read UNKNOWN'])
    const medic = await r.officer({ department: 'FIRE' })
    expect(await runPlate({ ...read, userId: medic.userId })).toBeNull()
    expect(await runPlate({ ...read, serverId: 2 })).toBeNull()
    expect(await runPlate({ ...read, userId: owner.userId })).toBeNull()
    expect(await runPlate({ ...read, plate: ' - ' })).toBeNull()
  })

  test('is not answered if a unit reads too many', async () => {
    const unit = await r.officer()
    const { runPlate } = reads()
    const answers = []
    for (let index = 0; index < 122; index += 1) answers.push(await runPlate({ userId: unit.userId, serverId: 1, plate: `M${index}` }))
    expect(answers.filter((answer) => answer === null)).toHaveLength(2)
  })

  test('hits BOLOs, and units on their server are told', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const { boloId } = (
      await officer.http.post('/api/bolos/1', { kind: 'vehicle', plate: 'CAM*', reason: 'Robbery', expiresAt })
    ).json<Bolo>()
    const published: string[] = []
    const { runPlate } = createPlateReads({
      db: t.db,
      warrants: { alertsFor, wantedAmong },
      publish: (_room, _params, _seq, event) => void published.push(event),
    })
    const unit = await r.officer()
    expect(await runPlate({ userId: unit.userId, serverId: 1, plate: 'CAM 12' })).toMatchObject({
      flags: ['BOLO'],
      bolos: [{ boloId, hits: 1 }],
    })
    expect(published).toEqual(['bolo.hit'])
    expect((await officer.http.get('/api/bolos/1')).json()).toMatchObject([{ boloId, hits: 1 }])
  })
})
