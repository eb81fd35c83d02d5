/**
 * Where players are, as bytes. A frame says what changed since the one before it; a key frame says everything, so that whoever joins or
 * missed a frame can follow from there. Used by the bridge, the portal and the web app, and imports nothing.
 *
 * Both ends expect a player to go on as in the frame before, and the frame says how far they are off: someone at a steady speed costs two
 * bytes, whatever the speed. Whoever is not named stands still.
 *
 *   frame:  kind (1 key, 2 delta), sequence number, milliseconds since 1970, entries in the order of their slots
 *   entry:  slots skipped and form, then what the form holds
 */

/** Game units; degrees, anticlockwise from north as the game counts them. */
export type Position = { readonly x: number; readonly y: number; readonly heading: number }

/** A position is at most half of this off, in each direction. */
export const POSITION_STEP = 0.25
export const HEADING_STEP = 360 / 256
/** Beyond this a coordinate is cut off: the island ends at about 8,000. */
export const FURTHEST = 20_000
export const HIGHEST_SLOT = 65_535
export const MAX_POSITIONS = 4096

const KEY = 1
const DELTA = 2
const SLOT_BITS = { key: 2, delta: 8 } as const
/** Off by a nibble or a byte in each direction, with another heading or not; turned on the spot; somewhere else altogether; gone. */
const FORM = { near: 0, nearTurned: 1, far: 2, farTurned: 3, turned: 4, placed: 5, gone: 6 } as const

/** In steps. What they moved in the frame `movedIn` is expected of them again in the next. */
type Held = { x: number; y: number; heading: number; dx: number; dy: number; movedIn: number }

export type PositionEncoder = {
  /** What became of the players since the last frame, given all who are there now by their slots. */
  readonly delta: (present: ReadonlyMap<number, Position>, at: number) => Uint8Array
  /** Everything as of the last frame; the next delta follows on it. */
  readonly key: () => Uint8Array
}

export function createPositionEncoder(firstSeq = 0): PositionEncoder {
  const held = new Map<number, Held>()
  let seq = firstSeq
  let lastAt = 0
  return {
    delta: (present, at) => {
      seq += 1
      lastAt = at
      const out = createWriter(16 + present.size * 5)
      out.header(DELTA, seq, at)
      let next = 0
      const entry = (slot: number, form: number) => {
        out.unsigned((slot - next) * SLOT_BITS.delta + form)
        next = slot + 1
      }
      for (const slot of sortedSlots(held, present)) {
        const now = present.get(slot)
        const was = held.get(slot)
        if (now) held.set(slot, change(out, entry, slot, was, now, seq))
        else if (held.delete(slot)) entry(slot, FORM.gone)
      }
      return out.bytes()
    },
    key: () => keyFrame(held, seq, lastAt),
  }
}

type Entry = (slot: number, form: number) => void

function change(out: Writer, entry: Entry, slot: number, was: Held | undefined, now: Position, seq: number): Held {
  const [x, y, heading] = [steps(now.x), steps(now.y), headingSteps(now.heading)]
  const isTurned = was?.heading !== heading
  if (!was) return place()
  const [dx, dy] = [x - was.x, y - was.y]
  if (dx === 0 && dy === 0) {
    if (!isTurned) return was
    entry(slot, FORM.turned)
    out.byte(heading)
    return { ...was, heading }
  }
  const isExpected = was.movedIn === seq - 1
  const [offX, offY] = isExpected ? [dx - was.dx, dy - was.dy] : [dx, dy]
  if (fits(offX, 8) && fits(offY, 8)) {
    entry(slot, isTurned ? FORM.nearTurned : FORM.near)
    out.byte(((offX & 15) << 4) | (offY & 15))
  } else if (fits(offX, 128) && fits(offY, 128)) {
    entry(slot, isTurned ? FORM.farTurned : FORM.far)
    out.byte(offX & 255)
    out.byte(offY & 255)
  } else return place()
  if (isTurned) out.byte(heading)
  return { x, y, heading, dx, dy, movedIn: seq }

  function place(): Held {
    entry(slot, FORM.placed)
    out.signed(x)
    out.signed(y)
    out.byte(heading)
    return { x, y, heading, dx: 0, dy: 0, movedIn: -1 }
  }
}

function keyFrame(held: ReadonlyMap<number, Held>, seq: number, at: number): Uint8Array {
  const out = createWriter(16 + held.size * 11)
  out.header(KEY, seq, at)
  let next = 0
  for (const [slot, { x, y, heading, dx, dy, movedIn }] of [...held].toSorted(([a], [b]) => a - b)) {
    const moves = movedIn === seq
    out.unsigned((slot - next) * SLOT_BITS.key + (moves ? 1 : 0))
    next = slot + 1
    out.signed(x)
    out.signed(y)
    out.byte(heading)
    if (!moves) continue
    out.signed(dx)
    out.signed(dy)
  }
  return out.bytes()
}

/** A gap: a frame was missed, and a key frame has to be asked for. Unreadable: it is no frame. Neither changes anything. */
export type Decoded =
  | {
      readonly kind: 'key' | 'delta'
      readonly seq: number
      readonly at: number
      readonly changed: readonly number[]
      readonly gone: readonly number[]
    }
  | { readonly kind: 'gap' | 'unreadable' }

export type PositionDecoder = {
  readonly decode: (frame: Uint8Array) => Decoded
  readonly get: (slot: number) => Position | undefined
  readonly slots: () => IterableIterator<number>
  readonly size: () => number
  /** The same as the encoder's as of the last frame decoded. */
  readonly key: () => Uint8Array
}

export function createPositionDecoder(): PositionDecoder {
  let held = new Map<number, Held>()
  let seq: number | undefined
  let lastAt = 0

  const decode = (frame: Uint8Array): Decoded => {
    const input = createReader(frame)
    const kind = input.byte()
    const frameSeq = input.unsigned()
    const at = input.unsigned()
    if (kind === KEY) {
      const read = readKey(input, frameSeq)
      const gone = [...held.keys()].filter((slot) => !read.has(slot))
      held = read
      seq = frameSeq
      lastAt = at
      return { kind: 'key', seq, at, changed: [...held.keys()], gone }
    }
    if (kind !== DELTA) throw new Unreadable()
    if (seq === undefined || frameSeq !== seq + 1) return { kind: 'gap' }
    // Read whole before anything is changed: what breaks off in the middle leaves no trace.
    const { changed, gone } = readDelta(input, held, frameSeq)
    for (const [slot, now] of changed) held.set(slot, now)
    for (const slot of gone) held.delete(slot)
    seq = frameSeq
    lastAt = at
    return { kind: 'delta', seq, at, changed: changed.map(([slot]) => slot), gone }
  }

  return {
    decode: (frame) => {
      try {
        return decode(frame)
      } catch (error) {
        if (error instanceof Unreadable) return { kind: 'unreadable' }
        throw error
      }
    },
    get: (slot) => {
      const found = held.get(slot)
      return found && { x: found.x * POSITION_STEP, y: found.y * POSITION_STEP, heading: found.heading * HEADING_STEP }
    },
    slots: () => held.keys(),
    size: () => held.size,
    key: () => keyFrame(held, seq ?? 0, lastAt),
  }
}

function readKey(input: Reader, seq: number): Map<number, Held> {
  const read = new Map<number, Held>()
  for (let next = 0; !input.isAtEnd();) {
    const head = input.unsigned()
    const moves = head % SLOT_BITS.key === 1
    const slot = slotAfter(next, Math.floor(head / SLOT_BITS.key), read.size)
    next = slot + 1
    const place = { x: input.coordinate(), y: input.coordinate(), heading: input.byte() }
    read.set(slot, moves ? { ...place, dx: input.signed(), dy: input.signed(), movedIn: seq } : { ...place, dx: 0, dy: 0, movedIn: -1 })
  }
  return read
}

function readDelta(input: Reader, held: ReadonlyMap<number, Held>, seq: number) {
  const changed: [number, Held][] = []
  const gone: number[] = []
  for (let next = 0; !input.isAtEnd();) {
    const head = input.unsigned()
    const form = head % SLOT_BITS.delta
    const slot = slotAfter(next, Math.floor(head / SLOT_BITS.delta), changed.length + gone.length)
    next = slot + 1
    const was = held.get(slot)
    if (form === FORM.placed) {
      changed.push([slot, { x: input.coordinate(), y: input.coordinate(), heading: input.byte(), dx: 0, dy: 0, movedIn: -1 }])
    } else if (!was) throw new Unreadable()
    else if (form === FORM.gone) gone.push(slot)
    else if (form === FORM.turned) changed.push([slot, { ...was, heading: input.byte() }])
    else if (form <= FORM.farTurned) changed.push([slot, moved(input, was, form, seq)])
    else throw new Unreadable()
  }
  return { changed, gone }
}

function moved(input: Reader, was: Held, form: number, seq: number): Held {
  const isNear = form === FORM.near || form === FORM.nearTurned
  const first = input.byte()
  const offX = isNear ? ((first >> 4) << 28) >> 28 : (first << 24) >> 24
  const offY = isNear ? (first << 28) >> 28 : (input.byte() << 24) >> 24
  const isExpected = was.movedIn === seq - 1
  const dx = offX + (isExpected ? was.dx : 0)
  const dy = offY + (isExpected ? was.dy : 0)
  const heading = form === FORM.nearTurned || form === FORM.farTurned ? input.byte() : was.heading
  return { x: within(was.x + dx), y: within(was.y + dy), heading, dx, dy, movedIn: seq }
}

const LIMIT = FURTHEST / POSITION_STEP
const steps = (value: number) => Math.max(-LIMIT, Math.min(LIMIT, Math.round(value / POSITION_STEP))) || 0
const headingSteps = (degrees: number) => Math.round(degrees / HEADING_STEP) & 255
const fits = (value: number, limit: number) => value >= -limit && value < limit
const within = (value: number) => {
  if (Math.abs(value) > LIMIT) throw new Unreadable()
  return value
}
const slotAfter = (next: number, skipped: number, count: number) => {
  if (next + skipped > HIGHEST_SLOT || count >= MAX_POSITIONS) throw new Unreadable()
  return next + skipped
}

function sortedSlots(held: ReadonlyMap<number, Held>, present: ReadonlyMap<number, Position>): Uint16Array {
  const slots = [...present.keys()]
  for (const slot of held.keys()) if (!present.has(slot)) slots.push(slot)
  return Uint16Array.from(slots).sort()
}

class Unreadable extends Error {}

type Writer = ReturnType<typeof createWriter>
/** Numbers take seven bits a byte, the lowest first; a signed one has its sign in the lowest bit. */
function createWriter(capacity: number) {
  let buffer = new Uint8Array(capacity)
  let length = 0
  const byte = (value: number) => {
    if (length === buffer.length) {
      const larger = new Uint8Array(buffer.length * 2)
      larger.set(buffer)
      buffer = larger
    }
    buffer[length] = value
    length += 1
  }
  const unsigned = (value: number) => {
    let rest = value
    while (rest >= 128) {
      byte((rest % 128) | 128)
      rest = Math.floor(rest / 128)
    }
    byte(rest)
  }
  return {
    byte,
    unsigned,
    signed: (value: number) => unsigned(value < 0 ? -2 * value - 1 : 2 * value),
    header: (kind: number, seq: number, at: number) => {
      byte(kind)
      unsigned(seq)
      unsigned(at)
    },
    bytes: () => buffer.subarray(0, length),
  }
}

/** Of the eighth byte, the last that a whole number of JavaScript can have. */
const HIGHEST_SCALE = 128 ** 7

type Reader = ReturnType<typeof createReader>
function createReader(bytes: Uint8Array) {
  let index = 0
  const byte = () => {
    const value = bytes[index]
    if (value === undefined) throw new Unreadable()
    index += 1
    return value
  }
  const unsigned = () => {
    let value = 0
    for (let scale = 1; scale <= HIGHEST_SCALE; scale *= 128) {
      const part = byte()
      value += (part & 127) * scale
      if (value > Number.MAX_SAFE_INTEGER) throw new Unreadable()
      // There is one way to write a number: the shortest.
      if (part === 0 && scale > 1) throw new Unreadable()
      if (part < 128) return value
    }
    throw new Unreadable()
  }
  const signed = () => {
    const value = unsigned()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
  return { byte, unsigned, signed, coordinate: () => within(signed()), isAtEnd: () => index >= bytes.length }
}
