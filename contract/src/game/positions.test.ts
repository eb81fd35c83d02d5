import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createPositionDecoder,
  createPositionEncoder,
  MAX_COORDINATE,
  HEADING_STEP,
  HIGHEST_SLOT,
  MAX_POSITIONS,
  POSITION_STEP,
  type Position,
  type PositionDecoder,
} from './positions.ts'

const AT = 1_790_000_000_000
const turn = (a: number, b: number) => Math.abs(((((a - b) % 360) + 540) % 360) - 180)

/** The decoder has exactly these players, each within half a step of their position. */
function expectSame(decoder: PositionDecoder, present: ReadonlyMap<number, Position>) {
  expect([...decoder.slots()].toSorted((a, b) => a - b)).toEqual([...present.keys()].toSorted((a, b) => a - b))
  for (const [slot, { x, y, heading }] of present) {
    const found = decoder.get(slot)
    if (!found) throw new Error(`nobody at ${slot}`)
    expect(Math.abs(found.x - x)).toBeLessThanOrEqual(POSITION_STEP / 2 + 1e-9)
    expect(Math.abs(found.y - y)).toBeLessThanOrEqual(POSITION_STEP / 2 + 1e-9)
    expect(turn(found.heading, heading)).toBeLessThanOrEqual(HEADING_STEP / 2 + 1e-9)
  }
}

const coordinate = fc.double({ min: -MAX_COORDINATE, max: MAX_COORDINATE, noNaN: true })
const position = fc.record({ x: coordinate, y: coordinate, heading: fc.double({ min: -720, max: 720, noNaN: true }) })
const players = fc.array(fc.tuple(fc.integer({ min: 0, max: HIGHEST_SLOT }), position), { maxLength: 40 })
const frames = fc.array(players, { minLength: 1, maxLength: 12 })

describe('encoding and decoding', () => {
  test('players who come, go or jump, in any order', () => {
    fc.assert(
      fc.property(frames, fc.nat(1_000_000), (all, firstSeq) => {
        const encoder = createPositionEncoder(firstSeq)
        const decoder = createPositionDecoder()
        decoder.decode(encoder.key())
        all.forEach((given, index) => {
          const present = new Map(given)
          const decoded = decoder.decode(encoder.delta(present, AT + index))
          expect(decoded).toMatchObject({ kind: 'delta', seq: firstSeq + index + 1, at: AT + index })
          expectSame(decoder, present)
        })
      }),
    )
  })

  test('players who walk, drive, turn, stop and start again', () => {
    const step = fc.record({
      dx: fc.integer({ min: -160, max: 160 }),
      dy: fc.integer({ min: -160, max: 160 }),
      turn: fc.constantFrom(0, 0, 3, 90),
    })
    const walk = fc.array(fc.option(step), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(fc.array(walk, { minLength: 1, maxLength: 8 }), (walks) => {
        const encoder = createPositionEncoder()
        const decoder = createPositionDecoder()
        decoder.decode(encoder.key())
        const present = new Map<number, Position>(walks.map((_, slot) => [slot * 37, { x: 0, y: 0, heading: 0 }]))
        const longest = Math.max(...walks.map((each) => each.length))
        for (let frame = 0; frame < longest; frame += 1) {
          walks.forEach((each, index) => {
            const taken = each[frame]
            const { x, y, heading } = present.get(index * 37) ?? { x: 0, y: 0, heading: 0 }
            if (taken) present.set(index * 37, { x: x + taken.dx / 4, y: y + taken.dy / 4, heading: heading + taken.turn })
          })
          decoder.decode(encoder.delta(present, AT + frame))
          expectSame(decoder, present)
        }
      }),
    )
  })

  test('a viewer who joins with a key frame during movement sees the same as earlier viewers', () => {
    fc.assert(
      fc.property(frames, frames, (before, after) => {
        const encoder = createPositionEncoder()
        const early = createPositionDecoder()
        early.decode(encoder.key())
        for (const given of before) early.decode(encoder.delta(new Map(given), AT))
        const late = createPositionDecoder()
        expect(late.decode(encoder.key()).kind).toBe('key')
        expect(early.key()).toEqual(encoder.key())
        for (const given of after) {
          const frame = encoder.delta(new Map(given), AT)
          for (const decoder of [early, late]) {
            expect(decoder.decode(frame).kind).toBe('delta')
            expectSame(decoder, new Map(given))
          }
        }
      }),
    )
  })
})

test('a frame contains only players who changed or left', () => {
  const encoder = createPositionEncoder()
  const decoder = createPositionDecoder()
  decoder.decode(encoder.key())
  const at = (x: number, heading = 0): Position => ({ x, y: 0, heading })
  expect(
    decoder.decode(
      encoder.delta(
        new Map([
          [3, at(1)],
          [9, at(2)],
        ]),
        AT,
      ),
    ),
  ).toMatchObject({ changed: [3, 9], gone: [] })
  expect(
    decoder.decode(
      encoder.delta(
        new Map([
          [3, at(1)],
          [9, at(2)],
        ]),
        AT,
      ),
    ),
  ).toMatchObject({ changed: [], gone: [] })
  expect(
    decoder.decode(
      encoder.delta(
        new Map([
          [3, at(1, 90)],
          [9, at(2)],
        ]),
        AT,
      ),
    ),
  ).toMatchObject({ changed: [3], gone: [] })
  expect(
    decoder.decode(
      encoder.delta(
        new Map([
          [9, at(5000)],
          [4, at(1)],
        ]),
        AT,
      ),
    ),
  ).toMatchObject({ changed: [4, 9], gone: [3] })
})

test('a missed frame is noticed and changes nothing, and a key frame repairs it', () => {
  const encoder = createPositionEncoder()
  const decoder = createPositionDecoder()
  const walk = (frame: number) =>
    new Map([
      [1, { x: frame * 3, y: frame, heading: frame }],
      [2, { x: -frame, y: 0, heading: 0 }],
    ])
  expect(decoder.decode(encoder.delta(walk(0), AT)).kind, 'before any key frame').toBe('gap')
  decoder.decode(encoder.key())
  decoder.decode(encoder.delta(walk(1), AT))
  encoder.delta(walk(2), AT)
  const later = encoder.delta(walk(3), AT)
  expect(decoder.decode(later)).toEqual({ kind: 'gap' })
  expectSame(decoder, walk(1))
  expect(decoder.decode(encoder.key()).kind).toBe('key')
  expectSame(decoder, walk(3))
  expect(decoder.decode(later), 'one that comes twice').toEqual({ kind: 'gap' })
  decoder.decode(encoder.delta(walk(4), AT))
  expectSame(decoder, walk(4))
})

test('a key frame removes players it does not contain', () => {
  const encoder = createPositionEncoder()
  const decoder = createPositionDecoder()
  decoder.decode(encoder.key())
  decoder.decode(
    encoder.delta(
      new Map([
        [1, { x: 0, y: 0, heading: 0 }],
        [2, { x: 0, y: 0, heading: 0 }],
      ]),
      AT,
    ),
  )
  const other = createPositionEncoder(900)
  other.delta(new Map([[2, { x: 5, y: 5, heading: 0 }]]), AT)
  expect(decoder.decode(other.key())).toEqual({ kind: 'key', seq: 901, at: AT, changed: [2], gone: [1] })
})

test('coordinates outside of the world are clamped, and NaN becomes the middle', () => {
  const encoder = createPositionEncoder()
  const decoder = createPositionDecoder()
  decoder.decode(encoder.key())
  decoder.decode(
    encoder.delta(
      new Map([
        [1, { x: 1e9, y: -Infinity, heading: 0 }],
        [2, { x: Number.NaN, y: 7, heading: Number.NaN }],
      ]),
      AT,
    ),
  )
  expect(decoder.get(1)).toEqual({ x: MAX_COORDINATE, y: -MAX_COORDINATE, heading: 0 })
  expect(decoder.get(2)).toEqual({ x: 0, y: 7, heading: 0 })
})

describe('any bytes', () => {
  test('are a frame, a gap or unreadable, and never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(1, 2, undefined), (bytes, kind) => {
        if (kind !== undefined) bytes[0] = kind
        const decoder = createPositionDecoder()
        decoder.decode(createPositionEncoder(5).key())
        expect(['key', 'delta', 'gap', 'unreadable']).toContain(decoder.decode(bytes).kind)
        for (const slot of decoder.slots()) expect(slot).toBeLessThanOrEqual(HIGHEST_SLOT)
        expect(decoder.size()).toBeLessThanOrEqual(MAX_POSITIONS)
      }),
      { numRuns: 2000 },
    )
  })

  test('a number that is not encoded as briefly as possible makes a frame unreadable', () => {
    const decoder = createPositionDecoder()
    const key = (seq: number[]) => Uint8Array.from([1, ...seq, 1])
    expect(decoder.decode(key([5]))).toMatchObject({ kind: 'key', seq: 5 })
    expect(decoder.decode(key([0x85, 0x01]))).toMatchObject({ kind: 'key', seq: 133 })
    for (const seq of [
      [0x85, 0x00],
      [...Array<number>(160).fill(0x80), 0x00],
      [...Array<number>(160).fill(0x80), 0x01],
      Array<number>(9).fill(0xff),
    ]) {
      expect(decoder.decode(key(seq))).toEqual({ kind: 'unreadable' })
    }
  })

  test('a truncated frame changes nothing', () => {
    const encoder = createPositionEncoder()
    const decoder = createPositionDecoder()
    const walk = (frame: number) =>
      new Map(Array.from({ length: 20 }, (_, slot) => [slot, { x: slot * 50 + frame, y: frame, heading: frame }]))
    decoder.decode(encoder.key())
    decoder.decode(encoder.delta(walk(1), AT))
    const whole = encoder.delta(walk(2), AT)
    expect(decoder.decode(whole.subarray(0, whole.length - 1)).kind).toBe('unreadable')
    expectSame(decoder, walk(1))
    expect(decoder.decode(whole).kind).toBe('delta')
    expectSame(decoder, walk(2))
  })
})

/** Cars that hold a speed, turn and brake; people on foot; people standing still. Each step is 250 ms. */
function createTraffic(count: number) {
  let seed = 42
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  const drivers = Array.from({ length: count }, (_, slot) => {
    const kind = slot % 10 < 6 ? 'car' : slot % 10 < 9 ? 'foot' : 'stands'
    return { kind, x: random() * 8000 - 4000, y: random() * 12000 - 4000, heading: random() * 360, speed: 0, wanted: 0, turning: 0 }
  })
  return () => {
    for (const each of drivers) {
      if (each.kind === 'stands') continue
      if (random() < 0.04) each.wanted = random() * (each.kind === 'car' ? 45 : 6)
      if (random() < 0.06) each.turning = random() < 0.6 ? 0 : (random() - 0.5) * (each.kind === 'car' ? 60 : 180)
      each.speed += Math.max(-2, Math.min(1.2, each.wanted - each.speed))
      each.heading += each.turning / 4
      each.x -= Math.sin((each.heading * Math.PI) / 180) * (each.speed / 4)
      each.y += Math.cos((each.heading * Math.PI) / 180) * (each.speed / 4)
    }
    return new Map(drivers.map(({ x, y, heading }, slot) => [slot, { x, y, heading }]))
  }
}

test('2,048 players at once: correct, in at most four bytes for each who moves', () => {
  const encoder = createPositionEncoder()
  const decoder = createPositionDecoder()
  const next = createTraffic(2048)
  encoder.delta(next(), AT)
  const key = encoder.key()
  expect(key.length / 2048).toBeLessThan(10)
  decoder.decode(key)
  let bytes = 0
  let movers = 0
  for (let frame = 1; frame <= 240; frame += 1) {
    const present = next()
    const sent = encoder.delta(present, AT + frame * 250)
    const decoded = decoder.decode(sent)
    if (decoded.kind !== 'delta') throw new Error(decoded.kind)
    if (frame % 40 === 0) expectSame(decoder, present)
    if (frame <= 20) continue
    bytes += sent.length
    movers += decoded.changed.length
  }
  expect(movers / 220).toBeGreaterThan(1500)
  expect(bytes / movers).toBeLessThan(3)
})
