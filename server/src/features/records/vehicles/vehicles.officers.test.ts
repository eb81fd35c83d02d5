import type { CadValueOf, OwnVehicle, Vehicle } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, statuses } from '../../../testing/test-records.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let officer: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  officer = await r.officer({ name: 'Omar' })
})
afterAll(() => t.close())

let numbers = 0
const register = async (http: Http, characterId: number) => {
  const response = await http.post('/api/vehicles', { plate: `O ${(numbers += 1)}`, model: 'Sultan', characterId })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<OwnVehicle>()
}
const owned = async () => {
  const ada = await r.civilian()
  const characterId = await r.character(ada, { name: 'Ada Nwosu' })
  return { ada, characterId, vehicle: await register(ada.http, characterId) }
}
const stolen = (http: Http, { vehicleId }: Pick<Vehicle, 'vehicleId'>) => http.post(`/api/vehicles/${vehicleId}/stolen`, { note: 'Gone' })
const recovered = (http: Http, { vehicleId }: Pick<Vehicle, 'vehicleId'>) =>
  http.post(`/api/vehicles/${vehicleId}/recovered`, { note: 'Found' })
const impound = (http: Http, { vehicleId }: Pick<Vehicle, 'vehicleId'>) =>
  http.post(`/api/vehicles/${vehicleId}/impound`, { place: 'Davis lot', reason: 'Fled' })
const release = (http: Http, { vehicleId }: Pick<Vehicle, 'vehicleId'>) =>
  http.post(`/api/vehicles/${vehicleId}/release`, { reason: 'Paid' })
const note = (http: Http, body: object) => http.post('/api/vehicles/noted', body)

describe('a stolen vehicle', () => {
  test('is reported and recovered by the owner: on record, live, and without a notice', async () => {
    const { ada, characterId, vehicle } = await owned()
    const room = await watchRoom(t, ada.token, 'own-records', { userId: ada.userId })
    const reported = await stolen(ada.http, vehicle)
    expect(reported.json()).toMatchObject({ stolen: { note: 'Gone', isByOwner: true }, version: 2 })
    expect(await room.received()).toEqual([{ event: 'vehicle.saved', payload: { ...reported.json<Vehicle>(), characterId } }])
    expect((await stolen(ada.http, vehicle)).statusCode, 'already').toBe(409)
    expect((await recovered(ada.http, vehicle)).json()).toMatchObject({ stolen: null, version: 3 })
    expect((await recovered(ada.http, vehicle)).statusCode, 'not stolen').toBe(409)
    expect((await r.events({ characterId })).map(({ title, reason }) => [title, reason])).toEqual([
      ['Vehicle registered', ''],
      ['Vehicle reported stolen', 'Gone'],
      ['Vehicle recovered', 'Found'],
    ])
    expect(await r.notices(ada)).toEqual([])
  })

  test('is reported by police or communications on duty, and the owner is told', async () => {
    const { ada, characterId, vehicle } = await owned()
    const dispatcher = await r.officer({ department: 'COMM' })
    expect((await stolen(dispatcher.http, vehicle)).json()).toMatchObject({ stolen: { isByOwner: false } })
    expect((await recovered(ada.http, vehicle)).statusCode, 'what police reported is theirs to clear').toBe(403)
    expect((await recovered(officer.http, vehicle)).statusCode).toBe(200)
    expect(await r.notices(ada)).toMatchObject([
      { title: 'Vehicle recovered', text: `${vehicle.plate} (Sultan). Found` },
      { title: 'Vehicle reported stolen', path: `/user/characters/${characterId}` },
    ])
    expect((await r.events({ vehicleId: vehicle.vehicleId })).at(-1)).toMatchObject({ by: officer.userId, identifier: officer.identifier })
  })

  test('does not exist for other civilians, and is not reported by fire or officers off duty', async () => {
    const { vehicle } = await owned()
    const [other, fire] = [await r.civilian(), await r.officer({ department: 'FIRE' })]
    for (const act of [stolen, recovered]) {
      expect((await act(other.http, vehicle)).statusCode).toBe(404)
      expect((await act(fire.http, vehicle)).statusCode).toBe(403)
      expect((await act(await t.as('officer'), vehicle)).statusCode).toBe(403)
    }
  })

  test('is reported by one of two officers at the same time', async () => {
    const { ada, vehicle } = await owned()
    expect(statuses(await Promise.all([stolen(ada.http, vehicle), stolen(officer.http, vehicle)]))).toEqual([200, 409])
  })

  test('is not reported without a note', async () => {
    const { ada, vehicle } = await owned()
    const response = await ada.http.post(`/api/vehicles/${vehicle.vehicleId}/stolen`, { note: ' ' })
    expect([response.statusCode, response.json().field]).toEqual([400, 'note'])
  })
})

test('a vehicle is impounded into a lot, whose words it keeps; a retired lot takes no more vehicles', async () => {
  const admin = await t.as('admin')
  const lots = (await admin.get('/api/cad/values')).json<CadValueOf<'impound-lot'>[]>()
  const lot = lots.find(({ kind, content }) => kind === 'impound-lot' && content.name === 'Davis impound lot')
  if (!lot) throw new Error('There is no Davis impound lot')
  const into = async (body: object) =>
    officer.http.post(`/api/vehicles/${(await owned()).vehicle.vehicleId}/impound`, { reason: 'Fled', ...body })
  const taken = (await into({ lotId: lot.valueId, place: 'row 4' })).json<Vehicle>()
  expect(taken.impound).toMatchObject({ place: 'Davis impound lot, Innocence Blvd, Davis, row 4', reason: 'Fled' })
  expect((await admin.get('/api/cad/values/uses?kind=impound-lot')).json()).toContainEqual({ valueId: lot.valueId, uses: 1 })
  const retired = { kind: 'impound-lot', version: lot.version, isRetired: true }
  expect((await admin.post(`/api/cad/values/${lot.valueId}/retire`, retired)).statusCode).toBe(200)
  expect((await into({ lotId: lot.valueId })).json()).toMatchObject({ code: 'conflict', field: 'lotId' })
  expect((await into({ lotId: 999_999 })).json()).toMatchObject({ code: 'invalid_input', field: 'lotId' })
  expect((await into({})).json()).toMatchObject({ code: 'invalid_input', field: 'place' })
})

describe('an impounded vehicle', () => {
  test('is impounded and released: the record names the time, place, officer and reason, live, and the owner is told', async () => {
    const { ada, characterId, vehicle } = await owned()
    const room = await watchRoom(t, ada.token, 'own-records', { userId: ada.userId })
    const taken = (await impound(officer.http, vehicle)).json<Vehicle>()
    expect(taken).toMatchObject({
      version: 2,
      impound: { place: 'Davis lot', reason: 'Fled', by: { userId: officer.userId, name: 'Omar', identifier: officer.identifier } },
    })
    const given = (await release(officer.http, vehicle)).json<Vehicle>()
    expect(given).toMatchObject({ impound: null, version: 3 })
    expect(await room.received()).toEqual([taken, given].map((each) => ({ event: 'vehicle.saved', payload: { ...each, characterId } })))
    expect((await r.events({ characterId })).slice(1)).toMatchObject([
      { title: 'Vehicle impounded', text: `${vehicle.plate} (Sultan), kept at Davis lot`, reason: 'Fled', identifier: officer.identifier },
      { title: 'Vehicle released', reason: 'Paid' },
    ])
    expect(await r.notices(ada)).toMatchObject([
      { title: 'Vehicle released' },
      { title: 'Vehicle impounded', text: `${vehicle.plate} (Sultan), kept at Davis lot. Fled`, path: `/user/characters/${characterId}` },
    ])
    const rows = await t.db.selectFrom('impounds').selectAll().where('vehicle_id', '=', vehicle.vehicleId).execute()
    expect(rows).toMatchObject([{ released_by: officer.userId, release_reason: 'Paid' }])
  })

  test('is impounded by one of two officers at the same time, and released by one', async () => {
    const { vehicle } = await owned()
    const other = await r.officer()
    for (const act of [impound, release]) {
      expect(statuses(await Promise.all([act(officer.http, vehicle), act(other.http, vehicle)]))).toEqual([200, 409])
    }
  })

  test('is impounded only by police on duty, and not released by its owner', async () => {
    const { ada, vehicle } = await owned()
    const others = [ada, await r.officer({ department: 'COMM' }), await r.officer({ department: 'FIRE' })]
    for (const { http } of others) expect(statuses([await impound(http, vehicle), await release(http, vehicle)])).toEqual([403, 403])
    const corrupt = await r.officer({ also: [{ name: 'CIV' }] })
    const own = await register(corrupt.http, await r.character(corrupt))
    await impound(officer.http, own)
    expect((await release(corrupt.http, own)).json()).toMatchObject({
      code: 'forbidden',
      message: 'Another officer has to release your own vehicle',
    })
    expect((await release(officer.http, own)).statusCode).toBe(200)
  })
})

describe('a noted vehicle', () => {
  test('is on record without an owner, and police act on it', async () => {
    const response = await note(officer.http, { plate: 'stub 1', colour: 'Black' })
    const vehicle = response.json<{ vehicleId: number }>()
    expect(await r.events(vehicle)).toEqual([
      { title: 'Vehicle noted', text: 'stub 1, Black', reason: '', by: officer.userId, identifier: officer.identifier },
    ])
    for (const act of [stolen, recovered, impound, release]) expect((await act(officer.http, vehicle)).statusCode).toBe(200)
    expect((await r.events(vehicle)).map(({ title }) => title)).toHaveLength(5)
  })

  test('is noted by one of two officers at the same time; a registered plate is refused', async () => {
    const dispatcher = await r.officer({ department: 'COMM' })
    const both = await Promise.all([note(officer.http, { plate: 'STUB 2' }), note(dispatcher.http, { plate: 'stub-2' })])
    expect(statuses(both)).toEqual([200, 409])
    const { vehicle } = await owned()
    expect((await note(officer.http, { plate: vehicle.plate })).json()).toMatchObject({ code: 'conflict', field: 'plate' })
    expect((await note(officer.http, { plate: '' })).json()).toMatchObject({ code: 'invalid_input', field: 'plate' })
  })
})
