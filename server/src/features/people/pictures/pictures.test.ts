import { MEMBER_PICTURE_BYTES, type CurrentUser } from '@tenfour/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, WEB_KEY, type Person, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let member: Person
beforeAll(async () => {
  t = await startTestPortal()
  member = await t.addPerson()
})
afterAll(() => t.close())

const photo = (color: string, side = 300) =>
  sharp({ create: { width: side, height: side, channels: 3, background: color } })
    .png()
    .toBuffer()
const send = async (person: Person, file: Buffer, type = 'image/png', userId = person.userId) =>
  t.http(person.token, WEB_KEY, { headers: { 'content-type': type } }).put(`/api/user/picture/${userId}`, file)
const shown = async (person: Person) => (await t.http(person.token).get('/api/auth/me')).json<CurrentUser>().picture
const count = async ({ userId }: Person) => (await t.db.selectFrom('pictures').select('id').where('owner_id', '=', userId).execute()).length

test('a member has a picture of their own, which every member can see in both sizes', async () => {
  expect(await shown(member)).toBeNull()
  const saved = await send(member, await photo('red'))
  expect(saved.statusCode).toBe(200)
  const { picture } = saved.json<CurrentUser>()
  expect(await shown(member)).toBe(picture)
  const other = t.http((await t.addPerson()).token)
  for (const [size, side] of [
    ['full', 300],
    ['thumbnail', 128],
  ] as const) {
    const answer = await other.get(`/api/user/picture/${member.userId}/${size}`)
    expect(answer.headers['content-type']).toBe('image/webp')
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(side)
  }
  expect((await t.http().get(`/api/user/picture/${member.userId}/full`)).statusCode, 'nobody from outside').toBe(401)
})

test('another picture replaces it, the same one changes nothing, and both are audited once', async () => {
  const person = await t.addPerson()
  await send(person, await photo('green'))
  const before = await shown(person)
  await send(person, await photo('green'))
  expect(await shown(person)).toBe(before)
  await send(person, await photo('blue'))
  expect(await shown(person)).not.toBe(before)
  expect(await count(person)).toBe(1)
  const actions = await t.db.selectFrom('audit').select('action').where('subject_id', '=', String(person.userId)).execute()
  expect(actions.filter(({ action }) => action === 'user.picture-changed')).toHaveLength(2)
})

test("a picture is removed by its member or by those who manage the account, and nobody sets another's", async () => {
  const [person, stranger] = [await t.addPerson(), await t.addPerson()]
  await send(person, await photo('white'))
  const remove = async (token: string) => (await t.http(token).delete(`/api/user/picture/${person.userId}`)).statusCode
  expect(await remove(stranger.token)).toBe(403)
  expect((await send(stranger, await photo('black'), 'image/png', person.userId)).statusCode).toBe(403)
  expect(await remove((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token)).toBe(200)
  expect([await shown(person), await count(person)]).toEqual([null, 0])
  await send(person, await photo('white'))
  expect(await remove(person.token)).toBe(200)
  expect(await remove(person.token), 'once more is no error').toBe(200)
})

test('an Admin does not touch the picture of a Root', async () => {
  const root = await t.addPerson({ roles: ['Root'] })
  await send(root, await photo('gold'))
  const admin = await t.addPerson({ roles: ['Admin'], permissions: ['MANAGE_USERS'] })
  expect((await t.http(admin.token).delete(`/api/user/picture/${root.userId}`)).statusCode).toBe(403)
  expect(await shown(root)).not.toBeNull()
})

test.each([
  ['a drawing that calls itself PNG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 400],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 400],
  ['too many bytes', Buffer.alloc(5_000_001), 'image/png', 413],
])('%s is refused', async (_what, file, type, status) => {
  const before = await shown(member)
  expect((await send(member, file, type)).statusCode).toBe(status)
  expect(await shown(member)).toBe(before)
})

test("a member's pictures may take 100 MB, whether they are shown or not", async () => {
  const person = await t.addPerson()
  const full = { owner_id: person.userId, digest: 'x', width: 1, height: 1, content: Buffer.alloc(1), thumbnail: Buffer.alloc(1) }
  await t.db
    .insertInto('pictures')
    .values({ ...full, bytes: MEMBER_PICTURE_BYTES })
    .execute()
  const response = await send(person, await photo('pink'))
  expect(response.json()).toMatchObject({ code: 'too_large', field: 'picture' })
  expect(await shown(person)).toBeNull()
})

test('of several uploads at once, one is shown, the others have to wait, and none is left over', async () => {
  const person = await t.addPerson()
  const files = await Promise.all(['cyan', 'magenta', 'navy', 'olive', 'teal', 'plum'].map((color) => photo(color, 2000)))
  const answers = await Promise.all(files.map((file) => send(person, file)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]))
  expect(await shown(person)).not.toBeNull()
  expect(await count(person)).toBe(1)
})
