import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPresenceRecorder, type Batch, type Interval, type Place, type PresenceRecorder } from './presence.recorder.ts'

const SECOND = 1000
const ANN = 7
const BEN = 8

let places: Map<number, Place>
let recorder: PresenceRecorder
beforeEach(() => {
  places = new Map()
  recorder = create()
})
const create = (maxWaiting?: number) => createPresenceRecorder({ locate: (_serverId, source) => places.get(source), maxWaiting })

const linked = (...userIds: number[]) => userIds.map((userId) => ({ source: userId * 10, userId }))
const see = (seconds: number, players = linked(ANN), serverId = 1) => recorder.see(serverId, players, seconds * SECOND)
const lose = (seconds: number, serverId = 1) => recorder.lose(serverId, seconds * SECOND)
const place = (x: number, userId = ANN) => places.set(userId * 10, { x, y: 0 })
/** Behaves like a portal: heartbeats of the bridge every ten seconds, samples every five. */
const pass = (from: number, to: number, players = linked(ANN)) => {
  for (let at = from; at <= to; at += 5) {
    if (at % 10 === 0) see(at, players)
    recorder.sample(at * SECOND)
  }
}
const short = ({ startedAt, endedAt, state }: Interval) => [startedAt / SECOND, endedAt / SECOND, state]
const intervals = (seconds: number, userId = ANN) =>
  recorder
    .batch(seconds * SECOND)
    .intervals.filter((each) => each.userId === userId)
    .map(short)
const watches = (seconds: number) =>
  recorder.batch(seconds * SECOND).watches.map((each) => [each.startedAt / SECOND, each.endedAt / SECOND])

describe('moving and idle', () => {
  test('a member who stays within a few metres for two minutes is idle since the last movement', () => {
    see(0)
    place(0)
    pass(5, 60)
    place(100)
    pass(65, 100)
    place(103)
    pass(105, 180)
    expect(intervals(180)).toEqual([[0, 180, 'moving']])
    pass(185, 190)
    expect(intervals(190)).toEqual([
      [0, 65, 'moving'],
      [65, 190, 'idle'],
    ])
    place(110)
    pass(195, 200)
    expect(intervals(200)).toEqual([
      [0, 65, 'moving'],
      [65, 195, 'idle'],
      [195, 200, 'moving'],
    ])
  })

  test('a member who never moves is idle from the start, in the interval that was written as moving', () => {
    see(0)
    pass(5, 60)
    recorder.written(recorder.batch(60 * SECOND))
    pass(65, 120)
    expect(intervals(120)).toEqual([[0, 120, 'idle']])
  })

  test('slow steps in one direction count as movement', () => {
    see(0)
    for (let at = 5; at <= 300; at += 5) {
      place(at / 10)
      pass(at, at)
    }
    expect(intervals(300)).toEqual([[0, 300, 'moving']])
  })
})

describe('connected members', () => {
  test('a member who leaves and returns has two intervals', () => {
    see(0)
    see(100, [])
    see(130)
    expect(intervals(140)).toEqual([
      [0, 100, 'moving'],
      [130, 140, 'moving'],
    ])
  })

  test('a player number that now has another account belongs to another member', () => {
    see(0, [{ source: 1, userId: ANN }])
    see(50, [{ source: 1, userId: BEN }])
    expect(intervals(60, ANN)).toEqual([[0, 50, 'moving']])
    expect(intervals(60, BEN)).toEqual([[50, 60, 'moving']])
  })

  test('an account connected twice to a server counts once, until both are gone; on two servers it is seen on both', () => {
    see(0, [
      { source: 1, userId: ANN },
      { source: 2, userId: ANN },
    ])
    see(50, [{ source: 1, userId: ANN }])
    see(60, linked(ANN), 2)
    expect(recorder.present()).toEqual([{ userId: ANN, serverId: 1 }])
    see(80, [])
    expect(intervals(90)).toEqual([
      [0, 80, 'moving'],
      [60, 90, 'moving'],
    ])
    expect(recorder.present()).toEqual([{ userId: ANN, serverId: 2 }])
  })

  test('a member who leaves and joins within a moment is in a batch once', () => {
    see(0)
    see(0, [])
    see(0)
    expect(intervals(5)).toEqual([[0, 5, 'moving']])
  })
})

describe('a lost bridge', () => {
  test('that returns within a minute has no effect, for members who are still there', () => {
    pass(0, 100, linked(ANN, BEN))
    lose(100)
    recorder.sample(150 * SECOND)
    expect(watches(150)).toEqual([[0, 100]])
    expect(recorder.present()).toEqual([])
    see(155, linked(ANN))
    expect(watches(160)).toEqual([[0, 160]])
    expect(intervals(160, ANN)).toEqual([[0, 160, 'moving']])
    expect(intervals(160, BEN)).toEqual([[0, 100, 'moving']])
  })

  test('that stays away ends all intervals at the loss, and new ones begin later', () => {
    pass(0, 100)
    lose(100)
    recorder.sample(161 * SECOND)
    see(300)
    expect(watches(310)).toEqual([
      [0, 100],
      [300, 310],
    ])
    expect(intervals(310)).toEqual([
      [0, 100, 'moving'],
      [300, 310, 'moving'],
    ])
  })

  test('that is silent for half a minute counts as lost since it was last heard, even if its connection stays open', () => {
    see(0)
    see(20)
    recorder.sample(45 * SECOND)
    expect(watches(45)).toEqual([[0, 45]])
    recorder.sample(51 * SECOND)
    expect(watches(51)).toEqual([[0, 20]])
    recorder.sample(81 * SECOND)
    see(82)
    expect(watches(90)).toEqual([
      [0, 20],
      [82, 90],
    ])
  })
})

test('written intervals leave memory, except open ones; intervals ended meanwhile are written next', () => {
  see(0, linked(ANN, BEN))
  see(10, linked(ANN))
  const batch = recorder.batch(15 * SECOND)
  see(20, [])
  recorder.written(batch)
  expect(recorder.batch(30 * SECOND).intervals.map(short)).toEqual([[0, 20, 'moving']])
})

test('changes are reported once: members who came, left or stood still, and servers that were connected or lost', () => {
  see(0)
  expect(recorder.takeChange()).toEqual({ userIds: [ANN], serverIds: [1] })
  pass(5, 115)
  expect(recorder.takeChange()).toEqual({ userIds: [], serverIds: [] })
  pass(120, 120)
  expect(recorder.takeChange()).toEqual({ userIds: [ANN], serverIds: [] })
  lose(125)
  recorder.sample(190 * SECOND)
  expect(recorder.takeChange()).toEqual({ userIds: [ANN], serverIds: [1] })
})

test('without a database the oldest are dropped and counted, and the server counts as not connected until then', () => {
  recorder = create(3)
  see(0, linked(ANN, BEN))
  recorder.written(recorder.batch(5 * SECOND))
  for (let at = 10; at <= 100; at += 20) {
    see(at, linked(BEN))
    see(at + 10, linked(ANN, BEN))
  }
  expect(recorder.takeDropped()).toBe(2)
  expect(recorder.takeDropped()).toBe(0)
  expect(intervals(110)).toEqual([
    [40, 50, 'moving'],
    [60, 70, 'moving'],
    [80, 90, 'moving'],
    [100, 110, 'moving'],
  ])
  // The database has the first one until second 5, and has to keep that: a watch from 30 on is another row.
  expect(watches(110)).toEqual([[30, 110]])
  expect(intervals(110, BEN), 'one that is open is never dropped').toEqual([[0, 110, 'moving']])
})

test('memory stays bounded with two thousand players', () => {
  recorder = create(5000)
  const players = Array.from({ length: 2000 }, (_, index) => index + 1)
  for (let at = 0; at < 1800; at += 60) {
    see(at, linked(...players.filter((userId) => (userId + at / 60) % 3 > 0)))
    recorder.sample(at * SECOND)
  }
  expect(recorder.batch(1800 * SECOND).intervals.length).toBeLessThanOrEqual(5000 + 2000)
  expect(recorder.takeDropped()).toBeGreaterThan(10_000)
})

describe('random events', () => {
  const Step = fc.oneof(
    fc.record({
      kind: fc.constant('see' as const),
      players: fc.array(fc.record({ source: fc.integer({ min: 1, max: 4 }), userId: fc.integer({ min: 1, max: 3 }) }), { maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('lose' as const) }),
    fc.record({ kind: fc.constant('move' as const), source: fc.integer({ min: 1, max: 4 }), x: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ kind: fc.constant('write' as const), fails: fc.boolean() }),
  )
  const Evening = fc.array(fc.record({ step: Step, after: fc.integer({ min: 0, max: 40 }) }), { maxLength: 80 })

  test('intervals of a member never overlap, lie within the watches, and after a crash end where they were last written', () => {
    fc.assert(
      fc.property(Evening, (evening) => {
        places = new Map()
        recorder = create()
        const database = { intervals: new Map<string, Interval>(), watches: new Map<string, Batch['watches'][number]>() }
        let now = 0
        let writtenAt = 0
        const write = (fails: boolean) => {
          const batch = recorder.batch(now)
          const keys = batch.intervals.map(({ userId, startedAt }) => `${userId}:${startedAt}`)
          expect(new Set(keys).size, 'each key once').toBe(keys.length)
          if (fails) return
          for (const each of batch.intervals) database.intervals.set(`${each.userId}:${each.startedAt}`, each)
          for (const each of batch.watches) database.watches.set(`${each.startedAt}`, each)
          recorder.written(batch)
          writtenAt = now
        }
        for (const { step, after } of evening) {
          const until = now + after * SECOND
          for (; now < until; now += 5 * SECOND) recorder.sample(now)
          now = until
          if (step.kind === 'see') recorder.see(1, step.players, now)
          else if (step.kind === 'lose') recorder.lose(1, now)
          else if (step.kind === 'move') places.set(step.source, { x: step.x, y: 0 })
          else write(step.fails)

          const rows = [...database.intervals.values()]
          const watched = [...database.watches.values()]
          for (const each of rows) {
            expect(each.endedAt).toBeGreaterThanOrEqual(each.startedAt)
            expect(each.endedAt).toBeLessThanOrEqual(writtenAt)
            const others = rows.filter((other) => other !== each && other.userId === each.userId)
            expect(others.filter((other) => other.startedAt < each.endedAt && each.startedAt < other.endedAt)).toEqual([])
            expect(watched.some((watch) => watch.startedAt <= each.startedAt && each.endedAt <= watch.endedAt)).toBe(true)
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})
