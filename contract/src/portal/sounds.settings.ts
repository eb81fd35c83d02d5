import { z } from 'zod'
import { admin } from '../access.ts'
import type { Setting, SettingGroup } from '../setting.ts'
import { SOUNDS, SoundDigest, type Sound } from './sounds.live.ts'

/** Apart from the endpoints, which a desktop fetches with the first sound of the community's own. */

const group: SettingGroup = { key: 'sounds', title: 'Sounds', help: "Sounds of your community's own.", page: '/admin/sounds' }

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
