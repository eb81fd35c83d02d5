import { MAX_GAME_CHARACTERS, type Identifiers, type OwnRecords, type PlayedCharacter } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectBridge, gamePlayer, linkPlayer, type TestBridge } from '../../../testing/test-bridge.ts'
import { dispatchOf } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, type Civilian } from '../../../testing/test-records.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let d: ReturnType<typeof dispatchOf>
let bridge: TestBridge
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  d = dispatchOf(t)
})
beforeEach(async () => {
  bridge = await connectBridge(t)
  await bridge.hello()
})
afterAll(() => t.close())

let last = 0
/** Gives the member a player in the game. */
const playing = async <P extends Person>(person: P): Promise<P & { readonly identifiers: Identifiers }> => {
  last += 1
  await linkPlayer(t, person.userId, last)
  await bridge.say('player.joined', gamePlayer(last))
  return { ...person, identifiers: gamePlayer(last).identifiers }
}
const civilian = async () => playing(await r.civilian())
const newId = () => `char${(last += 1)}:ab`
const newPlate = () => `GM ${(last += 1)}`

const saveCharacter = ({ identifiers }: { identifiers: Identifiers }, character: object) =>
  bridge.say('character.save', { identifiers, character: { externalId: newId(), name: 'Jo Fox', ...character } })
const saveVehicle = ({ identifiers }: { identifiers: Identifiers }, vehicle: object) =>
  bridge.say('vehicle.save', { identifiers, vehicle: { plate: newPlate(), model: 'Sultan', ...vehicle } })
const idIn = (answer: { ok: boolean } & Partial<Record<'characterId' | 'vehicleId' | 'message', unknown>>): number => {
  if (!answer.ok) throw new Error(String(answer.message))
  return Number(answer.characterId ?? answer.vehicleId)
}
const own = async ({ http }: Civilian) => (await http.get('/api/characters')).json<OwnRecords>()

describe('a character that the game saves', () => {
  test("belongs to the player's account, and saving it again changes only the given fields", async () => {
    const member = await civilian()
    const externalId = newId()
    const characterId = idIn(await saveCharacter(member, { externalId, bornOn: '1990-01-31', phone: '555-0101', occupation: 'Mechanic' }))
    expect(idIn(await saveCharacter(member, { externalId, name: 'Joanna Fox', phone: '555-0102' }))).toBe(characterId)
    const { characters } = await own(member)
    expect(characters).toMatchObject([
      { characterId, name: 'Joanna Fox', bornOn: '1990-01-31', phone: '555-0102', occupation: 'Mechanic', address: '', version: 2 },
    ])
    expect(await r.events({ characterId })).toMatchObject([
      { title: 'Registered', text: 'Jo Fox, in the game', by: null },
      { title: 'Name changed', text: 'From Jo Fox to Joanna Fox', by: null },
    ])
    const { rows } = await sql<{ name: string }>`select name from character_names where character_id = ${characterId}`.execute(t.db)
    expect(rows).toEqual([{ name: 'Jo Fox' }])
  })

  test('appears live on the member’s page, once for each change', async () => {
    const member = await civilian()
    const room = await watchRoom(t, member.token, 'own-records', { userId: member.userId })
    const externalId = newId()
    for (const phone of ['1', '1', '2']) await saveCharacter(member, { externalId, phone })
    expect(await room.received()).toMatchObject([
      { event: 'character.saved', payload: { phone: '1', version: 1 } },
      { event: 'character.saved', payload: { phone: '2', version: 2 } },
    ])
  })

  test('is refused for a player who is not there, and for one that belongs to someone else', async () => {
    const [member, other] = [await civilian(), await civilian()]
    const externalId = newId()
    expect(await saveCharacter({ identifiers: { license: 'abc' } }, {})).toMatchObject({ ok: false, code: 'forbidden', isFinal: true })
    expect(await saveCharacter({ identifiers: gamePlayer(60_000).identifiers }, {})).toMatchObject({ ok: false, code: 'forbidden' })
    const characterId = idIn(await saveCharacter(member, { externalId }))
    expect(await saveCharacter(other, { externalId, name: 'Mallory' })).toMatchObject({
      ok: false,
      code: 'conflict',
      message: `${externalId} is a character of another member`,
      isFinal: true,
    })
    expect((await own(member)).characters).toMatchObject([{ characterId, name: 'Jo Fox' }])
  })

  test('that was imported without a member gets its member', async () => {
    const member = await civilian()
    const [externalId, characterId] = [newId(), await r.character(null)]
    await sql`update characters set external_id = ${externalId}, origin = 'import' where id = ${characterId}`.execute(t.db)
    expect(idIn(await saveCharacter(member, { externalId }))).toBe(characterId)
    expect((await own(member)).characters).toMatchObject([{ characterId }])
  })

  test.each([
    ['no name', { name: '' }, 'character.save.character.name'],
    ['a date of another form', { bornOn: '31/01/1990' }, 'character.save.character.bornOn'],
    ['a birth in the future', { bornOn: '2999-01-01' }, 'character.save.character.bornOn'],
    ['a text without an end', { description: 'x'.repeat(501) }, 'character.save.character.description'],
    ['no id', { externalId: ' ' }, 'character.save.character.externalId'],
  ])('with %s is refused finally, naming the field', async (_name, over, field) => {
    const member = await civilian()
    const answer = await saveCharacter(member, over)
    expect(answer).toMatchObject({ ok: false, code: 'invalid_input', message: expect.stringContaining(`${field}:`), isFinal: true })
    expect((await own(member)).characters).toEqual([])
  })

  test('is limited per member, also when many arrive at once', async () => {
    const member = await civilian()
    const answers = await Promise.all(Array.from({ length: MAX_GAME_CHARACTERS + 5 }, () => saveCharacter(member, {})))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(MAX_GAME_CHARACTERS)
    expect(answers.filter((answer) => !answer.ok && answer.isFinal && answer.message.includes('which is the most'))).toHaveLength(5)
  })

  test('with the same id for two members at once goes to one of them', async () => {
    const members = [await civilian(), await civilian()]
    const externalId = newId()
    const answers = await Promise.all(members.map((member) => saveCharacter(member, { externalId })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'conflict', isFinal: true })
  })
})

describe('a vehicle that the game saves', () => {
  test('is registered to the character, and changes by its id or its plate', async () => {
    const member = await civilian()
    const [owner, car] = [newId(), newId()]
    const characterId = idIn(await saveCharacter(member, { externalId: owner }))
    const plate = newPlate()
    const vehicleId = idIn(await saveVehicle(member, { plate, colour: 'Silver', ownerExternalId: owner }))
    const same = plate.replace(' ', '-').toLowerCase()
    expect(idIn(await saveVehicle(member, { externalId: car, plate: same, model: 'Sultan RS', characterId }))).toBe(vehicleId)
    const next = newPlate()
    expect(idIn(await saveVehicle(member, { externalId: car, plate: next, model: 'Sultan RS', ownerExternalId: owner }))).toBe(vehicleId)
    const { vehicles } = await own(member)
    expect(vehicles).toMatchObject([{ vehicleId, characterId, plate: next, model: 'Sultan RS', colour: 'Silver', version: 3 }])
    expect(vehicles[0]?.vin).toHaveLength(17)
    expect(Date.parse(vehicles[0]?.registeredUntil ?? '')).toBeGreaterThan(Date.now() + 360 * 86_400_000)
    expect((await r.events({ vehicleId })).map(({ title, by }) => [title, by])).toEqual([
      ['Vehicle registered', null],
      ['Vehicle changed', null],
      ['Vehicle changed', null],
    ])
  })

  test("with someone else's plate is refused finally, naming it, and nothing changes", async () => {
    const [member, other] = [await civilian(), await civilian()]
    const [mine, theirs] = [newId(), newId()]
    await saveCharacter(member, { externalId: mine })
    await saveCharacter(other, { externalId: theirs })
    const plate = newPlate()
    await saveVehicle(other, { plate, ownerExternalId: theirs })
    const refusal = { ok: false, code: 'conflict', message: `${plate} is registered to someone else`, isFinal: true }
    expect(await saveVehicle(member, { plate, model: 'Mine now', ownerExternalId: mine })).toMatchObject(refusal)
    const externalId = newId()
    await saveVehicle(member, { externalId, ownerExternalId: mine })
    expect(await saveVehicle(member, { externalId, plate, ownerExternalId: mine }), 'a change of plates').toMatchObject(refusal)
    expect((await own(other)).vehicles).toMatchObject([{ plate, model: 'Sultan' }])
  })

  test("belongs to the character being played by default, and never to someone else's", async () => {
    const [member, other] = [await civilian(), await civilian()]
    const [mine, theirs] = [newId(), newId()]
    const characterId = idIn(await saveCharacter(member, { externalId: mine }))
    const foreign = idIn(await saveCharacter(other, { externalId: theirs }))
    for (const owner of [{}, { ownerExternalId: theirs }, { characterId: foreign }, { ownerExternalId: 'nobody' }])
      expect(await saveVehicle(member, owner)).toMatchObject({ ok: false, code: 'not_found', isFinal: true })
    await bridge.say('character.play', { identifiers: member.identifiers, character: { externalId: mine } })
    expect(await saveVehicle(member, {})).toMatchObject({ ok: true })
    expect((await own(member)).vehicles).toMatchObject([{ characterId }])
  })

  test('moves among the member’s own characters, stays stolen, and does not change while impounded', async () => {
    const [member, officer] = [await civilian(), await r.officer()]
    const [first, second] = [newId(), newId()]
    await saveCharacter(member, { externalId: first })
    const to = idIn(await saveCharacter(member, { externalId: second, name: 'Kim Lee' }))
    const plate = newPlate()
    const vehicleId = idIn(await saveVehicle(member, { plate, ownerExternalId: first }))
    await officer.http.post(`/api/vehicles/${vehicleId}/stolen`, { note: 'Taken at the pier' })
    expect(await saveVehicle(member, { plate, ownerExternalId: second })).toMatchObject({ ok: true })
    expect((await own(member)).vehicles).toMatchObject([{ characterId: to, stolen: { note: 'Taken at the pier' } }])
    await officer.http.post(`/api/vehicles/${vehicleId}/impound`, { place: 'Davis', reason: 'Evidence' })
    expect(await saveVehicle(member, { plate, ownerExternalId: second }), 'as it is').toMatchObject({ ok: true })
    expect(await saveVehicle(member, { plate, model: 'Other', ownerExternalId: second })).toMatchObject({ ok: false, code: 'conflict' })
  })

  test('that an officer noted gets its owner', async () => {
    const [member, officer] = [await civilian(), await r.officer()]
    const [owner, plate] = [newId(), newPlate()]
    await saveCharacter(member, { externalId: owner })
    const noted = (await officer.http.post('/api/vehicles/noted', { plate, model: '', colour: '' })).json<{ vehicleId: number }>()
    expect(idIn(await saveVehicle(member, { plate, ownerExternalId: owner }))).toBe(noted.vehicleId)
    expect((await own(member)).vehicles).toMatchObject([{ plate, model: 'Sultan', insuredUntil: expect.any(String) }])
  })

  test('with the same plate for two members at once goes to one of them', async () => {
    const members = [await civilian(), await civilian()]
    const plate = newPlate()
    const owners = await Promise.all(members.map((member) => saveCharacter(member, {})))
    const answers = await Promise.all(members.map((member, index) => saveVehicle(member, { plate, characterId: idIn(owners[index]!) })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'conflict', message: `${plate} is registered to someone else` })
  })
})

describe('the character being played', () => {
  const play = ({ identifiers }: { identifiers: Identifiers }, character: object | null) =>
    bridge.say('character.play', { identifiers, character })
  const get = async ({ identifiers }: { identifiers: Identifiers }, playing?: object): Promise<PlayedCharacter | null> => {
    const answer = await bridge.say('character.get', { identifiers, ...(playing && { playing }) })
    if (!answer.ok) throw new Error(answer.message)
    return answer.character
  }

  test('is set by the game, read with its licences, and cleared; the date of last use follows', async () => {
    const member = await civilian()
    const externalId = newId()
    const characterId = idIn(await saveCharacter(member, { externalId, bornOn: '1990-01-31' }))
    await member.http.post('/api/licences', { characterId, type: 'DRIVERS' })
    expect(await get(member)).toBeNull()
    expect(await play(member, { externalId })).toMatchObject({ ok: true, character: { characterId, name: 'Jo Fox' } })
    expect(await get(member)).toEqual({
      characterId,
      externalId,
      name: 'Jo Fox',
      bornOn: '1990-01-31',
      licences: [{ type: 'DRIVERS', status: 'valid', expiresOn: expect.any(String) }],
    })
    const [character] = (await own(member)).characters
    expect(Date.parse(character?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(await play(member, null)).toMatchObject({ ok: true, character: null })
    expect(await get(member)).toBeNull()
  })

  test('is shown on the member’s page while they are on duty as a civilian there', async () => {
    const person = await playing(await d.onDuty({ department: 'CIV' }))
    const [first, second] = [idIn(await saveCharacter(person, {})), idIn(await saveCharacter(person, {}))]
    await play(person, { characterId: first })
    await play(person, { characterId: second })
    const { characters } = await own(person)
    expect(characters.map(({ characterId, playedOn }) => [characterId, playedOn])).toEqual([
      [first, null],
      [second, 1],
    ])
  })

  test('of an officer stays the one that the game set, although their duty clears it on the page', async () => {
    const officer = await playing(await d.onDuty())
    const externalId = newId()
    const characterId = idIn(await saveCharacter(officer, { externalId }))
    await play(officer, { externalId })
    await sql`delete from played_characters where character_id = ${characterId}`.execute(t.db)
    expect(await get(officer)).toBeNull()
    expect(await get(officer, { externalId })).toMatchObject({ characterId })
  })

  test("can not be someone else's, dead, or missing", async () => {
    const [member, other] = [await civilian(), await civilian()]
    const theirs = newId()
    const foreign = idIn(await saveCharacter(other, { externalId: theirs }))
    const dead = await r.character(member, { isDeceased: true })
    for (const which of [{ externalId: theirs }, { characterId: foreign }, { externalId: 'nobody' }])
      expect(await play(member, which)).toMatchObject({ ok: false, code: 'not_found', isFinal: true })
    expect(await get(member, { externalId: theirs })).toBeNull()
    expect(await play(member, { characterId: dead })).toMatchObject({ ok: false, code: 'conflict', isFinal: true })
  })
})
