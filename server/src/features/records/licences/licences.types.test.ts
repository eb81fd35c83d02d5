import { LICENCE_TYPE_IDS, type CadValueOf, type Licence, type LookupResult } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf } from '../../../testing/test-records.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  admin = await t.as('admin')
})
afterAll(() => t.close())

const BOAT = { kind: 'licence-type', name: 'Boat licence', format: 'B-#####', days: 90, concerns: 'person', meaning: 'May not sail' }
const holder = async () => {
  const member = await r.civilian()
  return { ...member, characterId: await r.character(member) }
}
const daysLeft = ({ expiresOn }: Licence) => Math.round((Date.parse(expiresOn ?? '') - Date.now()) / 86_400_000)

test('a type of the community is granted with a number and for its own days, and stays with its holder when it is retired', async () => {
  const boat = (await admin.post('/api/cad/values', BOAT)).json<CadValueOf<'licence-type'>>()
  const { http, characterId } = await holder()
  const apply = () => http.post('/api/licences', { characterId, typeId: boat.valueId })
  const made = (await apply()).json<Licence>()
  expect(made).toMatchObject({ type: 'OTHER', typeId: boat.valueId, typeName: 'Boat licence', status: 'valid', meaning: 'May not sail' })
  expect(made.number).toMatch(/^B-\d{5}$/u)
  expect(daysLeft(made)).toBeGreaterThan(88)
  expect(daysLeft(made)).toBeLessThan(92)
  expect((await apply()).statusCode, 'once').toBe(409)
  const driver = (await http.post('/api/licences', { characterId, type: 'DRIVERS' })).json<Licence>()
  expect(driver).toMatchObject({ type: 'DRIVERS', typeId: LICENCE_TYPE_IDS.DRIVERS, typeName: "Driver's licence" })

  const retire = { kind: 'licence-type', version: boat.version, isRetired: true }
  expect((await admin.post(`/api/cad/values/${boat.valueId}/retire`, retire)).statusCode).toBe(200)
  const officer = await r.officer()
  const { record } = (await officer.http.post('/api/lookups', { by: 'character', characterId })).json<LookupResult>()
  expect(record).toMatchObject({ licences: [{ number: made.number, typeName: 'Boat licence' }, { type: 'DRIVERS' }] })
  const other = await holder()
  const late = await other.http.post('/api/licences', { characterId: other.characterId, typeId: boat.valueId })
  expect([late.statusCode, late.json().field]).toEqual([409, 'typeId'])
  const events = await r.events({ characterId })
  expect(events.map(({ text }) => text)).toContainEqual(expect.stringContaining('Boat licence until'))
})

test('an application names a type, and the licence on which reports give points stays', async () => {
  const { http, characterId } = await holder()
  for (const wrong of [{ characterId }, { characterId, typeId: 999_999 }, { characterId, type: 'OTHER' }]) {
    expect((await http.post('/api/licences', wrong)).statusCode).toBe(400)
  }
  const values = (await admin.get('/api/cad/values')).json<CadValueOf<'licence-type'>[]>()
  const [driving, carry] = [LICENCE_TYPE_IDS.DRIVERS, LICENCE_TYPE_IDS.CCW].map((id) => values.find(({ valueId }) => valueId === id))
  const retire = (value: CadValueOf<'licence-type'> | undefined) =>
    admin.post(`/api/cad/values/${value?.valueId}/retire`, { kind: 'licence-type', version: value?.version, isRetired: true })
  expect((await retire(driving)).statusCode).toBe(409)
  expect((await retire(carry)).statusCode).toBe(200)
  expect((await http.post('/api/licences', { characterId, type: 'CCW' })).statusCode).toBe(409)
  await admin.post('/api/cad/values/reset', { kind: 'licence-type' })
  expect((await http.post('/api/licences', { characterId, type: 'CCW' })).json()).toMatchObject({ status: 'valid' })
})
