import { z } from 'zod'
import { admin, signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import type { Setting, SettingGroup } from '../setting.ts'
import { bytes, Bytes } from '../values.ts'
import { SOUNDS, type Sound } from './sounds.live.ts'
import { SOUND_BYTES, SOUND_SECONDS } from './sounds.wav.ts'

const group: SettingGroup = { key: 'sounds', title: 'Sounds', help: "Sounds of your community's own.", page: '/admin/sounds' }
const SoundDigest = z.string().regex(/^[\w-]{22}$/, 'Upload the sound first')

/** The meaning of each sound, for people. */
export const SOUND_WORDS: Readonly<Record<Sound, string>> = {
  newCallAssigned: 'You have been sent to a call',
  pingUnit: 'Dispatch wants your attention',
  activeWarrants: 'The person has an active warrant',
  expiredLicense: 'The licence has expired',
  revokedLicense: 'The licence is revoked',
  suspendedLicense: 'The licence is suspended',
  stolenVehicle: 'The vehicle is reported stolen',
  tone: 'Dispatch sounds a tone for your class',
  panic: 'Someone pressed their panic button',
  callWaiting: 'A 911 call is waiting for a dispatcher',
}

const kebab = (sound: Sound) => sound.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const soundSetting = (sound: Sound): Setting<string> & { readonly sound: Sound } => ({
  sound,
  group,
  access: admin,
  env: null,
  key: `sounds.${kebab(sound)}`,
  title: SOUND_WORDS[sound],
  help: 'As shipped until you upload a sound.',
  fallback: '',
  schema: z.union([z.literal(''), SoundDigest], 'Upload the sound first'),
  input: { kind: 'sound', sound },
})

/** The digest of the community's own sound for each event; empty as shipped. */
export const SOUND_SETTINGS = SOUNDS.map(soundSetting)

/** Sounds that were uploaded and are not used (any more) are deleted after a day, and there are never more than these. */
export const MAX_SOUND_FILES = 30

export const uploadSound = defineEndpoint({
  method: 'POST',
  path: '/api/sounds',
  summary: `Upload a sound of at most ${SOUND_SECONDS.most} seconds as WAV: one channel, 16 bits, 24,000 samples a second, no louder than the others. It is heard once a setting names its digest`,
  access: admin,
  takes: { types: ['audio/wav'], bytes: SOUND_BYTES, atOnce: 2 },
  body: bytes('Send a WAV file'),
  response: z.object({ digest: z.string() }),
})

export const getSound = defineEndpoint({
  method: 'GET',
  path: '/api/sounds/:digest',
  summary: "A sound of the community's own",
  access: signedIn,
  params: z.object({ digest: SoundDigest }),
  gives: ['audio/wav'],
  response: z.object({ type: z.literal('audio/wav'), bytes: Bytes, digest: z.string() }),
})
