import { civilianPatrols } from '@tenfour/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectBridge, gamePlayer, issueServerKey, type TestBridge } from '../../../testing/test-bridge.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { until, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { hello, startPresence, type TestPresence } from '../../../testing/test-presence.ts'

let database: TestDatabase
let p: TestPresence
let t: TestPortal
let key: string
let bridge: TestBridge
beforeAll(async () => {
  database = await createTestDatabase()
  p = await startPresence(database)
  t = p.t
  key = await issueServerKey(t)
})
afterAll(async () => {
  await p.close()
  await database.drop()
})
beforeEach(async () => {
  bridge = await p.connect(key)
})
afterEach(() => void bridge.socket.disconnect())

const goOnDuty = (person: Person, departmentId = 2) =>
  p.d.save({ http: t.http(person.token) }, { serverId: 1, departmentId, identifier: `4L${person.userId}`, type: 1 })

test('a civilian patrol opens while a member of a civilian department is in the game, and ends when they were last seen', async () => {
  const [civilian, officer] = [await p.addPlayer(['CIV']), await p.addPlayer(['LSPD'])]
  await hello(bridge, civilian, officer)
  await p.isOnCivilianPatrol(civilian)
  expect(await p.openCivilian(civilian)).toMatchObject({ server_id: 1, department_id: 7, kind: 'civilian' })
  await bridge.say('player.left', { source: civilian.source })
  await p.hasEnded(civilian)
  const [patrol, ...more] = await p.patrols(civilian)
  expect(more).toEqual([])
  expect(patrol!.ended_at).toEqual((await p.presence(civilian)).at(-1)!.ended_at)
  expect(await p.patrols(officer)).toEqual([])
})

test('a civilian patrol ends when duty begins, and the next opens when duty ends while still in the game', async () => {
  const member = await p.addPlayer(['LSPD', 'CIV'])
  await hello(bridge, member)
  await p.isOnCivilianPatrol(member)
  await goOnDuty(member)
  await p.isFollowed(member)
  expect((await p.patrols(member)).filter(({ ended_at }) => !ended_at)).toMatchObject([{ kind: 'duty' }])
  await p.d.status({ http: t.http(member.token) }, member, 1)
  await p.isOnCivilianPatrol(member)
  expect((await p.patrols(member)).map(({ kind }) => kind)).toEqual(['civilian', 'duty', 'civilian'])
})

test('a civilian patrol continues over a short loss of the bridge, and ends at a long one', async () => {
  const civilian = await p.addPlayer(['CIV'])
  await hello(bridge, civilian)
  await p.isOnCivilianPatrol(civilian)
  bridge.socket.disconnect()
  bridge = await p.connect(key)
  await hello(bridge, civilian)
  await p.isFollowed(civilian)
  expect(await p.patrols(civilian)).toHaveLength(1)
  bridge.socket.disconnect()
  await p.hasEnded(civilian)
  expect((await p.patrols(civilian))[0]!.ended_at).toEqual((await p.presence(civilian)).at(-1)!.ended_at)
})

test('a civilian patrol moves to another server with the member', async () => {
  const civilian = await p.addPlayer(['CIV'])
  const serverId = (await t.db.insertInto('servers').values({ name: 'Beside' }).returning('id').executeTakeFirstOrThrow()).id
  await hello(bridge, civilian)
  await p.isOnCivilianPatrol(civilian)
  const other = await connectBridge(t, { serverId })
  await other.hello({ players: [gamePlayer(civilian.source)] })
  await bridge.say('player.left', { source: civilian.source })
  await p.whileLost(() => until('on the other', async () => (await p.openCivilian(civilian))?.server_id === serverId))
  expect((await p.patrols(civilian)).map(({ server_id }) => server_id)).toEqual([1, serverId])
  other.socket.disconnect()
  await p.hasEnded(civilian)
})

test('if the community switches them off, no civilian patrol is opened, and open ones end', async () => {
  const civilian = await p.addPlayer(['CIV'])
  await hello(bridge, civilian)
  await p.isOnCivilianPatrol(civilian)
  const admin = await t.as('admin')
  const set = async (value: boolean) => {
    const row = await t.db.selectFrom('settings').select('version').where('key', '=', civilianPatrols.key).executeTakeFirst()
    const answer = await admin.put(`/api/settings/${civilianPatrols.key}`, { value, version: row?.version ?? 0 })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  await set(false)
  await p.hasEnded(civilian)
  await p.isFollowed(civilian)
  expect(await p.patrols(civilian)).toHaveLength(1)
  await set(true)
  await p.isOnCivilianPatrol(civilian)
})
