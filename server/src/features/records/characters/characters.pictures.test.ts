import { MEMBER_PICTURE_BYTES, type OwnCharacter } from '@tenfour/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, WEB_KEY, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, statuses } from '../../../testing/test-records.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
})
afterAll(() => t.close())

const photo = (color: string, side = 300) =>
  sharp({ create: { width: side, height: side, channels: 3, background: color } })
    .png()
    .toBuffer()
const at = (characterId: number) => `/api/characters/${characterId}/picture`
const send = (person: Person, characterId: number, file: Buffer, type = 'image/png') =>
  t.http(person.token, WEB_KEY, { headers: { 'content-type': type } }).put(at(characterId), file)
const count = async ({ userId }: Person) => (await t.db.selectFrom('pictures').select('id').where('owner_id', '=', userId).execute()).length

test('a character has a photo, which its member and units of police, communications and fire on duty see', async () => {
  const civilian = await r.civilian()
  const characterId = await r.character(civilian)
  const room = await watchRoom(t, civilian.token, 'own-records', { userId: civilian.userId })
  const saved = (await send(civilian, characterId, await photo('red'))).json<OwnCharacter>()
  expect(saved).toMatchObject({ characterId, picture: expect.any(String) as string, version: 1 })
  expect(await room.received()).toEqual([{ event: 'character.saved', payload: saved }])
  const units = await Promise.all(['LSPD', 'COMM', 'FIRE'].map((department) => r.officer({ department })))
  const digest = saved.picture ?? ''
  for (const [{ http }, query] of [[civilian, ''] as const, ...units.map((unit) => [unit, `?digest=${digest}`] as const)]) {
    const answer = await http.get(`${at(characterId)}/thumbnail${query}`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(128)
  }
  const others = [await r.civilian(), await r.officer({ department: 'CIV' })]
  for (const { http } of others) expect((await http.get(`${at(characterId)}/full?digest=${digest}`)).statusCode).toBe(404)
  // The digest is in the record, so that a unit sees no photo without a lookup.
  for (const { http } of units) expect((await http.get(`${at(characterId)}/full`)).statusCode).toBe(404)
  expect((await (await t.as('admin')).get(`${at(characterId)}/full`)).statusCode).toBe(403)
})

test('another photo replaces it, the same one changes nothing, and both ways of removing it leave none', async () => {
  const civilian = await r.civilian()
  const characterId = await r.character(civilian)
  const first = (await send(civilian, characterId, await photo('green'))).json<OwnCharacter>()
  expect((await send(civilian, characterId, await photo('green'))).json()).toEqual(first)
  expect((await send(civilian, characterId, await photo('blue'))).json<OwnCharacter>().picture).not.toBe(first.picture)
  expect(await count(civilian)).toBe(1)
  expect((await civilian.http.delete(at(characterId))).json()).toMatchObject({ picture: null })
  expect((await civilian.http.delete(at(characterId))).statusCode, 'once more is no error').toBe(200)
  expect(await count(civilian)).toBe(0)
  await send(civilian, characterId, await photo('blue'))
  await civilian.http.delete(`/api/characters/${characterId}?version=1`)
  expect(await count(civilian)).toBe(0)
  expect((await (await r.officer()).http.get(`${at(characterId)}/full`)).statusCode).toBe(404)
})

test.each([
  ['a drawing that calls itself PNG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 400],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 400],
  ['the first bytes of a PNG and nothing else', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'image/png', 400],
  ['too many bytes', Buffer.alloc(5_000_001), 'image/png', 413],
])('%s is refused', async (_what, file, type, status) => {
  const civilian = await r.civilian()
  const characterId = await r.character(civilian)
  expect((await send(civilian, characterId, file, type)).statusCode).toBe(status)
  expect(await count(civilian)).toBe(0)
})

test("nobody changes the photo of another's character, or of a character that does not exist", async () => {
  const [civilian, other] = [await r.civilian(), await r.civilian()]
  const characterId = await r.character(civilian)
  expect((await send(other, characterId, await photo('black'))).statusCode).toBe(404)
  expect((await send(civilian, 999_999, await photo('black'))).statusCode).toBe(404)
})

test('the pictures of a member and of their characters count together', async () => {
  const civilian = await r.civilian()
  const characterId = await r.character(civilian)
  const full = { owner_id: civilian.userId, digest: 'x', width: 1, height: 1, content: Buffer.alloc(1), thumbnail: Buffer.alloc(1) }
  await t.db
    .insertInto('pictures')
    .values({ ...full, bytes: MEMBER_PICTURE_BYTES })
    .execute()
  expect((await send(civilian, characterId, await photo('pink'))).json()).toMatchObject({ code: 'too_large', field: 'picture' })
})

test('one photo of a member is processed at a time, whether it is of the member or of a character', async () => {
  const civilian = await r.civilian()
  const characters = [await r.character(civilian), await r.character(civilian)]
  const files = await Promise.all(['cyan', 'navy', 'teal'].map((color) => photo(color, 2000)))
  const self = t.http(civilian.token, WEB_KEY, { headers: { 'content-type': 'image/png' } })
  const answers = await Promise.all([
    self.put(`/api/user/picture/${civilian.userId}`, files[0]),
    send(civilian, characters[0]!, files[1]!),
    send(civilian, characters[1]!, files[2]!),
  ])
  expect(statuses(answers)).toEqual([200, 429, 429])
})
