import { PICTURE_BYTES, PICTURE_TYPES } from '@tenfour/contract'

/** The problem with a file before it is sent; the server reads the rest from its content. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!PICTURE_TYPES.some((known) => known === type)) return 'Choose a PNG, JPEG or WebP picture.'
  if (size > PICTURE_BYTES) return `This picture has ${(size / 1_000_000).toFixed(1)} MB: at most ${PICTURE_BYTES / 1_000_000} MB.`
  return undefined
}
