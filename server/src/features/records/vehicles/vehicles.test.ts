import { maxVehicles, type OwnVehicle } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, statuses, type Civilian } from '../../../testing/test-records.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
})
afterAll(() => t.close())

let numbers = 0
const input = (over: object = {}) => ({ plate: `T ${(numbers += 1)}`, model: 'Sultan', colour: 'Red', ...over })
const owner = async () => {
  const member = await r.civilian()
  return { ...member, characterId: await r.character(member, { name: 'Ada Nwosu' }) }
}
const create = (by: Civilian, characterId: number, over: object = {}) => by.http.post('/api/vehicles', { ...input(over), characterId })
const vehicle = async (by: Civilian & { characterId: number }, over: object = {}) => {
  const response = await create(by, by.characterId, over)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<OwnVehicle>()
}

describe('registering a vehicle', () => {
  test('is on record and shown live, and the portal generates a VIN', async () => {
    const ada = await owner()
    const room = await watchRoom(t, ada.token, 'own-records', { userId: ada.userId })
    const made = await vehicle(ada, { plate: 'ab-12 cd', registeredUntil: '2027-01-31' })
    expect(made).toMatchObject({
      characterId: ada.characterId,
      plate: 'ab-12 cd',
      registeredUntil: '2027-01-31',
      insuredUntil: null,
      version: 1,
    })
    expect(made.vin).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/)
    expect(await room.received()).toEqual([{ event: 'vehicle.saved', payload: made }])
    expect(await r.events({ vehicleId: made.vehicleId })).toEqual([
      { title: 'Vehicle registered', text: 'ab-12 cd (Sultan)', reason: '', by: ada.userId, identifier: '' },
    ])
    expect(await r.events({ characterId: ada.characterId })).toHaveLength(1)
    expect(await r.notices(ada), 'nobody is told what they did themselves').toEqual([])
  })

  test("is refused for another's or a deleted character as for one that does not exist, and for a deceased one", async () => {
    const [ada, other] = [await owner(), await owner()]
    expect((await create(ada, other.characterId)).json()).toMatchObject({ code: 'not_found', field: 'characterId' })
    const dead = await r.character(ada, { isDeceased: true, name: 'Old Bill' })
    expect((await create(ada, dead)).json()).toMatchObject({ code: 'conflict', message: 'Old Bill is deceased' })
    await t.db.updateTable('characters').set({ removed_at: new Date() }).where('id', '=', ada.characterId).execute()
    expect((await create(ada, ada.characterId)).statusCode).toBe(404)
  })

  test.each([
    ['plate', { plate: '' }],
    ['plate', { plate: '-- -' }],
    ['plate', { plate: 'ABC 123 456 789' }],
    ['plate', { plate: 'ABC\u00a0123' }],
    ['plate', { plate: '\u0131ABC1' }],
    ['vin', { vin: 'ABC\u2003123' }],
    ['vin', { vin: '\u00dfABC1' }],
    ['vin', { vin: 'A!' }],
    ['model', { model: ' ' }],
    ['registeredUntil', { registeredUntil: '31.1.2027' }],
  ])('a wrong %s is refused, and says so: %o', async (field, over) => {
    const ada = await owner()
    const response = await create(ada, ada.characterId, over)
    expect([response.statusCode, response.json().field]).toEqual([400, field])
  })

  test.each([
    ['plate', { plate: 'One 1' }, { plate: 'o-NE1' }, 'Another vehicle has this plate'],
    ['vin', { vin: 'VIN 0001' }, { vin: 'vin-0001' }, 'Another vehicle has this VIN'],
  ])('of two at once with the same %s one wins; case, spaces and hyphens do not matter', async (field, one, other, message) => {
    const [ada, bob] = [await owner(), await owner()]
    const both = await Promise.all([create(ada, ada.characterId, one), create(bob, bob.characterId, other)])
    expect(statuses(both)).toEqual([200, 409])
    expect(both.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({ field, message })
  })

  test('with a plate that police noted is refused with the hint that it can be claimed', async () => {
    const [ada, officer] = [await owner(), await r.officer()]
    expect((await officer.http.post('/api/vehicles/noted', { plate: 'NOTED 1' })).statusCode).toBe(200)
    const refused = (await create(ada, ada.characterId, { plate: 'noted-1' })).json()
    expect(refused).toMatchObject({ code: 'conflict', field: 'plate' })
    expect(refused.message).toContain('claim it')
  })

  test('has a limit for all characters of the member together, even if several are registered at once', async () => {
    await r.set(maxVehicles, 3)
    try {
      const ada = await owner()
      const second = await r.character(ada)
      const many = await Promise.all(Array.from({ length: 12 }, (_, index) => create(ada, index % 2 === 0 ? ada.characterId : second)))
      expect(many.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
      const refused = many.find(({ statusCode }) => statusCode !== 200)
      expect(refused?.json()).toMatchObject({ code: 'conflict', message: 'A member has at most 3 vehicles: delete one first' })
      const made = many.find(({ statusCode }) => statusCode === 200)!.json<OwnVehicle>()
      await ada.http.delete(`/api/vehicles/${made.vehicleId}?version=1`)
      expect((await create(ada, second)).statusCode).toBe(200)
    } finally {
      await r.set(maxVehicles, 30)
    }
  })

  test('and deleting it in turn is limited', async () => {
    await r.set(maxVehicles, 1)
    try {
      const ada = await owner()
      const answers: number[] = []
      for (let times = 0; times < 3; times += 1) {
        const response = await create(ada, ada.characterId)
        answers.push(response.statusCode)
        if (response.statusCode === 200) await ada.http.delete(`/api/vehicles/${response.json<OwnVehicle>().vehicleId}?version=1`)
      }
      expect(answers).toEqual([200, 200, 429])
    } finally {
      await r.set(maxVehicles, 30)
    }
  })
})

describe('changing a vehicle', () => {
  test('writes the changes to the record, and an empty VIN keeps the present one', async () => {
    const ada = await owner()
    const { vehicleId, vin, plate } = await vehicle(ada)
    const changed = await ada.http.put(`/api/vehicles/${vehicleId}`, { ...input({ plate, colour: 'Blue' }), version: 1 })
    expect(changed.json()).toMatchObject({ vin, colour: 'Blue', version: 2 })
    expect((await r.events({ vehicleId })).at(-1)).toMatchObject({
      title: 'Vehicle changed',
      text: `${plate} (Sultan): colour Blue, was Red`,
    })
    const again = await ada.http.put(`/api/vehicles/${vehicleId}`, { ...input({ plate, colour: 'Blue' }), version: 2 })
    expect(again.json<OwnVehicle>().version, 'nothing to change').toBe(2)
  })

  test('twice at once is a conflict for one of both', async () => {
    const ada = await owner()
    const { vehicleId } = await vehicle(ada)
    const change = (colour: string) => ada.http.put(`/api/vehicles/${vehicleId}`, { ...input({ colour }), version: 1 })
    expect(statuses(await Promise.all([change('Blue'), change('Green')]))).toEqual([200, 409])
  })

  test("to a taken plate is refused and changes nothing; another's vehicle does not exist", async () => {
    const [ada, bob] = [await owner(), await owner()]
    const [mine, theirs] = [await vehicle(ada), await vehicle(bob)]
    const taken = await ada.http.put(`/api/vehicles/${mine.vehicleId}`, { ...input({ plate: theirs.plate, colour: 'Pink' }), version: 1 })
    expect(taken.json()).toMatchObject({ code: 'conflict', field: 'plate' })
    const row = await t.db.selectFrom('vehicles').select(['colour', 'version']).where('id', '=', mine.vehicleId).executeTakeFirst()
    expect(row).toEqual({ colour: 'Red', version: 1 })
    expect((await bob.http.put(`/api/vehicles/${mine.vehicleId}`, { ...input(), version: 1 })).statusCode).toBe(404)
    expect((await bob.http.delete(`/api/vehicles/${mine.vehicleId}?version=1`)).statusCode).toBe(404)
  })

  test('is refused while it is impounded, and its plate is free once it is deleted', async () => {
    const [ada, bob, officer] = [await owner(), await owner(), await r.officer()]
    const { vehicleId, plate } = await vehicle(ada)
    await officer.http.post(`/api/vehicles/${vehicleId}/impound`, { place: 'Davis lot', reason: 'Parked on a hydrant' })
    const refused = await ada.http.put(`/api/vehicles/${vehicleId}`, { ...input(), version: 2 })
    expect(refused.json()).toMatchObject({ code: 'conflict', message: 'This vehicle is impounded: Davis lot' })
    expect((await ada.http.delete(`/api/vehicles/${vehicleId}?version=2`)).statusCode).toBe(409)
    await officer.http.post(`/api/vehicles/${vehicleId}/release`, { reason: 'Paid' })
    expect((await ada.http.delete(`/api/vehicles/${vehicleId}?version=2`)).statusCode, 'an older version').toBe(409)
    expect((await ada.http.delete(`/api/vehicles/${vehicleId}?version=3`)).statusCode).toBe(200)
    expect((await r.events({ vehicleId })).at(-1)).toMatchObject({ title: 'Vehicle deleted' })
    expect((await create(bob, bob.characterId, { plate })).statusCode).toBe(200)
  })
})
