import type { OwnCharacter, OwnRecords } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispatchOf } from '../../../testing/test-dispatch.ts'
import { startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, statuses, type Civilian } from '../../../testing/test-records.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
})
afterAll(() => t.close())

const play = (who: Civilian, characterId: number, serverId = 1) => who.http.post(`/api/characters/${characterId}/play`, { serverId })
const own = async (who: Civilian) => (await who.http.get('/api/characters')).json<OwnRecords>().characters
const OFF_DUTY = 1

describe('playing', () => {
  test('a character stops playing the one before, and sets when it was last used', async () => {
    const civilian = await r.officer({ department: 'CIV' })
    const [first, second] = [await r.character(civilian), await r.character(civilian)]
    const room = await watchRoom(t, civilian.token, 'own-records', { userId: civilian.userId })
    expect((await play(civilian, first)).json()).toMatchObject({ playedOn: 1, lastUsedAt: expect.any(String) as string })
    expect((await play(civilian, first)).statusCode, 'once more is no error').toBe(200)
    expect((await play(civilian, second)).json()).toMatchObject({ characterId: second, playedOn: 1 })
    expect((await own(civilian)).map(({ playedOn }) => playedOn)).toEqual([null, 1])
    expect((await room.received()).map(({ payload }) => payload)).toMatchObject([
      { characterId: first, playedOn: 1 },
      { characterId: first, playedOn: 1 },
      { characterId: first, playedOn: null },
      { characterId: second, playedOn: 1 },
    ])
    const stopped = await civilian.http.post(`/api/characters/${second}/stop`)
    expect(stopped.json()).toMatchObject({ playedOn: null, lastUsedAt: expect.any(String) as string })
    expect((await civilian.http.post(`/api/characters/${second}/stop`)).statusCode).toBe(200)
  })

  test('two characters at the same time leaves one of them played', async () => {
    const civilian = await r.officer({ department: 'CIV' })
    const ids = [await r.character(civilian), await r.character(civilian), await r.character(civilian)]
    const answers = await Promise.all([...ids, ...ids].map((characterId) => play(civilian, characterId)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect((await own(civilian)).filter(({ playedOn }) => playedOn !== null)).toHaveLength(1)
  })

  test('needs a living character, and duty as a civilian on that server', async () => {
    const civilian = await r.officer({ department: 'CIV' })
    expect((await play(civilian, await r.character(civilian, { isDeceased: true }))).statusCode).toBe(409)
    const characterId = await r.character(civilian)
    expect((await play(civilian, characterId, 2)).json()).toMatchObject({ code: 'conflict', field: 'serverId' })
    const offDuty = await r.civilian()
    expect((await play(offDuty, await r.character(offDuty))).json()).toMatchObject({ code: 'conflict', field: 'serverId' })
    expect((await own(civilian)).every(({ lastUsedAt }) => lastUsedAt === null)).toBe(true)
  })

  test('ends when the member goes off duty', async () => {
    const civilian = await r.officer({ department: 'CIV' })
    const characterId = await r.character(civilian)
    await play(civilian, characterId)
    const room = await watchRoom(t, civilian.token, 'own-records', { userId: civilian.userId })
    await dispatchOf(t).status(civilian, civilian, OFF_DUTY)
    await until('put away', () => room.deltas.length > 0)
    expect(await room.received()).toMatchObject([{ event: 'character.saved', payload: { characterId, playedOn: null } }])
    expect(await t.db.selectFrom('played_characters').select('character_id').where('user_id', '=', civilian.userId).execute()).toEqual([])
  })
})

describe('a character', () => {
  test('is declared dead by fire on duty, once; its member is told, and it is no longer played', async () => {
    const [civilian, medic] = [await r.officer({ department: 'CIV' }), await r.officer({ department: 'FIRE' })]
    const characterId = await r.character(civilian, { name: 'Mortal Man' })
    await play(civilian, characterId)
    const room = await watchRoom(t, civilian.token, 'own-records', { userId: civilian.userId })
    const declare = () => medic.http.post(`/api/characters/${characterId}/deceased`, { cause: 'Fell off the pier' })
    const both = await Promise.all([declare(), declare()])
    expect(statuses(both)).toEqual([200, 409])
    expect(await room.received()).toMatchObject([
      { event: 'character.saved', payload: { playedOn: null, deceased: { cause: 'Fell off the pier' } } },
    ])
    expect(await r.notices(civilian)).toMatchObject([{ title: 'Mortal Man was declared dead', text: 'Fell off the pier' }])
    expect(await r.events({ characterId })).toEqual([
      { title: 'Declared dead', text: 'Mortal Man', reason: 'Fell off the pier', by: medic.userId, identifier: medic.identifier },
    ])
  })

  test('lives again when a supervisor takes the death back, with a reason', async () => {
    const [civilian, supervisor] = [await r.civilian(), await r.supervisor()]
    const characterId = await r.character(civilian, { name: 'Lucky Lu', isDeceased: true })
    const takeBack = (reason: string) => supervisor.http.post(`/api/characters/${characterId}/alive`, { reason })
    expect((await takeBack('')).json()).toMatchObject({ code: 'invalid_input', field: 'reason' })
    expect((await takeBack('Mistaken identity')).json()).toEqual({ deceased: null })
    expect((await takeBack('Again')).statusCode).toBe(409)
    expect(await own(civilian)).toMatchObject([{ characterId, deceased: null }] satisfies Partial<OwnCharacter>[])
    expect(await r.notices(civilian)).toMatchObject([{ title: 'Lucky Lu is no longer declared dead', text: 'Mistaken identity' }])
    expect(await r.events({ characterId })).toMatchObject([{ title: 'Declaration of death undone', identifier: supervisor.identifier }])
  })

  test('is neither declared dead nor brought back by the member who plays it', async () => {
    const [medic, supervisor] = [await r.officer({ department: 'FIRE' }), await r.supervisor()]
    const alive = await r.character(medic, { name: 'Own Living' })
    const dead = await r.character(supervisor, { name: 'Own Dead', isDeceased: true })
    expect((await medic.http.post(`/api/characters/${alive}/deceased`, { cause: 'Tired' })).statusCode).toBe(403)
    expect((await supervisor.http.post(`/api/characters/${dead}/alive`, { reason: 'Missed' })).statusCode).toBe(403)
    const { rows } = await sql<{ id: number; is_dead: boolean }>`
      select id, deceased_at is not null as is_dead from characters where id in (${alive}, ${dead})`.execute(t.db)
    expect(new Map(rows.map(({ id, is_dead }) => [id, is_dead]))).toEqual(
      new Map([
        [alive, false],
        [dead, true],
      ]),
    )
  })

  test('is declared dead only by fire on duty, and not after it was deleted', async () => {
    const civilian = await r.civilian()
    const characterId = await r.character(civilian)
    const declare = (by: Civilian) => by.http.post(`/api/characters/${characterId}/deceased`, { cause: 'X' })
    for (const by of [await r.officer(), await r.officer({ department: 'COMM' }), civilian])
      expect((await declare(by)).statusCode).toBe(403)
    await civilian.http.delete(`/api/characters/${characterId}?version=1`)
    expect((await declare(await r.officer({ department: 'FIRE' }))).statusCode).toBe(404)
  })
})
