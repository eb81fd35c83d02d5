/** How coordinates become bytes, for positions as they arrive and tracks as they are kept. */

/** Resolution of a coordinate: the error is at most half of this. */
export const POSITION_STEP = 0.25
export const HEADING_STEP = 360 / 256
/** Coordinates are clamped to this; the island ends at about 8,000. */
export const MAX_COORDINATE = 20_000

const LIMIT = MAX_COORDINATE / POSITION_STEP
export const steps = (value: number) => Math.max(-LIMIT, Math.min(LIMIT, Math.round(value / POSITION_STEP))) || 0
export const headingSteps = (degrees: number) => Math.round(degrees / HEADING_STEP) & 255
export const checkedCoordinate = (value: number) => {
  if (Math.abs(value) > LIMIT) throw new Unreadable()
  return value
}

/** Thrown while reading bytes that were not written by the matching writer; never leaves a decoder. */
export class Unreadable extends Error {}

export type Writer = ReturnType<typeof createWriter>
/** Integers are little-endian varints of seven bits per byte; signed ones are zigzag-encoded. */
export function createWriter(capacity: number) {
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
    bytes: () => buffer.subarray(0, length),
  }
}

/** Scale of the eighth byte, the last one a safe integer can need. */
const HIGHEST_SCALE = 128 ** 7

export type Reader = ReturnType<typeof createReader>
export function createReader(bytes: Uint8Array) {
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
      // Only the shortest encoding is valid.
      if (part === 0 && scale > 1) throw new Unreadable()
      if (part < 128) return value
    }
    throw new Unreadable()
  }
  const signed = () => {
    const value = unsigned()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
  return {
    byte,
    unsigned,
    signed,
    coordinate: () => checkedCoordinate(signed()),
    /** The next `length` bytes, not copied. */
    part: (length: number) => {
      if (length > bytes.length - index) throw new Unreadable()
      index += length
      return bytes.subarray(index - length, index)
    },
    isAtEnd: () => index >= bytes.length,
  }
}

/** How far off the expected movement, in steps: a nibble or a byte per axis. */
export function writeOffset(out: Writer, isNear: boolean, x: number, y: number): void {
  if (isNear) return out.byte(((x & 15) << 4) | (y & 15))
  out.byte(x & 255)
  out.byte(y & 255)
}
export const isNearOffset = (x: number, y: number) => isInRange(x, 8) && isInRange(y, 8)
export const isFarOffset = (x: number, y: number) => isInRange(x, 128) && isInRange(y, 128)
const isInRange = (value: number, limit: number) => value >= -limit && value < limit

export function readOffset(input: Reader, isNear: boolean): [number, number] {
  const first = input.byte()
  if (isNear) return [((first >> 4) << 28) >> 28, (first << 28) >> 28]
  return [(first << 24) >> 24, (input.byte() << 24) >> 24]
}
