import { z } from 'zod'
import { anyOf, self, signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { manageUsers } from './rights.ts'
import { CurrentUser } from './users.ts'
import { Bytes, IdParam } from '../values.ts'

/** The types of pictures that can be uploaded. All are kept as WebP. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]
export const PICTURE_BYTES = 5_000_000
export const PICTURE_PIXELS = 24_000_000
/** The longer side of a kept picture, in pixels. */
export const PICTURE_SIDE = 1024
export const THUMBNAIL_SIDE = 128
/** The size of all pictures that one member may have, with thumbnails. Evidence in reports is counted apart. */
export const MEMBER_PICTURE_BYTES = 100_000_000
/** The size of the evidence that one member may upload within `EVIDENCE_DAYS`. */
export const EVIDENCE_BYTES = 100_000_000
export const EVIDENCE_DAYS = 30

export const PictureSize = z.enum(['full', 'thumbnail'])
export type PictureSize = z.infer<typeof PictureSize>

const byUser = z.object({ userId: IdParam })

export const getUserPicture = defineEndpoint({
  method: 'GET',
  path: '/api/user/picture/:userId/:size',
  summary: "A member's picture",
  access: signedIn,
  params: byUser.extend({ size: PictureSize }),
  gives: ['image/webp'],
  response: z.object({ type: z.literal('image/webp'), bytes: Bytes, digest: z.string() }),
})

export const saveUserPicture = defineEndpoint({
  method: 'PUT',
  path: '/api/user/picture/:userId',
  summary: `Upload one's own picture, at most ${PICTURE_BYTES / 1_000_000} MB and ${PICTURE_PIXELS / 1_000_000} megapixels; it replaces the one before`,
  access: self('userId'),
  params: byUser,
  takes: { types: PICTURE_TYPES, bytes: PICTURE_BYTES },
  body: Bytes,
  response: CurrentUser,
})

export const deleteUserPicture = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/picture/:userId',
  summary: "Remove a picture: one's own, or that of an account one manages",
  access: anyOf(self('userId'), manageUsers),
  params: byUser,
  response: z.object({ picture: z.null() }),
})
