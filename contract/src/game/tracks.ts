/**
 * Where a unit went, as it is kept and as it is played back. A block is about a minute of one unit; an answer is many blocks.
 *
 * Points are at most one a second. As with positions, the movement of the last second is expected to repeat and only the difference from
 * that is written: two or three bytes a point, and two for a whole minute without any change.
 *
 *   answer:  version, blocks, each behind its length
 *   block:   version, user, milliseconds since 1970 of the first point, x, y, heading, entries
 *   entry:   a number and a form, then the form's data; the number is that of seconds without a point before this one, for `still` that of
 *            further points like the last
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
} from './packing.ts'

/** Points are this far apart, or a multiple of it; the error of a time is at most half of it. */
export const TRACK_STEP_MS = 1000
/** Points in a block at most; the recorder starts a new block long before. */
export const MAX_BLOCK_POINTS = 600
/** Blocks in an answer at most: enough for 4,000 units over 15 minutes. */
export const MAX_TRACK_POINTS = 3_600_000

const VERSION = 1
const FORM_BITS = 8
const FORM = { near: 0, nearTurned: 1, far: 2, farTurned: 3, turned: 4, placed: 5, still: 6 } as const

/** Milliseconds since 1970; game units; degrees, anticlockwise from north. */
export type TrackPoint = { readonly at: number; readonly x: number; readonly y: number; readonly heading: number }
/** Points in columns, in order of time: `at[0]` belongs to `x[0]`. */
export type TrackPoints = {
  readonly at: Float64Array
  readonly x: Float32Array
  readonly y: Float32Array
  readonly heading: Float32Array
}
/** One decoded block. A unit has many of them in an answer, possibly with gaps between them. */
export type Track = { readonly userId: number; readonly points: TrackPoints }

/** In steps. `dx` and `dy` are the movement of the last second, zero if there was no point one second earlier. */
type Last = { x: number; y: number; heading: number; dx: number; dy: number }

/** Encodes points in order of time, at least one and at most `MAX_BLOCK_POINTS`. Of several points within a second, the first is used. */
export function encodeTrackBlock({ userId, points }: { readonly userId: number; readonly points: readonly TrackPoint[] }): Uint8Array {
  const [first, ...others] = points
  if (!first || points.length > MAX_BLOCK_POINTS) throw new RangeError(`A block has 1 to ${MAX_BLOCK_POINTS} points`)
  const out = createWriter(24 + points.length * 4)
  const start = Math.round(first.at)
  let last: Last = { x: steps(first.x), y: steps(first.y), heading: headingSteps(first.heading), dx: 0, dy: 0 }
  let second = 0
  let still = 0
  const endStill = () => {
    if (still > 0) out.unsigned(still * FORM_BITS + FORM.still)
    still = 0
  }
  out.byte(VERSION)
  out.unsigned(userId)
  out.unsigned(start)
  out.signed(last.x)
  out.signed(last.y)
  out.byte(last.heading)
  for (const point of others) {
    const at = Math.round((point.at - start) / TRACK_STEP_MS)
    if (at <= second) continue
    const skipped = at - second - 1
    second = at
    const [x, y, heading] = [steps(point.x), steps(point.y), headingSteps(point.heading)]
    const [dx, dy] = [x - last.x, y - last.y]
    const isTurned = heading !== last.heading
    if (skipped === 0 && dx === 0 && dy === 0 && !isTurned) {
      still += 1
      last = { ...last, dx: 0, dy: 0 }
      continue
    }
    endStill()
    const entry = (form: number) => out.unsigned(skipped * FORM_BITS + form)
    const [offX, offY] = skipped === 0 ? [dx - last.dx, dy - last.dy] : [dx, dy]
    if (dx === 0 && dy === 0) {
      entry(FORM.turned)
      out.byte(heading)
    } else if (isFarOffset(offX, offY)) {
      const isNear = isNearOffset(offX, offY)
      if (isNear) entry(isTurned ? FORM.nearTurned : FORM.near)
      else entry(isTurned ? FORM.farTurned : FORM.far)
      writeOffset(out, isNear, offX, offY)
      if (isTurned) out.byte(heading)
    } else {
      entry(FORM.placed)
      out.signed(x)
      out.signed(y)
      out.byte(heading)
    }
    last = { x, y, heading, dx: skipped === 0 ? dx : 0, dy: skipped === 0 ? dy : 0 }
  }
  endStill()
  return out.bytes()
}

export function encodeTracks(blocks: readonly Uint8Array[]): Uint8Array {
  const heads = blocks.map(({ length }) => {
    const head = createWriter(4)
    head.unsigned(length)
    return head.bytes()
  })
  const out = new Uint8Array(1 + [...heads, ...blocks].reduce((sum, { length }) => sum + length, 0))
  out[0] = VERSION
  let offset = 1
  blocks.forEach((block, index) => {
    for (const part of [heads[index] ?? block, block]) {
      out.set(part, offset)
      offset += part.length
    }
  })
  return out
}

/** The blocks of an answer in their order; undefined if the bytes are damaged or incomplete. */
export function decodeTracks(bytes: Uint8Array): Track[] | undefined {
  try {
    const input = createReader(bytes)
    if (input.byte() !== VERSION) return undefined
    const tracks: Track[] = []
    const filled = columns(MAX_BLOCK_POINTS)
    for (let left = MAX_TRACK_POINTS; !input.isAtEnd();) {
      const track = readBlock(createReader(input.part(input.unsigned())), left, filled)
      left -= track.points.at.length
      tracks.push(track)
    }
    return tracks
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

const columns = (length: number): TrackPoints => ({
  at: new Float64Array(length),
  x: new Float32Array(length),
  y: new Float32Array(length),
  heading: new Float32Array(length),
})

/** Each block overwrites `filled`. */
function readBlock(input: Reader, limit: number, filled: TrackPoints): Track {
  if (input.byte() !== VERSION) throw new Unreadable()
  const userId = input.unsigned()
  const start = input.unsigned()
  const max = Math.min(limit, filled.at.length)
  let count = 0
  const add = (second: number, { x, y, heading }: Last) => {
    const at = start + second * TRACK_STEP_MS
    if (count >= max || at > Number.MAX_SAFE_INTEGER) throw new Unreadable()
    filled.at[count] = at
    filled.x[count] = x * POSITION_STEP
    filled.y[count] = y * POSITION_STEP
    filled.heading[count] = heading * HEADING_STEP
    count += 1
  }
  let last: Last = { x: input.coordinate(), y: input.coordinate(), heading: input.byte(), dx: 0, dy: 0 }
  let second = 0
  add(second, last)
  while (!input.isAtEnd()) {
    const head = input.unsigned()
    const form = head % FORM_BITS
    const number = Math.floor(head / FORM_BITS)
    if (form === FORM.still) {
      if (number === 0) throw new Unreadable()
      last = { ...last, dx: 0, dy: 0 }
      for (let more = 0; more < number; more++) add(++second, last)
      continue
    }
    second += number + 1
    last = readEntry(input, form, last, number === 0)
    add(second, last)
  }
  const { at, x, y, heading } = filled
  return { userId, points: { at: at.slice(0, count), x: x.slice(0, count), y: y.slice(0, count), heading: heading.slice(0, count) } }
}

function readEntry(input: Reader, form: number, last: Last, isNext: boolean): Last {
  if (form === FORM.turned) return { ...last, heading: input.byte(), dx: 0, dy: 0 }
  const [x, y] = form === FORM.placed ? [input.coordinate(), input.coordinate()] : readMove(input, form, last, isNext)
  const hasHeading = form !== FORM.near && form !== FORM.far
  const heading = hasHeading ? input.byte() : last.heading
  return { x, y, heading, dx: isNext ? x - last.x : 0, dy: isNext ? y - last.y : 0 }
}

function readMove(input: Reader, form: number, last: Last, isNext: boolean): [number, number] {
  if (form > FORM.farTurned) throw new Unreadable()
  const [offX, offY] = readOffset(input, form === FORM.near || form === FORM.nearTurned)
  const dx = offX + (isNext ? last.dx : 0)
  const dy = offY + (isNext ? last.dy : 0)
  return [checkedCoordinate(last.x + dx), checkedCoordinate(last.y + dy)]
}
