import { officersCreateCharacters, type LookupResult, type OwnCharacter, type OwnRecords, type PatientRecord } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, type Civilian } from '../../../testing/test-records.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import { createGameCharacters } from './characters.game.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let officer: Member
let medic: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  officer = await r.officer()
  medic = await r.officer({ department: 'FIRE' })
})
afterAll(() => t.close())

const INPUT = { name: 'Jane Doe', bornOn: '1990-01-31' }
const create = (who: Pick<Civilian, 'http'>, over: object = {}) => who.http.post('/api/characters', { ...INPUT, ...over })
const update = (who: Pick<Civilian, 'http'>, character: OwnCharacter, over: object) =>
  who.http.put(`/api/characters/${character.characterId}`, { ...character, ...over })
const own = async (who: Pick<Civilian, 'http'>) => (await who.http.get('/api/characters')).json<OwnRecords>()
const stored = async (characterId: number) =>
  (await t.db.selectFrom('characters').select('fields').where('id', '=', characterId).executeTakeFirstOrThrow()).fields
const setStored = (characterId: number, fields: object) =>
  sql`update characters set fields = fields || ${JSON.stringify(fields)}::jsonb where id = ${characterId}`.execute(t.db)

test('owners fill in their fields, and read them here and on their other pages', async () => {
  const [eyes, height] = [await r.field({ type: 'choice', options: ['Blue', 'Brown'] }), await r.field({ type: 'number' })]
  const civilian = await r.civilian()
  const room = await watchRoom(t, civilian.token, 'own-records', { userId: civilian.userId })
  const created = (await create(civilian, { fields: { [eyes.fieldId]: 'Blue', [height.fieldId]: 181.5 } })).json<OwnCharacter>()
  expect(created.fields).toEqual({ [eyes.fieldId]: 'Blue', [height.fieldId]: 181.5 })
  const changed = (await update(civilian, created, { fields: { [eyes.fieldId]: 'Brown' } })).json<OwnCharacter>()
  expect([changed.fields, changed.version]).toEqual([{ [eyes.fieldId]: 'Brown' }, 2])
  expect((await update(civilian, changed, {})).json<OwnCharacter>().version, 'nothing changed').toBe(2)
  expect(await room.received()).toMatchObject([{ payload: { fields: created.fields } }, { payload: { fields: changed.fields } }])
  expect((await own(civilian)).characters).toEqual([changed])
})

test('a bad value is refused with its field and changes nothing', async () => {
  const [day, vehicleField] = [await r.field({ type: 'date' }), await r.field({ of: 'vehicle' })]
  const civilian = await r.civilian()
  for (const [fields, field] of [
    [{ [day.fieldId]: '2026-02-30' }, `fields.${day.fieldId}`],
    [{ [vehicleField.fieldId]: 'x' }, `fields.${vehicleField.fieldId}`],
    [{ 999999: 'x' }, 'fields.999999'],
    [{ [day.fieldId]: 'x'.repeat(501) }, `fields.${day.fieldId}`],
  ] as const) {
    const response = await create(civilian, { fields })
    expect([response.statusCode, response.json().field], response.body).toEqual([400, field])
  }
  expect((await create(civilian, { fields: { eyes: 'x' } })).statusCode).toBe(400)
  expect((await own(civilian)).characters).toEqual([])
})

test('no page, lookup, room or export has a value that its reader may not see', async () => {
  const civilian = await r.civilian()
  const fields = {
    owner: await r.field({ audience: ['owner'] }),
    police: await r.field({ audience: ['police'] }),
    fire: await r.field({ audience: ['fire'] }),
    ownerAndFire: await r.field({ audience: ['owner', 'fire'] }),
    retired: await r.field({ audience: ['police'] }),
  }
  const { characterId } = (await create(civilian)).json<OwnCharacter>()
  await setStored(characterId, Object.fromEntries(Object.entries(fields).map(([name, { fieldId }]) => [fieldId, `for ${name}`])))
  await r.retire(fields.retired)
  const seen = (values: OwnCharacter['fields']) =>
    Object.values(values)
      .map(String)
      .toSorted((a, b) => a.localeCompare(b))

  const room = await watchRoom(t, civilian.token, 'own-records', { userId: civilian.userId })
  expect(seen(room.snapshot.characters[0]!.fields)).toEqual(['for owner', 'for ownerAndFire'])
  const [character] = (await own(civilian)).characters
  expect(seen(character!.fields)).toEqual(['for owner', 'for ownerAndFire'])
  expect(seen((await update(civilian, character!, { phone: '555' })).json<OwnCharacter>().fields)).toEqual([
    'for owner',
    'for ownerAndFire',
  ])
  const told = JSON.stringify(await room.received())
  expect([told.includes('for owner'), told.includes('for police'), told.includes('for fire')]).toEqual([true, false, false])
  const exported = (await civilian.http.get(`/api/characters/export/${civilian.userId}`)).json()
  expect(JSON.stringify(exported)).not.toMatch(/for (police|fire|retired)/)
  expect(exported.fieldNames).toMatchObject({ [fields.owner.fieldId]: fields.owner.name })
  expect(exported.fieldNames).not.toHaveProperty(String(fields.police.fieldId))

  const looked = (await officer.http.post('/api/lookups', { by: 'character', characterId })).json<LookupResult>()
  expect(looked.record?.kind === 'person' && seen(looked.record.fields)).toEqual(['for police', 'for retired'])
  expect(JSON.stringify(looked)).not.toMatch(/for (owner|fire)/)
  const patient = (await medic.http.post(`/api/patients/${characterId}`)).json<PatientRecord>()
  expect(seen(patient.fields)).toEqual(['for fire', 'for ownerAndFire'])

  expect(Object.keys((await stored(characterId)) as object), 'what the owner did not see is kept').toHaveLength(5)
})

test('a retired field keeps its values and can no longer be set', async () => {
  const field = await r.field()
  const civilian = await r.civilian()
  const character = (await create(civilian, { fields: { [field.fieldId]: 'Scar' } })).json<OwnCharacter>()
  await r.retire(field)
  expect((await update(civilian, character, { fields: {}, phone: '555' })).json<OwnCharacter>().fields).toEqual({ [field.fieldId]: 'Scar' })
  const refused = await update(civilian, { ...character, version: 2 }, { fields: { [field.fieldId]: 'None' } })
  expect(refused.json()).toMatchObject({ code: 'invalid_input', field: `fields.${field.fieldId}` })
})

test('required fields have to be filled in by the owner, and neither by an officer nor by the game', async () => {
  const field = await r.field({ name: 'Blood group', isRequired: true })
  const civilian = await r.civilian()
  expect((await create(civilian)).json()).toMatchObject({
    code: 'invalid_input',
    field: `fields.${field.fieldId}`,
    message: 'Enter Blood group',
  })

  const onDuty = await r.officer({ department: 'CIV' })
  await r.set(officersCreateCharacters, true)
  const made = await create(officer, { forUserId: onDuty.userId })
  expect(made.statusCode, made.body).toBe(200)
  expect((await update(onDuty, made.json<OwnCharacter>(), { phone: '555' })).json()).toMatchObject({ field: `fields.${field.fieldId}` })

  const nothing = { playInGame: () => Promise.reject(new Error('unused')), stopInGame: () => Promise.resolve() }
  const free = () => Promise.resolve()
  const limits = { countChange: free, countUnowned: free, countNewUnowned: free }
  const game = createGameCharacters({ db: t.db, publish: () => undefined, play: nothing, ...limits })
  const [player, server] = [
    { userId: civilian.userId, isProved: true, identifiers: {} },
    { serverId: 1, isLimited: false },
  ]
  const characterId = await game.save(player, server, { externalId: 'game:1', name: 'Jane Doe' })
  await setStored(characterId, { [field.fieldId]: 'A+' })
  await game.save(player, server, { externalId: 'game:1', name: 'Jane Roe', phone: '555' })
  expect(await stored(characterId)).toEqual({ [field.fieldId]: 'A+' })
  await t.db.updateTable('record_fields').set({ is_required: false }).where('id', '=', field.fieldId).execute()
})

test('values that units wrote about a noted person go to the character that claims them, unless the character has a value already', async () => {
  const [gang, aliases] = [await r.field({ audience: ['police'] }), await r.field({ audience: ['police'] })]
  const supervisor = await r.supervisor()
  const civilian = await r.civilian()
  const name = 'Claimed Withfields'
  const characterId = await r.character(civilian, { name })
  const noted = (await officer.http.post('/api/characters/noted', { name })).json<{ characterId: number }>()
  await setStored(noted.characterId, { [gang.fieldId]: 'Vagos', [aliases.fieldId]: 'El' })
  await setStored(characterId, { [aliases.fieldId]: 'Own' })
  const { claimId } = (await civilian.http.post('/api/claims', { characterId })).json<{ claimId: number }>()
  expect((await supervisor.http.post(`/api/claims/${claimId}/decide`, { isGranted: true, reason: 'Yes' })).statusCode).toBe(200)
  expect(await stored(characterId)).toEqual({ [gang.fieldId]: 'Vagos', [aliases.fieldId]: 'Own' })
})

test('corrections by an admin leave fields as they are, also when a character is deleted and restored', async () => {
  const field = await r.field({ audience: ['police'] })
  const characterId = await r.character(await r.civilian(), { name: 'Repaired Withfields' })
  await setStored(characterId, { [field.fieldId]: 'Kept' })
  const admin = await t.as('admin')
  for (const [version, isDeleted] of [true, false].entries()) {
    const input = {
      name: 'Repaired Again',
      bornOn: '1990-01-31',
      memberEmail: null,
      isDeleted,
      reason: 'Typing error',
      version: version + 1,
    }
    const response = await admin.put(`/api/records/characters/${characterId}`, input)
    expect(response.statusCode, response.body).toBe(200)
    const found = (await officer.http.get(`/api/fields/${field.fieldId}/search?q=kept`)).json<{ rows: object[] }>()
    expect(found.rows).toHaveLength(isDeleted ? 0 : 1)
  }
  expect(await stored(characterId)).toEqual({ [field.fieldId]: 'Kept' })
})
