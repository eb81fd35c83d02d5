import { createHash } from 'node:crypto'
import { PICTURE_PIXELS, PICTURE_SIDE, THUMBNAIL_SIDE } from '@tenfour/contract'
import type { Sharp, SharpOptions } from 'sharp'
import { AppError } from '../errors.ts'
import { sniffImage } from './image-size.ts'

/** A picture as it is kept: WebP, without anything that was written into the file beside it. */
export type Picture = {
  readonly width: number
  readonly height: number
  readonly digest: string
  readonly content: Buffer
  readonly thumbnail: Buffer
}

/** Decoding has threads of its own, which passwords and files share. */
const MAX_AT_ONCE = 2
/** Each waiting file is held in memory. */
const MAX_WAITING = 20
const SECONDS = 20

type Decode = (file: Uint8Array, options: SharpOptions) => Sharp

/**
 * Makes what is kept of a picture that someone sent. Type and size are read from its header before anything decodes it, so that a small file
 * that unfolds into a huge picture costs nothing.
 */
export function createPictureMaker() {
  let running = 0
  const waiting: (() => void)[] = []

  const take = async (): Promise<void> => {
    if (running < MAX_AT_ONCE) return void (running += 1)
    if (waiting.length >= MAX_WAITING) throw new AppError('unavailable', 'Too many pictures are being sent just now: try again in a moment')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  /** To whoever waits longest, or back. */
  const give = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async (file: Uint8Array, field = 'picture'): Promise<Picture> => {
    assertPicture(file, field)
    await take()
    try {
      // Loaded with the first picture: most portals never see one for hours.
      const { default: decode } = await import('sharp')
      return await make(decode, file).catch(() => {
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

async function make(decode: Decode, file: Uint8Array): Promise<Picture> {
  // Of a moving picture the first frame; turned as the camera was held, since that note goes with the rest of the metadata.
  const source = decode(file, { limitInputPixels: PICTURE_PIXELS, failOn: 'error', pages: 1 }).autoOrient().timeout({ seconds: SECONDS })
  const [{ data: content, info }, thumbnail] = await Promise.all([
    source
      .clone()
      .resize({ width: PICTURE_SIDE, height: PICTURE_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true }),
    source.clone().resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'cover' }).webp({ quality: 80 }).toBuffer(),
  ])
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  return { width: info.width, height: info.height, digest, content, thumbnail }
}
