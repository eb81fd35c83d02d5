import { randomUUID } from 'node:crypto'
import type { EventResult, Identifiers, PersonHits, PlateHits } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectBridge, gamePlayer, linkPlayer, type TestBridge } from '../../../testing/test-bridge.ts'
import { startTestPortal, until, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf } from '../../../testing/test-records.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let bridge: TestBridge
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
})
beforeEach(async () => {
  bridge = await connectBridge(t)
  await bridge.hello()
})
afterAll(() => t.close())

let last = 0
type Playing = { readonly identifiers: Identifiers }
const playing = async <P extends Person>(person: P): Promise<P & Playing> => {
  last += 1
  await linkPlayer(t, person.userId, last)
  await bridge.say('player.joined', gamePlayer(last))
  return { ...person, identifiers: gamePlayer(last).identifiers }
}
const officer = async (over: Parameters<typeof r.officer>[0] = {}) => playing(await r.officer(over))
const newPlate = () => `LK${(last += 1)}`

type Car = { readonly plate: string; readonly vehicleId: number; readonly characterId: number; readonly ownerName: string }
/** A silver Sultan, registered and insured, of a member's character. */
async function car(over: { readonly ownerName?: string } = {}): Promise<Car> {
  const [member, plate, ownerName] = [await r.civilian(), newPlate(), over.ownerName ?? `Owner Number${(last += 1)}`]
  const characterId = await r.character(member, { name: ownerName })
  const body = { characterId, plate, model: 'Sultan', colour: 'Silver', registeredUntil: '2199-01-01', insuredUntil: '2199-01-01' }
  const { vehicleId } = (await member.http.post('/api/vehicles', body)).json<{ vehicleId: number }>()
  return { plate, vehicleId, characterId, ownerName }
}
const stolen = async () => {
  const known = await car()
  await (await r.officer()).http.post(`/api/vehicles/${known.vehicleId}/stolen`, { note: 'Taken' })
  return known
}
const eventOf = (by: Playing | null, plate: string, over: object = {}) => ({
  id: randomUUID(),
  at: new Date().toISOString(),
  kind: 'plate-read',
  player: by && { name: 'In game', identifiers: by.identifiers },
  payload: { plate },
  ...over,
})
const read = async (by: Playing | null, plate: string, over: object = {}): Promise<EventResult> => {
  const answer = await bridge.say('event', eventOf(by, plate, over))
  if (!answer.ok) throw new Error(answer.message)
  return answer.result
}
const logged = async ({ userId }: Person) => {
  const { rows } = await sql<{ kind: string; query: string; flags: string[] }>`
    select kind, query, flags from lookups where user_id = ${userId} order by id`.execute(t.db)
  return rows
}

describe('a plate read in the game', () => {
  test('is answered with the hits, to the unit that read it, and logged once', async () => {
    const [unit, { plate, ownerName }] = [await officer(), await stolen()]
    const hits: PlateHits = {
      plate,
      isRegistered: true,
      model: 'Sultan',
      colour: 'Silver',
      owner: ownerName,
      flags: ['Stolen'],
      bolos: [],
    }
    expect(await read(unit, plate)).toEqual({ hits })
    expect(await read(unit, plate.toLowerCase()), 'the same within a minute').toEqual({ hits })
    expect(await logged(unit)).toEqual([{ kind: 'plate-read', query: plate, flags: ['Stolen'] }])
  })

  test('that a camera only passed is logged if there is something to know; locked by the officer, it is logged in any case', async () => {
    const [unit, { plate }, nothing] = [await officer(), await stolen(), newPlate()]
    const pass = (by: Playing, passed: string) => bridge.say('plate.scan', { identifiers: by.identifiers, plate: passed })
    expect(await pass(unit, nothing)).toEqual({ ok: true, hits: null })
    expect(await pass(unit, plate)).toMatchObject({ ok: true, hits: { plate, flags: ['Stolen'] } })
    expect(await logged(unit)).toEqual([{ kind: 'plate-read', query: plate, flags: ['Stolen'] }])
    await read(unit, nothing)
    expect(await logged(unit)).toMatchObject([{ query: plate }, { query: nothing }])
    expect(await pass(await playing(await r.civilian()), plate)).toMatchObject({ ok: false, code: 'forbidden' })
  })

  test('that is sent again gets the first answer', async () => {
    const [unit, { plate }] = [await officer(), await stolen()]
    const event = eventOf(unit, plate)
    const first = await bridge.say('event', event)
    expect(first).toMatchObject({ ok: true, result: { hits: { flags: ['Stolen'] } } })
    expect(await bridge.say('event', event)).toEqual(first)
  })

  test('is answered for communications too, and with no vehicle if nobody registered it', async () => {
    const unit = await officer({ department: 'COMM' })
    const plate = newPlate()
    expect(await read(unit, plate)).toEqual({
      hits: { plate, isRegistered: false, model: '', colour: '', owner: null, flags: [], bolos: [] },
    })
  })

  test('hits a BOLO, registered or not', async () => {
    const [unit, plate] = [await officer(), newPlate()]
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const put = await unit.http.post('/api/bolos/1', {
      kind: 'vehicle',
      plate,
      description: 'Silver Sultan',
      reason: 'Armed robbery',
      expiresAt,
    })
    const { boloId } = put.json<{ boloId: number }>()
    expect((await read(unit, plate)).hits).toMatchObject({
      isRegistered: false,
      flags: ['BOLO'],
      bolos: [{ boloId, reason: 'Armed robbery', description: 'Silver Sultan' }],
    })
  })

  test.each<[string, () => Promise<Playing | null>]>([
    ['a script', async () => null],
    ['a player without an account', async () => ({ identifiers: { license: 'abc' } })],
    ['a member off duty', async () => playing(await r.civilian())],
    ['a civilian on duty', () => officer({ department: 'CIV' })],
    ['the fire department', () => officer({ department: 'FIRE' })],
    ['an officer on another server', () => officer({ serverId: 2 })],
  ])('by %s is stored without an answer, and nothing is looked up', async (_name, who) => {
    const { plate } = await stolen()
    await sql`insert into servers (id, name) overriding system value values (2, 'Two') on conflict do nothing`.execute(t.db)
    expect(await read(await who(), plate)).toEqual({})
    const { rows } = await sql`select from lookups where query = ${plate}`.execute(t.db)
    expect(rows).toEqual([])
  })

  test('that arrives late is not looked up', async () => {
    const [unit, { plate }] = [await officer(), await stolen()]
    expect(await read(unit, plate, { waitedSeconds: 90 })).toEqual({})
    expect(await logged(unit)).toEqual([])
    expect(await read(unit, plate, { waitedSeconds: 89 })).toMatchObject({ hits: { plate } })
  })

  test('beyond the limit is stored without an answer, and not sent again', async () => {
    const unit = await officer()
    const results = await Promise.all(Array.from({ length: 130 }, (_, index) => read(unit, `MANY${index}`)))
    expect(results.filter(({ hits }) => hits === undefined)).toHaveLength(10)
  }, 60_000)
})

describe('a lookup by a script', () => {
  const plateOf = async (by: Playing, plate: string): Promise<PlateHits> => {
    const answer = await bridge.say('lookup.plate', { identifiers: by.identifiers, plate })
    if (!answer.ok) throw new Error(answer.message)
    return answer.vehicle
  }
  const personBy = (by: Playing, what: object) => bridge.say('lookup.person', { identifiers: by.identifiers, by: what })

  test('of a plate is made in the officer’s name, and has the flags of the owner too', async () => {
    const [unit, { plate, characterId, ownerName }] = [await officer(), await stolen()]
    await unit.http.post(`/api/characters/${characterId}/cautions`, { text: 'Armed', expiresAt: null })
    expect(await plateOf(unit, plate)).toEqual({
      plate,
      isRegistered: true,
      model: 'Sultan',
      colour: 'Silver',
      owner: ownerName,
      flags: ['Stolen', 'Caution'],
      bolos: [],
    })
    expect((await logged(unit)).map(({ kind, query }) => [kind, query])).toEqual([['lookup', plate]])
    expect(await plateOf(unit, 'NO PLATE')).toMatchObject({ isRegistered: false, owner: null, flags: [] })
  })

  test('of a person opens a single match, and lists several', async () => {
    const [unit, { characterId, plate }] = [await officer(), await car({ ownerName: 'Zebulon Quirke' })]
    const answer = await personBy(unit, { query: 'quirke zebulon' })
    if (!answer.ok) throw new Error(answer.message)
    expect(answer.found).toMatchObject([{ characterId, name: 'Zebulon Quirke', birthYear: 1990 }])
    expect(answer.person).toMatchObject({
      characterId,
      name: 'Zebulon Quirke',
      bornOn: '1990-01-31',
      isDeceased: false,
      vehicles: [{ plate, model: 'Sultan', colour: 'Silver' }],
    } satisfies Partial<PersonHits>)
    expect(JSON.stringify(answer)).not.toContain('medical')
    await car({ ownerName: 'Zebulon Quirke' })
    const several = await personBy(unit, { query: 'Zebulon Quirke' })
    expect(several).toMatchObject({ ok: true, person: null, found: [{}, {}] })
    expect(await personBy(unit, { characterId })).toMatchObject({ ok: true, person: { name: 'Zebulon Quirke' }, found: [] })
    expect((await logged(unit)).filter(({ kind }) => kind === 'lookup')).toHaveLength(2)
  })

  test.each<[string, () => Promise<Playing>]>([
    ['nobody', async () => ({ identifiers: {} })],
    ['a player without an account', async () => ({ identifiers: gamePlayer(60_001).identifiers })],
    ['a member off duty', async () => playing(await r.civilian())],
    ['a civilian on duty', () => officer({ department: 'CIV' })],
    ['the fire department', () => officer({ department: 'FIRE' })],
    ['an officer on another server', () => officer({ serverId: 2 })],
  ])('for %s is refused with a message, for plates and persons, and nothing is logged', async (_name, who) => {
    const [by, { plate, characterId }] = [await who(), await car()]
    const count = async () => (await sql<{ count: number }>`select count(*) from lookups`.execute(t.db)).rows[0]?.count
    const before = await count()
    const refusal = { ok: false, code: 'forbidden', message: expect.stringMatching(/No account of the portal|not on duty/), isFinal: true }
    expect(await bridge.say('lookup.plate', { identifiers: by.identifiers, plate })).toMatchObject(refusal)
    for (const what of [{ query: 'Owner' }, { characterId }]) expect(await personBy(by, what)).toMatchObject(refusal)
    expect(await count()).toBe(before)
  })

  test('has the limits of a page, with their message', async () => {
    const unit = await officer()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => personBy(unit, { query: `Nobody ${index}` })))
    const refused = answers.filter((answer) => !answer.ok)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ code: 'too_many_attempts', message: expect.stringContaining('searches a second'), isFinal: false })
  })

  test.each([
    ['lookup.plate', { plate: '' }],
    ['lookup.plate', { plate: 'x'.repeat(13) }],
    ['lookup.plate', { plate: { $ne: 1 } }],
    ['lookup.person', { by: {} }],
    ['lookup.person', { by: { query: 'x'.repeat(81) } }],
    ['lookup.person', { by: { characterId: 2_147_483_648 } }],
  ] as const)('%s %j is refused finally', async (message, payload) => {
    const unit = await officer()
    const answer = await bridge.say(message, { identifiers: unit.identifiers, ...payload })
    expect(answer).toMatchObject({ ok: false, code: 'invalid_input', isFinal: true })
  })
})

describe('messages added in later versions', () => {
  const put = async (plate: string) => {
    const unit = await r.officer()
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    await unit.http.post('/api/bolos/1', { kind: 'vehicle', plate, description: 'Silver Sultan', reason: 'Armed robbery', expiresAt })
    return { unit, expiresAt }
  }

  test('are named by the portal in its answer to hello', async () => {
    const answer = await bridge.hello()
    expect(answer).toMatchObject({ ok: true, knows: expect.arrayContaining(['lookup.plate', 'character.get']) })
  })

  test('are sent to a bridge that knows them', async () => {
    await bridge.hello({ knows: ['bolo', 'something.of.next.year'] })
    const plate = newPlate()
    const { unit } = await put(plate)
    expect(await bridge.receive('bolo')).toMatchObject({ kind: 'vehicle', plate, reason: 'Armed robbery', from: unit.identifier })
  })

  test.each([
    ['names none', undefined],
    ['names others', ['unit']],
  ])('are not sent to a bridge that %s, which still gets all messages it knows', async (_name, knows) => {
    await bridge.hello(knows ? { knows } : {})
    await put(newPlate())
    const admin = await t.as('admin')
    await admin.post('/api/announcements', { title: 'After it', body: 'Now' })
    await until('it was told what came later', () => bridge.received.some(({ message }) => message === 'announcement'))
    expect(bridge.received.map(({ message }) => message)).not.toContain('bolo')
  })

  test('announce only new BOLOs, not changes', async () => {
    await bridge.hello({ knows: ['bolo'] })
    const plate = newPlate()
    const { unit, expiresAt } = await put(plate)
    const { boloId } = await bridge.receive('bolo', (bolo) => bolo.plate === plate)
    const body = { kind: 'vehicle', plate, description: 'Blue', reason: 'Armed robbery', expiresAt, version: 1 }
    expect((await unit.http.put(`/api/bolos/1/${boloId}`, body)).statusCode).toBe(200)
    await put(newPlate())
    await bridge.receive('bolo', (bolo) => bolo.plate !== plate)
    expect(bridge.received.filter(({ message }) => message === 'bolo')).toEqual([])
  })
})
