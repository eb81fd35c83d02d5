import { maxVehicles, type OwnVehicle, type VehicleTransfer } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, statuses } from '../../../testing/test-records.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
})
afterAll(() => t.close())

let numbers = 0
/** A member with one character of a name that nobody else has. */
const owner = async (name = `Person Number${(numbers += 1)}`) => {
  const member = await r.civilian()
  return { ...member, name, characterId: await r.character(member, { name }) }
}
type Owner = Awaited<ReturnType<typeof owner>>
const register = async ({ http, characterId }: Owner) => {
  const response = await http.post('/api/vehicles', { plate: `H ${(numbers += 1)}`, model: 'Sultan', characterId })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<OwnVehicle>()
}
const offer = ({ http }: Owner, { vehicleId, version }: OwnVehicle, name: string, over: object = {}) =>
  http.post(`/api/vehicles/${vehicleId}/offer`, { name, version, ...over })
const offered = async (from: Owner, vehicle: OwnVehicle, to: Owner) => {
  const response = await offer(from, vehicle, to.name)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ transfer: VehicleTransfer }>().transfer
}
const accept = ({ http }: Owner, { transferId }: VehicleTransfer) => http.post(`/api/vehicle-transfers/${transferId}/accept`)
const decline = ({ http }: Owner, { transferId }: VehicleTransfer) => http.post(`/api/vehicle-transfers/${transferId}/decline`)
const holderOf = async ({ vehicleId }: OwnVehicle) =>
  (await t.db.selectFrom('vehicles').select('character_id').where('id', '=', vehicleId).executeTakeFirstOrThrow()).character_id
const openOffers = async ({ vehicleId }: OwnVehicle) =>
  (await t.db.selectFrom('vehicle_transfers').select('id').where('vehicle_id', '=', vehicleId).execute()).length

test('a vehicle is offered and accepted: both members are told, live, and both records say so', async () => {
  const [ada, bob] = [await owner('Ada Nwosu'), await owner('Bob Tallow')]
  const vehicle = await register(ada)
  const [hers, his] = [
    await watchRoom(t, ada.token, 'own-records', { userId: ada.userId }),
    await watchRoom(t, bob.token, 'own-records', { userId: bob.userId }),
  ]
  const transfer = await offered(ada, vehicle, { ...bob, name: '  tallow   BOB ' })
  expect(transfer).toMatchObject({
    vehicleId: vehicle.vehicleId,
    plate: vehicle.plate,
    from: { characterId: ada.characterId, name: 'Ada Nwosu' },
    to: { characterId: bob.characterId, name: 'Bob Tallow' },
  })
  expect(await hers.received()).toEqual([{ event: 'transfer.saved', payload: transfer }])
  expect(await his.received()).toEqual([{ event: 'transfer.saved', payload: transfer }])
  expect(await holderOf(vehicle), 'the owner stays until the offer is accepted').toBe(ada.characterId)
  expect(await r.notices(bob)).toMatchObject([
    { title: 'A vehicle is offered to you', text: `${vehicle.plate} (Sultan), by Ada Nwosu`, path: `/user/characters/${bob.characterId}` },
  ])

  const accepted = await accept(bob, transfer)
  expect(accepted.json()).toMatchObject({ vehicleId: vehicle.vehicleId, characterId: bob.characterId, version: 2 })
  expect(await hers.received()).toEqual([
    { event: 'transfer.left', payload: { transferId: transfer.transferId } },
    { event: 'vehicle.left', payload: { vehicleId: vehicle.vehicleId } },
  ])
  expect(await his.received()).toEqual([
    { event: 'transfer.left', payload: { transferId: transfer.transferId } },
    { event: 'vehicle.saved', payload: accepted.json() },
  ])
  expect(await r.notices(ada)).toMatchObject([
    {
      title: 'Vehicle handed over',
      text: `${vehicle.plate} (Sultan) now belongs to Bob Tallow`,
      path: `/user/characters/${ada.characterId}`,
    },
  ])
  const text = `${vehicle.plate} (Sultan) from Ada Nwosu to Bob Tallow`
  expect((await r.events({ characterId: ada.characterId })).at(-1)).toMatchObject({ title: 'Vehicle handed over', text })
  expect((await r.events({ characterId: bob.characterId })).at(-1)).toMatchObject({ title: 'Vehicle taken over' })
  expect((await r.events({ vehicleId: vehicle.vehicleId })).map(({ title }) => title)).toEqual([
    'Vehicle registered',
    'Vehicle handed over',
  ])
  expect((await ada.http.delete(`/api/vehicles/${vehicle.vehicleId}?version=2`)).statusCode, 'no longer hers').toBe(404)
})

test('between characters of one member a vehicle changes hands at once, without a notice', async () => {
  const ada = await owner()
  const second = await r.character(ada, { name: 'Ada Second' })
  const vehicle = await register(ada)
  const room = await watchRoom(t, ada.token, 'own-records', { userId: ada.userId })
  expect((await offer(ada, vehicle, 'ada second')).json()).toEqual({ transfer: null })
  expect(await holderOf(vehicle)).toBe(second)
  expect(await room.received()).toMatchObject([{ event: 'vehicle.saved', payload: { characterId: second, version: 2 } }])
  expect(await r.notices(ada)).toEqual([])
  expect((await r.events({ characterId: second })).map(({ title }) => title)).toEqual(['Vehicle taken over'])
})

describe('the name of the recipient', () => {
  test('that nobody has, or that is the owner’s, is refused', async () => {
    const ada = await owner()
    const vehicle = await register(ada)
    expect((await offer(ada, vehicle, 'Nobody Knows')).json()).toMatchObject({ code: 'invalid_input', field: 'name' })
    expect((await offer(ada, vehicle, ada.name)).json()).toMatchObject({ code: 'conflict', field: 'name' })
  })

  test('does not find deceased, deleted and noted people, or former names', async () => {
    const ada = await owner()
    const vehicle = await register(ada)
    const other = await r.civilian()
    await r.character(other, { name: 'Late Larry', isDeceased: true })
    const gone = await r.character(other, { name: 'Gone Gina' })
    await sql`update characters set removed_at = now() where id = ${gone}`.execute(t.db)
    await r.character(null, { name: 'Noted Ned' })
    const renamed = await r.character(other, { name: 'Former Fran' })
    await sql`insert into character_names (character_id, name) values (${renamed}, 'Former Fran')`.execute(t.db)
    await sql`update characters set name = 'Newly Fran' where id = ${renamed}`.execute(t.db)
    for (const name of ['Late Larry', 'Gone Gina', 'Noted Ned', 'Former Fran', 'Newly']) {
      expect((await offer(ada, vehicle, name)).json(), name).toMatchObject({ code: 'invalid_input', field: 'name' })
    }
  })

  test('that several characters have needs the birth date', async () => {
    const ada = await owner()
    const vehicle = await register(ada)
    const other = await r.civilian()
    await r.character(other, { name: 'Twin Tom', bornOn: '1980-01-01' })
    const younger = await r.character(other, { name: 'Twin Tom', bornOn: '1981-01-01' })
    expect((await offer(ada, vehicle, 'Twin Tom')).json()).toMatchObject({ code: 'invalid_input', field: 'bornOn' })
    expect((await offer(ada, vehicle, 'Twin Tom', { bornOn: '1979-01-01' })).json()).toMatchObject({
      code: 'invalid_input',
      field: 'bornOn',
    })
    const right = await offer(ada, vehicle, 'Twin Tom', { bornOn: '1981-01-01' })
    expect(right.json<{ transfer: VehicleTransfer }>().transfer.to.characterId).toBe(younger)
  })
})

test("offers of another's vehicle, of an older version, and of a vehicle that is already offered are refused", async () => {
  const [ada, bob, eve] = [await owner(), await owner(), await owner()]
  const vehicle = await register(ada)
  expect((await offer(eve, vehicle, eve.name)).statusCode).toBe(404)
  expect((await offer(ada, { ...vehicle, version: 0 }, bob.name)).statusCode).toBe(409)
  const transfer = await offered(ada, vehicle, bob)
  expect((await offer(ada, vehicle, eve.name)).json()).toMatchObject({ code: 'conflict' })
  expect((await ada.http.put(`/api/vehicles/${vehicle.vehicleId}`, { plate: 'SWAP', model: 'Wreck', version: 1 })).json()).toMatchObject({
    code: 'conflict',
    message: `This vehicle is offered to ${bob.name}: withdraw the offer first`,
  })
  for (const stranger of [eve, ada]) expect((await accept(stranger, transfer)).statusCode).toBe(404)
  expect((await decline(eve, transfer)).statusCode).toBe(404)
})

test('the vehicle stays when the offer is declined or withdrawn, and the other member is told', async () => {
  const [ada, bob] = [await owner(), await owner()]
  const vehicle = await register(ada)
  const room = await watchRoom(t, ada.token, 'own-records', { userId: ada.userId })
  const first = await offered(ada, vehicle, bob)
  expect((await decline(bob, first)).statusCode).toBe(200)
  expect((await room.received()).at(-1)).toEqual({ event: 'transfer.left', payload: { transferId: first.transferId } })
  expect((await r.notices(ada))[0]).toMatchObject({ title: 'Vehicle declined', text: `${bob.name} declined ${vehicle.plate} (Sultan)` })
  const second = await offered(ada, vehicle, bob)
  expect((await decline(ada, second)).statusCode).toBe(200)
  expect((await r.notices(bob))[0]).toMatchObject({ title: 'Offer withdrawn' })
  expect([await holderOf(vehicle), await openOffers(vehicle)]).toEqual([ada.characterId, 0])
  expect((await accept(bob, second)).statusCode).toBe(404)
})

test('an offer by a former owner no longer counts, and does not prevent another offer', async () => {
  const [ada, bob, eve] = [await owner(), await owner(), await owner()]
  const vehicle = await register(ada)
  const old = await offered(ada, vehicle, bob)
  await sql`update vehicles set character_id = ${eve.characterId} where id = ${vehicle.vehicleId}`.execute(t.db)
  expect((await accept(bob, old)).statusCode).toBe(404)
  expect((await offer(eve, vehicle, bob.name)).statusCode).toBe(200)
})

describe('at the same time, a vehicle that is', () => {
  test('offered and deleted is one of both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [ada, bob] = [await owner(), await owner()]
      const vehicle = await register(ada)
      const [given, deleted] = await Promise.all([
        offer(ada, vehicle, bob.name),
        ada.http.delete(`/api/vehicles/${vehicle.vehicleId}?version=1`),
      ])
      expect([200, 404]).toContain(given.statusCode)
      expect(deleted.statusCode).toBe(given.statusCode === 200 ? 409 : 200)
      expect(await openOffers(vehicle)).toBe(given.statusCode === 200 ? 1 : 0)
    }
  })

  test('offered to two characters is offered to one', async () => {
    const [ada, bob, eve] = [await owner(), await owner(), await owner()]
    const vehicle = await register(ada)
    expect(statuses(await Promise.all([offer(ada, vehicle, bob.name), offer(ada, vehicle, eve.name)]))).toEqual([200, 409])
    expect(await openOffers(vehicle)).toBe(1)
  })

  test('accepted twice is accepted once', async () => {
    const [ada, bob] = [await owner(), await owner()]
    const vehicle = await register(ada)
    const transfer = await offered(ada, vehicle, bob)
    const both = await Promise.all([accept(bob, transfer), accept(bob, transfer)])
    expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await holderOf(vehicle)).toBe(bob.characterId)
    expect((await r.events({ characterId: bob.characterId })).map(({ title }) => title)).toEqual(['Vehicle taken over'])
    expect(await r.notices(ada)).toHaveLength(1)
  })

  test('accepted and withdrawn is one of both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [ada, bob] = round % 2 === 0 ? [await owner(), await owner()] : [await owner(), await owner()].toReversed()
      const vehicle = await register(ada!)
      const transfer = await offered(ada!, vehicle, bob!)
      const [accepted, withdrawn] = await Promise.all([accept(bob!, transfer), decline(ada!, transfer)])
      expect([accepted, withdrawn].filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      expect(await holderOf(vehicle)).toBe(accepted.statusCode === 200 ? bob!.characterId : ada!.characterId)
    }
  })

  test('handed over by each of two members to the other causes no deadlock', async () => {
    const [ada, bob] = [await owner(), await owner()]
    const [hers, his] = [await register(ada), await register(bob)]
    const [toBob, toAda] = [await offered(ada, hers, bob), await offered(bob, his, ada)]
    expect(statuses(await Promise.all([accept(bob, toBob), accept(ada, toAda)]))).toEqual([200, 200])
    expect([await holderOf(hers), await holderOf(his)]).toEqual([bob.characterId, ada.characterId])
  })

  test('accepted by a character that is deleted is either accepted or left', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [ada, bob] = [await owner(), await owner()]
      const vehicle = await register(ada)
      const transfer = await offered(ada, vehicle, bob)
      const [accepted] = await Promise.all([accept(bob, transfer), bob.http.delete(`/api/characters/${bob.characterId}?version=1`)])
      expect([200, 404]).toContain(accepted.statusCode)
      expect(await openOffers(vehicle)).toBe(0)
      if (accepted.statusCode === 404) expect(await holderOf(vehicle)).toBe(ada.characterId)
    }
  })
})

describe('stolen or impounded', () => {
  test.each([
    ['stolen', { note: 'Gone from the lot' }, 'recovered', { note: 'Found' }],
    ['impound', { place: 'Davis', reason: 'Fled' }, 'release', { reason: 'Paid' }],
  ])('(%s) it changes hands neither by a new offer nor by an old one, until that is over', async (act, body, undo, undoBody) => {
    const [ada, bob, officer] = [await owner(), await owner(), await r.officer()]
    const vehicle = await register(ada)
    const transfer = await offered(ada, vehicle, bob)
    expect((await officer.http.post(`/api/vehicles/${vehicle.vehicleId}/${act}`, body)).statusCode).toBe(200)
    expect((await accept(bob, transfer)).json()).toMatchObject({ code: 'conflict' })
    const other = await register(ada)
    await officer.http.post(`/api/vehicles/${other.vehicleId}/${act}`, body)
    expect((await offer(ada, { ...other, version: 2 }, bob.name)).json()).toMatchObject({ code: 'conflict' })
    await officer.http.post(`/api/vehicles/${vehicle.vehicleId}/${undo}`, undoBody)
    expect((await accept(bob, transfer)).statusCode).toBe(200)
  })

  test('at the moment it is accepted, is either stolen or impounded, or accepted', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [ada, bob, officer] = [await owner(), await owner(), await r.officer()]
      const vehicle = await register(ada)
      const transfer = await offered(ada, vehicle, bob)
      const [accepted, impounded] = await Promise.all([
        accept(bob, transfer),
        officer.http.post(`/api/vehicles/${vehicle.vehicleId}/impound`, { place: 'Davis', reason: 'Fled' }),
      ])
      const told = impounded.statusCode === 200 ? (accepted.statusCode === 200 ? bob : ada) : undefined
      // If the vehicle is handed over while the officer's request is under way, the officer gets a conflict.
      expect([200, 409]).toContain(impounded.statusCode)
      expect(accepted.statusCode === 200 || impounded.statusCode === 200).toBe(true)
      if (told) expect((await r.notices(told))[0], 'its owner at that time').toMatchObject({ title: 'Vehicle impounded' })
      if (accepted.statusCode !== 200) expect(await holderOf(vehicle)).toBe(ada.characterId)
    }
  })
})

test('a member with as many vehicles as allowed accepts none, nor does a deceased character', async () => {
  const [ada, bob] = [await owner(), await owner()]
  const [first, second] = [await register(ada), await register(ada)]
  const offers = [await offered(ada, first, bob), await offered(ada, second, bob)]
  await r.set(maxVehicles, 1)
  try {
    const both = await Promise.all(offers.map((each) => accept(bob, each)))
    expect(statuses(both), 'the limit holds for two at once').toEqual([200, 409])
    const left = offers[both.findIndex(({ statusCode }) => statusCode === 409)]!
    await r.set(maxVehicles, 30)
    await sql`update characters set deceased_at = now(), deceased_cause = 'Fell' where id = ${bob.characterId}`.execute(t.db)
    expect((await accept(bob, left)).json()).toMatchObject({ code: 'conflict', message: `${bob.name} is deceased` })
  } finally {
    await r.set(maxVehicles, 30)
  }
})

test(`a member offers ${AN_HOUR.vehicleOffers} times an hour at most, so that they can neither try out names nor flood others with notices`, async () => {
  const ada = await owner()
  const vehicle = await register(ada)
  const answers: number[] = []
  for (let times = 0; times <= AN_HOUR.vehicleOffers; times += 1) answers.push((await offer(ada, vehicle, 'Nobody Knows')).statusCode)
  expect(new Set(answers.slice(0, -1))).toEqual(new Set([400]))
  expect(answers.at(-1)).toBe(429)
})
