import {
  maxCharacters,
  officersCreateCharacters,
  type OwnCharacter,
  type OwnRecords,
  type PageOf,
  type RecordEvent,
} from '@tenfour/contract'
import { sql } from 'kysely'
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

const INPUT = {
  name: 'Jane Doe',
  bornOn: '1990-01-31',
  address: '1 Mirror Park',
  postal: '305',
  description: 'Tall',
  occupation: 'Nurse',
  phone: '555-0100',
  medicalNotes: 'Allergic to nuts',
  contacts: 'John Doe',
}
const create = async (who: Pick<Civilian, 'http'>, over: object = {}) => {
  const response = await who.http.post('/api/characters', { ...INPUT, ...over })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<OwnCharacter>()
}
const own = async (who: Pick<Civilian, 'http'>) => (await who.http.get('/api/characters')).json<OwnRecords>()
const path = ({ characterId }: Pick<OwnCharacter, 'characterId'>) => `/api/characters/${characterId}`

describe('a member’s own character', () => {
  test('is created, listed, changed and deleted, live on their other pages', async () => {
    const civilian = await r.civilian()
    const room = await watchRoom(t, civilian.token, 'own-records', { userId: civilian.userId })
    expect(room.snapshot).toEqual({ characters: [], vehicles: [], licences: [], weapons: [], transfers: [], claims: [], fines: [] })
    const created = await create(civilian)
    expect(created).toMatchObject({ ...INPUT, version: 1, picture: null, deceased: null, playedOn: null, lastUsedAt: null })
    const changed = (await civilian.http.put(path(created), { ...INPUT, postal: '306', version: 1 })).json<OwnCharacter>()
    expect(changed).toEqual({ ...created, postal: '306', version: 2 })
    expect((await own(civilian)).characters).toEqual([changed])
    expect((await civilian.http.delete(`${path(created)}?version=2`)).statusCode).toBe(200)
    expect(await own(civilian)).toMatchObject({ characters: [] })
    expect(await room.received()).toEqual([
      { event: 'character.saved', payload: created },
      { event: 'character.saved', payload: changed },
      { event: 'character.left', payload: { characterId: created.characterId } },
    ])
  })

  test('does not exist for other members', async () => {
    const [civilian, other] = [await r.civilian(), await r.civilian()]
    const character = await create(civilian)
    const at = path(character)
    const answers = [
      await other.http.put(at, { ...INPUT, version: 1 }),
      await other.http.delete(`${at}?version=1`),
      await other.http.post(`${at}/play`, { serverId: 1 }),
      await other.http.post(`${at}/stop`),
      await other.http.get(`${at}/record`),
      await other.http.delete(`${at}/picture`),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404))
    expect((await own(other)).characters).toEqual([])
    expect((await own(civilian)).characters).toEqual([character])
  })

  test('is changed neither on an older version, nor by a save that changes nothing', async () => {
    const civilian = await r.civilian()
    const character = await create(civilian)
    const change = (phone: string) => civilian.http.put(path(character), { ...INPUT, phone, version: 1 })
    expect((await change(INPUT.phone)).json<OwnCharacter>().version, 'the same again').toBe(1)
    const codes = statuses(await Promise.all([change('1'), change('2')]))
    expect(codes).toEqual([200, 409])
    expect((await civilian.http.delete(`${path(character)}?version=1`)).json()).toMatchObject({ code: 'conflict' })
  })

  test.each([
    ['name', { name: 'J' }],
    ['bornOn', { bornOn: '2990-01-01' }],
    ['medicalNotes', { medicalNotes: 'x'.repeat(1001) }],
    ['phone', { phone: '1'.repeat(33) }],
  ])('with a wrong %s is refused', async (field, over) => {
    const civilian = await r.civilian()
    expect((await civilian.http.post('/api/characters', { ...INPUT, ...over })).json()).toMatchObject({ code: 'invalid_input', field })
    expect((await own(civilian)).characters).toEqual([])
  })

  test('can’t be created above the limit, even at the same time, and deleting one makes room', async () => {
    await r.set(maxCharacters, 3)
    const civilian = await r.civilian()
    const answers = await Promise.all(Array.from({ length: 20 }, () => civilian.http.post('/api/characters', INPUT)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
    expect(answers.find(({ statusCode }) => statusCode !== 200)!.json()).toMatchObject({
      code: 'conflict',
      message: 'You have 3 characters, which is the most: delete one first',
    })
    const { characters } = await own(civilian)
    expect(characters).toHaveLength(3)
    await civilian.http.delete(`${path(characters[0]!)}?version=1`)
    expect((await civilian.http.post('/api/characters', INPUT)).statusCode).toBe(200)
    await r.set(maxCharacters, 10)
  })

  test('can’t be created and deleted in turn without a limit', async () => {
    const civilian = await r.civilian()
    await sql`insert into characters (user_id, name, removed_at) select ${civilian.userId}, 'Old', now() from generate_series(1, 50)`.execute(
      t.db,
    )
    expect((await civilian.http.post('/api/characters', INPUT)).statusCode).toBe(429)
    await sql`update characters set created_at = now() - interval '2 days' where user_id = ${civilian.userId}`.execute(t.db)
    expect((await civilian.http.post('/api/characters', INPUT)).statusCode).toBe(200)
  })
})

describe('a name that changes', () => {
  test('is shown everywhere, and the record keeps the old one', async () => {
    const civilian = await r.civilian()
    const character = await create(civilian)
    const renamed = await civilian.http.put(path(character), { ...INPUT, name: 'Jane Smith', version: 1 })
    expect(renamed.json()).toMatchObject({ name: 'Jane Smith' })
    const record = (await civilian.http.get(`${path(character)}/record`)).json<PageOf<RecordEvent>>()
    expect(record.total).toBe(2)
    expect(record.items.map(({ title, text }) => `${title}: ${text}`)).toEqual([
      'Name changed: From Jane Doe to Jane Smith',
      'Registered: Jane Doe',
    ])
    const { characterId } = character
    expect(await t.db.selectFrom('character_names').select('name').where('character_id', '=', characterId).execute()).toEqual([
      { name: 'Jane Doe' },
    ])
  })

  test('can change at most ten times a day', async () => {
    const civilian = await r.civilian()
    const character = await create(civilian)
    for (let version = 1; version <= 10; version += 1) {
      expect((await civilian.http.put(path(character), { ...INPUT, name: `Jane ${version}`, version })).statusCode).toBe(200)
    }
    const refused = await civilian.http.put(path(character), { ...INPUT, name: 'Jane 11', version: 11 })
    expect(refused.json()).toMatchObject({ code: 'too_many_attempts', field: 'name' })
    expect((await civilian.http.put(path(character), { ...INPUT, name: 'Jane 10', postal: '1', version: 11 })).statusCode).toBe(200)
  })
})

describe('deleting a character', () => {
  const vehicleOf = async (characterId: number, plate: string) => {
    const { id } = await t.db
      .insertInto('vehicles')
      .values({ character_id: characterId, plate, vin: `VIN${plate}`, model: 'Buffalo' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  test('deletes its vehicles, weapons and offers, and tells members who were offered a vehicle', async () => {
    const [civilian, other] = [await r.civilian(), await r.civilian()]
    const [character, friend] = [await create(civilian), await create(other, { name: 'A Friend' })]
    const vehicleId = await vehicleOf(character.characterId, 'GONE1')
    await civilian.http.post('/api/weapons', { characterId: character.characterId, model: 'Pistol', serial: 'GONE-1' })
    await civilian.http.post('/api/licences', { characterId: character.characterId, type: 'DRIVERS' })
    const { id: transferId } = await t.db
      .insertInto('vehicle_transfers')
      .values({ vehicle_id: vehicleId, from_character_id: character.characterId, to_character_id: friend.characterId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const room = await watchRoom(t, other.token, 'own-records', { userId: other.userId })
    expect(room.snapshot.transfers).toHaveLength(1)
    expect((await civilian.http.delete(`${path(character)}?version=1`)).statusCode).toBe(200)
    expect(await room.received()).toEqual([{ event: 'transfer.left', payload: { transferId } }])
    expect(await own(civilian)).toEqual({ characters: [], vehicles: [], licences: [], weapons: [], transfers: [], claims: [], fines: [] })
    expect((await own(other)).transfers).toEqual([])
    const again = { model: 'Pistol', serial: 'gone 1', characterId: friend.characterId }
    expect((await other.http.post('/api/weapons', again)).statusCode, 'its serial number is free').toBe(200)
    expect((await r.events({ characterId: character.characterId })).at(-1)).toMatchObject({ title: 'Deleted', text: 'Jane Doe' })
  })

  test('is refused while one of its vehicles is impounded, and says which', async () => {
    const civilian = await r.civilian()
    const character = await create(civilian)
    const vehicleId = await vehicleOf(character.characterId, 'HELD 1')
    const impound = { vehicle_id: vehicleId, place: 'Davis', reason: 'Parking', by_user_id: civilian.userId, by_identifier: '' }
    await t.db.insertInto('impounds').values(impound).execute()
    const refused = await civilian.http.delete(`${path(character)}?version=1`)
    expect(refused.json()).toMatchObject({
      code: 'conflict',
      message: 'HELD 1 is impounded: it has to be released before Jane Doe can be deleted',
    })
    expect(await own(civilian)).toMatchObject({ characters: [{ characterId: character.characterId }], vehicles: [{ vehicleId }] })
    await t.db.updateTable('impounds').set({ released_at: new Date() }).execute()
    expect((await civilian.http.delete(`${path(character)}?version=1`)).statusCode).toBe(200)
  })
})

describe('a character for another member', () => {
  const forOther = (by: Pick<Civilian, 'http'>, forUserId: number) => by.http.post('/api/characters', { ...INPUT, forUserId })

  test('is created by police and fire for a civilian on duty on their server, if the community allows it', async () => {
    const [officer, medic] = [await r.officer(), await r.officer({ department: 'FIRE' })]
    const civilian = await r.officer({ department: 'CIV' })
    expect((await forOther(officer, civilian.userId)).statusCode, 'not allowed').toBe(403)
    await r.set(officersCreateCharacters, true)
    for (const by of [officer, medic]) expect((await forOther(by, civilian.userId)).statusCode).toBe(200)
    expect((await own(civilian)).characters).toHaveLength(2)
    const [notice] = await r.notices(civilian)
    expect(notice).toMatchObject({ title: 'A character was created for you', text: `Jane Doe, by ${medic.identifier}` })
    const [{ characterId }] = (await own(civilian)).characters as [OwnCharacter]
    expect(await r.events({ characterId })).toMatchObject([{ title: 'Registered', by: officer.userId, identifier: officer.identifier }])
  })

  test('is not created by communications, nor for a member who is on another server or off duty', async () => {
    await r.set(officersCreateCharacters, true)
    const [officer, dispatcher] = [await r.officer(), await r.officer({ department: 'COMM' })]
    const civilian = await r.officer({ department: 'CIV' })
    expect((await forOther(dispatcher, civilian.userId)).statusCode).toBe(403)
    const offDuty = await r.civilian()
    for (const userId of [offDuty.userId, dispatcher.userId, 999_999]) {
      expect((await forOther(officer, userId)).json()).toMatchObject({ code: 'invalid_input', field: 'forUserId' })
    }
    expect((await officer.http.post('/api/characters', INPUT)).json()).toMatchObject({ code: 'invalid_input', field: 'forUserId' })
    expect((await forOther(civilian, offDuty.userId)).statusCode, 'a civilian, for another').toBe(403)
    expect((await own(offDuty)).characters).toEqual([])
  })
})

test('a member exports all their own characters with the record, and no others', async () => {
  const [civilian, other] = [await r.civilian(), await r.civilian()]
  const character = await create(civilian)
  await create(other, { name: 'Not Mine' })
  await civilian.http.post('/api/weapons', { characterId: character.characterId, model: 'Rifle', serial: 'EXP-1' })
  const exported = await civilian.http.get(`/api/characters/export/${civilian.userId}`)
  expect(exported.json()).toEqual({
    exportedAt: expect.any(String) as string,
    characters: [character],
    vehicles: [],
    licences: [],
    weapons: [expect.objectContaining({ serial: 'EXP-1' })],
    transfers: [],
    claims: [],
    fines: [],
    record: [expect.objectContaining({ title: 'Weapon registered' }), expect.objectContaining({ title: 'Registered', text: 'Jane Doe' })],
    fieldNames: {},
  })
  expect((await other.http.get(`/api/characters/export/${civilian.userId}`)).statusCode).toBe(403)
})

test('a person who is not registered is noted, belongs to nobody, and is in the records of no member', async () => {
  const officer = await r.officer()
  const noted = await officer.http.post('/api/characters/noted', { name: 'Jack Nobody', description: 'Red coat' })
  const { characterId } = noted.json<{ characterId: number }>()
  const row = await t.db
    .selectFrom('characters')
    .select(['user_id', 'origin', 'noted_by', 'description'])
    .where('id', '=', characterId)
    .executeTakeFirst()
  expect(row).toEqual({ user_id: null, origin: 'officer', noted_by: officer.userId, description: 'Red coat' })
  expect(await r.events({ characterId })).toMatchObject([{ title: 'Noted', text: 'Jack Nobody', identifier: officer.identifier }])
  const { http } = await r.civilian()
  expect((await http.put(`/api/characters/${characterId}`, { name: 'Mine', bornOn: '1990-01-01', version: 1 })).statusCode).toBe(404)
  expect((await officer.http.post('/api/characters/noted', { name: 'J' })).json()).toMatchObject({ code: 'invalid_input', field: 'name' })
})
