import { z } from 'zod'
import { admin, open } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { PICTURE_BYTES, PICTURE_PIXELS, PICTURE_TYPES, PictureSize } from '../people/pictures.ts'
import type { Setting, SettingGroup } from '../setting.ts'
import { Bytes, trimmed } from '../values.ts'

const group: SettingGroup = { key: 'look', title: 'Look', help: 'The portal in your colours.', page: '/admin/look' }

const common = { group, access: admin, env: null }
const Line = (max: number) => trimmed(max, `Enter at most ${max} characters`).regex(/^[^\n]*$/, 'Enter one line')

const PictureDigest = z.string().regex(/^[\w-]{22}$/, 'Upload the picture first')
const digestOrNone = z.union([z.literal(''), PictureDigest], 'Upload the picture first')

export const lookShortName: Setting<string> = {
  ...common,
  key: 'look.short-name',
  title: 'Short name',
  help: 'Up to 5 letters, such as LSRP. They stand in the mark at the top where there is no logo.',
  fallback: '',
  schema: Line(5),
  input: { kind: 'text', max: 5 },
}

export const lookColour: Setting<string> = {
  ...common,
  key: 'look.colour',
  title: 'Colour',
  help: 'For buttons, links and selected items. It is darkened or lightened where text would be hard to read.',
  fallback: '',
  schema: z.union([z.literal(''), z.string().regex(/^#[0-9a-f]{6}$/i, 'Enter a colour such as #0b63ce')], 'Enter a colour such as #0b63ce'),
  input: { kind: 'colour' },
}

export const lookLogo: Setting<string> = {
  ...common,
  key: 'look.logo',
  title: 'Logo',
  help: 'Shown at the top of every page, on the login page and in the browser tab. Square pictures look best.',
  fallback: '',
  schema: digestOrNone,
  input: { kind: 'picture' },
}

export const lookLoginPicture: Setting<string> = {
  ...common,
  key: 'look.login-picture',
  title: 'Login picture',
  help: 'Fills the login page behind its form. Anyone who knows the address of your portal can see it.',
  fallback: '',
  schema: digestOrNone,
  input: { kind: 'picture' },
}

export const lookLoginText: Setting<string> = {
  ...common,
  key: 'look.login-text',
  title: 'Login text',
  help: 'A word of welcome above the form. Anyone who knows the address of your portal can read it.',
  fallback: '',
  schema: trimmed(300, 'Enter at most 300 characters'),
  input: { kind: 'text', max: 300 },
}

export const lookFooterLine: Setting<string> = {
  ...common,
  key: 'look.footer-line',
  title: 'Footer line',
  help: 'A line below every page, such as where to find your rules.',
  fallback: '',
  schema: Line(120),
  input: { kind: 'text', max: 120 },
}

/** Everything about how the portal looks, in the order of the page. */
export const LOOK_SETTINGS = [lookLogo, lookShortName, lookColour, lookLoginPicture, lookLoginText, lookFooterLine] as const

/** Pictures that were uploaded and are not shown (any more) are deleted after a day, and there are never more than these. */
export const MAX_LOOK_PICTURES = 20

export const uploadLookPicture = defineEndpoint({
  method: 'POST',
  path: '/api/look/pictures',
  summary: `Upload a picture for the look of the portal, at most ${PICTURE_BYTES / 1_000_000} MB and ${PICTURE_PIXELS / 1_000_000} megapixels. It is shown once a setting names its digest`,
  access: admin,
  takes: { types: PICTURE_TYPES, bytes: PICTURE_BYTES, atOnce: 2 },
  body: Bytes,
  response: z.object({ digest: z.string(), width: z.int(), height: z.int() }),
})

export const getLookPicture = defineEndpoint({
  method: 'GET',
  path: '/api/look/pictures/:digest/:size',
  summary: 'A picture of the look of the portal, such as its logo',
  access: open,
  params: z.object({ digest: PictureDigest, size: PictureSize }),
  gives: ['image/webp'],
  response: z.object({ type: z.literal('image/webp'), bytes: Bytes, digest: z.string() }),
})
