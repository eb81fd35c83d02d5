import { decodeTracks, encodeTracks } from '@tenfour/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTrackRecorder } from './tracks.recorder.ts'
import type { TrackBlock } from './tracks.repo.ts'

const START = Date.parse('2026-11-14T20:00:00Z')
type Present = Map<number, Map<number, { x: number; y: number; heading: number }>>

function record(isOn = () => true) {
  const present: Present = new Map()
  const blocks: TrackBlock[] = []
  const recorder = createTrackRecorder({
    units: () => [...present].map(([serverId, units]) => [serverId, [...units].map(([userId, at]) => ({ userId, ...at }))] as const),
    isOn,
    add: (block) => void blocks.push(block),
  })
  const place = (serverId: number, userId: number, x: number) => {
    const units = present.get(serverId) ?? new Map<number, { x: number; y: number; heading: number }>()
    present.set(serverId, units.set(userId, { x, y: 0, heading: 90 }))
  }
  return { recorder, blocks, place, remove: (serverId: number, userId: number) => present.get(serverId)?.delete(userId) }
}
const pointsOf = (block: TrackBlock) => {
  const [track] = decodeTracks(encodeTracks([block.data])) ?? []
  if (!track || track.userId !== block.userId) throw new Error('not this block')
  expect(track.points.at[0]).toBe(block.startedAt.getTime())
  expect(track.points.at.at(-1)).toBe(block.endedAt.getTime())
  return Array.from(track.points.at, (at, index) => ({ second: (at - START) / 1000, x: track.points.x[index] }))
}

describe('blocks', () => {
  test('a unit that stays has a block a minute, and together they contain every second once', () => {
    const { recorder, blocks, place } = record()
    for (let second = 0; second < 200; second += 1) {
      place(1, 7, second)
      recorder.sample(START + second * 1000 + 4)
    }
    expect(blocks.map((block) => pointsOf(block).length)).toEqual([54, 60, 60])
    recorder.close()
    expect(blocks.flatMap(pointsOf)).toEqual(Array.from({ length: 200 }, (_, second) => ({ second, x: second })))
  })

  test('units end their blocks at different seconds', () => {
    const { recorder, blocks, place } = record()
    for (let second = 0; second < 120; second += 1) {
      for (let userId = 1; userId <= 60; userId += 1) place(1, userId, second)
      recorder.sample(START + second * 1000)
    }
    const perSecond = Map.groupBy(blocks, ({ endedAt }) => endedAt.getTime())
    expect(Math.max(...[...perSecond.values()].map((each) => each.length))).toBe(1)
  })

  test('a unit that goes off duty or leaves has its block ended at once; its return starts another', () => {
    const { recorder, blocks, place, remove } = record()
    place(1, 7, 10)
    place(1, 8, 20)
    for (let second = 0; second < 5; second += 1) recorder.sample(START + second * 1000)
    remove(1, 7)
    recorder.sample(START + 5000)
    expect(blocks.map(({ userId }) => userId)).toEqual([7])
    place(1, 7, 11)
    recorder.sample(START + 9000)
    recorder.close()
    expect(blocks.filter(({ userId }) => userId === 7).map((block) => pointsOf(block).map(({ second }) => second))).toEqual([
      [0, 1, 2, 3, 4],
      [9],
    ])
  })

  test('another server starts another block', () => {
    const { recorder, blocks, place, remove } = record()
    place(1, 7, 10)
    recorder.sample(START)
    remove(1, 7)
    place(2, 7, 10)
    recorder.sample(START + 1000)
    recorder.close()
    expect(blocks.map(({ serverId, startedAt }) => [serverId, startedAt.getTime() - START])).toEqual([
      [1, 0],
      [2, 1000],
    ])
  })

  test('nothing is recorded while tracks are off, and open blocks are dropped', () => {
    let isOn = true
    const { recorder, blocks, place } = record(() => isOn)
    place(1, 7, 10)
    recorder.sample(START)
    isOn = false
    recorder.sample(START + 1000)
    isOn = true
    recorder.sample(START + 2000)
    recorder.close()
    expect(blocks.map((block) => pointsOf(block).map(({ second }) => second))).toEqual([[2]])
  })

  test('with any movement of units and clocks, no block has more than a minute of points, and none has a time twice', () => {
    const tick = fc.record({
      ms: fc.constantFrom(990, 1000, 1010, 1000, 300, 5000, 61_000, -3000, 1_000_000),
      here: fc.subarray([3, 4, 61]),
    })
    fc.assert(
      fc.property(fc.array(tick, { maxLength: 200 }), (ticks) => {
        const { recorder, blocks, place, remove } = record()
        let now = START
        for (const { ms, here } of ticks) {
          now += ms
          for (const userId of [3, 4, 61])
            if (here.includes(userId)) place(1, userId, now % 1000)
            else remove(1, userId)
          recorder.sample(now)
        }
        recorder.close()
        for (const block of blocks) {
          const seconds = pointsOf(block).map(({ second }) => second)
          expect(seconds.length).toBeLessThanOrEqual(60)
          expect(new Set(seconds).size).toBe(seconds.length)
        }
      }),
      { numRuns: 100 },
    )
  })
})
