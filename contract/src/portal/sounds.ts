import { z } from 'zod'
import { admin, signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { bytes, Bytes } from '../values.ts'
import { SoundDigest } from './sounds.live.ts'
import { SOUND_BYTES, SOUND_SECONDS } from './sounds.wav.ts'

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
