import type { FieldValues } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, statuses } from '../../../testing/test-records.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let officer: Member
let dispatcher: Member
let medic: Member
let ids: Record<'owner' | 'police' | 'fire' | 'both', number>
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  officer = await r.officer()
  dispatcher = await r.officer({ department: 'COMM' })
  medic = await r.officer({ department: 'FIRE' })
  const [owner, police, fire, both] = [
    await r.field({ audience: ['owner', 'police'] }),
    await r.field({ name: 'Gang', audience: ['police'] }),
    await r.field({ name: 'Blood group', audience: ['fire'] }),
    await r.field({ name: 'Hazard', audience: ['police', 'fire'], type: 'flag' }),
  ]
  ids = { owner: owner.fieldId, police: police.fieldId, fire: fire.fieldId, both: both.fieldId }
})
afterAll(() => t.close())

const save = (by: Member, characterId: number, values: FieldValues, before: FieldValues = {}) =>
  by.http.put(`/api/fields/values/character/${characterId}`, { values, before })
const stored = async (characterId: number) =>
  await t.db.selectFrom('characters').select(['fields', 'version']).where('id', '=', characterId).executeTakeFirstOrThrow()

test('police and communications fill in fields for police, fire fills in fields for fire, and neither fills in fields of the owner', async () => {
  const characterId = await r.character(await r.civilian())
  const all = { [ids.owner]: 'o', [ids.police]: 'Vagos', [ids.fire]: 'A+', [ids.both]: true }
  expect((await save(officer, characterId, all)).json()).toEqual({ fields: { [ids.police]: 'Vagos', [ids.both]: true } })
  expect((await save(medic, characterId, all, { [ids.both]: true })).json()).toEqual({ fields: { [ids.fire]: 'A+', [ids.both]: true } })
  const read = { [ids.police]: 'Vagos', [ids.both]: true }
  expect((await save(dispatcher, characterId, { [ids.both]: false }, read)).json()).toEqual({ fields: { [ids.both]: false } })
  expect(await stored(characterId)).toEqual({ fields: { [ids.fire]: 'A+', [ids.both]: false }, version: 1 })
  expect((await r.events({ characterId })).map(({ text, identifier }) => [text.replace(/^.*: /, ''), identifier])).toEqual([
    ['Gang Vagos, was none; Hazard yes, was none', officer.identifier],
    ['Blood group A+, was none', medic.identifier],
    ['Gang none, was Vagos; Hazard no, was yes', dispatcher.identifier],
  ])
})

test('of two units that write at once, one is told of the conflict, and nothing is overwritten', async () => {
  const characterId = await r.character(await r.civilian())
  const both = await Promise.all([
    save(officer, characterId, { [ids.police]: 'Vagos' }),
    save(dispatcher, characterId, { [ids.police]: 'Ballas' }),
  ])
  expect(statuses(both)).toEqual([200, 409])
  const now = (await stored(characterId)).fields as FieldValues
  expect(both.find(({ statusCode }) => statusCode === 200)!.json()).toEqual({ fields: now })
  expect((await save(officer, characterId, {}, {})).json(), 'what was never read').toMatchObject({ code: 'conflict' })
  expect((await save(officer, characterId, now, now)).statusCode).toBe(200)
  expect(await r.events({ characterId }), 'the same again is no change').toHaveLength(1)
})

test('an answer has no values that only a lookup shows', async () => {
  const characterId = await r.character(await r.civilian())
  await t.db
    .updateTable('characters')
    .set({ fields: { [ids.owner]: 'private' } })
    .where('id', '=', characterId)
    .execute()
  expect((await save(officer, characterId, {})).json()).toEqual({ fields: {} })
})

test('bad values are refused with their field; nobody fills in fields of their own character, or of a deleted one', async () => {
  const characterId = await r.character(await r.civilian())
  expect((await save(officer, characterId, { [ids.both]: 'yes' })).json()).toMatchObject({
    code: 'invalid_input',
    field: `fields.${ids.both}`,
  })
  expect((await save(officer, characterId, { 999999: 'x' })).json()).toMatchObject({ code: 'invalid_input', field: 'fields.999999' })
  expect((await save(officer, await r.character(officer), { [ids.police]: 'None' })).statusCode).toBe(403)
  expect((await save(officer, 999_999, { [ids.police]: 'x' })).statusCode).toBe(404)
  await t.db.updateTable('characters').set({ removed_at: new Date() }).where('id', '=', characterId).execute()
  expect((await save(officer, characterId, { [ids.police]: 'x' })).statusCode).toBe(404)
})

test('a retired field keeps the values that units wrote', async () => {
  const field = await r.field({ audience: ['police'] })
  const characterId = await r.character(await r.civilian())
  await save(officer, characterId, { [field.fieldId]: 'Old' })
  await r.retire(field)
  const before = { [field.fieldId]: 'Old' }
  expect((await save(officer, characterId, { [ids.police]: 'Vagos' }, before)).json()).toEqual({
    fields: { ...before, [ids.police]: 'Vagos' },
  })
  expect((await save(officer, characterId, { [field.fieldId]: 'New' }, { ...before, [ids.police]: 'Vagos' })).json()).toMatchObject({
    field: `fields.${field.fieldId}`,
  })
})
