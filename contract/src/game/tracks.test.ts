import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HEADING_STEP, MAX_COORDINATE, POSITION_STEP } from './positions.ts'
import {
  decodeTracks,
  encodeTrackBlock,
  encodeTracks,
  MAX_BLOCK_POINTS,
  MAX_TRACK_POINTS,
  TRACK_STEP_MS,
  type Track,
  type TrackPoint,
} from './tracks.ts'

const AT = 1_790_000_000_000
const turn = (a: number, b: number) => Math.abs(((((a - b) % 360) + 540) % 360) - 180)
const HALF = 0.5 + 1e-6

const decoded = (bytes: Uint8Array): Track[] => {
  const tracks = decodeTracks(bytes)
  if (!tracks) throw new Error('unreadable')
  return tracks
}
const pointsOf = ({ points }: Track): TrackPoint[] =>
  Array.from(points.at, (at, index) => ({
    at,
    x: points.x[index] ?? NaN,
    y: points.y[index] ?? NaN,
    heading: points.heading[index] ?? NaN,
  }))

function expectSame(found: readonly TrackPoint[], given: readonly TrackPoint[]) {
  expect(found).toHaveLength(given.length)
  given.forEach(({ at, x, y, heading }, index) => {
    const point = found[index]
    if (!point) throw new Error('no such point')
    expect(Math.abs(point.at - at)).toBeLessThanOrEqual(TRACK_STEP_MS * HALF)
    expect(Math.abs(point.x - x)).toBeLessThanOrEqual(POSITION_STEP * HALF)
    expect(Math.abs(point.y - y)).toBeLessThanOrEqual(POSITION_STEP * HALF)
    expect(turn(point.heading, heading)).toBeLessThanOrEqual(HEADING_STEP * HALF)
  })
}

const coordinate = fc.double({ min: -MAX_COORDINATE, max: MAX_COORDINATE, noNaN: true })
const heading = fc.double({ min: -720, max: 720, noNaN: true })
/** Jumps, drives, turns, stands; usually a second after the last, sometimes later. */
const step = fc.oneof(
  fc.record({ seconds: fc.constantFrom(1, 1, 1, 2, 90), to: fc.tuple(coordinate, coordinate), turn: heading }),
  fc.record({ seconds: fc.constantFrom(1, 1, 1, 3), by: fc.tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -60, max: 60 })) }),
  fc.record({ seconds: fc.constantFrom(1, 1, 20), turn: heading }),
  fc.record({ seconds: fc.constant(1) }),
)
type Step = { seconds: number; to?: [number, number]; by?: [number, number]; turn?: number }
const clamped = (value: number) => Math.max(-MAX_COORDINATE, Math.min(MAX_COORDINATE, value))

const walk = fc
  .tuple(coordinate, coordinate, heading, fc.nat(10 ** 9), fc.array(step, { maxLength: 80 }))
  .map(([x, y, turned, ms, all]) => {
    const points: TrackPoint[] = [{ at: AT + ms, x, y, heading: turned }]
    for (const each of all as Step[]) {
      const last = points.at(-1)
      if (!last) continue
      points.push({
        at: last.at + each.seconds * TRACK_STEP_MS,
        x: each.to?.[0] ?? clamped(last.x + (each.by?.[0] ?? 0)),
        y: each.to?.[1] ?? clamped(last.y + (each.by?.[1] ?? 0)),
        heading: each.turn ?? last.heading,
      })
    }
    return points
  })
const block = fc.record({ userId: fc.integer({ min: 1, max: 2 ** 31 - 1 }), points: walk })

describe('encoding and decoding', () => {
  test('any blocks, in their order, every point within half a step', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const tracks = decoded(encodeTracks(blocks.map(encodeTrackBlock)))
        expect(tracks.map(({ userId }) => userId)).toEqual(blocks.map(({ userId }) => userId))
        tracks.forEach((track, index) => expectSame(pointsOf(track), blocks[index]?.points ?? []))
      }),
      { numRuns: 300 },
    )
  })

  test('times between seconds are rounded, and of two points in one second the first is used', () => {
    const points = [0, 1012, 1400, 1990, 5004].map((ms) => ({ at: AT + 7 + ms, x: ms, y: 0, heading: 0 }))
    const [track] = decoded(encodeTracks([encodeTrackBlock({ userId: 3, points })]))
    expect([...(track?.points.at ?? [])].map((at) => at - AT - 7)).toEqual([0, 1000, 2000, 5000])
    expect([...(track?.points.x ?? [])]).toEqual([0, 1012, 1990, 5004])
  })

  test('an answer may have no blocks', () => {
    expect(decodeTracks(encodeTracks([]))).toEqual([])
  })

  test('an empty or far too large block is not encoded', () => {
    const point = (second: number) => ({ at: AT + second * 1000, x: 0, y: 0, heading: 0 })
    expect(() => encodeTrackBlock({ userId: 1, points: [] })).toThrow(RangeError)
    expect(() => encodeTrackBlock({ userId: 1, points: Array.from({ length: MAX_BLOCK_POINTS + 1 }, (_, i) => point(i)) })).toThrow(
      RangeError,
    )
    const most = encodeTrackBlock({ userId: 1, points: Array.from({ length: MAX_BLOCK_POINTS }, (_, i) => point(i)) })
    expect(decoded(encodeTracks([most]))[0]?.points.at).toHaveLength(MAX_BLOCK_POINTS)
  })
})

describe('size', () => {
  const minute = (at: (second: number) => Omit<TrackPoint, 'at'>) =>
    encodeTrackBlock({ userId: 1234, points: Array.from({ length: 60 }, (_, second) => ({ at: AT + second * 1000, ...at(second) })) })
      .length

  test('a minute without movement takes two bytes more than its first point', () => {
    const first = encodeTrackBlock({ userId: 1234, points: [{ at: AT, x: 441.2, y: -982, heading: 90 }] }).length
    expect(minute(() => ({ x: 441.2, y: -982, heading: 90 }))).toBeLessThanOrEqual(first + 2)
    expect(first).toBeLessThanOrEqual(18)
  })

  test('a minute of driving in a wide bend takes about three bytes a point', () => {
    const drive = (second: number) => ({ x: 600 * Math.cos(second / 30), y: 600 * Math.sin(second / 30), heading: (second / 30) * 57.3 })
    expect(minute(drive)).toBeLessThanOrEqual(18 + 60 * 3)
  })

  test('a minute of city driving, with changing speed and corners, takes at most four', () => {
    let [x, y, angle, speed] = [0, 0, 0, 10]
    const drive = (second: number) => {
      if (second % 12 === 0) angle += Math.PI / 2
      speed = 8 + 7 * Math.sin(second / 3)
      x += speed * Math.cos(angle)
      y += speed * Math.sin(angle)
      return { x, y, heading: (angle * 180) / Math.PI }
    }
    expect(minute(drive)).toBeLessThanOrEqual(18 + 60 * 4)
  })
})

describe('invalid answers are refused', () => {
  test('any bytes are refused or read, never throwing, never endlessly', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        for (const given of [bytes, Uint8Array.from([1, ...bytes]), Uint8Array.from([1, bytes.length & 127, 1, ...bytes])]) {
          const tracks = decodeTracks(given)
          for (const { points } of tracks ?? []) {
            expect(points.at.length).toBeLessThanOrEqual(MAX_BLOCK_POINTS)
            for (const value of [...points.x, ...points.y]) expect(Math.abs(value)).toBeLessThanOrEqual(MAX_COORDINATE)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('an answer cut anywhere but between its blocks, or with a byte changed', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), fc.nat(), fc.nat(255), (blocks, where, byte) => {
        const parts = blocks.map(encodeTrackBlock)
        const bytes = encodeTracks(parts)
        const ends = new Set(parts.map((_, index) => encodeTracks(parts.slice(0, index)).length))
        const cut = where % bytes.length
        if (!ends.has(cut)) expect(decodeTracks(bytes.subarray(0, cut))).toBeUndefined()
        const changed = bytes.slice()
        changed[cut] = byte
        expect(() => decodeTracks(changed)).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })

  const still = (count: number) => {
    const head: number[] = []
    for (let rest = count * 8 + 6; ; rest = Math.floor(rest / 128)) {
      head.push(rest >= 128 ? (rest % 128) | 128 : rest)
      if (rest < 128) return Uint8Array.from([1, 1, 1, 0, 0, 0, ...head])
    }
  }
  test('a few bytes that stand for more points than a block or an answer may have', () => {
    expect(decodeTracks(encodeTracks([still(MAX_BLOCK_POINTS - 1)]))).toHaveLength(1)
    expect(decodeTracks(encodeTracks([still(MAX_BLOCK_POINTS)]))).toBeUndefined()
    expect(decodeTracks(encodeTracks([still(2 ** 45)]))).toBeUndefined()
    const fill = MAX_TRACK_POINTS / MAX_BLOCK_POINTS
    expect(decodeTracks(encodeTracks(Array.from({ length: fill + 1 }, () => still(MAX_BLOCK_POINTS - 1))))).toBeUndefined()
  })

  test('another version, of the answer or of a block', () => {
    const part = encodeTrackBlock({ userId: 1, points: [{ at: AT, x: 0, y: 0, heading: 0 }] })
    const answer = encodeTracks([part])
    expect(decodeTracks(Uint8Array.from([2, ...answer.subarray(1)]))).toBeUndefined()
    expect(decodeTracks(encodeTracks([Uint8Array.from([2, ...part.subarray(1)])]))).toBeUndefined()
    expect(decodeTracks(new Uint8Array())).toBeUndefined()
  })
})
