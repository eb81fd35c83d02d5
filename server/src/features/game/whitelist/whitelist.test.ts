import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let staff: Http
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  staff = await t.as('staff')
  await t.db
    .insertInto('servers')
    .values([
      { name: 'Test', environment: 'dev' },
      { name: 'Old', retired_at: new Date() },
    ])
    .execute()
})
afterAll(() => t.close())

const withHex = async (steamId: string | null) => {
  const person = await t.addPerson()
  await t.db.updateTable('users').set({ steam_id: steamId }).where('id', '=', person.userId).execute()
  return person
}
const pushes = async () =>
  await t.db
    .selectFrom('whitelist_pushes')
    .innerJoin('servers', 'servers.id', 'server_id')
    .select(['name', 'outcome', 'requested_by'])
    .orderBy('whitelist_pushes.id')
    .execute()
const settled = async () => {
  // On a busy machine the worker may only find a job at its next poll.
  for (let tries = 0; tries < 150; tries += 1) {
    const all = await pushes()
    if (all.every(({ outcome }) => outcome !== 'waiting')) return all
    await sleep(100)
  }
  return pushes()
}

test('a member is put on and taken off a whitelist, audited, and the servers of that environment get the change', async () => {
  const person = await withHex('110000100000001')
  const before = (await pushes()).length
  const on = await staff.get(`/api/user/SetWhitelistState/${person.userId}/true/dev`)
  expect(on.json()).toMatchObject({ userId: person.userId, isWhitelisted: false, isWhitelistedDev: true })
  expect((await staff.get(`/api/user/SetWhitelistState/${person.userId}/true/dev`)).json()).toEqual(on.json())
  expect((await staff.get(`/api/user/SetWhitelistState/${person.userId}/false/dev`)).json()).toMatchObject({ isWhitelistedDev: false })
  const asked = (await settled()).slice(before)
  expect(asked.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['Test', 'not connected'],
    ['Test', 'not connected'],
  ])
  const audited = await t.db
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('subject_id', '=', String(person.userId))
    .orderBy('id')
    .execute()
  expect(audited.slice(1)).toEqual([
    { action: 'user.whitelisted', before: { isWhitelistedDev: false }, after: { isWhitelistedDev: true } },
    { action: 'user.unwhitelisted', before: { isWhitelistedDev: true }, after: { isWhitelistedDev: false } },
  ])
})

test.each([null, 'abc', '11000010000000g'])(
  'the Steam hex %j can not be whitelisted, and the error explains what a Steam hex is',
  async (steamId) => {
    const person = await withHex(steamId)
    const response = await staff.get(`/api/user/SetWhitelistState/${person.userId}/true/prod`)
    expect(response.json()).toMatchObject({
      code: 'invalid_input',
      field: 'steamId',
      message: expect.stringContaining('15 characters') as string,
    })
    expect((await staff.get(`/api/user/SetWhitelistState/${person.userId}/false/prod`)).statusCode).toBe(200)
  },
)

test('changing a whitelist is refused to members, for someone above, and for an unknown environment', async () => {
  const member = await t.person('member')
  const { userId: adminId } = await t.person('admin')
  expect((await t.http(member.token).get(`/api/user/SetWhitelistState/${member.userId}/true/prod`)).statusCode).toBe(403)
  expect((await t.http(member.token).get('/api/user/TriggerWhitelistUpdateAsync')).statusCode).toBe(403)
  expect((await staff.get(`/api/user/SetWhitelistState/${adminId}/true/prod`)).statusCode).toBe(403)
  expect((await staff.get(`/api/user/SetWhitelistState/${member.userId}/true/moon`)).json()).toMatchObject({ field: 'env' })
  expect((await staff.get('/api/user/SetWhitelistState/999999/true/prod')).statusCode).toBe(404)
})

test('a push goes to every server in use, and returns how many members the lists have', async () => {
  const person = await withHex('110000100000002')
  await staff.get(`/api/user/SetWhitelistState/${person.userId}/true/prod`)
  const before = (await pushes()).length
  const response = await staff.get('/api/user/TriggerWhitelistUpdateAsync')
  expect(response.json()).toMatchObject({ servers: 2, members: 1, serverIds: [1, expect.any(Number) as number] })
  const asked = (await settled()).slice(before)
  expect(asked.map(({ name }) => name)).toEqual(['Server 1', 'Test'])
  expect(asked.every(({ outcome }) => outcome === 'not connected')).toBe(true)
  expect(asked[0]?.requested_by).toBe((await t.person('staff')).userId)
})

test('disabling a whitelisted member, or changing their Steam hex, updates the servers too', async () => {
  const person = await withHex('110000100000003')
  await staff.get(`/api/user/SetWhitelistState/${person.userId}/true/prod`)
  const before = (await pushes()).length
  await (await t.as('admin')).put(`/api/user/state/${person.userId}`, { action: 'disable' })
  expect((await pushes()).slice(before).map(({ name }) => name)).toEqual(['Server 1'])
})
