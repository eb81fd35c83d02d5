import { createHash } from 'node:crypto'
import { PICTURE_PIXELS, PICTURE_SIDE, THUMBNAIL_SIDE } from '@tenfour/contract'
import type { Sharp, SharpOptions } from 'sharp'
import { AppError } from '../errors.ts'
import { sniffImage } from './image-size.ts'

/** A stored picture: WebP, without any metadata of the uploaded file. */
export type Picture = {
  readonly width: number
  readonly height: number
  readonly digest: string
  readonly content: Buffer
  readonly thumbnail: Buffer
}

/** Decoding uses threads that password hashing and files use too. */
const MAX_AT_ONCE = 2
/** Each waiting file is held in memory. */
const MAX_WAITING = 20
const SECONDS = 20

type Decode = (file: Uint8Array, options: SharpOptions) => Sharp

/**
 * Converts an uploaded picture to the stored form. Type and size are read from its header before anything is decoded, so that a small file
 * that would decode to a huge picture costs nothing. `side` is the longer side of what is kept.
 */
export function createPictureMaker(side = PICTURE_SIDE) {
  let running = 0
  const waiting: (() => void)[] = []

  const take = async (): Promise<void> => {
    if (running < MAX_AT_ONCE) return void (running += 1)
    if (waiting.length >= MAX_WAITING) throw new AppError('unavailable', 'Too many pictures are being sent just now: try again in a moment')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  /** Passes the slot to the longest waiting caller, or releases it. */
  const give = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async (file: Uint8Array, field = 'picture'): Promise<Picture> => {
    assertPicture(file, field)
    await take()
    try {
      // Loaded with the first picture: most portals don't process one for hours.
      const { default: decode } = await import('sharp')
      return await make(decode, file, side).catch(() => {
        throw new AppError('invalid_input', 'This picture is damaged and can’t be read', field)
      })
    } finally {
      give()
    }
  }
}

function assertPicture(file: Uint8Array, field: string): void {
  const image = sniffImage(file)
  if (!image) throw new AppError('invalid_input', 'Choose a PNG, JPEG or WebP picture', field)
  const { width, height } = image
  if (width < 1 || height < 1 || width * height > PICTURE_PIXELS) {
    throw new AppError('invalid_input', `The picture has ${width} × ${height} pixels: at most 24 million`, field)
  }
}

async function make(decode: Decode, file: Uint8Array, side: number): Promise<Picture> {
  // Uses the first frame of an animation, and applies the camera's rotation, which is stored in the metadata that is removed.
  const source = decode(file, { limitInputPixels: PICTURE_PIXELS, failOn: 'error', pages: 1 }).autoOrient().timeout({ seconds: SECONDS })
  const [{ data: content, info }, thumbnail] = await Promise.all([
    source
      .clone()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true }),
    source.clone().resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'cover' }).webp({ quality: 80 }).toBuffer(),
  ])
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  return { width: info.width, height: info.height, digest, content, thumbnail }
}
