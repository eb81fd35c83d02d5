import { z } from 'zod'

/** In a file of its own because pages carry this schema in their configuration, and every page loads it. */

/** How the community's portal looks; texts are empty, and the rest null, where it looks as shipped. */
export const Look = z.object({
  shortName: z.string(),
  loginText: z.string(),
  footerLine: z.string(),
  /** The digests of pictures that anyone may fetch. */
  logo: z.string().nullable(),
  loginPicture: z.string().nullable(),
  /** The style sheet of the community's colour. */
  styles: z.string().nullable(),
})
export type Look = z.infer<typeof Look>

export const SHIPPED_LOOK: Look = { shortName: '', loginText: '', footerLine: '', logo: null, loginPicture: null, styles: null }

/** Where a picture of the look is. */
export const lookPictureUrl = (digest: string, size: 'full' | 'thumbnail' = 'full'): string => `/api/look/pictures/${digest}/${size}`
