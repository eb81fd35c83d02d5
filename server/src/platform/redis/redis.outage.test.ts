import { setTimeout as sleep } from 'node:timers/promises'
import { HEARTBEAT_MS } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { byId, watchBoard, type BoardView } from '../../testing/test-board.ts'
import { connectBridge, gamePlayer, linkPlayer } from '../../testing/test-bridge.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { dispatchOf, type Member } from '../../testing/test-dispatch.ts'
import { fullOr, isFull } from '../../testing/test-length.ts'
import { driver, followMap } from '../../testing/test-map.ts'
import { PASSWORD, startTestPortal, until, type TestPortal, type TestSocket } from '../../testing/test-portal.ts'
import { startFaultyRedis, type FaultyRedis } from '../../testing/test-redis.ts'
import { FREE_TRIES } from '../auth/attempts.ts'

type Fault = {
  readonly name: string
  readonly begin: (redis: FaultyRedis) => Promise<void>
  readonly end: (redis: FaultyRedis) => Promise<void>
  /** Whether nodes notice the outage and go on alone. */
  readonly isAway: boolean
  /** Duration in seconds, from the moment at which both nodes know of it. */
  readonly lengths: readonly number[]
}
const flap = async (redis: FaultyRedis) => {
  for (let times = 0; times < 4; times += 1) {
    await redis.down()
    await sleep(300)
    await redis.up()
    await sleep(700)
  }
  await redis.down()
}
const FAULTS: readonly Fault[] = [
  { name: 'is down', begin: (redis) => redis.down(), end: (redis) => redis.up(), isAway: true, lengths: fullOr([3, 8, 30, 120], [1]) },
  { name: 'is paused', begin: (redis) => redis.pause(), end: (redis) => redis.resume(), isAway: true, lengths: fullOr([3, 20], [0]) },
  {
    name: 'has another password',
    begin: (redis) => redis.changePassword(),
    end: (redis) => redis.resetPassword(),
    isAway: true,
    lengths: fullOr([8], [0]),
  },
]
const MORE_FAULTS: readonly Fault[] = [
  { name: 'answers errors', begin: (redis) => redis.answerErrors(), end: (redis) => redis.mend(), isAway: true, lengths: [8] },
  { name: 'goes down again and again', begin: flap, end: (redis) => redis.up(), isAway: true, lengths: [1] },
  { name: 'is slow', begin: (redis) => redis.slow(200), end: (redis) => redis.mend(), isAway: false, lengths: [8] },
  { name: 'is very slow', begin: (redis) => redis.slow(5000), end: (redis) => redis.mend(), isAway: true, lengths: [8] },
  { name: 'is full', begin: (redis) => redis.fill(), end: (redis) => redis.empty(), isAway: false, lengths: [8] },
]

let redis: FaultyRedis
let database: TestDatabase
let one: TestPortal
let two: TestPortal
beforeAll(async () => {
  redis = await startFaultyRedis()
  database = await createTestDatabase(16)
  one = await startTestPortal({ database, redisUrl: redis.url })
  two = await startTestPortal({ database, redisUrl: redis.url })
})
afterAll(async () => {
  await one?.close()
  await two?.close()
  await database?.drop()
  await redis?.stop()
})

const degraded = async (node: TestPortal) => (await node.http().get('/api/health')).json<{ degraded: string[] }>().degraded
const bothSay = (wanted: readonly string[]) =>
  until(`both say that ${wanted.join() || 'nothing'} is away`, async () => {
    const said = await Promise.all([degraded(one), degraded(two)])
    return said.every((each) => each.join() === wanted.join())
  })

/** A client that follows a board like the pages: if it is behind the heartbeat, it joins again. */
async function keepBoard(socket: TestSocket) {
  const kept = { view: await watchBoard(socket), rejoins: 0 }
  let joining: Promise<void> | undefined
  socket.on('heartbeat', (seqs) => {
    const behind = kept.view.seq
    if ((seqs['board:1'] ?? 0) <= behind) return
    // A delta may be on its way.
    joining ??= sleep(200)
      .then(async () => {
        if (kept.view.seq > behind) return
        kept.rejoins += 1
        kept.view = await watchBoard(socket)
      })
      .finally(() => (joining = undefined))
  })
  return kept
}
const units = ({ view }: { view: BoardView }) =>
  byId(view.units.values(), ({ userId }) => userId).map(({ userId, status }) => [userId, status] as const)

async function boardsAre(kept: readonly { view: BoardView }[], statuses: ReadonlyMap<number, number>): Promise<void> {
  const fresh = { view: await watchBoard(await one.connect((await one.person('staff')).token)) }
  // By number too: a board that missed three changes may happen to look right, and takes no delta before it has joined again.
  const isRight = ({ view }: { view: BoardView }) =>
    view.seq >= fresh.view.seq && [...statuses].every(([userId, status]) => view.units.get(userId)?.status === status)
  await until('every board is right', () => kept.every(isRight))
  for (const each of kept) expect(units(each)).toEqual(units(fresh))
}

describe.each(isFull ? [...FAULTS, ...MORE_FAULTS] : FAULTS)('Redis $name', { timeout: 300_000 }, ({ begin, end, isAway, lengths }) => {
  test.each(lengths)('for %d s: nothing is lost, and everything is shared again afterwards', async (seconds) => {
    const officers: [TestPortal, Member][] = []
    for (const node of [one, two]) officers.push([node, await dispatchOf(one).onDuty({ name: 'Ann' })])
    const sockets = [await one.connect(officers[0]![1].token), await two.connect(officers[1]![1].token)]
    onTestFinished(() => sockets.forEach((socket) => socket.disconnect()))
    const boards = [await keepBoard(sockets[0]!), await keepBoard(sockets[1]!)]
    const [here, there] = boards as [(typeof boards)[0], (typeof boards)[0]]

    const statuses = new Map<number, number>()
    let writes = 0
    const write = async ([node, officer]: [TestPortal, Member]) => {
      const status = 2 + ((writes += 1) % 3)
      const { statusCode, body } = await node.http(officer.token).get(`/api/patrol/unit/status/${officer.userId}/${status}`)
      expect(statusCode, body).toBe(200)
      statuses.set(officer.userId, status)
    }
    let isOver = false
    let hasEnded = false
    const endOutage = async () => {
      if (!hasEnded) await end(redis)
      hasEnded = true
    }
    // A failure leaves neither traffic nor outage to the tests after it.
    onTestFinished(async () => {
      isOver = true
      await traffic
      await endOutage()
    })
    const traffic = (async () => {
      for (let i = 0; !isOver; i += 1) {
        await write(officers[i % 2]!)
        await sleep(20)
      }
    })()

    await begin(redis)
    if (isAway) await bothSay(['redis'])
    await sleep(seconds * 1000)
    isOver = true
    await traffic
    expect(writes).toBeGreaterThan(0)
    await boardsAre(boards, statuses)

    if (isAway) {
      // A socket on the node of a change receives it at once, without a heartbeat.
      const before = here.rejoins
      await write(officers[0]!)
      await until('told on this node', () => here.view.units.get(officers[0]![1].userId)?.status === statuses.get(officers[0]![1].userId))
      expect(here.rejoins).toBe(before)
      await boardsAre(boards, statuses)
    }
    const late = await keepBoard(await two.connect(officers[0]![1].token))
    await boardsAre([late], statuses)

    await endOutage()
    await bothSay([])
    const rejoins = there.rejoins
    await until('told on the other node', async () => {
      await write(officers[0]!)
      await sleep(HEARTBEAT_MS / 40)
      return there.rejoins === rejoins && there.view.units.get(officers[0]![1].userId)?.status === statuses.get(officers[0]![1].userId)
    })
    await boardsAre([...boards, late], statuses)
  })
})

test('while Redis is away each node counts its own, events reach a game server of another node later, and its positions are seen there again', async () => {
  const officer = await dispatchOf(one).onDuty({ name: 'Ann' })
  await linkPlayer(one, officer.userId, 1)
  const bridge = await connectBridge(one)
  await bridge.hello({ players: [gamePlayer(1)] })
  const cars = driver(bridge)
  const there = await followMap(await two.connect(officer.token))
  cars.drive({ 1: [100, 1] })
  await there.sees(officer.identifier, 100)

  await redis.down()
  await bothSay(['redis'])
  cars.drive({ 1: [200, 1] })
  await two.http(officer.token).get(`/api/patrol/unit/status/${officer.userId}/4`)
  expect(await bridge.receive('unit')).toMatchObject({ status: 4 })

  const { emailAddress } = await one.addPerson()
  const attempt = async (node: TestPortal, password: string) =>
    (await node.http(undefined, undefined, { address: '10.9.8.7' }).post('/api/auth/login', { emailAddress, password })).statusCode
  for (let tries = 0; tries < FREE_TRIES.account; tries += 1) expect(await attempt(one, 'wrong password')).toBe(401)
  expect([await attempt(one, PASSWORD), await attempt(two, PASSWORD)]).toEqual([429, 200])

  await two.http((await one.person('staff')).token).post('/api/announcements', { title: 'Told late', body: 'All units' })
  await redis.up()
  await bothSay([])
  cars.drive({ 1: [300, 1] })
  await there.sees(officer.identifier, 300)
  expect(await bridge.receive('announcement')).toMatchObject({ title: 'Told late' })
})
