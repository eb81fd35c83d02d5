import { z } from 'zod'

// Input from clients is untrusted.

const shortened = (max: number) =>
  z
    .string()
    .transform((text) => text.slice(0, max))
    .catch('')
export const Place = z.object({ location: shortened(160), postal: shortened(16) }).catch({ location: '', postal: '' })
/** Only the commands registered by client scripts. */
export const Clash = z.object({
  key: z.enum(['emergency', 'nonEmergency', 'panic', 'tablet']),
  owner: z.string().regex(/^[\w.-]{1,64}$/),
})
export const CallKind = z.enum(['emergency', 'nonEmergency'])
/** Longer texts are cut. */
export const CallText = z
  .string()
  .transform((text) => text.slice(0, 2000).trim())
  .pipe(z.string().min(1))
