import { MAX_BOLOS, type Bolo, type LookupResult } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { joinRoom, nextEvent, startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf } from '../../../testing/test-records.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let officer: Member
let elsewhere: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  officer = await r.officer({ name: 'R. Delgado' })
  const { rows } = await sql<{ id: number }>`
    insert into servers (name, environment) values ('Second', 'prod') on conflict do nothing returning id`.execute(t.db)
  elsewhere = await r.officer({ serverId: rows[0]?.id ?? 2 })
})
afterAll(() => t.close())
beforeEach(() => sql`update bolos set ended_at = now() where ended_at is null`.execute(t.db))

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const input = (over: object = {}) => ({
  kind: 'vehicle',
  plate: '46E*',
  description: 'Silver Sultan',
  reason: 'Armed robbery',
  expiresAt: inHours(2),
  ...over,
})
const create = async (over: object = {}, by = officer): Promise<Bolo> => {
  const response = await by.http.post('/api/bolos/1', input(over))
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Bolo>()
}
const list = async () => (await officer.http.get('/api/bolos/1')).json<Bolo[]>()
const lookUp = async (by: Member, body: object) => (await by.http.post('/api/lookups', body)).json<LookupResult>()
const run = async (plate: string, by = officer) => (await lookUp(by, { by: 'plate', plate })).bolos.map(({ boloId }) => boloId)

test('a BOLO is issued with the call of its unit, shown live, changed and cancelled', async () => {
  const d = dispatchOf(t)
  const { callId } = await d.call(officer)
  await d.assign(await r.officer({ department: 'COMM' }), officer, callId)
  const socket = await t.connect(officer.token)
  const joined = await joinRoom(socket, 'bolos', { serverId: 1 })
  expect(joined).toMatchObject({ ok: true, snapshot: [] })
  const added = nextEvent(socket, 'delta')
  const bolo = await create()
  expect(bolo).toMatchObject({ callId, by: { name: 'R. Delgado', identifier: officer.identifier }, hits: 0, version: 1, plate: '46E*' })
  expect(await added).toMatchObject({ event: 'bolo.saved', payload: { boloId: bolo.boloId } })
  const changed = nextEvent(socket, 'delta')
  const response = await officer.http.put(`/api/bolos/1/${bolo.boloId}`, { ...bolo, plate: '46EE*', version: 1 })
  expect(response.json()).toMatchObject({ plate: '46EE*', version: 2, callId })
  expect(await changed).toMatchObject({ event: 'bolo.saved', payload: { version: 2 } })
  expect((await officer.http.put(`/api/bolos/1/${bolo.boloId}`, { ...bolo, version: 1 })).statusCode).toBe(409)
  const ended = nextEvent(socket, 'delta')
  expect((await officer.http.post(`/api/bolos/1/${bolo.boloId}/end`, { reason: 'Found' })).statusCode).toBe(200)
  expect(await ended).toMatchObject({ event: 'bolo.ended', payload: { boloId: bolo.boloId } })
  expect(await list()).toEqual([])
  expect((await officer.http.post(`/api/bolos/1/${bolo.boloId}/end`, {})).statusCode).toBe(404)
  expect((await officer.http.put(`/api/bolos/1/${bolo.boloId}`, { ...bolo, version: 2 })).statusCode).toBe(404)
})

test('the room is for police and communications on duty on that server', async () => {
  const admin = await t.person('admin')
  const civilian = await r.officer({ department: 'CIV' })
  const medic = await r.officer({ department: 'FIRE' })
  for (const { token } of [admin, civilian, medic, elsewhere]) {
    expect(await joinRoom(await t.connect(token), 'bolos', { serverId: 1 })).toMatchObject({ ok: false, code: 'forbidden' })
  }
  const dispatcher = await r.officer({ department: 'COMM' })
  expect(await joinRoom(await t.connect(dispatcher.token), 'bolos', { serverId: 1 })).toMatchObject({ ok: true })
})

test('an expired BOLO is no longer in the list and the room, and is no longer matched', async () => {
  const { boloId } = await create({ plate: 'EXP1' })
  await sql`update bolos set expires_at = now() - interval '1 second' where id = ${boloId}`.execute(t.db)
  expect([await list(), await run('EXP1')]).toEqual([[], []])
  expect((await joinRoom(await t.connect(officer.token), 'bolos', { serverId: 1 })) as { snapshot: unknown }).toMatchObject({
    snapshot: [],
  })
  expect((await officer.http.post(`/api/bolos/1/${boloId}/end`, {})).statusCode).toBe(404)
})

test.each([
  [{ expiresAt: inHours(-1) }, 'expiresAt'],
  [{ expiresAt: inHours(31 * 24) }, 'expiresAt'],
  [{ plate: '4*6E' }, 'plate'],
  [{ plate: '', description: '' }, 'description'],
  [{ kind: 'person', plate: 'X', description: '' }, 'name'],
  [{ plate: 'AB!' }, 'plate'],
  [{ reason: '' }, 'reason'],
  [{ kind: 'person', name: 'X Y', characterId: 999_999 }, 'characterId'],
  [{ vehicleId: 999_999 }, 'vehicleId'],
])('%j is refused by its field', async (wrong, field) => {
  const response = await officer.http.post('/api/bolos/1', input(wrong))
  expect([response.statusCode, response.json().field]).toEqual([400, field])
})

test('the BOLOs of a server are limited, even if several are issued at once', async () => {
  await sql`insert into bolos (server_id, kind, plate, name, match_key, words, description, reason, by_user_id, by_identifier, expires_at)
    select 1, 'vehicle', '', '', '', '{}', 'x', 'x', ${officer.userId}, '4L1', now() + interval '1 day' from generate_series(1, ${MAX_BOLOS - 1})`.execute(
    t.db,
  )
  const both = await Promise.all([1, 2].map(() => officer.http.post('/api/bolos/1', input())))
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a BOLO that matches a unit’s own character or vehicle is changed and ended by others, unless the unit issued it', async () => {
  const [mine, other] = [await r.officer(), await r.officer()]
  const characterId = await r.character(mine, { name: 'Otto Ownhouse' })
  const vehicle = { plate: 'OWN 77', vin: 'VINOWN77', model: 'Sultan', character_id: characterId }
  const { id: vehicleId } = await t.db.insertInto('vehicles').values(vehicle).returning('id').executeTakeFirstOrThrow()
  const end = (by: Member, { boloId }: Bolo) => by.http.post(`/api/bolos/1/${boloId}/end`, {})
  const change = (by: Member, bolo: Bolo) => by.http.put(`/api/bolos/1/${bolo.boloId}`, { ...bolo, plate: 'ZZZ9', name: 'Nobody' })
  const person = { kind: 'person', plate: '', description: '' }
  for (const over of [
    { ...person, characterId, name: 'X' },
    { ...person, name: 'ownhouse otto' },
    { vehicleId, plate: '' },
    { plate: 'own77' },
    { plate: 'OW*' },
  ]) {
    const bolo = await create(over, other)
    for (const refused of [await end(mine, bolo), await change(mine, bolo)]) {
      expect(refused.statusCode, JSON.stringify(over)).toBe(403)
      expect(refused.json()).toMatchObject({ message: 'Another unit has to change a BOLO for your own character or vehicle' })
    }
    expect((await list()).find(({ boloId }) => boloId === bolo.boloId)).toEqual(bolo)
    expect((await end(officer, bolo)).statusCode).toBe(200)
  }
  expect((await end(mine, await create({ plate: 'OWN77' }, mine))).statusCode).toBe(200)
  expect((await end(mine, await create({ plate: 'OTHER1' }, other))).statusCode).toBe(200)
})

describe('a hit', () => {
  test('is by the whole plate or its beginning, in any spelling, registered or not, on any server', async () => {
    const [part, whole] = [await create(), await create({ plate: '46 eek-572' })]
    await create({ plate: '46X' })
    await create({ plate: '', description: 'No plate seen' })
    const both = [part.boloId, whole.boloId]
    expect(await run('46EEK572')).toEqual(both)
    expect(await run('46 EEK 572', elsewhere)).toEqual(both)
    expect([await run('46E'), await run('46'), await run('146E'), await run('46EEK57')]).toEqual([[part.boloId], [], [], [part.boloId]])
  })

  test('is by the character, or by all words of the name in any order', async () => {
    const dexter = await r.character(null, { name: 'Dexter Quincy Marlowe' })
    const namesake = await r.character(null, { name: 'Dexter Marlowe' })
    const byName = await create({ kind: 'person', name: 'marlowe, DEXTER' })
    const byCharacter = await create({ kind: 'person', name: 'Dexter Marlowe', characterId: dexter })
    await create({ kind: 'person', name: 'Dexter Miller' })
    const hits = async (characterId: number) => (await lookUp(officer, { by: 'character', characterId })).bolos.map(({ boloId }) => boloId)
    expect(await hits(dexter)).toEqual([byName.boloId, byCharacter.boloId])
    expect(await hits(namesake), 'one that names a character is not for others of that name').toEqual([byName.boloId])
    const rows = (await officer.http.get('/api/lookups/search?kind=person&q=quincy')).json<{ rows: object[] }>().rows
    expect(rows).toMatchObject([{ flags: ['BOLO', 'Noted'] }])
  })

  test('is by the character that claimed a noted person since', async () => {
    const [noted, own] = [
      await r.character(null, { name: 'Noted Wanderer' }),
      await r.character(await r.civilian(), { name: 'Other Name' }),
    ]
    const { boloId } = await create({ kind: 'person', plate: '', name: 'Noted Wanderer', characterId: noted })
    await sql`update characters set merged_into_id = ${own}, removed_at = now() where id = ${noted}`.execute(t.db)
    const { bolos } = await lookUp(officer, { by: 'character', characterId: own })
    expect(bolos).toMatchObject([{ boloId, characterId: own }])
  })

  test('tells units on its server live who ran what, and counts once a minute for each unit', async () => {
    const bolo = await create({ plate: 'HIT1' })
    const socket = await t.connect(officer.token)
    await joinRoom(socket, 'bolos', { serverId: 1 })
    const told = nextEvent(socket, 'delta')
    const { bolos } = await lookUp(elsewhere, { by: 'plate', plate: 'hit 1' })
    expect(bolos).toMatchObject([{ boloId: bolo.boloId, hits: 1 }])
    expect(await told).toMatchObject({
      event: 'bolo.hit',
      payload: { boloId: bolo.boloId, what: 'hit 1', by: { userId: elsewhere.userId, identifier: elsewhere.identifier }, hits: 1 },
    })
    await Promise.all([1, 2, 3].map(() => lookUp(elsewhere, { by: 'plate', plate: 'HIT1' })))
    expect(await list()).toMatchObject([{ hits: 1 }])
    await lookUp(officer, { by: 'plate', plate: 'HIT1' })
    expect(await list()).toMatchObject([{ hits: 2 }])
    await sql`update bolo_hits set at = now() - interval '61 seconds'`.execute(t.db)
    await lookUp(elsewhere, { by: 'plate', plate: 'HIT1' })
    expect(await list()).toMatchObject([{ hits: 3, lastHitAt: expect.any(String) }])
  })

  test('neither fails nor is lost when several units hit BOLOs of both servers at once', async () => {
    for (const plate of ['RACE1', 'RACE*', 'RAC*']) await create({ plate })
    const units = [officer, elsewhere, await r.officer(), await r.officer()]
    const answers = await Promise.all(
      units.flatMap((by) => [
        by.http.post('/api/lookups', { by: 'plate', plate: 'RACE1' }),
        by === officer ? officer.http.get('/api/bolos/1') : by.http.post('/api/lookups', { by: 'plate', plate: 'RACE2' }),
      ]),
    )
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect((await list()).map(({ hits }) => hits)).toEqual([4, 4, 4])
  })
})

test('how many BOLOs one officer issues, changes and cancels is limited per hour', async () => {
  const busy = await r.officer()
  const { boloId } = await create({}, busy)
  let status = 200
  for (let calls = 1; calls <= AN_HOUR.bolos && status !== 429; calls += 1) {
    status = (await busy.http.post(`/api/bolos/1/${boloId + 100_000}/end`, { reason: '' })).statusCode
    expect(status).toBe(calls < AN_HOUR.bolos ? 404 : 429)
  }
  expect((await busy.http.post('/api/bolos/1', input())).statusCode).toBe(429)
  expect((await officer.http.post('/api/bolos/1', input())).statusCode, 'others go on').toBe(200)
})
