import { MAX_WEAPONS, recordKey, type Weapon } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const register = (who: Civilian, characterId: number, over: object = {}) =>
  who.http.post('/api/weapons', { characterId, model: 'Combat Pistol', ...over })

test('a weapon is registered, changed and deleted, live, each on record', async () => {
  const civilian = await r.civilian()
  const characterId = await r.character(civilian)
  const room = await watchRoom(t, civilian.token, 'own-records', { userId: civilian.userId })
  const made = (await register(civilian, characterId, { serial: 'AB-100' })).json<Weapon>()
  expect(made).toMatchObject({ characterId, model: 'Combat Pistol', serial: 'AB-100', version: 1 })
  const at = `/api/weapons/${made.weaponId}`
  const changed = (await civilian.http.put(at, { model: 'Pistol', version: 1 })).json<Weapon>()
  expect(changed, 'an empty serial number leaves it').toEqual({ ...made, model: 'Pistol', version: 2 })
  expect((await civilian.http.put(at, { model: 'Rifle', version: 1 })).statusCode).toBe(409)
  expect((await civilian.http.delete(`${at}?version=1`)).statusCode).toBe(409)
  expect((await civilian.http.delete(`${at}?version=2`)).statusCode).toBe(200)
  expect(await room.received()).toEqual([
    { event: 'weapon.saved', payload: made },
    { event: 'weapon.saved', payload: changed },
    { event: 'weapon.left', payload: { weaponId: made.weaponId } },
  ])
  expect((await r.events({ characterId })).map(({ title, text }) => `${title}: ${text}`)).toEqual([
    'Weapon registered: Combat Pistol, AB-100',
    'Weapon changed: From Combat Pistol, AB-100 to Pistol, AB-100',
    'Weapon deleted: Pistol, AB-100',
  ])
})

test('a serial number is unique without regard to case, spaces and hyphens, also when two register it at once', async () => {
  const [one, other] = [await r.civilian(), await r.civilian()]
  const [first, second] = [await r.character(one), await r.character(other)]
  const both = await Promise.all([register(one, first, { serial: 'SAME 01' }), register(other, second, { serial: 'same-01' })])
  expect(statuses(both)).toEqual([200, 409])
  expect(both.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({ code: 'conflict', field: 'serial' })
  const made = (await register(one, first, { serial: 'OTHER1' })).json<Weapon>()
  const changed = await one.http.put(`/api/weapons/${made.weaponId}`, { model: 'X', serial: 's-a-m-e-0-1', version: 1 })
  expect(changed.json()).toMatchObject({ code: 'conflict', field: 'serial' })
  expect((await register(one, first, { serial: 'ö' })).json()).toMatchObject({ code: 'invalid_input', field: 'serial' })
})

test('a weapon without a serial number gets a generated one', async () => {
  const civilian = await r.civilian()
  const characterId = await r.character(civilian)
  const made = await Promise.all([1, 2, 3].map(async () => (await register(civilian, characterId)).json<Weapon>().serial))
  expect(new Set(made).size).toBe(3)
  for (const serial of made) expect(recordKey(serial)).toMatch(/^[A-Z2-9]{10}$/)
})

test('weapons and characters of other members do not exist, and a dead character registers no weapon', async () => {
  const [civilian, other] = [await r.civilian(), await r.civilian()]
  const characterId = await r.character(civilian)
  const { weaponId } = (await register(civilian, characterId)).json<Weapon>()
  expect((await register(other, characterId)).json()).toMatchObject({ code: 'not_found', field: 'characterId' })
  expect((await other.http.put(`/api/weapons/${weaponId}`, { model: 'X', version: 1 })).statusCode).toBe(404)
  expect((await other.http.delete(`/api/weapons/${weaponId}?version=1`)).statusCode).toBe(404)
  expect((await register(civilian, await r.character(civilian, { isDeceased: true }))).statusCode).toBe(409)
})

test(`a member has ${MAX_WEAPONS} weapons at most, even if several are registered at once`, async () => {
  const civilian = await r.civilian()
  const [first, second] = [await r.character(civilian), await r.character(civilian)]
  await sql`insert into weapons (character_id, model, serial) select ${first}, 'Old', 'FULL' || n from generate_series(1, ${MAX_WEAPONS - 2}) n`.execute(
    t.db,
  )
  const answers = await Promise.all([first, second, first, second, first].map((characterId) => register(civilian, characterId)))
  expect(statuses(answers)).toEqual([200, 200, 409, 409, 409])
  await sql`update weapons set removed_at = now() where character_id = ${first}`.execute(t.db)
  await sql`insert into weapons (character_id, model, serial, removed_at)
    select ${first}, 'Old', 'GONE' || n, now() from generate_series(1, ${MAX_WEAPONS}) n`.execute(t.db)
  expect((await register(civilian, first)).statusCode, 'registering and deleting in turn ends too').toBe(429)
})
