import {
  approvingDepartment,
  DEPARTMENT,
  licencesNeedApproval,
  vehiclesNeedApproval,
  weaponsNeedApproval,
  type Licence,
  type LookupResult,
  type OwnVehicle,
  type PageOf,
  type RecordApproval,
  type Weapon,
} from '@tenfour/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, statuses, type Civilian } from '../../../testing/test-records.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let supervisor: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  supervisor = await r.supervisor()
})
afterAll(() => t.close())
beforeEach(async () => {
  for (const setting of [vehiclesNeedApproval, weaponsNeedApproval, licencesNeedApproval]) await r.set(setting, true)
  await r.set(approvingDepartment, 0)
})

const PAPERS = { registeredUntil: '2099-01-01', insuredUntil: '2099-01-01' }
let plates = 0
const vehicle = async ({ http }: Pick<Civilian, 'http'>, characterId: number) =>
  (await http.post('/api/vehicles', { plate: `WAIT${(plates += 1)}`, model: 'Sultan', characterId, ...PAPERS })).json<OwnVehicle>()
const weapon = async ({ http }: Pick<Civilian, 'http'>, characterId: number) =>
  (await http.post('/api/weapons', { model: 'Pistol', characterId })).json<Weapon>()
const waiting = async ({ http }: Member, characterId: number) =>
  (await http.get('/api/approvals/records?pageSize=100'))
    .json<PageOf<RecordApproval>>()
    .items.filter((each) => each.characterId === characterId)
const decide = ({ http }: Member, { of, id, version }: Pick<RecordApproval, 'of' | 'id' | 'version'>, isGranted: boolean, reason = '') =>
  http.post('/api/approvals/records/decide', { of, id, version, isGranted, reason })
const lookUp = async (target: object) => (await supervisor.http.post('/api/lookups', target)).json<LookupResult>().record

test('vehicles and weapons wait with what is needed to decide, for their owner and in lookups, until a supervisor decides', async () => {
  const owner = await r.civilian()
  const characterId = await r.character(owner, { name: 'Wendy Waits' })
  const [car, gun] = [await vehicle(owner, characterId), await weapon(owner, characterId)]
  expect([car.unapproved, gun.unapproved]).toEqual([
    { state: 'waiting', reason: '' },
    { state: 'waiting', reason: '' },
  ])
  expect(await lookUp({ by: 'vehicle', vehicleId: car.vehicleId })).toMatchObject({ flags: ['Waiting for approval'] })
  expect(await lookUp({ by: 'weapon', weaponId: gun.weaponId })).toMatchObject({ flags: ['Waiting for approval'] })
  const found = await waiting(supervisor, characterId)
  expect(found).toMatchObject([
    { of: 'vehicle', id: car.vehicleId, label: car.plate, vin: car.vin, name: 'Wendy Waits', member: { userId: owner.userId } },
    { of: 'weapon', id: gun.weaponId, label: gun.serial, record: { arrests: 0, activeWarrants: 0 } },
  ])
  const [ofCar, ofGun] = found
  if (!ofCar || !ofGun) throw new Error('nothing waits')
  expect((await decide(supervisor, ofCar, true)).statusCode).toBe(200)
  expect((await decide(supervisor, ofGun, false, 'No licence')).statusCode).toBe(200)
  expect(await waiting(supervisor, characterId)).toEqual([])
  expect(await lookUp({ by: 'vehicle', vehicleId: car.vehicleId })).toMatchObject({ unapproved: null, flags: [] })
  expect(await lookUp({ by: 'weapon', weaponId: gun.weaponId })).toMatchObject({ unapproved: { state: 'refused', reason: 'No licence' } })
  expect((await r.notices(owner)).map(({ title }) => title)).toEqual(expect.arrayContaining(['Vehicle approved', 'Weapon refused']))

  // A vehicle with another plate is another vehicle, and a refused weapon is asked for again by changing it.
  const renamed = { plate: 'OTHER1', model: 'Sultan', version: car.version + 1, ...PAPERS }
  expect((await owner.http.put(`/api/vehicles/${car.vehicleId}`, renamed)).json()).toMatchObject({ unapproved: { state: 'waiting' } })
  const changed = { model: 'Revolver', version: gun.version + 1 }
  expect((await owner.http.put(`/api/weapons/${gun.weaponId}`, changed)).json()).toMatchObject({ unapproved: { state: 'waiting' } })
})

test('of two who decide at once one is told of the conflict, and so is who decides on what has changed', async () => {
  const owner = await r.civilian()
  const characterId = await r.character(owner)
  await vehicle(owner, characterId)
  const [first] = await waiting(supervisor, characterId)
  if (!first) throw new Error('nothing waits')
  expect((await decide(supervisor, { ...first, version: first.version - 1 }, true)).statusCode).toBe(409)
  const other = await r.supervisor()
  expect(statuses(await Promise.all([decide(supervisor, first, true), decide(other, first, false)]))).toEqual([200, 409])
})

test('only the department of the community’s choice decides, on licences too, and nobody on their own', async () => {
  const comms = await r.supervisor({ department: 'COMM' })
  await r.set(approvingDepartment, DEPARTMENT.COMM)
  const owner = await r.civilian()
  const characterId = await r.character(owner)
  await weapon(owner, characterId)
  const { licenceId, version } = (await owner.http.post('/api/licences', { characterId, type: 'CCW' })).json<Licence>()
  const [found] = await waiting(comms, characterId)
  if (!found) throw new Error('nothing waits')
  expect(await waiting(supervisor, characterId)).toEqual([])
  expect((await decide(supervisor, found, true)).statusCode).toBe(403)
  const licence = (by: Member) => by.http.post(`/api/licences/${licenceId}/decide`, { isGranted: true, version })
  expect((await supervisor.http.get('/api/licences/applications')).json()).toMatchObject({ items: [], total: 0 })
  expect((await licence(supervisor)).statusCode).toBe(403)
  expect((await licence(comms)).statusCode).toBe(200)
  expect((await decide(comms, found, true)).statusCode).toBe(200)

  await t.db.updateTable('characters').set({ user_id: comms.userId }).where('id', '=', characterId).execute()
  await t.db.updateTable('weapons').set({ approval: 'waiting' }).where('id', '=', found.id).execute()
  expect((await decide(comms, { ...found, version: found.version + 1 }, true)).statusCode).toBe(403)
})

test('without the switches nothing waits', async () => {
  for (const setting of [vehiclesNeedApproval, weaponsNeedApproval]) await r.set(setting, false)
  const owner = await r.civilian()
  const characterId = await r.character(owner)
  expect([(await vehicle(owner, characterId)).unapproved, (await weapon(owner, characterId)).unapproved]).toEqual([null, null])
  expect(await waiting(supervisor, characterId)).toEqual([])
})
