import type { LookupResult, OwnRecords, OwnVehicle, RecordEvent, Vehicle } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, type Civilian } from '../../../testing/test-records.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import { createGameVehicles } from './vehicles.game.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let officer: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  officer = await r.officer()
})
afterAll(() => t.close())

let numbers = 0
const owner = async () => {
  const member = await r.civilian()
  return { ...member, characterId: await r.character(member) }
}
const create = (by: Civilian & { characterId: number }, over: object = {}) =>
  by.http.post('/api/vehicles', { plate: `F ${(numbers += 1)}`, model: 'Sultan', characterId: by.characterId, ...over })
const stored = async (vehicleId: number) =>
  (await t.db.selectFrom('vehicles').select('fields').where('id', '=', vehicleId).executeTakeFirstOrThrow()).fields
const setStored = (vehicleId: number, fields: object) =>
  sql`update vehicles set fields = fields || ${JSON.stringify(fields)}::jsonb where id = ${vehicleId}`.execute(t.db)
const field = (over: Parameters<typeof r.field>[0] = {}) => r.field({ of: 'vehicle', ...over })

test('changes are on record, with values that both owner and police may see', async () => {
  const [tint, secret] = [await field({ name: 'Tint', type: 'flag' }), await field({ name: 'Alarm code', audience: ['owner'] })]
  const ada = await owner()
  const vehicle = (await create(ada, { fields: { [tint.fieldId]: false } })).json<OwnVehicle>()
  expect(vehicle.fields).toEqual({ [tint.fieldId]: false })
  const fields = { [tint.fieldId]: true, [secret.fieldId]: '4711' }
  const changed = await ada.http.put(`/api/vehicles/${vehicle.vehicleId}`, { ...vehicle, fields })
  expect(changed.json()).toMatchObject({ fields, version: 2 })
  const [, event] = await r.events({ vehicleId: vehicle.vehicleId })
  expect(event?.text).toBe(`${vehicle.plate} (Sultan): Tint yes, was no; Alarm code changed`)
  const refused = await ada.http.put(`/api/vehicles/${vehicle.vehicleId}`, { ...vehicle, version: 2, fields: { [tint.fieldId]: 'yes' } })
  expect(refused.json()).toMatchObject({ code: 'invalid_input', field: `fields.${tint.fieldId}` })
})

test('nobody is sent a value that they may not see, no matter who acts on the vehicle', async () => {
  const [own, kept] = [await field({ audience: ['owner'] }), await field({ audience: ['police'] })]
  const ada = await owner()
  const { vehicleId } = (await create(ada)).json<OwnVehicle>()
  await setStored(vehicleId, { [own.fieldId]: 'for owner', [kept.fieldId]: 'for police' })
  const room = await watchRoom(t, ada.token, 'own-records', { userId: ada.userId })
  const stolen = (await officer.http.post(`/api/vehicles/${vehicleId}/stolen`, { note: 'Gone' })).json<Vehicle>()
  expect(stolen.fields).toEqual({ [kept.fieldId]: 'for police' })
  expect(await room.received()).toMatchObject([{ payload: { fields: { [own.fieldId]: 'for owner' } } }])
  await officer.http.post(`/api/vehicles/${vehicleId}/recovered`, { note: 'Found' })
  const again = (await ada.http.post(`/api/vehicles/${vehicleId}/stolen`, { note: 'Gone again' })).json<Vehicle>()
  expect(again.fields).toEqual({ [own.fieldId]: 'for owner' })
  const { record } = (await officer.http.post('/api/lookups', { by: 'vehicle', vehicleId })).json<LookupResult>()
  expect(record?.kind === 'vehicle' && record.fields).toEqual({ [kept.fieldId]: 'for police' })
  const person = (await officer.http.post('/api/lookups', { by: 'character', characterId: ada.characterId })).json<LookupResult>()
  expect(JSON.stringify(person)).toContain('for police')
  expect(JSON.stringify(person)).not.toContain('for owner')
  expect(JSON.stringify((await ada.http.get('/api/characters')).json<OwnRecords>())).not.toContain('for police')
})

test('fields stay when the vehicle is handed over', async () => {
  const [own, kept] = [await field(), await field({ audience: ['police'] })]
  const ada = await owner()
  const vehicle = (await create(ada, { fields: { [own.fieldId]: 'Lowered' } })).json<OwnVehicle>()
  await setStored(vehicle.vehicleId, { [kept.fieldId]: 'Watched' })
  const second = await r.character(ada, { name: 'Handover Target' })
  const given = await ada.http.post(`/api/vehicles/${vehicle.vehicleId}/offer`, { name: 'Handover Target', version: vehicle.version })
  expect(given.statusCode, given.body).toBe(200)
  expect(await stored(vehicle.vehicleId)).toEqual({ [own.fieldId]: 'Lowered', [kept.fieldId]: 'Watched' })
  const { vehicles } = (await ada.http.get('/api/characters')).json<OwnRecords>()
  expect(vehicles).toMatchObject([{ characterId: second, fields: { [own.fieldId]: 'Lowered' } }])
})

test('the game need not give required fields, and leaves fields as they are when it sends a vehicle again', async () => {
  const required = await field({ isRequired: true, audience: ['owner'] })
  const kept = await field({ audience: ['police'] })
  const ada = await owner()
  const free = () => Promise.resolve()
  const limits = { countChange: free, countUnowned: free, countNewUnowned: free }
  const game = createGameVehicles({ db: t.db, publish: () => undefined, ...limits })
  const [player, server] = [
    { userId: ada.userId, isProved: true, identifiers: {} },
    { serverId: 1, isLimited: false },
  ]
  const given = { plate: 'GAME F1', model: 'Sultan', characterId: ada.characterId }
  const vehicleId = await game.save(player, server, given)
  await setStored(vehicleId, { [required.fieldId]: 'a', [kept.fieldId]: 'b' })
  await game.save(player, server, { ...given, colour: 'Red' })
  expect(await stored(vehicleId)).toEqual({ [required.fieldId]: 'a', [kept.fieldId]: 'b' })
  expect((await create(ada)).json()).toMatchObject({ code: 'invalid_input', field: `fields.${required.fieldId}` })
  await t.db.updateTable('record_fields').set({ is_required: false }).where('id', '=', required.fieldId).execute()
})

test('values that units write are on the record for police, and not on the owner’s', async () => {
  const kept = await field({ name: 'Plate reader hit', audience: ['police'] })
  const ada = await owner()
  const { vehicleId } = (await create(ada)).json<OwnVehicle>()
  const saved = await officer.http.put(`/api/fields/values/vehicle/${vehicleId}`, { values: { [kept.fieldId]: 'Twice' }, before: {} })
  expect(saved.json(), saved.body).toEqual({ fields: { [kept.fieldId]: 'Twice' } })
  const { record } = (await officer.http.post('/api/lookups', { by: 'vehicle', vehicleId })).json<LookupResult>()
  expect(record && 'record' in record && record.record[0]).toMatchObject({
    title: 'Fields changed',
    text: expect.stringContaining('Plate reader hit Twice, was none') as string,
  })
  const page = (await ada.http.get(`/api/characters/${ada.characterId}/record`)).json<{ items: RecordEvent[]; total: number }>()
  expect(page).toMatchObject({ total: 1, items: [{ title: 'Vehicle registered' }] })
  expect(JSON.stringify((await ada.http.get(`/api/characters/export/${ada.userId}`)).json())).not.toContain('Twice')
})
