import { maxVehicles, type Claim, type ClaimToDecide, type OwnRecords, type PageOf, type RecordEvent } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, statuses, type Civilian } from '../../../testing/test-records.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let officer: Member
let supervisor: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  officer = await r.officer()
  supervisor = await r.supervisor()
})
afterAll(() => t.close())

let counter = 0
/** A name that nobody else has, so that tests do not find each other's. */
const uniqueName = (first = 'Alex') => `${first} Doe${(counter += 1)}`
const notePerson = async (name: string, over: object = {}) => {
  const response = await officer.http.post('/api/characters/noted', { name, ...over })
  return response.json<{ characterId: number }>().characterId
}
const noteVehicle = async (plate: string) => {
  const response = await officer.http.post('/api/vehicles/noted', { plate })
  return response.json<{ vehicleId: number }>().vehicleId
}
const claim = (by: Civilian, characterId: number, over: object = {}) => by.http.post('/api/claims', { characterId, ...over })
const claimed = async (by: Civilian, characterId: number, over: object = {}) => {
  const response = await claim(by, characterId, over)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Claim>()
}
const decide = (by: Member, { claimId }: Claim, isGranted: boolean, reason = '') =>
  by.http.post(`/api/claims/${claimId}/decide`, { isGranted, reason })
const own = async (who: Civilian) => (await who.http.get('/api/characters')).json<OwnRecords>()

describe('a claim', () => {
  test('finds a noted person by the words of the name, in any order and case, and a vehicle by its plate', async () => {
    const last = `Doe${(counter += 1)}`
    const civilian = await r.civilian()
    const characterId = await r.character(civilian, { name: `Alex ${last}` })
    await notePerson(`${last.toUpperCase()} alex`)
    const person = await claimed(civilian, characterId, { text: 'That is me' })
    expect(person).toMatchObject({ kind: 'character', label: `${last.toUpperCase()} alex`, state: 'open', text: 'That is me' })
    await noteVehicle('CLM 001')
    expect(await claimed(civilian, characterId, { plate: 'clm-001' })).toMatchObject({ kind: 'vehicle', label: 'CLM 001' })
    expect((await own(civilian)).claims).toHaveLength(2)
  })

  test('finds nobody who is registered, has another name, or was born on another day', async () => {
    const [civilian, other] = [await r.civilian(), await r.civilian()]
    const name = uniqueName()
    const characterId = await r.character(civilian, { name, bornOn: '1990-01-31' })
    await r.character(other, { name })
    expect((await claim(civilian, characterId)).json(), 'another member’s').toMatchObject({ code: 'invalid_input', field: 'characterId' })
    await notePerson(name, { bornOn: '1991-01-31' })
    await notePerson(`${name} Junior`)
    expect((await claim(civilian, characterId)).json()).toMatchObject({ code: 'invalid_input', field: 'characterId' })
    await t.db.insertInto('vehicles').values({ character_id: characterId, plate: 'MINE1', vin: 'V1', model: 'Asea' }).execute()
    expect((await claim(civilian, characterId, { plate: 'MINE1' })).json()).toMatchObject({ code: 'invalid_input', field: 'plate' })
    expect((await claim(other, characterId, { plate: 'MINE1' })).statusCode, 'for another’s character').toBe(404)
  })

  test('is made once for one person or vehicle, and for at most five at a time', async () => {
    const civilian = await r.civilian()
    const characterId = await r.character(civilian, { name: uniqueName() })
    for (const plate of ['FIVE1', 'FIVE2', 'FIVE3', 'FIVE4', 'FIVE5', 'FIVE6']) await noteVehicle(plate)
    const twice = await Promise.all([1, 2].map(() => claim(civilian, characterId, { plate: 'FIVE1' })))
    expect(statuses(twice)).toEqual([200, 409])
    const rest = await Promise.all(['FIVE2', 'FIVE3', 'FIVE4', 'FIVE5', 'FIVE6'].map((plate) => claim(civilian, characterId, { plate })))
    expect(statuses(rest)).toEqual([200, 200, 200, 200, 409])
    const [first] = (await own(civilian)).claims
    const withdrawn = await civilian.http.post(`/api/claims/${first!.claimId}/withdraw`)
    expect(withdrawn.json()).toMatchObject({ state: 'withdrawn', decidedAt: expect.any(String) as string })
    expect((await civilian.http.post(`/api/claims/${first!.claimId}/withdraw`)).statusCode, 'once').toBe(409)
    const free = rest.findIndex(({ statusCode }) => statusCode === 409) + 2
    expect((await claim(civilian, characterId, { plate: `FIVE${free}` })).statusCode).toBe(200)
    await t.db.deleteFrom('record_claims').where('user_id', '=', civilian.userId).execute()
  })

  test('is withdrawn only by its member, and with the character', async () => {
    const [civilian, other] = [await r.civilian(), await r.civilian()]
    const name = uniqueName()
    const characterId = await r.character(civilian, { name })
    await notePerson(name)
    const made = await claimed(civilian, characterId)
    expect((await other.http.post(`/api/claims/${made.claimId}/withdraw`)).statusCode).toBe(404)
    const room = await watchRoom(t, civilian.token, 'own-records', { userId: civilian.userId })
    expect(room.snapshot.claims).toEqual([made])
    expect((await civilian.http.delete(`/api/characters/${characterId}?version=1`)).statusCode).toBe(200)
    expect(await room.received()).toEqual([
      { event: 'claim.saved', payload: expect.objectContaining({ claimId: made.claimId, state: 'withdrawn' }) as object },
      { event: 'character.left', payload: { characterId } },
    ])
    expect((await decide(supervisor, made, true)).statusCode).toBe(409)
  })
})

describe('deciding', () => {
  test('a granted person becomes part of the character: what was noted is read with it', async () => {
    const civilian = await r.civilian('Casey')
    const name = uniqueName()
    const [characterId, notedId] = [await r.character(civilian, { name }), await notePerson(name)]
    await officer.http.post(`/api/characters/${notedId}/cautions`, { text: 'Runs' })
    const calls: number[] = []
    for (let index = 0; index < 2; index += 1) {
      const call = await officer.http.post('/api/cad/call', { serverId: 1, callTypeId: 23, location: `Grove Street ${counter} ${index}` })
      calls.push(call.json<{ callId: number }>().callId)
    }
    const [first, second] = calls as [number, number]
    const subject = (call_id: number, character_id: number) => ({ call_id, character_id, by_user_id: officer.userId })
    await t.db
      .insertInto('call_subjects')
      .values([subject(first, notedId), subject(second, notedId), subject(second, characterId)])
      .execute()
    await sql`insert into licences (character_id, type, state, expires_on) values
      (${notedId}, 'DRIVERS', 'granted', '2030-01-01'), (${notedId}, 'CDL', 'granted', '2030-01-01'),
      (${characterId}, 'CDL', 'revoked', '2030-01-01')`.execute(t.db)
    await sql`insert into vehicles (character_id, plate, vin, model) values (${notedId}, ${`STUB${counter}`}, '', 'Asea')`.execute(t.db)

    const made = await claimed(civilian, characterId)
    const listed = (await supervisor.http.get('/api/claims?pageSize=100')).json<PageOf<ClaimToDecide>>()
    expect(listed.items.at(-1)).toEqual({ ...made, member: { userId: civilian.userId, name: 'Casey' } })
    const room = await watchRoom(t, civilian.token, 'own-records', { userId: civilian.userId })
    const decided = await decide(supervisor, made, true, 'Known to us')
    expect(decided.json()).toMatchObject({ state: 'granted', reason: 'Known to us', member: { userId: civilian.userId } })

    expect((await room.received()).map(({ event }) => event)).toEqual(['vehicle.saved', 'licence.saved', 'licence.saved', 'claim.saved'])
    const records = await own(civilian)
    expect(records.vehicles).toMatchObject([{ plate: `STUB${counter}`, characterId }])
    expect(records.licences.map(({ type, status }) => `${type} ${status}`).toSorted()).toEqual(['CDL revoked', 'DRIVERS valid'])
    const onCalls = await t.db.selectFrom('call_subjects').select(['call_id', 'character_id']).where('call_id', 'in', calls).execute()
    expect(onCalls.toSorted((a, b) => a.call_id - b.call_id)).toEqual(calls.map((call_id) => ({ call_id, character_id: characterId })))
    expect(await t.db.selectFrom('cautions').select('text').where('character_id', '=', characterId).execute()).toEqual([{ text: 'Runs' }])
    const record = (await civilian.http.get(`/api/characters/${characterId}/record`)).json<PageOf<RecordEvent>>()
    expect(record.items.map(({ title, characterId: of }) => [title, of])).toEqual([
      ['Claim granted', characterId],
      ['Noted', notedId],
    ])
    expect(await r.notices(civilian)).toMatchObject([{ title: `Your claim to ${name} was granted`, text: 'Known to us' }])
    expect((await officer.http.post(`/api/characters/${notedId}/cautions`, { text: 'Late' })).statusCode, 'the stub is gone').toBe(404)
  })

  test('a granted vehicle belongs to the character, within the member’s limit', async () => {
    const civilian = await r.civilian()
    const characterId = await r.character(civilian)
    const vehicleId = await noteVehicle('LIM 001')
    await t.db.insertInto('vehicles').values({ character_id: characterId, plate: 'LIM002', vin: 'V2', model: 'Asea' }).execute()
    const made = await claimed(civilian, characterId, { plate: 'LIM001' })
    await r.set(maxVehicles, 1)
    expect((await decide(supervisor, made, true)).json()).toMatchObject({ code: 'conflict' })
    expect((await own(civilian)).claims, 'still open').toMatchObject([{ state: 'open' }])
    await r.set(maxVehicles, 2)
    expect((await decide(supervisor, made, true)).statusCode).toBe(200)
    expect((await own(civilian)).vehicles).toContainEqual(expect.objectContaining({ vehicleId, characterId, version: 2 }))
    expect((await r.events({ vehicleId })).map(({ title }) => title)).toContain('Claim granted')
    await r.set(maxVehicles, 30)
  })

  test('of several claims to one vehicle only one is granted, even at the same time; the others are refused and their members told', async () => {
    const civilians = [await r.civilian(), await r.civilian(), await r.civilian()]
    const vehicleId = await noteVehicle('RACE 01')
    const claims: Claim[] = []
    for (const each of civilians) claims.push(await claimed(each, await r.character(each), { plate: 'RACE01' }))
    const second = await r.supervisor()
    const answers = await Promise.all(claims.flatMap((each) => [decide(supervisor, each, true), decide(second, each, true)]))
    expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409])
    const states = await Promise.all(civilians.map(async (each) => (await own(each)).claims[0]!.state))
    expect(states.toSorted()).toEqual(['granted', 'refused', 'refused'])
    const owner = civilians[states.indexOf('granted')]!
    expect((await own(owner)).vehicles).toMatchObject([{ vehicleId }])
    for (const each of civilians) expect(await r.notices(each)).toHaveLength(1)
  })

  test('a claim that is granted and refused at the same time has one of both results', async () => {
    const civilian = await r.civilian()
    const name = uniqueName()
    const characterId = await r.character(civilian, { name })
    await notePerson(name)
    const made = await claimed(civilian, characterId)
    const both = await Promise.all([decide(supervisor, made, true), decide(supervisor, made, false, 'Not you')])
    expect(statuses(both)).toEqual([200, 409])
    expect(await r.notices(civilian)).toHaveLength(1)
  })

  test('nobody decides their own claims, and nobody without the capability decides or sees claims', async () => {
    const both = await t.addPerson({
      departments: [
        { name: 'LSPD', rank: 'Sergeant', isPrimary: true },
        { name: 'CIV', isPrimary: false },
      ],
    })
    const self = { ...both, http: t.http(both.token), identifier: '' }
    const characterId = await r.character(self)
    await noteVehicle('SELF1')
    const made = await claimed(self, characterId, { plate: 'SELF1' })
    expect((await decide(self, made, true)).statusCode).toBe(403)
    expect((await decide(officer, made, true)).statusCode).toBe(403)
    expect((await officer.http.get('/api/claims')).statusCode).toBe(403)
    expect((await decide(supervisor, made, false)).json()).toMatchObject({ state: 'refused' })
    expect((await decide(supervisor, { ...made, claimId: 999_999 }, false)).statusCode).toBe(404)
  })
})
