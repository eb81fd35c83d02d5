import {
  MAX_RECORD_FLAGS,
  type CadValueOf,
  type Caution,
  type LookupResult,
  type PageOf,
  type RecordEvent,
  type RecordFlag,
  type SearchRow,
} from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, statuses } from '../../../testing/test-records.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let officer: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  officer = await r.officer()
})
afterAll(() => t.close())

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const add = (by: Member, characterId: number, over: object = {}) =>
  by.http.post(`/api/characters/${characterId}/cautions`, { text: 'Carries a knife', ...over })

test('units of police and communications write and withdraw cautions, which the member does not see', async () => {
  const civilian = await r.civilian()
  const characterId = await r.character(civilian)
  const expiresAt = inHours(1)
  const caution = (await add(officer, characterId, { expiresAt })).json<Caution>()
  const { userId, identifier } = officer
  expect(caution).toMatchObject({ text: 'Carries a knife', expiresAt, by: { userId, identifier } })
  const dispatcher = await r.officer({ department: 'COMM' })
  const withdraw = (id: number) => dispatcher.http.post(`/api/characters/${id}/cautions/${caution.cautionId}/withdraw`)
  expect((await withdraw(await r.character(civilian))).statusCode, 'of another person').toBe(404)
  expect((await withdraw(characterId)).statusCode).toBe(200)
  expect((await withdraw(characterId)).statusCode, 'once').toBe(404)
  const record = (await civilian.http.get(`/api/characters/${characterId}/record`)).json<PageOf<RecordEvent>>()
  expect([record.items, await r.notices(civilian)]).toEqual([[], []])
})

test('nobody withdraws a caution about a character of their own', async () => {
  const characterId = await r.character(officer)
  const { cautionId } = (await add(await r.officer(), characterId)).json<Caution>()
  const own = await officer.http.post(`/api/characters/${characterId}/cautions/${cautionId}/withdraw`)
  expect([own.statusCode, own.json()]).toMatchObject([
    403,
    { message: 'Another officer has to withdraw a caution about your own character' },
  ])
})

test('a caution needs a text and an end in the future', async () => {
  const characterId = await r.character(await r.civilian())
  expect((await add(officer, characterId, { text: ' ' })).json()).toMatchObject({ code: 'invalid_input', field: 'text' })
  expect((await add(officer, characterId, { expiresAt: inHours(-1) })).json()).toMatchObject({ code: 'invalid_input', field: 'expiresAt' })
  expect((await add(officer, 999_999)).statusCode).toBe(404)
})

test(`a person has ${MAX_RECORD_FLAGS} cautions at most, even if several are written at once; expired cautions do not count`, async () => {
  const characterId = await r.character(await r.civilian())
  const row = { character_id: characterId, text: 'Old', by_user_id: officer.userId, by_identifier: '' }
  const expired = { ...row, expires_at: new Date(Date.now() - HOUR) }
  const withdrawn = { ...row, withdrawn_at: new Date(), withdrawn_by: officer.userId }
  const open = Array.from({ length: MAX_RECORD_FLAGS - 2 }, () => row)
  for (const rows of [open, [expired], [withdrawn]]) await t.db.insertInto('cautions').values(rows).execute()
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(officer, characterId)))
  expect(statuses(answers)).toEqual([200, 200, 409, 409, 409])
})

type Body = { readonly of: string; readonly id: number; readonly valueId: number; readonly text?: string }
const set = (by: Member, body: Body) => by.http.post('/api/record-flags', body)
const values = async () => (await (await t.as('admin')).get('/api/cad/values')).json<CadValueOf<'flag'>[]>()
const flagNamed = async (name: string) => {
  const value = (await values()).find(({ kind, content }) => kind === 'flag' && content.name === name)
  if (!value) throw new Error(`There is no flag ${name}`)
  return value
}
const lookUp = async (by: Member, target: object) => (await by.http.post('/api/lookups', target)).json<LookupResult>()
const vehicleOf = async (characterId: number) => {
  const row = { character_id: characterId, plate: `FLAG${characterId}`, vin: `VIN${characterId}`, model: 'Sultan', colour: 'red' }
  return (await t.db.insertInto('vehicles').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const weaponOf = async (characterId: number) => {
  const row = { character_id: characterId, model: 'Pistol', serial: `SER${characterId}` }
  return (await t.db.insertInto('weapons').values(row).returning('id').executeTakeFirstOrThrow()).id
}

test('a flag is set on a person, vehicle or weapon, shown in lookups and searches, and keeps the words it was set with', async () => {
  const characterId = await r.character(await r.civilian(), { name: 'Flora Banner' })
  const [vehicleId, weaponId] = [await vehicleOf(characterId), await weaponOf(characterId)]
  const [armed, used] = [await flagNamed('Armed and dangerous'), await flagNamed('Used in a crime')]
  const onPerson = (await set(officer, { of: 'person', id: characterId, valueId: armed.valueId, text: 'Shotgun' })).json<RecordFlag>()
  expect(onPerson).toMatchObject({ name: 'Armed and dangerous', tone: 'on-scene', severity: 'high', warns: true, text: 'Shotgun' })
  await set(officer, { of: 'vehicle', id: vehicleId, valueId: used.valueId })
  const onWeapon = (await set(officer, { of: 'weapon', id: weaponId, valueId: used.valueId })).json<RecordFlag>()

  const admin = await t.as('admin')
  const renamed = { kind: 'flag', version: armed.version, ...armed.content, name: 'Weapons', tone: 'custody', warns: false }
  expect((await admin.put(`/api/cad/values/${armed.valueId}`, renamed)).statusCode).toBe(200)
  expect((await lookUp(officer, { by: 'character', characterId })).record).toMatchObject({
    recordFlags: [onPerson],
    cautions: [{ text: 'Armed and dangerous: Shotgun' }],
    flags: ['Caution'],
  })
  expect((await lookUp(officer, { by: 'vehicle', vehicleId })).record).toMatchObject({
    recordFlags: [{ name: 'Used in a crime' }],
    owner: { recordFlags: [{ name: 'Armed and dangerous', tone: 'on-scene' }], flags: ['Caution'] },
  })
  expect((await lookUp(officer, { by: 'weapon', weaponId })).record).toMatchObject({ recordFlags: [onWeapon], flags: ['Caution'] })
  const { rows } = (await officer.http.get('/api/lookups/search?kind=person&q=Flora%20Ban')).json<{ rows: SearchRow[] }>()
  expect(rows).toMatchObject([{ recordFlags: [{ name: 'Armed and dangerous' }], flags: ['Caution'] }])

  expect((await officer.http.post(`/api/record-flags/${onWeapon.flagId}/withdraw`)).statusCode).toBe(200)
  expect((await officer.http.post(`/api/record-flags/${onWeapon.flagId}/withdraw`)).statusCode, 'once').toBe(404)
  expect((await lookUp(officer, { by: 'weapon', weaponId })).record).toMatchObject({ recordFlags: [] })
  await admin.post('/api/cad/values/reset', { kind: 'flag' })
  expect((await flagNamed('Armed and dangerous')).content).toEqual(armed.content)
})

test('a flag that does not warn is no hit, and a retired flag stays where it is and is not set again', async () => {
  const characterId = await r.character(await r.civilian())
  const gang = await flagNamed('Gang member')
  const flag = (await set(officer, { of: 'person', id: characterId, valueId: gang.valueId })).json<RecordFlag>()
  expect((await set(officer, { of: 'person', id: characterId, valueId: gang.valueId })).json()).toMatchObject({
    code: 'conflict',
    field: 'valueId',
  })
  const admin = await t.as('admin')
  const retire = { kind: 'flag', version: gang.version, isRetired: true }
  expect((await admin.post(`/api/cad/values/${gang.valueId}/retire`, retire)).statusCode).toBe(200)
  expect((await lookUp(officer, { by: 'character', characterId })).record).toMatchObject({ recordFlags: [flag], flags: [], cautions: [] })
  const other = await r.character(await r.civilian())
  expect((await set(officer, { of: 'person', id: other, valueId: gang.valueId })).json()).toMatchObject({
    code: 'conflict',
    field: 'valueId',
  })
  await admin.post('/api/cad/values/reset', { kind: 'flag' })
})

test('a flag is refused by what it is set on, and about one’s own', async () => {
  const own = await r.character(officer)
  const weaponId = await weaponOf(own)
  const [caution, violent] = [await flagNamed('Caution'), await flagNamed('Violent towards officers')]
  const colleague = await r.officer()
  const wrong = await set(colleague, { of: 'weapon', id: weaponId, valueId: violent.valueId })
  expect([wrong.statusCode, wrong.json().field]).toEqual([400, 'valueId'])
  expect((await set(colleague, { of: 'weapon', id: 999_999, valueId: caution.valueId })).statusCode).toBe(404)
  expect((await set(officer, { of: 'weapon', id: weaponId, valueId: caution.valueId })).statusCode).toBe(403)
  const { flagId } = (await set(colleague, { of: 'weapon', id: weaponId, valueId: caution.valueId })).json<RecordFlag>()
  expect((await officer.http.post(`/api/record-flags/${flagId}/withdraw`)).statusCode).toBe(403)
})
