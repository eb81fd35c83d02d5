/**
 * Binary encoding of player positions. A delta frame holds the changes since the previous frame; a key frame holds everything, for clients
 * that join or missed a frame. Shared by the bridge, the portal and the web app, so it imports only how bytes are packed.
 *
 * Both ends predict that a player repeats the movement of the previous frame, and a delta encodes the difference from that: a player at a
 * steady speed costs two bytes. A player without an entry has not moved.
 *
 *   frame:  kind (1 key, 2 delta), sequence number, milliseconds since 1970, entries ordered by slot
 *   entry:  number of slots skipped and form, then the form's data
 */

import {
  checkedCoordinate,
  createReader,
  createWriter,
  headingSteps,
  HEADING_STEP,
  isFarOffset,
  isNearOffset,
  POSITION_STEP,
  readOffset,
  steps,
  Unreadable,
  writeOffset,
  type Reader,
  type Writer,
} from './packing.ts'

export { HEADING_STEP, MAX_COORDINATE, POSITION_STEP } from './packing.ts'

/** Game units; degrees, anticlockwise from north as in the game. */
export type Position = { readonly x: number; readonly y: number; readonly heading: number }

export const HIGHEST_SLOT = 65_535
export const MAX_POSITIONS = 4096

const KEY = 1
const DELTA = 2
const SLOT_BITS = { key: 2, delta: 8 } as const
/** Difference of a nibble or a byte per axis, with or without a new heading; heading only; absolute position; gone. */
const FORM = { near: 0, nearTurned: 1, far: 2, farTurned: 3, turned: 4, placed: 5, gone: 6 } as const

/** In steps. The movement made in frame `movedIn` is the prediction for the next frame. */
type TrackedPosition = { x: number; y: number; heading: number; dx: number; dy: number; movedIn: number }

export type PositionEncoder = {
  /** Encodes the changes since the last frame, given the positions of all current players by slot. */
  readonly delta: (present: ReadonlyMap<number, Position>, at: number) => Uint8Array
  /** The full state as of the last frame; the next delta continues from it. */
  readonly key: () => Uint8Array
}

export function createPositionEncoder(firstSeq = 0): PositionEncoder {
  const tracked = new Map<number, TrackedPosition>()
  let seq = firstSeq
  let lastAt = 0
  return {
    delta: (present, at) => {
      seq += 1
      lastAt = at
      const out = createWriter(16 + present.size * 5)
      header(out, DELTA, seq, at)
      let next = 0
      const entry = (slot: number, form: number) => {
        out.unsigned((slot - next) * SLOT_BITS.delta + form)
        next = slot + 1
      }
      for (const slot of sortedSlots(tracked, present)) {
        const now = present.get(slot)
        const was = tracked.get(slot)
        if (now) tracked.set(slot, change(out, entry, slot, was, now, seq))
        else if (tracked.delete(slot)) entry(slot, FORM.gone)
      }
      return out.bytes()
    },
    key: () => keyFrame(tracked, seq, lastAt),
  }
}

function header(out: Writer, kind: number, seq: number, at: number) {
  out.byte(kind)
  out.unsigned(seq)
  out.unsigned(at)
}

type Entry = (slot: number, form: number) => void

function change(out: Writer, entry: Entry, slot: number, was: TrackedPosition | undefined, now: Position, seq: number): TrackedPosition {
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
  if (!isFarOffset(offX, offY)) return place()
  const isNear = isNearOffset(offX, offY)
  if (isNear) entry(slot, isTurned ? FORM.nearTurned : FORM.near)
  else entry(slot, isTurned ? FORM.farTurned : FORM.far)
  writeOffset(out, isNear, offX, offY)
  if (isTurned) out.byte(heading)
  return { x, y, heading, dx, dy, movedIn: seq }

  function place(): TrackedPosition {
    entry(slot, FORM.placed)
    out.signed(x)
    out.signed(y)
    out.byte(heading)
    return { x, y, heading, dx: 0, dy: 0, movedIn: -1 }
  }
}

function keyFrame(tracked: ReadonlyMap<number, TrackedPosition>, seq: number, at: number): Uint8Array {
  const out = createWriter(16 + tracked.size * 11)
  header(out, KEY, seq, at)
  let next = 0
  for (const [slot, { x, y, heading, dx, dy, movedIn }] of [...tracked].toSorted(([a], [b]) => a - b)) {
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

/** Gap: a frame was missed and a key frame must be requested. Unreadable: not a valid frame. Neither changes the decoder's state. */
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
  /** The same key frame as the encoder's, as of the last decoded frame. */
  readonly key: () => Uint8Array
}

export function createPositionDecoder(): PositionDecoder {
  let tracked = new Map<number, TrackedPosition>()
  let seq: number | undefined
  let lastAt = 0

  const decode = (frame: Uint8Array): Decoded => {
    const input = createReader(frame)
    const kind = input.byte()
    const frameSeq = input.unsigned()
    const at = input.unsigned()
    if (kind === KEY) {
      const read = readKey(input, frameSeq)
      const gone = [...tracked.keys()].filter((slot) => !read.has(slot))
      tracked = read
      seq = frameSeq
      lastAt = at
      return { kind: 'key', seq, at, changed: [...tracked.keys()], gone }
    }
    if (kind !== DELTA) throw new Unreadable()
    if (seq === undefined || frameSeq !== seq + 1) return { kind: 'gap' }
    // Parse everything before applying it, so that a truncated frame changes nothing.
    const { changed, gone } = readDelta(input, tracked, frameSeq)
    for (const [slot, now] of changed) tracked.set(slot, now)
    for (const slot of gone) tracked.delete(slot)
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
      const found = tracked.get(slot)
      return found && { x: found.x * POSITION_STEP, y: found.y * POSITION_STEP, heading: found.heading * HEADING_STEP }
    },
    slots: () => tracked.keys(),
    size: () => tracked.size,
    key: () => keyFrame(tracked, seq ?? 0, lastAt),
  }
}

function readKey(input: Reader, seq: number): Map<number, TrackedPosition> {
  const read = new Map<number, TrackedPosition>()
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

function readDelta(input: Reader, tracked: ReadonlyMap<number, TrackedPosition>, seq: number) {
  const changed: [number, TrackedPosition][] = []
  const gone: number[] = []
  for (let next = 0; !input.isAtEnd();) {
    const head = input.unsigned()
    const form = head % SLOT_BITS.delta
    const slot = slotAfter(next, Math.floor(head / SLOT_BITS.delta), changed.length + gone.length)
    next = slot + 1
    const was = tracked.get(slot)
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

function moved(input: Reader, was: TrackedPosition, form: number, seq: number): TrackedPosition {
  const [offX, offY] = readOffset(input, form === FORM.near || form === FORM.nearTurned)
  const isExpected = was.movedIn === seq - 1
  const dx = offX + (isExpected ? was.dx : 0)
  const dy = offY + (isExpected ? was.dy : 0)
  const heading = form === FORM.nearTurned || form === FORM.farTurned ? input.byte() : was.heading
  return { x: checkedCoordinate(was.x + dx), y: checkedCoordinate(was.y + dy), heading, dx, dy, movedIn: seq }
}

const slotAfter = (next: number, skipped: number, count: number) => {
  if (next + skipped > HIGHEST_SLOT || count >= MAX_POSITIONS) throw new Unreadable()
  return next + skipped
}

function sortedSlots(tracked: ReadonlyMap<number, TrackedPosition>, present: ReadonlyMap<number, Position>): Uint16Array {
  const slots = [...present.keys()]
  for (const slot of tracked.keys()) if (!present.has(slot)) slots.push(slot)
  return Uint16Array.from(slots).sort()
}
