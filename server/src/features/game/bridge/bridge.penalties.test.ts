import type { PenaltyMessage } from '@tenfour/contract'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLicencePoints } from '../../records/licences/licences.points.ts'
import { connectBridge, issueServerKey, linkPlayer, steamOf, type TestBridge } from '../../../testing/test-bridge.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { Member } from '../../../testing/test-dispatch.ts'
import { charge, penaltiesOf } from '../../../testing/test-penalties.ts'
import { startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { freePort, makeFolder, readyAt, runPortal } from '../../../testing/test-process.ts'
import { recordsOf, type Civilian } from '../../../testing/test-records.ts'
import { startTestRedis, type TestRedis } from '../../../testing/test-redis.ts'

const RULES = { needsApproval: false, departmentId: 0, days: 365, pointsLapseDays: 90, pointsToSuspend: 12, pointsSuspensionDays: 14 }
const licencePoints = createLicencePoints(() => RULES)

let redis: TestRedis
let database: TestDatabase
let t: TestPortal
let other: TestPortal
let r: ReturnType<typeof recordsOf>
let p: ReturnType<typeof penaltiesOf>
let officer: Member
let civilian: Civilian
let characterId: number
beforeAll(async () => {
  redis = await startTestRedis()
  database = await createTestDatabase(16)
  t = await startTestPortal({ database, redisUrl: redis.url })
  other = await startTestPortal({ database, redisUrl: redis.url })
  r = recordsOf(t)
  p = penaltiesOf(t, licencePoints)
  officer = await r.officer()
  civilian = await r.civilian()
  await linkPlayer(t, civilian.userId, 7)
  characterId = await r.character(civilian, { name: 'Jo Fox' })
})
afterAll(async () => {
  await t?.close()
  await other?.close()
  await database?.drop()
  await redis?.stop()
})

let servers = 0
const newServer = async () => {
  servers += 1
  return (
    await t.db
      .insertInto('servers')
      .values({ name: `Penalties ${servers}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}
const impose = (serverId: number, fine = 500) =>
  p.report(officer, characterId, { kind: 'arrest', serverId, charges: [charge({ fine, jailMinutes: 30 })] })
const waiting = async (serverId: number) =>
  (
    await sql<{
      id: number
    }>`select id from penalty_messages where server_id = ${serverId} and acknowledged_at is null order by id`.execute(t.db)
  ).rows.length
const sent = (bridge: TestBridge) =>
  bridge.received.filter(({ message }) => message === 'penalty').map(({ payload }) => payload as PenaltyMessage)
const answering = (bridge: TestBridge) => bridge.answers.set('penalty', (payload) => ({ messageId: (payload as PenaltyMessage).messageId }))
const KNOWS = { knows: ['penalty'] }

test('a penalty is sent after commit, with everything a script needs, and never again once acknowledged', async () => {
  const serverId = await newServer()
  const bridge = await connectBridge(t, { serverId })
  answering(bridge)
  await bridge.hello(KNOWS)
  const report = await impose(serverId)
  expect(await bridge.receive('penalty')).toEqual({
    messageId: expect.any(Number) as number,
    change: 'imposed',
    reportId: report.reportId,
    number: report.number,
    characterId,
    externalId: null,
    name: 'Jo Fox',
    steam: steamOf(7),
    fine: 500,
    jailMinutes: 30,
    offences: [{ code: 'VC 22350', title: 'Speeding', counts: 1 }],
    reason: '',
    at: expect.any(String) as string,
  })
  await until('acknowledged', async () => (await waiting(serverId)) === 0)
  await bridge.say('heartbeat', { players: 0, maxPlayers: 64, uptimeSeconds: 1, queued: 0 })
  await bridge.hello(KNOWS)
  await sleep(300)
  expect(sent(bridge)).toEqual([])
})

test('penalties written while the server was away are sent in their order after hello, each after the previous acknowledgement', async () => {
  const serverId = await newServer()
  for (const fine of [100, 200, 300]) await impose(serverId, fine)
  const bridge = await connectBridge(t, { serverId })
  let [inHand, most] = [0, 0]
  bridge.socket.on('penalty', ({ messageId }: PenaltyMessage, reply: (answer: object) => void) => {
    inHand += 1
    most = Math.max(most, inHand)
    setTimeout(() => {
      inHand -= 1
      reply({ messageId })
    }, 50)
  })
  await bridge.hello(KNOWS)
  await until('all acknowledged', async () => (await waiting(serverId)) === 0)
  expect(sent(bridge).map(({ fine }) => fine)).toEqual([100, 200, 300])
  expect(most).toBe(1)
})

test('a penalty without a valid acknowledgement is sent again with the same id and content at the next heartbeat', async () => {
  const serverId = await newServer()
  const bridge = await connectBridge(t, { serverId })
  bridge.answers.set('penalty', () => ({ messageId: 1_999_999_999 }))
  await bridge.hello(KNOWS)
  await impose(serverId, 100)
  await impose(serverId, 200)
  const first = await bridge.receive('penalty')
  await sleep(300)
  expect(await waiting(serverId), 'the one behind waits too').toBe(2)
  answering(bridge)
  await bridge.say('heartbeat', { players: 0, maxPlayers: 64, uptimeSeconds: 1, queued: 0 })
  await until('all acknowledged', async () => (await waiting(serverId)) === 0)
  const all = sent(bridge)
  expect(all.filter(({ messageId }) => messageId === first.messageId).at(-1)).toEqual(first)
  expect(new Set(all.map(({ fine }) => fine))).toEqual(new Set([100, 200]))
})

test('an older bridge gets no penalties until it is updated', async () => {
  const serverId = await newServer()
  const old = await connectBridge(t, { serverId })
  answering(old)
  await old.hello()
  await impose(serverId)
  await old.say('heartbeat', { players: 0, maxPlayers: 64, uptimeSeconds: 1, queued: 0 })
  await sleep(500)
  expect(sent(old)).toEqual([])
  const updated = await connectBridge(t, { serverId })
  answering(updated)
  await updated.hello(KNOWS)
  await updated.receive('penalty')
  await until('acknowledged', async () => (await waiting(serverId)) === 0)
})

test("a bridge connected to another portal gets this portal's penalties, and nobody else does", async () => {
  const [serverId, elsewhere] = [await newServer(), await newServer()]
  const [bridge, stranger] = [await connectBridge(other, { serverId }), await connectBridge(t, { serverId: elsewhere })]
  for (const each of [bridge, stranger]) {
    answering(each)
    await each.hello(KNOWS)
  }
  for (const fine of [1, 2, 3, 4, 5]) await impose(serverId, fine)
  await until('all acknowledged', async () => (await waiting(serverId)) === 0)
  // Both portals may send a message at once: the bridge recognises the second by its id.
  expect([...new Set(sent(bridge).map(({ fine }) => fine))]).toEqual([1, 2, 3, 4, 5])
  expect(sent(stranger)).toEqual([])
})

test('a portal killed before it has recorded the acknowledgement sends the same message again, and no other one for it', async () => {
  const serverId = await newServer()
  const folder = makeFolder()
  const port = String(await freePort())
  const start = () => runPortal({ PORTAL_DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url, PORT: port })
  const key = await issueServerKey(t, serverId)
  const fines = [10, 20, 30, 40]
  for (const fine of fines) await impose(serverId, fine)
  const seen: PenaltyMessage[] = []
  let portal = start()
  try {
    const first = await connectBridge({ db: t.db, url: await readyAt(portal) }, { key })
    // The bridge has stored the message, and the portal is killed before it receives the acknowledgement.
    const kept = new Promise<void>((resolve) => {
      first.socket.on('penalty', (message: PenaltyMessage, reply: (answer: object) => void) => {
        seen.push(message)
        if (seen.length < 2) return reply({ messageId: message.messageId })
        portal.child.kill('SIGKILL')
        resolve()
      })
    })
    await first.hello(KNOWS)
    await kept
    await portal.ended
    first.socket.disconnect()
    portal = start()
    const bridge = await connectBridge({ db: t.db, url: await readyAt(portal) }, { key })
    bridge.answers.set('penalty', (payload) => {
      seen.push(payload as PenaltyMessage)
      return { messageId: (payload as PenaltyMessage).messageId }
    })
    await bridge.hello(KNOWS)
    await until('all acknowledged', async () => (await waiting(serverId)) === 0)
    bridge.socket.disconnect()
    const byId = new Map<number, PenaltyMessage>()
    for (const message of seen) {
      if (byId.has(message.messageId)) expect(message).toEqual(byId.get(message.messageId))
      byId.set(message.messageId, message)
    }
    expect(
      [...byId.values()].map(({ fine }) => fine),
      'each once by its id, in order',
    ).toEqual(fines)
    expect(seen.length, 'one came twice').toBe(fines.length + 1)
  } finally {
    portal.child.kill('SIGKILL')
    await portal.ended
    await folder.remove()
  }
}, 120_000)
