import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { ExportEntry } from './export.read.ts'

const [LOCAL, DESCRIPTOR, CENTRAL, END, END_64, LOCATOR_64] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50]
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** The version of the format that a reader needs: 4.5 has archives of more than 4 GB. */
const VERSION = 45
const MAX_32 = 0xffffffff
const MAX_ENTRIES = 0xffff
/** Read and written by the owner only. */
const MODE = 0o100600

/** Names stay within the folder that an archive is unpacked into. */
const PATH = /^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/
export function assertPath(path: string): string {
  if (!PATH.test(path)) throw new Error(`The export may have no file ${path}`)
  return path
}

/** Packs files into a zip archive while they are read. No file is larger than 4 GB; the archive may be. */
export async function* zipped(entries: AsyncIterable<ExportEntry>, at = new Date()): AsyncGenerator<Buffer> {
  const central: Buffer[] = []
  const time = dosTime(at)
  let offset = 0
  for await (const { path, content } of entries) {
    const name = Buffer.from(assertPath(path))
    const start = numbers([LOCAL, 4], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [time, 4], [0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2])
    yield Buffer.concat([start, name])
    const sum = { crc: 0, bytes: 0, packed: 0 }
    const measured = async function* () {
      for await (const piece of content) {
        sum.crc = crc32(piece, sum.crc)
        sum.bytes += piece.length
        yield piece
      }
    }
    // Errors are thrown by the loop below.
    const packing = pipeline(measured(), createDeflateRaw(), () => undefined)
    for await (const piece of packing as AsyncIterable<Buffer>) {
      sum.packed += piece.length
      yield piece
    }
    if (sum.bytes > MAX_32 || sum.packed > MAX_32) throw new Error(`${path} is too large for an archive`)
    yield numbers([DESCRIPTOR, 4], [sum.crc, 4], [sum.packed, 4], [sum.bytes, 4])
    central.push(entryOf(name, time, sum, offset))
    offset += start.length + name.length + sum.packed + 16
  }
  const size = central.reduce((bytes, each) => bytes + each.length, 0)
  yield* central
  yield endOf(central.length, size, offset)
}

function entryOf(
  name: Buffer,
  time: number,
  { crc, bytes, packed }: { crc: number; bytes: number; packed: number },
  offset: number,
): Buffer {
  const extra = offset > MAX_32 ? numbers([1, 2], [8, 2], [offset, 8]) : Buffer.alloc(0)
  const made = (3 << 8) | VERSION
  return Buffer.concat([
    numbers([CENTRAL, 4], [made, 2], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [time, 4], [crc, 4], [packed, 4], [bytes, 4]),
    numbers([name.length, 2], [extra.length, 2], [0, 2], [0, 2], [0, 2], [MODE * 0x10000, 4], [Math.min(offset, MAX_32), 4]),
    name,
    extra,
  ])
}

function endOf(count: number, size: number, offset: number): Buffer {
  const isLarge = count >= MAX_ENTRIES || offset > MAX_32 || size > MAX_32
  const large = isLarge
    ? [
        numbers([END_64, 4], [44, 8], [VERSION, 2], [VERSION, 2], [0, 4], [0, 4], [count, 8], [count, 8], [size, 8], [offset, 8]),
        numbers([LOCATOR_64, 4], [0, 4], [offset + size, 8], [1, 4]),
      ]
    : []
  const few = Math.min(count, MAX_ENTRIES)
  const end = numbers([END, 4], [0, 2], [0, 2], [few, 2], [few, 2], [Math.min(size, MAX_32), 4], [Math.min(offset, MAX_32), 4], [0, 2])
  return Buffer.concat([...large, end])
}

/** Numbers as zip archives have them, each with its length in bytes. */
function numbers(...fields: readonly (readonly [value: number, length: 2 | 4 | 8])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, length]) => sum + length, 0))
  let at = 0
  for (const [value, length] of fields) {
    if (length === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, length)
    at += length
  }
  return buffer
}

function dosTime(at: Date): number {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return day * 0x10000 + time
}
