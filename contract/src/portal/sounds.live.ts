import { z } from 'zod'

/** In a file of its own because pages carry this schema in their configuration, and every page loads it. */

/** The specification's seven, and those that dispatch has to tell apart from them. */
export const SOUNDS = [
  'newCallAssigned',
  'pingUnit',
  'activeWarrants',
  'expiredLicense',
  'revokedLicense',
  'suspendedLicense',
  'stolenVehicle',
  'tone',
  'panic',
  'callWaiting',
] as const
export type Sound = (typeof SOUNDS)[number]

/** The digests of the community's own sounds; what is not named sounds as shipped. A newer portal may name sounds that this page does not know. */
export const CommunitySounds = z.record(z.string(), z.string())
export type CommunitySounds = z.infer<typeof CommunitySounds>

/** Samples a second of every sound that is kept. */
export const SOUND_RATE = 24_000

/** The digest of a sound's file names it. */
export const SoundDigest = z.string().regex(/^[\w-]{22}$/, 'Upload the sound first')
