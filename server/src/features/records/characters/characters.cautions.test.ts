import { MAX_CAUTIONS, type Caution, type PageOf, type RecordEvent } from '@tenfour/contract'
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

test(`a person has ${MAX_CAUTIONS} cautions at most, even if several are written at once; expired cautions do not count`, async () => {
  const characterId = await r.character(await r.civilian())
  const row = { character_id: characterId, text: 'Old', by_user_id: officer.userId, by_identifier: '' }
  const expired = { ...row, expires_at: new Date(Date.now() - HOUR) }
  const withdrawn = { ...row, withdrawn_at: new Date(), withdrawn_by: officer.userId }
  const open = Array.from({ length: MAX_CAUTIONS - 2 }, () => row)
  for (const rows of [open, [expired], [withdrawn]]) await t.db.insertInto('cautions').values(rows).execute()
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(officer, characterId)))
  expect(statuses(answers)).toEqual([200, 200, 409, 409, 409])
})

test('a person who is not registered is noted, belongs to nobody, and is in the records of no member', async () => {
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
