import type { MapImageType } from '@tenfour/contract'

export type SniffedImage = { readonly type: MapImageType; readonly width: number; readonly height: number }

/** Detects the type and size of an image from its first bytes, whatever its declared type; undefined if it is not supported. */
export function sniffImage(file: Uint8Array): SniffedImage | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  try {
    return png(bytes) ?? jpeg(bytes) ?? webp(bytes)
  } catch (error) {
    // The file ends within its header.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function png(bytes: Buffer): SniffedImage | undefined {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE) || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const [SOF_FIRST, SOF_LAST] = [0xc0, 0xcf]
/** In the same range, but not frames: Huffman tables, extensions, arithmetic coding. */
const NO_FRAME = new Set([0xc4, 0xc8, 0xcc])

function jpeg(bytes: Buffer): SniffedImage | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    // Padding.
    if (marker === 0xff) at += 1
    else if (marker >= SOF_FIRST && marker <= SOF_LAST && !NO_FRAME.has(marker)) {
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    } else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function webp(bytes: Buffer): SniffedImage | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const of = (width: number, height: number): SniffedImage => ({ type: 'image/webp', width, height })
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return of(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return of((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1)
    }
    case 'VP8X':
      return of(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
    default:
      return undefined
  }
}
